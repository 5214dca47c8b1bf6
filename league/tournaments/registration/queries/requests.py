"""Reading what waits for the owner of an address, or for the desk: requests of the open form."""

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
    """The requests that the desk accepted and that still lead to the page of the registration:
    whoever asked knows no other address of it.
    """
    today = now.astimezone(ZoneInfo(settings.TIME_ZONE)).date()
    accepted = Q(registration__isnull=False, registration__email="")
    return accepted & Q(event__business_date__gte=today - LINK_HOLDS)


def get_request(token: str) -> RegistrationRequest:
    """What waits for the owner of an address, who has the link."""
    return _request(token, is_mailed=True)


def get_own_request(token: str) -> RegistrationRequest:
    """What waits for the desk, for whoever sent the form and can do nothing but look at it."""
    return _request(token, is_mailed=False)


def _request(token: str, *, is_mailed: bool) -> RegistrationRequest:
    pk = read_request(token)
    known = RegistrationRequest.objects.select_related("event__tournament", "registration")
    asked = known.filter(pk=pk).first() if pk is not None else None
    if asked is None or bool(asked.email) != is_mailed:
        raise Http404
    return asked


def get_request_to_run(user: Any, pk: int, today: date) -> RegistrationRequest:
    """For the desk, which accepts it or does not."""
    known = RegistrationRequest.objects.select_related("event")
    asked = row_or_404(known, for_the_desk(), pk=pk)
    if not may_run_evenings(user, today):
        raise Http404
    return asked


def for_the_desk(prefix: str = "") -> Q:
    """What the desk decides about: who gave no address, and everybody where no mail goes out, also
    who gave one while there was a mail server.
    """
    return Q(**{f"{prefix}email": ""}) if settings.EMAIL_HOST else Q()


def waiting_requests(event: Event, now: datetime) -> QuerySet[RegistrationRequest]:
    """What nobody has decided yet, the first who asked first."""
    undecided = RegistrationRequest.objects.filter(event=event, registration=None)
    return undecided.filter(ends_at__gt=now).exclude(typed={})


@dataclass(frozen=True)
class Asking:
    """Somebody who waits for the desk; `same` is who of the club is called like him, `alike` the
    name of another stranger that looks the same. A `taken_alias` is the nickname that he chose and
    somebody else has got since.
    """

    request: RegistrationRequest
    name: str
    team: str
    same: Person | None
    alike: str | None
    taken_alias: str

    @property
    def is_clear(self) -> bool:
        """Whether there is nothing to decide but yes or no."""
        return not (self.same or self.alike or self.taken_alias)


def asking_at_desk(
    event: Event, strangers: Mapping[str, Sequence[str]], now: datetime
) -> list[Asking]:
    """Who waits for the desk, with whom they look like. Three queries."""
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
    """The nickname by which somebody wants to be seen; empty for whoever chose another way."""
    chose = asked.typed.get("shown") == Registration.Shown.ALIAS
    return str(asked.typed.get("alias", "")) if chose else ""


def taken_aliases(event: Event, aliases: Iterable[str]) -> set[str]:
    """Which of these nicknames of strangers somebody of the club or of this tournament is called
    by, also in letters that only look the same. Three queries, none without a nickname.
    """
    wanted = {alias for alias in aliases if alias}
    if not wanted:
        return set()
    here = Participation.objects.filter(event=event).select_related("person")
    seen = {look_alike_key(participation.name) for participation in here}
    return {*namesakes(wanted), *(alias for alias in wanted if look_alike_key(alias) in seen)}


def names_of_strangers(event: Event, now: datetime) -> dict[str, list[str]]:
    """The names of all who want to play and are nobody of the club yet, by what they look like. Two
    queries.
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
    """The name of another stranger that looks like this one, the very same too; None without."""
    others = list(strangers.get(look_alike_key(name), ()))
    if name in others:
        others.remove(name)
    if not others:
        return None
    return name if name in others else others[0]


def another_of(registration: Registration, strangers: Mapping[str, Sequence[str]]) -> str | None:
    """As `another_alike`, of somebody who has a place or waits; None for a person of the club."""
    if registration.person_id is not None:
        return None
    return another_alike(registration.name, strangers)


def asked_at(now: datetime) -> list[tuple[Event, int]]:
    """The tournaments yet to be played at which somebody waits for the desk, with how many. One
    query.
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
    """Whether this form was sent before."""
    return RegistrationRequest.objects.filter(event=event, client_id=client_id).exists()
