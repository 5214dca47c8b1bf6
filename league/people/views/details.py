"""Pages of further details of people: fields, their readers, memberships, leaving."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import require_keeper, user_of
from league.access.queries.rights import KEEPS_PEOPLE, holds, person_of
from league.access.queries.sessions import sessions_of
from league.files import file_store
from league.files.caged import CAGED
from league.people.forms import (
    CorrectMembershipForm,
    DetailsForm,
    FieldForm,
    LeaveForm,
    SeenByForm,
)
from league.people.queries import details as queries
from league.people.queries.kinds import kind_choices
from league.people.queries.people import get_person_for
from league.people.registry import still_open
from league.people.services import details as services
from league.security.queries import MOST_CHANGES
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
def details(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit a user's own details; any person's for keepers of the list of people."""
    today = timezone.localdate()
    person = queries.person_to_detail(request.user, pk, today)
    keeper = holds(request.user, KEEPS_PEOPLE, today)
    own = person_of(request.user) == person
    there = queries.details_of(person)
    form = DetailsForm(
        request.POST or None,
        request.FILES or None,
        own_fields=list(queries.own_fields()),
        keeper=keeper,
        # For a person without a login, the list's keeper writes down what he said.
        decides=own or person.user_id is None,
        has_photo=bool(there.photo),
        initial={
            **model_to_dict(there),
            **queries.values_of(person),
            "photo": None,
            "greeted": queries.wants_greetings(person),
        },
    )
    if answer := submit(
        request,
        form,
        lambda data: services.save_details(
            person=person,
            values=form.service_values,
            photo=data["photo"],
            without_photo=data.get("without_photo", False),
            now=timezone.now(),
        ),
        _("Saved."),
        redirect("league:person", pk),
    ):
        return answer
    context = {
        "person": person,
        "form": form,
        "own": own,
        "photo": there.photo,
        "rules": queries.field_rules(),
    }
    return render(
        request, "league/details_of_person.html", context, status=422 if form.errors else 200
    )


@require_safe
@login_required
@cache_control(private=True, max_age=3600)
def photo(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the photo of a person, for readers of that field."""
    today = timezone.localdate()
    person = get_person_for(request.user, pk, today)
    seen = {shown.code: shown.value for shown in queries.shown_details(request.user, person, today)}
    picture = file_store.content_of(settings.PHOTO_DIR, seen["photo"]) if "photo" in seen else None
    if picture is None:
        raise Http404
    return HttpResponse(picture, content_type="image/jpeg", headers=CAGED)


@takes_a_form
@login_required
def fields(request: HttpRequest) -> HttpResponse:
    """Set the readers of the fields; for keepers of the list of people."""
    require_keeper(request)
    rules = queries.field_rules()
    form = SeenByForm(
        request.POST or None,
        rules=[(rule.code, rule.name) for rule in rules],
        initial={rule.code: rule.seen_by for rule in rules},
    )

    def store(typed: dict[str, str]) -> None:
        for rule in rules:
            if typed[rule.code] != rule.seen_by:
                services.set_seen_by(code=rule.code, seen_by=typed[rule.code], by=user_of(request))

    if answer := submit(
        request, form, store, _("Saved. This holds from now on."), redirect("league:person_fields")
    ):
        return answer
    known = queries.known_by_field()
    context = {
        "form": form,
        "new": FieldForm(),
        "own": [(rule, known.get(rule.code, 0)) for rule in rules if rule.is_own],
        "changes": queries.changes_of_fields(rules)[:MOST_CHANGES],
    }
    return render(request, "league/person_fields.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def add_field(request: HttpRequest) -> HttpResponse:
    require_keeper(request)
    form = FieldForm(request.POST)
    back = redirect("league:person_fields")
    if answer := submit(
        request,
        form,
        lambda data: services.add_field(**data, by=user_of(request)),
        _("The field has been added."),
        back,
    ):
        return answer
    for texts in form.errors.values():
        messages.error(request, " ".join(map(str, texts)))
    return back


@require_POST
@login_required
def end_field(request: HttpRequest, code: str) -> HttpResponse:
    require_keeper(request)
    field = queries.own_field(code)
    services.end_field(field=field, now=timezone.now(), by=user_of(request))
    messages.success(request, _("The field has ended, and what it said is gone."))
    return redirect("league:person_fields")


@takes_a_form
@login_required
def correct_membership(request: HttpRequest, pk: int) -> HttpResponse:
    """Put kind and dates right, next to the values before."""
    require_keeper(request)
    membership = queries.membership_to_correct(pk)
    kinds = kind_choices(timezone.localdate())
    if membership.kind_id not in dict(kinds):
        kinds = [*kinds, (membership.kind_id, str(membership.kind))]
    form = CorrectMembershipForm(
        request.POST or None,
        kinds=kinds,
        initial={
            "kind": membership.kind_id,
            "start": membership.start,
            "last": membership.last_day,
        },
    )
    if answer := submit(
        request,
        form,
        lambda data: services.correct_membership(
            membership=membership,
            kind=data["kind"],
            start=data["start"],
            end=data["last"] + timedelta(days=1) if data["last"] else None,
            by=user_of(request),
            now=timezone.now(),
        ),
        _("Put right. The treasurer's dues show what that changes."),
        redirect("league:person", membership.person_id),
    ):
        return answer
    context = {
        "membership": membership,
        "person": membership.person,
        "form": form,
        "corrections": queries.corrections_of(membership),
    }
    status = 422 if form.errors else 200
    return render(request, "league/correct_membership.html", context, status=status)


@takes_a_form
@login_required
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what is open with a person who leaves, what ends, and what stays of the name."""
    require_keeper(request)
    today = timezone.localdate()
    person = get_person_for(request.user, pk, today)
    form = LeaveForm(request.POST or None, initial={"last": today})
    if answer := submit(
        request,
        form,
        lambda data: services.leave(person=person, last_day=data["last"], now=timezone.now()),
        _("The membership and all offices end with this day."),
        redirect("league:person", pk),
    ):
        return answer
    context = {
        "person": person,
        "form": form,
        "open": still_open(person),
        "offices": queries.offices_after(person, today),
        "devices": sessions_of(person.user, timezone.now()).count() if person.user else 0,
        "programs": person.read_tokens.filter(revoked_at=None).count(),
    }
    return render(request, "league/leave.html", context, status=422 if form.errors else 200)
