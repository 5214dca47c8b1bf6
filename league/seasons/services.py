"""Writes about a season as a whole: its scoring, closing it, opening it again."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from itertools import pairwise

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.club.models import ClubChange
from league.club.services import note_change
from league.errors import IllegalError, InvalidError
from league.people.models.people import User
from league.seasons.models import Season, SeasonMark
from league.standings.models import Standing
from league.standings.queries.standings import against_closing
from league.standings.services import compute_standing, mark_season_stale, standing_of_season


@dataclass(frozen=True)
class YearScoring:
    """The scoring of the year's ranking, by the names of the season's columns. No points: no
    ranking.

    Best and dropped are at least 1, or None.
    """

    place_points: Sequence[int] = ()
    place_points_of: str = Season.PlacesOf.EVENINGS
    place_points_best: int | None = None
    place_points_dropped: int | None = None


NO_YEAR = YearScoring()

# A list of place points is no longer, and none of them higher.
MOST_PLACES, MOST_POINTS = 100, 1000


def set_scoring(
    *,
    season: Season,
    best_evenings: int | None,
    dropped_evenings: int | None,
    min_games: int | None,
    year: YearScoring = NO_YEAR,
    by: User | None = None,
) -> Season:
    """Set the scoring of the season's table, and of its year by places. Repeating it changes
    nothing.

    Without `min_games` a place takes half of the median of the games played. The table is computed
    anew. Locks the season. InvalidError for best and dropped results at once and for invalid
    points, IllegalError if the season is closed.
    """
    if best_evenings is not None and dropped_evenings is not None:
        raise InvalidError(
            "counts_two_ways",
            _("Either the best evenings count, or the worst are dropped."),
            field="dropped_evenings",
        )
    if year.place_points:
        _check_year(year)
    else:
        year = NO_YEAR
    wanted = (best_evenings or None, dropped_evenings or None, min_games)
    with transaction.atomic():
        season = _locked(season)
        if season.is_closed:
            raise IllegalError("season_closed", _("This season is closed."))
        before = season.scoring
        if wanted != (season.best_evenings, season.dropped_evenings, season.min_games):
            season.best_evenings, season.dropped_evenings, season.min_games = wanted
            season.save(update_fields=["best_evenings", "dropped_evenings", "min_games"])
            mark_season_stale(season=season)
        season.place_points = list(year.place_points)
        season.place_points_of = year.place_points_of
        season.place_points_best = year.place_points_best
        season.place_points_dropped = year.place_points_dropped
        season.save(update_fields=[field.name for field in fields(year)])
        if season.scoring != before:
            note_change(matter=ClubChange.Matter.SEASON, code=season.pk, before=before, by=by)
        return season


def _check_year(year: YearScoring) -> None:
    """Raise InvalidError for values that cannot count a year."""
    points = year.place_points
    if len(points) > MOST_PLACES or max(points) > MOST_POINTS:
        raise InvalidError(
            "place_points_too_many",
            _("At most %(places)s places, and none brings more than %(points)s points.")
            % {"places": MOST_PLACES, "points": MOST_POINTS},
            field="place_points",
        )
    if min(points) < 0 or points[0] == 0 or any(a < b for a, b in pairwise(points)):
        raise InvalidError(
            "place_points_rise",
            _("First place brings points, and none after it brings more than the one before."),
            field="place_points",
        )
    if year.place_points_best is not None and year.place_points_dropped is not None:
        raise InvalidError(
            "counts_two_ways",
            _("Either the best results count, or the worst are dropped."),
            field="place_points_dropped",
        )


def close_season(*, season: Season, by: User | None, now: datetime, today: date) -> Season:
    """Compute the table a last time; from then on its rows do not change. Repeatable.

    Locks the season and its standings, so that no result slips in between. IllegalError while an
    evening is to come, or a problem is open.
    """
    with transaction.atomic():
        season = _locked(season)
        if season.is_closed:
            return season
        refused = against_closing(season, today)
        if refused is not None:
            raise refused
        standing_of_season(season)
        # In the order of their keys, like all code that locks several of them.
        list(Standing.objects.select_for_update(no_key=True).filter(season=season).order_by("pk"))
        compute_standing(season=season, now=now)
        return _mark(season, SeasonMark.Kind.CLOSED, "", by, now)


def reopen_season(*, season: Season, reason: str, by: User | None, now: datetime) -> Season:
    """Open the season: the table follows its results again, also those that came since. Repeatable.

    Locks the season. InvalidError without a reason.
    """
    reason = " ".join(reason.split())[:200]
    if not reason:
        raise InvalidError("reason_missing", _("Please say briefly why."), field="reason")
    with transaction.atomic():
        season = _locked(season)
        if not season.is_closed:
            return season
        season = _mark(season, SeasonMark.Kind.REOPENED, reason, by, now)
        mark_season_stale(season=season)
        return season


def _locked(season: Season) -> Season:
    """Lock the season as it is now. Not against rows that name it: the first card of an evening
    makes such a row while it holds the standings the caller waits for.
    """
    return Season.objects.select_for_update(no_key=True).get(pk=season.pk)


def _mark(season: Season, kind: str, reason: str, by: User | None, now: datetime) -> Season:
    SeasonMark.objects.create(season=season, kind=kind, reason=reason, by=by, at=now)
    season.closed_at = now if kind == SeasonMark.Kind.CLOSED else None
    season.save(update_fields=["closed_at"])
    return season
