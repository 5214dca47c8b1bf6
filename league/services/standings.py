"""Writes of the season's table: when it is stale, and how it is computed."""

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
    """Computes the season's table whole, from its results alone.

    Reads first and locks the standing only to write, so that no referee waits for it. Only the
    `wanted` seen before reading counts as computed; whoever was overtaken writes nothing.
    """
    standing, _created = Standing.objects.get_or_create(season=season)
    seen = Standing.objects.values_list("wanted", flat=True).get(pk=standing.pk)
    rows = scoring.table(queries.season_games(season))
    with transaction.atomic():
        standing = Standing.objects.select_for_update().get(pk=standing.pk)
        if standing.computed > seen:
            return standing
        StandingRow.objects.filter(standing=standing).delete()
        StandingRow.objects.bulk_create(
            StandingRow(
                standing=standing,
                person_id=row.person,
                rank=row.rank,
                position=row.position,
                evenings=row.evenings,
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
        return standing
