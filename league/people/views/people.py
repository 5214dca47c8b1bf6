"""Pages of the people: the list, one person, memberships, offices, logins."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import Form, model_to_dict
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import require_keeper
from league.access.queries.rights import (
    KEEPS_PEOPLE,
    READS_SECURITY,
    SEES_MAILS,
    holds,
    is_member,
    person_of,
)
from league.access.reauthentication import asks_again
from league.access.tokens import invitation_code, sign_invitation
from league.approvals.models import Approval
from league.approvals.queries import addresses_of, shown_to
from league.files.lists import export_response
from league.mail import labels as mail_labels
from league.mail.letters import absolute
from league.people import labels as words
from league.people.forms import (
    CorrectionForm,
    LoginForm,
    MembershipForm,
    OfficeForm,
    PeopleSearchForm,
    PersonForm,
)
from league.people.lists import PEOPLE
from league.people.models.kinds import MembershipKind
from league.people.models.people import Person
from league.people.queries.details import shown_details
from league.people.queries.invitations import last_invitation, last_invitations
from league.people.queries.people import (
    get_office_for,
    get_person_for,
    merges_into,
    narrowed,
    old_lines_of,
    people_for,
)
from league.people.queries.postal import postal_address
from league.people.registry import still_open
from league.people.services import people as services
from league.people.services.addresses import admit, change_address, opens
from league.people.views.approvals import say, say_address
from league.security.queries import changes_of
from league.web.submit import submit
from league.web.views import takes_a_form


@require_safe
@login_required
def people(request: HttpRequest) -> HttpResponseBase:
    today = timezone.localdate()
    if not is_member(request.user, today):
        raise PermissionDenied
    keeper = holds(request.user, KEEPS_PEOPLE, today)
    persons = people_for(request.user, today)
    form = PeopleSearchForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {"search": "", "who": ""}
    persons = narrowed(persons, asked["search"], asked["who"])
    if sheet := export_response(request, _("People"), PEOPLE, persons, "leute"):
        return sheet
    context = {
        "parts": _parts(_with_invitations(list(persons)) if keeper else list(persons)),
        "keeper": keeper,
        "form": form,
        "asked": any(asked.values()),
        "may_see_mails": holds(request.user, SEES_MAILS, today),
        "reads_security": holds(request.user, READS_SECURITY, today),
    }
    return render(request, "league/people.html", context)


def _with_invitations(persons: list[Person]) -> list[Person]:
    """Return each as a keeper of the list sees it: with the state of the invitation, until
    accepted.

    A guest does not have to be invited.
    """
    asked, now = last_invitations(persons), timezone.now()
    for person in persons:
        last = asked[person.pk]
        state = words.how_far(last.invitation, last.mail, last.came_at, now)
        is_guest = not person.memberships_now  # type: ignore[attr-defined]
        quiet = state in {"accepted", "came"} or (is_guest and last.invitation is None)
        person.invited = "" if quiet else words.INVITED[state]  # type: ignore[attr-defined]
    return persons


def _parts(persons: list[Person]) -> list[tuple[str, list[Person]]]:
    """Return members first, then former ones, and guests apart; without empty parts."""
    of: dict[str, list[Person]] = {_("Members"): [], _("Former members"): [], _("Guests"): []}
    members, former, guests = of.values()
    for person in persons:
        is_member = bool(getattr(person, "memberships_now", []))
        was_member = getattr(person, "was_member", False)
        (members if is_member else former if was_member else guests).append(person)
    return [(title, people) for title, people in of.items() if people]


@takes_a_form
@login_required
def new_person(request: HttpRequest) -> HttpResponse:
    require_keeper(request)
    form = PersonForm(
        request.POST or None,
        today=timezone.localdate(),
        initial={"kind": MembershipKind.CountsAs.ACTIVE, "start": timezone.localdate()},
    )

    def message(person: Person) -> str:
        added = _("%(name)s is added.") % {"name": person.name}
        return f"{added} {words.goes_out()}" if person.user else added

    def back(person: Person) -> HttpResponse:
        if "another" in request.POST:
            return redirect("league:new_person")
        return redirect("league:person", person.pk)

    return submit(
        request,
        form,
        lambda data: admit(
            name=data["name"],
            email=data["email"],
            kind=data["kind"],
            start=data["start"] or timezone.localdate(),
            by=person_of(request.user),
            now=timezone.now(),
        ),
        message,
        back,
    ) or render(
        request, "league/new_person.html", {"form": form}, status=422 if form.errors else 200
    )


@require_safe
@login_required
def person(request: HttpRequest, pk: int) -> HttpResponse:
    shown = get_person_for(request.user, pk, timezone.localdate())
    return render(request, "league/person.html", _person_context(request, shown))


def _person_context(request: HttpRequest, person: Person) -> dict[str, object]:
    today = timezone.localdate()
    keeper = holds(request.user, KEEPS_PEOPLE, today)
    me = person_of(request.user)
    own = me == person
    may_list = is_member(request.user, today)
    memberships = list(person.memberships.select_related("kind").order_by("-start"))
    is_in = any(membership.end is None or membership.end > today for membership in memberships)
    return {
        "person": person,
        "figures_of": words.figures_of(person, own=own),
        "own_links": words.own_links() if own else [],
        "memberships": memberships,
        "offices": [
            (office, keeper and not office.end) for office in person.offices.order_by("-start")
        ],
        "keeper": keeper,
        "may_show": words.seen_by_others(own=own)
        if own or (keeper and person.user_id is None)
        else "",
        "may_write_to": own or keeper,
        "postal": postal_address(person) if own or keeper else None,
        "details": shown_details(request.user, person, today),
        "may_leave": keeper and is_in,
        "may_list": may_list,
        "old_lines": old_lines_of(person) if may_list else [],
        "merges": merges_into(person) if own or keeper else [],
        "addresses": [
            (
                shown_to(me, approval, timezone.now()),
                reverse("league:approval", args=[approval.pk]) if own or keeper else "",
            )
            for approval in addresses_of(person)
        ],
        **(_asked_in(person) if keeper else {}),
        "changes": changes_of(person) if own or holds(request.user, READS_SECURITY, today) else [],
        "today": today,
        "name_form": CorrectionForm(initial=model_to_dict(person, Person.CORRECTED), prefix="name"),
        "membership_form": MembershipForm(initial={"day": today}, today=today),
        "office_form": OfficeForm(initial={"start": today}),
        "login_form": LoginForm(
            initial={"email": person.user.email} if person.user else None, prefix="login"
        ),
    }


def _asked_in(person: Person) -> dict[str, object]:
    """Return the state of the last invitation, and its link and code while they work."""
    last, now = last_invitation(person), timezone.now()
    asked, link, code = last.invitation, "", ""
    state = words.how_far(asked, last.mail, last.came_at, now)
    if asked is not None and asked.is_open and asked.ends_at > now:
        link = absolute(reverse("league:invitation", args=[sign_invitation(asked.pk)]))
        if opens(person, timezone.localdate(now)):
            code = invitation_code(asked.pk)
    is_mailed = asked is not None and asked.state == asked.State.MAILED
    return {
        "asked": asked,
        "how_far": words.invited(asked, state, last.came_at),
        "mail_trouble": mail_labels.trouble(last.mail) if last.mail and is_mailed else "",
        "invites": words.invites(person, state, has_link=bool(link)),
        "invitation_link": link,
        "invitation_code": f"{code[:4]} {code[4:]}".strip(),
        "code_page": absolute(reverse("league:read_out")),
    }


def _take(
    request: HttpRequest,
    pk: int,
    name: str,
    form: Form,
    write: Callable[[Person, dict[str, Any]], object],
    text: str,
) -> HttpResponse:
    """Take one of the forms on a person's page: write and say so, or show the page with `name`."""
    require_keeper(request)
    person = get_person_for(request.user, pk, timezone.localdate())

    def say_done(done: object) -> str:
        if not isinstance(done, Approval):
            return text
        (say_address if done.kind == "address" else say)(request, done)
        return ""

    back = redirect("league:person", pk)
    if answer := submit(request, form, lambda data: write(person, data), say_done, back):
        return answer
    context = {**_person_context(request, person), name: form}
    return render(request, "league/person.html", context, status=422)


@login_required
@require_POST
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    def write(person: Person, data: dict[str, Any]) -> object:
        return services.correct_person(person=person, now=timezone.now(), **data)

    form = CorrectionForm(request.POST, prefix="name")
    return _take(request, pk, "name_form", form, write, _("The name has been changed."))


@login_required
@require_POST
def membership(request: HttpRequest, pk: int) -> HttpResponse:
    def write(person: Person, data: dict[str, Any]) -> object:
        if data["kind"] != "end":
            return services.start_membership(
                person=person, kind=data["kind"], start=data["day"], now=timezone.now()
            )
        after = data["day"] + timedelta(days=1)
        services.end_membership(person=person, end=after, now=timezone.now())
        for sentence in still_open(person):
            messages.warning(request, sentence)
        return None

    form = MembershipForm(request.POST, today=timezone.localdate())
    text = _("The membership has been entered.")
    return _take(request, pk, "membership_form", form, write, text)


def _keeps(request: HttpRequest, **_address: int) -> bool:
    """Return whether the user keeps the list: no other user is asked again, but refused."""
    return holds(request.user, KEEPS_PEOPLE, timezone.localdate())


@login_required
@require_POST
@asks_again(needs=_keeps)
def appoint(request: HttpRequest, pk: int) -> HttpResponse:
    def write(person: Person, data: dict[str, Any]) -> object:
        return services.give_office(
            person=person, by=person_of(request.user), now=timezone.now(), **data
        )

    form = OfficeForm(request.POST)
    return _take(request, pk, "office_form", form, write, _("The office has been entered."))


@login_required
@require_POST
@asks_again(needs=_keeps)
def give_login(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a person another address; the same one again logs every device out."""

    def write(person: Person, data: dict[str, Any]) -> object:
        if person.user is not None and person.user.email == data["email"].lower():
            return services.give_login(person=person, **data)
        return change_address(person=person, by=person_of(request.user), now=timezone.now(), **data)

    form = LoginForm(request.POST, prefix="login")
    return _take(request, pk, "login_form", form, write, _("The address has been saved."))


@login_required
@require_POST
@asks_again(needs=_keeps)
def dismiss(request: HttpRequest, pk: int) -> HttpResponse:
    require_keeper(request)
    office = get_office_for(request.user, pk, timezone.localdate())
    services.dismiss(office=office, end=timezone.localdate())
    messages.success(request, _("The office has ended."))
    return redirect("league:person", office.person_id)
