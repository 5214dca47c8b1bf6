"""Reading what the season's table is made of, and the table."""

from collections.abc import Iterator
from datetime import date, datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from league import scoring
from league.errors import IllegalError, LeagueError
from league.models import (
    Event,
    Person,
    Result,
    ResultLine,
    Season,
    SeasonMark,
    Standing,
    StandingRow,
)


def season_games(season: Season, until: datetime | None = None) -> Iterator[scoring.Game]:
    """The results of a season's evenings as `league.scoring` reads them, or as they were `until`.

    A tournament has a ranking of its own, by its own format.
    """
    counted = ResultLine.objects.filter(result__is_current=True)
    if until is not None:
        counted = ResultLine.objects.filter(result__entered_at__lte=until).exclude(
            Exists(
                Result.objects.filter(
                    table=OuterRef("result__table"),
                    number=OuterRef("result__number"),
                    version__gt=OuterRef("result__version"),
                    entered_at__lte=until,
                )
            )
        )
    lines = (
        counted.filter(result__table__block__event__season=season)
        .exclude(result__table__block__event__kind=Event.Kind.TOURNAMENT)
        .order_by("result_id", "seat__position", "pk")
        .values_list(
            "result_id",
            "result__table__block__event_id",
            "result__ended_by",
            "seat__participation__person_id",
            "lost_first",
            "lost_second",
            "lost_game",
            "schock_aus",
        )
    )
    current: int | None = None
    event, ended_by, collected = 0, "", list[scoring.Line]()
    for result_id, event_id, how, person, first, second, game, aus in lines.iterator():
        if result_id != current:
            if current is not None:
                yield scoring.Game(event, ended_by, tuple(collected))
            current, event, ended_by, collected = result_id, event_id, how, []
        collected.append(scoring.Line(person, first, second, game, aus))
    if current is not None:
        yield scoring.Game(event, ended_by, tuple(collected))


def scoring_options(season: Season) -> scoring.Options:
    """How this season counts."""
    return scoring.Options(
        best=season.best_evenings, drop=season.dropped_evenings, min_games=season.min_games
    )


def season_rows() -> Iterator[scoring.Row]:
    """The rows of all seasons, as `league.scoring` adds them up."""
    for row in StandingRow.objects.filter(standing__scope=Standing.Scope.SEASON).order_by("pk"):
        yield scoring.Row(
            person=row.person_id,
            evenings=row.evenings,
            games=row.games,
            halves_lost=row.halves_lost,
            games_lost=row.games_lost,
            sweeps=row.sweeps,
            schock_aus=row.schock_aus,
            next_to_last=row.next_to_last,
            dropped=row.dropped,
        )


def all_time() -> Standing | None:
    return Standing.objects.filter(scope=Standing.Scope.ALL_TIME).first()


def season_marks(season: Season) -> QuerySet[SeasonMark]:
    """When it was closed and opened again, the last first."""
    return season.marks.select_related("by__person").order_by("-pk")


def entered_since(season: Season, moment: datetime) -> QuerySet[Result]:
    """What was entered or corrected in a season after it was closed."""
    return (
        Result.objects.filter(
            table__block__event__season=season, is_current=True, entered_at__gt=moment
        )
        .select_related("table__block__event")
        .order_by("entered_at", "pk")
    )


def against_closing(season: Season, today: date) -> LeagueError | None:
    """What is not done yet in a season; None where it can be closed."""
    coming = season.events.filter(business_date__gt=today, cancelled_at=None).order_by(
        "business_date"
    )
    if coming.exists():
        return IllegalError(
            "season_goes_on", _("In dieser Saison stehen noch Abende aus. Sag sie erst ab.")
        )
    results = Result.objects.filter(table__block__event__season=season, is_current=True)
    if results.filter(
        Q(in_correction=True) | Q(objections__ruled_at=None, objections__isnull=False)
    ).exists():
        return IllegalError(
            "season_disputed",
            _("In dieser Saison ist noch ein Problem offen oder ein Spiel in Korrektur."),
        )
    return None


def standing_of(season: Season) -> Standing | None:
    return Standing.objects.filter(scope=Standing.Scope.SEASON, season=season).first()


def standing_rows(standing: Standing) -> QuerySet[StandingRow]:
    return StandingRow.objects.filter(standing=standing).select_related("person")


def stale_standings() -> QuerySet[Standing]:
    """Every table that is to be computed; those of closed seasons stand still."""
    stale = Q(computed__lt=F("wanted")) | Q(as_of=None)
    open_ones = Q(season__closed_at=None) | ~Q(scope=Standing.Scope.SEASON)
    return Standing.objects.filter(stale & open_ones)


def games_of(person: Person, season: Season) -> QuerySet[ResultLine]:
    """The lines behind one person's row of the season's table, newest first."""
    return (
        ResultLine.objects.filter(
            seat__participation__person=person,
            result__is_current=True,
            result__table__block__event__season=season,
        )
        .exclude(result__table__block__event__kind=Event.Kind.TOURNAMENT)
        .select_related("result__table__block__event", "seat")
        .order_by("-result__table__block__event__business_date", "-result__pk")
    )
