"""Queries for registrations: the desk's list, a player's own page, and the reasons for refusal."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from league.access.queries.rights import may_run_evenings
from league.access.tokens import read_registration
from league.errors import IllegalError
from league.events.models import Event, Participation, Seat, Team
from league.people.models.people import Person, sort_key
from league.people.queries.recognition import namesakes
from league.results.models.results import Result
from league.tournaments.models.registration_mails import RegistrationMail
from league.tournaments.models.tournaments import Registration
from league.web.rows import row_or_404

State = Registration.State
# Links hold this long after the day of the tournament, since one may go past midnight.
LINK_HOLDS = timedelta(days=1)
# The spelling of a keyboard without umlauts: „ae“ for „ä“, which sorts as an „a“.
_UMLAUT = re.compile("([aou])e")
_WITH = ("event__tournament", "person__user", "participation__person", "participation__team")


@dataclass(frozen=True)
class Counts:
    """The numbers of a tournament. `undecided` hold a place but are not yet persons of the club."""

    registered: int
    waiting: int
    checked_in: int
    undecided: int
    places: int | None

    @property
    def is_full(self) -> bool:
        """Return whether a new registration waits: no place is free, or others wait for it."""
        return self.waiting > 0 or (self.places is not None and self.registered >= self.places)

    @property
    def left(self) -> int:
        """Return the number of free places, if their number is limited."""
        return max(0, (self.places or 0) - self.registered)


@dataclass(frozen=True)
class TeamSize:
    """A team and its number of members; `fits` is off if the format asks for more or fewer."""

    team: Team
    members: int
    fits: bool


def counts(event: Event) -> Counts:
    registered = Q(state=State.REGISTERED)
    numbers = Registration.objects.filter(event=event).aggregate(
        registered=Count("pk", filter=registered),
        waiting=Count("pk", filter=Q(state=State.WAITING)),
        undecided=Count("pk", filter=registered & Q(participation=None)),
        checked_in=Count("pk", filter=Q(participation__checked_in_at__isnull=False)),
    )
    return Counts(**numbers, places=event.tournament.places)


def against_registering(event: Event, now: datetime) -> IllegalError | None:
    """Return why people cannot register themselves; None while it is open."""
    tournament = event.tournament
    today = now.astimezone(ZoneInfo(settings.TIME_ZONE)).date()
    if event.is_cancelled:
        return IllegalError("event_cancelled", _("This tournament is called off."))
    if tournament.finished_at is not None or today > event.business_date:
        return IllegalError("tournament_over", _("This tournament is over."))
    if event.blocks.filter(released_at__isnull=False).exists():
        return IllegalError(
            "tournament_runs", _("The tournament is already under way. Talk to the director.")
        )
    if not tournament.registration_open:
        return IllegalError("registration_closed", _("Registration is closed. Ask the organiser."))
    if tournament.registration_until is not None and now >= tournament.registration_until:
        return IllegalError(
            "registration_over",
            _(
                "The deadline for registration has passed. Ask the organiser whether there "
                "is still a place."
            ),
        )
    return None


def registrations(event: Event, search: str = "") -> list[Registration]:
    """Return the registrations with a place, by name.

    With `search` only those whose name, team or number match.
    """
    queryset = Registration.objects.filter(event=event, state=State.REGISTERED)
    rows = sorted(
        queryset.select_related(*_WITH),
        key=lambda registration: (sort_key(real_name(registration)), registration.pk),
    )
    sought = sort_key(search.replace(",", " ")).split()
    return [registration for registration in rows if _has(registration, sought)]


def is_here(registration: Registration) -> bool:
    own = registration.participation
    return own is not None and own.checked_in_at is not None


def free_number(event: Event) -> int:
    """Return the lowest free start number. One query."""
    numbered = Participation.objects.filter(event=event, start_number__isnull=False)
    taken = set(numbered.values_list("start_number", flat=True))
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def real_name(registration: Registration) -> str:
    """Return the name for the desk: the person's, once known."""
    return registration.person.name if registration.person else registration.name


def _has(registration: Registration, sought: Sequence[str]) -> bool:
    """Return whether every typed part occurs in a name or the team, or is the start number."""
    own = registration.participation
    texts = [registration.name, real_name(registration)]
    if own is not None:
        texts += [own.name, own.team.name if own.team else ""]
        if sought and [str(own.start_number)] == list(sought):
            return True
    keys = " ".join(map(sort_key, texts))
    return all(part in keys or _UMLAUT.sub(r"\1", part) in keys for part in sought)


def waiting_list(event: Event) -> QuerySet[Registration]:
    """Return the registrations that wait for a place, the first in line first."""
    return Registration.objects.filter(event=event, state=State.WAITING).select_related(*_WITH)


def place_in_line(registration: Registration) -> int | None:
    """Return the place on the waiting list, from 1; None if it does not wait."""
    if registration.state != State.WAITING:
        return None
    waiting = waiting_list(registration.event).values_list("pk", flat=True)
    return list(waiting).index(registration.pk) + 1


def get_registration(token: str) -> Registration:
    """Return the registration behind its secret address, which is the only proof needed."""
    pk = read_registration(token)
    known = Registration.objects.select_related(*_WITH)
    registration = known.filter(pk=pk).first() if pk is not None else None
    if registration is None:
        raise Http404
    return registration


def is_link_over(registration: Registration, today: date) -> bool:
    """Return whether the address of the player's own page has expired."""
    return registration.event.business_date + LINK_HOLDS < today


def get_registration_to_run(user: Any, pk: int, today: date) -> Registration:
    """Return a registration for the desk, which checks in and decides identities.

    Raise Http404 for others.
    """
    registration = row_or_404(Registration.objects.select_related(*_WITH), pk=pk)
    if not may_run_evenings(user, today):
        raise Http404
    return registration


def get_registration_at(event: Event, pk: int) -> Registration:
    """Return a registration of this tournament; the caller has checked the rights."""
    return row_or_404(Registration.objects.select_related(*_WITH), event=event, pk=pk)


def registration_of(event: Event, person: Person | None) -> Registration | None:
    """Return the registration of a person of the club, with a place or waiting."""
    own = Registration.objects.select_related("event").filter(
        event=event, person=person, person__isnull=False
    )
    return own.exclude(state=State.CANCELLED).first()


def undecided(event: Event) -> QuerySet[Registration]:
    """Return the registrations with a place but no person of the club: the desk decides."""
    return Registration.objects.filter(
        event=event, state=State.REGISTERED, participation=None
    ).select_related(*_WITH)


def same_name(registration: Registration) -> Person | None:
    """Return the person of the club with the same name as an undecided registration."""
    return same_names([registration]).get(registration.pk)


def same_names(registrations: Iterable[Registration]) -> dict[int, Person]:
    """Return the persons of the club with the names of undecided registrations, by key.

    Letters that only look the same count too. Two queries.
    """
    names = {
        own.pk: own.name
        for own in registrations
        if own.state == State.REGISTERED and own.participation_id is None
    }
    known = namesakes(names.values())
    return {pk: known[name] for pk, name in names.items() if name in known}


def waits_for_a_decision(event: Event, name: str) -> bool:
    """Return whether a registration of this name has a place but no person yet."""
    names = undecided(event).values_list("name", flat=True)
    return sort_key(name) in {sort_key(undecided_name) for undecided_name in names}


def free_name(name: str) -> str:
    """Return the name with the lowest free number behind it."""
    for number in count(2):
        numbered = f"{name[:73]} ({number})"
        if not Person.objects.filter(sort_key=sort_key(numbered)).exists():
            return numbered
    raise AssertionError


def has_sat(participation: Participation) -> bool:
    """Return whether the participation sits or sat at a table of this tournament."""
    return Seat.objects.filter(participation=participation).exists()


def has_been_played(event: Event) -> bool:
    """Return whether a game of this tournament was entered: then name and day stay."""
    return Result.objects.filter(table__block__event=event).exists()


def against_cancelling(registration: Registration) -> IllegalError | None:
    """Return why a registration cannot be cancelled any more; None if it can."""
    if registration.event.tournament.finished_at is not None:
        return IllegalError("tournament_over", _("This tournament is over."))
    own = registration.participation
    if own is not None and (own.checked_in_at is not None or has_sat(own)):
        return IllegalError(
            "already_checked_in",
            _("You are checked in already. Tell the tournament director that you are leaving."),
        )
    return None


def teams_of(event: Event) -> QuerySet[Team]:
    return Team.objects.filter(event=event).order_by("sort_key", "pk")


def teams(event: Event) -> list[TeamSize]:
    """Return the teams by name, marking those with too few or too many members."""
    sizes = event.tournament.team or {}
    least, most = sizes.get("size_least", 1), sizes.get("size_most", 50)
    queryset = teams_of(event).annotate(members=Count("participations"))
    return [TeamSize(team, team.members, fits=least <= team.members <= most) for team in queryset]


def get_team_of(event: Event, pk: int) -> Team:
    """Return a team of this tournament; the caller has checked the rights."""
    return row_or_404(teams_of(event), pk=pk)


def mails_to_send() -> QuerySet[RegistrationMail]:
    """Return the unclaimed mails to people with an address.

    Of a registration cancelled meanwhile only the cancellation is reported.
    """
    gone = Q(registration__state=State.CANCELLED) & ~Q(kind=RegistrationMail.Kind.CANCELLED)
    reached = ~Q(registration__email="") | Q(registration__person__user__isnull=False)
    return (
        RegistrationMail.objects.filter(reached, claimed_at=None)
        .exclude(gone)
        .select_related("registration__event__host", "registration__person__user")
    )
