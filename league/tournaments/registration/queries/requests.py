"""Queries for open requests that wait for the owner of an address, or for the desk."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.http import Http404

from league.access.queries.rights import may_run_evenings
from league.access.tokens import read_request
from league.events.models import Event, Participation
from league.people.models.people import Person
from league.people.queries.recognition import look_alike_key, namesakes
from league.tournaments.models.registration_requests import RegistrationRequest
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration.queries.registrations import LINK_HOLDS, State
from league.web.rows import row_or_404


def leads_to_registration(now: datetime) -> Q:
    """Match the requests the desk accepted that still lead to the registration's page.

    The sender knows no other address of it.
    """
    today = now.astimezone(ZoneInfo(settings.TIME_ZONE)).date()
    accepted = Q(registration__isnull=False, registration__email="")
    return accepted & Q(event__business_date__gte=today - LINK_HOLDS)


def get_request(token: str) -> RegistrationRequest:
    """Return the request behind a mailed link, for the owner of the address."""
    return _request(token, is_mailed=True)


def get_own_request(token: str) -> RegistrationRequest:
    """Return the request that waits for the desk, for its sender, who can only view it."""
    return _request(token, is_mailed=False)


def _request(token: str, *, is_mailed: bool) -> RegistrationRequest:
    pk = read_request(token)
    known = RegistrationRequest.objects.select_related("event__tournament", "registration")
    asked = known.filter(pk=pk).first() if pk is not None else None
    if asked is None or bool(asked.email) != is_mailed:
        raise Http404
    return asked


def get_request_to_run(user: Any, pk: int, today: date) -> RegistrationRequest:
    """Return a request for the desk, which accepts or declines it.

    Raise Http404 for others.
    """
    known = RegistrationRequest.objects.select_related("event")
    asked = row_or_404(known, for_the_desk(), pk=pk)
    if not may_run_evenings(user, today):
        raise Http404
    return asked


def for_the_desk(prefix: str = "") -> Q:
    """Match the requests the desk decides about: those without an address.

    If no mail goes out it decides about all, also those with an address from earlier.
    """
    return Q(**{f"{prefix}email": ""}) if settings.EMAIL_HOST else Q()


def waiting_requests(event: Event, now: datetime) -> QuerySet[RegistrationRequest]:
    """Return the undecided requests, oldest first."""
    undecided = RegistrationRequest.objects.filter(event=event, registration=None)
    return undecided.filter(ends_at__gt=now).exclude(typed={})


@dataclass(frozen=True)
class Asking:
    """A request that waits for the desk.

    `same` is the person of the club with the same name, `alike` the name of another newcomer that
    looks the same. A `taken_alias` is the chosen nickname that another person has got since.
    """

    request: RegistrationRequest
    name: str
    team: str
    same: Person | None
    alike: str | None
    taken_alias: str

    @property
    def is_clear(self) -> bool:
        """Return whether the only decision is yes or no."""
        return not (self.same or self.alike or self.taken_alias)


def asking_at_desk(
    event: Event, strangers: Mapping[str, Sequence[str]], now: datetime
) -> list[Asking]:
    """Return the requests that wait for the desk, with similar names. Three queries."""
    requests = list(waiting_requests(event, now).filter(for_the_desk()))
    known = namesakes(asked.typed["name"] for asked in requests)
    taken = taken_aliases(event, [chosen_alias(asked) for asked in requests])
    return [
        Asking(
            request=asked,
            name=(name := asked.typed["name"]),
            team=asked.typed.get("team_name", ""),
            same=known.get(name),
            alike=another_alike(name, strangers),
            taken_alias=alias if (alias := chosen_alias(asked)) in taken else "",
        )
        for asked in requests
    ]


def chosen_alias(asked: RegistrationRequest) -> str:
    """Return the chosen nickname; empty if another kind of name was chosen."""
    chose = asked.typed.get("shown") == Registration.Shown.ALIAS
    return str(asked.typed.get("alias", "")) if chose else ""


def taken_aliases(event: Event, aliases: Iterable[str]) -> set[str]:
    """Return the nicknames that a person of the club or of this tournament already uses.

    Letters that only look the same count too. Three queries, none without a nickname.
    """
    wanted = {alias for alias in aliases if alias}
    if not wanted:
        return set()
    here = Participation.objects.filter(event=event).select_related("person")
    seen = {look_alike_key(participation.name) for participation in here}
    return {*namesakes(wanted), *(alias for alias in wanted if look_alike_key(alias) in seen)}


def names_of_strangers(event: Event, now: datetime) -> dict[str, list[str]]:
    """Return the names of all applicants who are not in the club, by their look.

    Two queries.
    """
    registered = Registration.objects.filter(event=event, person=None).exclude(
        state=State.CANCELLED
    )
    asking = waiting_requests(event, now).filter(for_the_desk())
    alike: dict[str, list[str]] = defaultdict(list)
    for name in (
        *registered.values_list("name", flat=True),
        *(each.typed["name"] for each in asking),
    ):
        alike[look_alike_key(name)].append(name)
    return alike


def another_alike(name: str, strangers: Mapping[str, Sequence[str]]) -> str | None:
    """Return the name of another newcomer that looks like this one or equals it, else None."""
    others = list(strangers.get(look_alike_key(name), ()))
    if name in others:
        others.remove(name)
    if not others:
        return None
    return name if name in others else others[0]


def another_of(registration: Registration, strangers: Mapping[str, Sequence[str]]) -> str | None:
    """Return the same as `another_alike` for a registration; None for a person of the club."""
    if registration.person_id is not None:
        return None
    return another_alike(registration.name, strangers)


def asked_at(now: datetime) -> list[tuple[Event, int]]:
    """Return the tournaments still to be played with requests at the desk, and their number.

    One query.
    """
    waiting = (
        for_the_desk("registration_requests__")
        & Q(registration_requests__registration=None, registration_requests__ends_at__gt=now)
        & ~Q(registration_requests__typed={})
    )
    events = Event.objects.filter(cancelled_at=None, tournament__finished_at=None)
    counted = events.annotate(asking=Count("registration_requests", filter=waiting))
    return [(event, event.asking) for event in counted.filter(asking__gt=0)]


def was_requested(event: Event, client_id: str) -> bool:
    """Return whether this form was sent before."""
    return RegistrationRequest.objects.filter(event=event, client_id=client_id).exists()
