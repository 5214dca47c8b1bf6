"""Pages of the people: the list, one person, memberships, offices, logins."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import queries
from league.errors import LeagueError
from league.forms import LoginForm, MembershipForm, NameForm, OfficeForm, PersonForm, refuse
from league.models import Person
from league.services import people as services


def require_keeper(request: HttpRequest) -> None:
    if not queries.holds(request.user, queries.KEEPS_PEOPLE, timezone.localdate()):
        raise PermissionDenied


@login_required
def people(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    if not queries.is_member(request.user, today):
        raise PermissionDenied
    keeper = queries.holds(request.user, queries.KEEPS_PEOPLE, today)
    return render(
        request, "league/people.html", {"people": queries.people(today), "keeper": keeper}
    )


@login_required
def new_person(request: HttpRequest) -> HttpResponse:
    require_keeper(request)
    form = PersonForm(request.POST or None, initial={"start": timezone.localdate()})
    if form.is_valid():
        data = form.cleaned_data
        try:
            person = services.create_member(
                name=data["name"],
                email=data["email"],
                kind=data["kind"],
                start=data["start"] or timezone.localdate(),
            )
            return redirect("league:person", person.pk)
        except LeagueError as error:
            refuse(form, error)
    return render(
        request, "league/new_person.html", {"form": form}, status=422 if form.errors else 200
    )


@login_required
def person(request: HttpRequest, pk: int) -> HttpResponse:
    shown = queries.get_person_for(request.user, pk, timezone.localdate())
    return render(request, "league/person.html", _person_context(request, shown))


def _person_context(request: HttpRequest, person: Person) -> dict[str, object]:
    today = timezone.localdate()
    return {
        "person": person,
        "memberships": person.memberships.order_by("-start"),
        "offices": person.offices.order_by("-start"),
        "keeper": queries.holds(request.user, queries.KEEPS_PEOPLE, today),
        "own": queries.person_of(request.user) == person,
        "today": today,
        "name_form": NameForm(initial={"name": person.name}, prefix="name"),
        "membership_form": MembershipForm(initial={"day": today}),
        "office_form": OfficeForm(initial={"start": today}),
        "login_form": LoginForm(
            initial={"email": person.user.email} if person.user else None, prefix="login"
        ),
    }


def _with_form(request: HttpRequest, person: Person, name: str, form: Form) -> HttpResponse:
    context = {**_person_context(request, person), name: form}
    return render(request, "league/person.html", context, status=422)


@login_required
@require_POST
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    require_keeper(request)
    person = queries.get_person_for(request.user, pk, timezone.localdate())
    form = NameForm(request.POST, prefix="name")
    if form.is_valid():
        try:
            services.rename_person(person=person, name=form.cleaned_data["name"])
            messages.success(request, _("Der Name ist geändert."))
            return redirect("league:person", pk)
        except LeagueError as error:
            refuse(form, error)
    return _with_form(request, person, "name_form", form)


@login_required
@require_POST
def membership(request: HttpRequest, pk: int) -> HttpResponse:
    require_keeper(request)
    person = queries.get_person_for(request.user, pk, timezone.localdate())
    form = MembershipForm(request.POST)
    if form.is_valid():
        kind, day = form.cleaned_data["kind"], form.cleaned_data["day"]
        try:
            if kind == "end":
                services.end_membership(person=person, end=day)
            else:
                services.start_membership(person=person, kind=kind, start=day)
            messages.success(request, _("Die Mitgliedschaft ist eingetragen."))
            return redirect("league:person", pk)
        except LeagueError as error:
            refuse(form, error)
    return _with_form(request, person, "membership_form", form)


@login_required
@require_POST
def appoint(request: HttpRequest, pk: int) -> HttpResponse:
    require_keeper(request)
    person = queries.get_person_for(request.user, pk, timezone.localdate())
    form = OfficeForm(request.POST)
    if form.is_valid():
        try:
            services.appoint(person=person, **form.cleaned_data)
            messages.success(request, _("Das Amt ist eingetragen."))
            return redirect("league:person", pk)
        except LeagueError as error:
            refuse(form, error)
    return _with_form(request, person, "office_form", form)


@login_required
@require_POST
def give_login(request: HttpRequest, pk: int) -> HttpResponse:
    require_keeper(request)
    person = queries.get_person_for(request.user, pk, timezone.localdate())
    form = LoginForm(request.POST, prefix="login")
    if form.is_valid():
        try:
            services.give_login(person=person, email=form.cleaned_data["email"])
            messages.success(request, _("Die Adresse ist gespeichert."))
            return redirect("league:person", pk)
        except LeagueError as error:
            refuse(form, error)
    return _with_form(request, person, "login_form", form)


@login_required
@require_POST
def dismiss(request: HttpRequest, pk: int) -> HttpResponse:
    require_keeper(request)
    office = queries.get_office_for(request.user, pk, timezone.localdate())
    services.dismiss(office=office, end=timezone.localdate())
    messages.success(request, _("Das Amt ist beendet."))
    return redirect("league:person", office.person_id)
