"""Writes of the tables of seasons and of all time: when they are stale, and computed."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from league import queries, scoring
from league.models import Season, Standing, StandingRow


def mark_stale(season_id: int) -> None:
    """Says that a season's results changed, in the transaction of the change."""
    standing, _created = Standing.objects.get_or_create(season_id=season_id)
    Standing.objects.filter(pk=standing.pk).update(wanted=F("wanted") + 1)


def compute_standing(*, season: Season, now: datetime) -> Standing:
    """Computes the season's table whole, from its results alone. A closed season stays as it is.

    Reads first and locks the standing only to write, so that no referee waits for it. Only the
    `wanted` seen before reading counts as computed; whoever was overtaken writes nothing. The
    all-time table is stale from then on.
    """
    standing, _created = Standing.objects.get_or_create(season=season)
    seen = Standing.objects.values_list("wanted", flat=True).get(pk=standing.pk)
    season = Season.objects.get(pk=season.pk)
    rows = scoring.table(queries.season_games(season), options=queries.scoring_options(season))
    with transaction.atomic():
        standing = Standing.objects.select_for_update().get(pk=standing.pk)
        if standing.computed > seen or Season.objects.get(pk=season.pk).is_closed:
            return standing
        _write(standing, rows, seen, now)
        _mark_all_time_stale()
        return standing


def compute_all_time(*, now: datetime) -> Standing:
    """Computes the all-time table: the sum of the rows of all seasons. Locks only to write."""
    standing, _created = Standing.objects.get_or_create(is_all_time=True)
    seen = Standing.objects.values_list("wanted", flat=True).get(pk=standing.pk)
    rows = scoring.total(queries.season_rows())
    with transaction.atomic():
        standing = Standing.objects.select_for_update().get(pk=standing.pk)
        if standing.computed <= seen:
            _write(standing, rows, seen, now)
        return standing


def _mark_all_time_stale() -> None:
    Standing.objects.get_or_create(is_all_time=True)
    Standing.objects.filter(is_all_time=True).update(wanted=F("wanted") + 1)


def _write(standing: Standing, rows: list[scoring.Row], seen: int, now: datetime) -> None:
    StandingRow.objects.filter(standing=standing).delete()
    StandingRow.objects.bulk_create(
        StandingRow(
            standing=standing,
            person_id=row.person,
            is_ranked=row.ranked,
            rank=row.rank,
            position=row.position,
            evenings=row.evenings,
            dropped=row.dropped,
            games=row.games,
            halves_lost=row.halves_lost,
            games_lost=row.games_lost,
            sweeps=row.sweeps,
            schock_aus=row.schock_aus,
            next_to_last=row.next_to_last,
        )
        for row in rows
    )
    standing.computed = seen
    standing.as_of = now
    standing.scoring_version = scoring.SCORING_VERSION
    standing.save(update_fields=["computed", "as_of", "scoring_version"])
