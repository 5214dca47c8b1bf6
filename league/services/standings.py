"""Writes of the rankings: when they are stale, and the tables of evenings, seasons and all time."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from league import queries, scoring, signals
from league.models import Event, Result, Season, Standing, StandingCorrection, StandingRow

Scope = Standing.Scope


def mark_stale(*, event: Event, corrected: Result | None = None) -> None:
    """Says that results of an event changed, in the transaction of the change.

    `corrected` is the new version of a result that had one. One statement where the standings are
    there; it locks them in the order of their keys. A tournament counts in no season's table.
    """
    if event.kind == Event.Kind.TOURNAMENT:
        if not _raise_wanted(Q(event=event)):
            _make([Standing(scope=Scope.TOURNAMENT, event=event)])
            _raise_wanted(Q(event=event))
        if corrected is not None:
            block = corrected.table.block_id
            counted = Q(scope=Scope.TOURNAMENT, event=event) | Q(block=block)
            StandingCorrection.objects.bulk_create(
                StandingCorrection(standing=one, result=corrected)
                for one in Standing.objects.filter(counted)
            )
        signals.standings_stale.send(sender=Standing, season_id=None, event_id=event.pk)
        return
    concerned = (
        Q(scope=Scope.EVENING, event=event)
        | Q(scope=Scope.SEASON, season=event.season_id)
        | Q(scope=Scope.ALL_TIME)
    )
    with transaction.atomic():
        if _raise_wanted(concerned) < 3:
            _make(
                [
                    Standing(scope=Scope.EVENING, season_id=event.season_id, event=event),
                    Standing(scope=Scope.SEASON, season_id=event.season_id),
                    Standing(scope=Scope.ALL_TIME),
                ]
            )
            _raise_wanted(concerned)
        if corrected is not None:
            StandingCorrection.objects.bulk_create(
                StandingCorrection(standing_id=pk, result=corrected)
                for pk in Standing.objects.filter(concerned).values_list("pk", flat=True)
            )
    signals.standings_stale.send(sender=Standing, season_id=event.season_id, event_id=event.pk)


def mark_season_stale(*, season: Season) -> None:
    """Says that a season counts in another way: its evenings, itself and all time."""
    with transaction.atomic():
        _make([Standing(scope=Scope.SEASON, season=season), Standing(scope=Scope.ALL_TIME)])
        _raise_wanted(Q(season=season) | Q(scope=Scope.ALL_TIME))
    signals.standings_stale.send(sender=Standing, season_id=season.pk, event_id=None)


def _raise_wanted(concerned: Q) -> int:
    """How many there are. In the order of their keys, so that two of them never wait in a ring."""
    locked = Standing.objects.select_for_update().filter(concerned).order_by("pk").values("pk")
    return Standing.objects.filter(pk__in=locked).update(wanted=F("wanted") + 1)


def _make(standings: list[Standing]) -> None:
    """Those that are not there yet."""
    Standing.objects.bulk_create(standings, ignore_conflicts=True)


def standing_of_season(season: Season) -> Standing:
    """The one of a season, made where it is not there yet."""
    standing, _created = Standing.objects.get_or_create(scope=Scope.SEASON, season=season)
    return standing


def compute_standing(*, season: Season, now: datetime) -> Standing:
    """Computes the season's table whole, from its results alone. A closed season stays as it is.

    Reads first and locks the standing only to write, so that no referee waits for it. Only the
    `wanted` seen before reading counts as computed; whoever was overtaken writes nothing. The
    all-time table is stale from then on.
    """
    standing = standing_of_season(season)
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
    standing, _created = Standing.objects.get_or_create(scope=Scope.ALL_TIME)
    seen = Standing.objects.values_list("wanted", flat=True).get(pk=standing.pk)
    rows = scoring.total(queries.season_rows())
    with transaction.atomic():
        standing = Standing.objects.select_for_update().get(pk=standing.pk)
        if standing.computed <= seen:
            _write(standing, rows, seen, now)
        return standing


def _mark_all_time_stale() -> None:
    _make([Standing(scope=Scope.ALL_TIME)])
    _raise_wanted(Q(scope=Scope.ALL_TIME))


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
    standing.criteria = [criterion.code for criterion in scoring.CRITERIA]
    standing.save(update_fields=["computed", "as_of", "scoring_version", "criteria"])
