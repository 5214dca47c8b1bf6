"""Reading the season's table and its sources."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, LeagueError
from league.events.models import Event
from league.people.models.people import Membership, Person
from league.results.models.results import Result, ResultLine
from league.seasons.models import Season, SeasonMark
from league.standings import scoring
from league.standings.models import Standing, StandingCorrection, StandingMove, StandingRow

# The limits of a page on corrections.
MOST_CORRECTIONS, MOST_MOVES = 10, 5


def scoring_options(season: Season) -> scoring.Options:
    """Return the scoring of this season."""
    return scoring.Options(
        best=season.best_evenings,
        drop=season.dropped_evenings,
        min_games=season.min_games,
        members=members_of(season),
    )


def members_of(season: Season | None) -> frozenset[int]:
    """Return the keys of the members on some day of the season, or on any at all."""
    memberships = Membership.objects.all()
    if season is not None:
        memberships = memberships.filter(start__lt=season.end).filter(
            Q(end=None) | Q(end__gt=season.start)
        )
    return frozenset(memberships.values_list("person_id", flat=True))


def all_time() -> Standing | None:
    return Standing.objects.filter(scope=Standing.Scope.ALL_TIME).first()


def season_marks(season: Season) -> QuerySet[SeasonMark]:
    """Return the closings and reopenings of a season, the last first."""
    return season.marks.select_related("by__person").order_by("-pk")


def entered_since(season: Season, moment: datetime) -> QuerySet[Result]:
    """Return the results that were entered or corrected in a season after it was closed."""
    return (
        Result.objects.filter(
            table__block__event__season=season, is_current=True, entered_at__gt=moment
        )
        .select_related("table__block__event")
        .order_by("entered_at", "pk")
    )


def against_closing(season: Season, today: date) -> LeagueError | None:
    """Return what is not done yet in a season; None if it can be closed."""
    coming = season.events.filter(business_date__gt=today, cancelled_at=None)
    next_one = coming.order_by("business_date").first()
    if next_one is not None:
        sentence = _("“%(name)s” on %(day)s is still to come. Call it off first.")
        day = date_format(next_one.business_date, "SHORT_DATE_FORMAT")
        return IllegalError("season_goes_on", sentence % {"name": next_one.name, "day": day})
    results = Result.objects.filter(table__block__event__season=season, is_current=True)
    if results.filter(
        Q(in_correction=True) | Q(objections__ruled_at=None, objections__isnull=False)
    ).exists():
        return IllegalError(
            "season_disputed",
            _("A problem of this season is still open, or a game is being corrected."),
        )
    return None


def standing_of(season: Season) -> Standing | None:
    return Standing.objects.filter(scope=Standing.Scope.SEASON, season=season).first()


def standing_rows(standing: Standing) -> QuerySet[StandingRow]:
    return StandingRow.objects.filter(standing=standing).select_related("person")


def evening_standing(event: Event) -> Standing | None:
    return Standing.objects.filter(scope=Standing.Scope.EVENING, event=event).first()


def evening_table(event: Event) -> QuerySet[StandingRow]:
    """Return the rows of an evening's table, each with its standing."""
    return StandingRow.objects.filter(
        standing__scope=Standing.Scope.EVENING, standing__event=event
    ).select_related("person", "standing")


def was_corrected(event: Event) -> bool:
    """Return whether a corrected card changed the evening's table."""
    return StandingMove.objects.filter(
        correction__standing__scope=Standing.Scope.EVENING, correction__standing__event=event
    ).exists()


STALE = Q(computed__lt=F("wanted")) | Q(as_of=None)


@dataclass(frozen=True)
class Corrected:
    """A corrected result that moved people in a ranking, those who moved furthest first."""

    result: Result
    moves: tuple[StandingMove, ...]
    more: int


def corrected(standing: Standing | None) -> list[Corrected]:
    """Return the last corrections that moved people in it, the newest first."""
    if standing is None:
        return []
    standing_corrections = (
        StandingCorrection.objects.filter(standing=standing, moves__isnull=False)
        .distinct()
        .select_related("result__table__block__event")
        .prefetch_related("moves__person")
        .order_by("-result_id")[:MOST_CORRECTIONS]
    )
    shown = []
    for correction in standing_corrections:
        moves = sorted(correction.moves.all(), key=lambda move: (-move.distance, move.now or 0))
        few = moves if len(moves) <= MOST_MOVES + 1 else moves[:MOST_MOVES]
        shown.append(Corrected(correction.result, tuple(few), len(moves) - len(few)))
    return shown


def stale_standings() -> QuerySet[Standing]:
    """Return every table that is to be computed; those of closed seasons do not change."""
    open_ones = Q(season__closed_at=None) | ~Q(scope=Standing.Scope.SEASON)
    return Standing.objects.filter(STALE & open_ones)


def corrections_to_process(standings: Iterable[Standing]) -> dict[int, list[StandingCorrection]]:
    """Return them by standing, in the order they were entered. Those of closed seasons wait."""
    corrections_to_process: dict[int, list[StandingCorrection]] = {}
    for correction in (
        StandingCorrection.objects.filter(
            standing__in=[standing.pk for standing in standings],
            processed_at=None,
            result__table__block__event__season__closed_at=None,
        )
        .select_related("result__table__block__event__season")
        .order_by("result_id")
    ):
        corrections_to_process.setdefault(correction.standing_id, []).append(correction)
    return corrections_to_process


def games_of(person: Person, season: Season) -> QuerySet[ResultLine]:
    """Return the lines behind one person's row of the season's table, newest first."""
    return (
        ResultLine.objects.filter(
            seat__participation__person=person,
            result__is_current=True,
            result__table__block__event__season=season,
        )
        .filter(result__table__block__event__kind=Event.Kind.EVENING)
        .select_related("result__table__block__event", "seat")
        .order_by("-result__table__block__event__business_date", "-result__pk")
    )


def names_in(standing: Standing) -> list[tuple[Any, ...]]:
    """Return the people in a ranking or moved in it, with their present names, inside and out."""
    there = StandingRow.objects.filter(standing=standing).values("person")
    moved = StandingMove.objects.filter(correction__standing=standing).values("person")
    persons = Person.objects.filter(Q(pk__in=there) | Q(pk__in=moved)).order_by("pk")
    return list(persons.values_list("pk", "name", "seen_as", "nickname"))
