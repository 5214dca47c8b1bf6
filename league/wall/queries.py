"""Reading the screen on the wall: its links, its event, its hidden results, jubilees."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.crypto import constant_time_compare
from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext

from league.access.queries.rights import may_rule, may_run_evenings
from league.access.tokens import wall_code
from league.events.models import Event, Participation, Table
from league.events.queries import get_event_for
from league.people.models.people import Person
from league.people.queries.names import Naming
from league.results.models.results import Result
from league.standings.queries.standings import evening_table
from league.tournaments.core.queries.state import TournamentState
from league.wall.models import Ceremony, WallLink
from league.web.changes import STATES, Change, by_whom, step
from league.web.rows import row_or_404

# An evening goes on past midnight: until then the screen shows that of the day before.
NIGHT = timedelta(hours=8)
JUBILEE = 50
# The number of places announced one by one, and of those below announced at once.
ANNOUNCED, AT_ONCE = 10, 12


# --- links ----------------------------------------------------------------------------------
def link_in_force(event: Event | None) -> WallLink | None:
    """Return the link of an event's screen, or of the club's."""
    return WallLink.objects.filter(event=event, revoked_at=None).first()


def changes_of_links(event: Event | None) -> list[Change]:
    """Return the history of the links of a screen with its authors, the newest first. One query."""
    made = []
    links = WallLink.objects.filter(event=event)
    for link in links.select_related("made_by__person", "revoked_by__person"):
        name = gettext("no. %(number)s") % {"number": link.pk}
        made.append(Change(link.made_at, by_whom(link.made_by), step(name, "", STATES["used"])))
        if link.revoked_at is not None:
            ended = step(name, STATES["used"], STATES["ended"])
            made.append(Change(link.revoked_at, by_whom(link.revoked_by), ended))
    return sorted(made, key=lambda change: change.at, reverse=True)


def get_open_link(pk: int) -> WallLink:
    """Return the link whose address carried our signature. 404 if it was revoked."""
    return row_or_404(WallLink.objects.select_related("event__season"), pk=pk, revoked_at=None)


def link_by_code(code: str) -> WallLink | None:
    """Return the open link with this short code, however it was typed.

    A loop suffices: only as many links are open as events.
    """
    typed = "".join(code.split()).upper()
    for link in WallLink.objects.filter(revoked_at=None):
        if constant_time_compare(wall_code(link.pk), typed):
            return link
    return None


def get_event_to_show(user: Any, pk: int, today: date) -> Event:
    """Return an event for a user who may put it on the wall; else 404."""
    if not may_run_evenings(user, today):
        raise Http404
    return get_event_for(user, pk, today)


def get_event_to_rule(user: Any, pk: int, today: date) -> Event:
    """Return an event for a user who decides when its results are shown; else 404."""
    if not may_rule(user, today):
        raise Http404
    return get_event_for(user, pk, today)


# --- which event ----------------------------------------------------------------------------
def _not_called_off() -> QuerySet[Event]:
    """Return evenings and tournaments; a match has its own four tables and no screen."""
    events = Event.objects.filter(cancelled_at=None).exclude(kind=Event.Kind.MATCH)
    return events.select_related("season", "tournament")


def _day(moment: datetime) -> date:
    return moment.astimezone(get_default_timezone()).date()


def event_on(now: datetime, *, public_only: bool = False) -> Event | None:
    """Return tonight's event; of several the one being scored, or else one with people seated."""
    events = _not_called_off().filter(business_date=_day(now - NIGHT))
    if public_only:
        events = events.filter(is_public=True)
    own = Table.objects.filter(block__event=OuterRef("pk"))
    playing, seated = own.filter(playing__isnull=False), own.filter(seats__active=True)
    return events.order_by(Exists(playing).desc(), Exists(seated).desc(), "-pk").first()


def next_event(now: datetime) -> Event | None:
    """Return the event for which the club meets next."""
    coming = _not_called_off().filter(business_date__gte=_day(now))
    return coming.order_by("business_date", "start_time", "pk").first()


# --- what is hidden -------------------------------------------------------------------------
def ceremony_of(event: Event) -> Ceremony:
    """Return the ceremony of an event; without a row an unsaved one that hides nothing."""
    return Ceremony.objects.filter(event=event).first() or Ceremony(event=event)


@dataclass(frozen=True)
class Place:
    """A place of the ranking that the ceremony announces."""

    rank: int
    name: str


def places(event: Event, naming: Naming, state: TournamentState | None = None) -> list[Place]:
    """Return the ranking of an event, the best first: of a tournament by its `state`."""
    if state is not None:
        return [Place(placed.rank, state.people[placed.person].name) for placed in state.ranking]
    return [Place(row.rank, naming.of(row.person)) for row in evening_table(event) if row.is_ranked]


def steps(ranking: Sequence[Place]) -> list[int]:
    """Return how many places of a ranking each step of its ceremony shows, from the last one up.

    First none, then all but ten, a list that can be read at each step; then one after the other.
    People who share a place are announced together.
    """
    upwards = [place.rank for place in reversed(ranking)]
    whole = [at for at, rank in enumerate(upwards, start=1) if upwards[at : at + 1] != [rank]]
    lower = [end for end in whole if end <= len(ranking) - ANNOUNCED]
    shown = [0]
    for end, following in pairwise([*lower, len(ranking) + AT_ONCE]):
        if following - shown[-1] > AT_ONCE:
            shown.append(end)
    return [*shown, *whole[len(lower) :]]


def newest(ranking: Sequence[Place], revealed: int) -> list[Place]:
    """Return the places that the step up to `revealed` has added, the best first."""
    before = max((step for step in steps(ranking) if step < revealed), default=0)
    return list(ranking[len(ranking) - revealed : len(ranking) - before])


# --- jubilees -------------------------------------------------------------------------------
def _held_until(event: Event) -> QuerySet[Event]:
    results = Result.objects.filter(table__block__event=OuterRef("pk"), is_current=True)
    return Event.objects.filter(
        Q(pk=event.pk) | Exists(results),
        kind=Event.Kind.EVENING,
        cancelled_at=None,
        business_date__lte=event.business_date,
    )


def jubilees(event: Event) -> list[tuple[Person | None, int]]:
    """List the people present for the 50th, 100th … time; None is the club's own evening."""
    if event.kind != Event.Kind.EVENING:
        return []
    reached_numbers: list[tuple[Person | None, int]] = []
    evenings = _held_until(event)
    if (number := evenings.count()) and number % JUBILEE == 0:
        reached_numbers.append((None, number))
    here = Q(attendance__in=[Participation.Attendance.PRESENT, Participation.Attendance.LATE])
    tonight = Participation.objects.filter(here, event=event).values("person")
    counted = (
        Participation.objects.filter(here, event__in=evenings, person__in=tonight)
        .values("person")
        .annotate(number=Count("event", distinct=True))
        .order_by("person")
    )
    reached = {row["person"]: row["number"] for row in counted if row["number"] % JUBILEE == 0}
    people = Person.objects.in_bulk(reached)
    return [*reached_numbers, *((people[pk], number) for pk, number in reached.items())]
