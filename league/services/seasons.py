"""Writes about a season as a whole: how its table counts, closing it, opening it again."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league import queries
from league.errors import IllegalError, InvalidError
from league.models import Season, SeasonMark, Standing, User
from league.services.standings import compute_standing, mark_stale


def set_scoring(
    *, season: Season, best_evenings: int | None, dropped_evenings: int | None, min_games: int
) -> Season:
    """How the season's table counts; it is computed anew. The same again changes nothing.

    Locks the season. InvalidError for best and dropped evenings at once, IllegalError where the
    season is closed.
    """
    if best_evenings is not None and dropped_evenings is not None:
        raise InvalidError(
            "counts_two_ways",
            _("Entweder zählen die besten Abende, oder die schlechtesten fallen weg."),
            field="dropped_evenings",
        )
    wanted = (best_evenings or None, dropped_evenings or None, min_games)
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season.pk)
        if season.is_closed:
            raise IllegalError("season_closed", _("Diese Saison ist abgeschlossen."))
        if wanted != (season.best_evenings, season.dropped_evenings, season.min_games):
            season.best_evenings, season.dropped_evenings, season.min_games = wanted
            season.save(update_fields=["best_evenings", "dropped_evenings", "min_games"])
            mark_stale(season.pk)
        return season


def close_season(*, season: Season, by: User | None, now: datetime, today: date) -> Season:
    """Computes the table a last time; from then on its rows stand still. Repeatable.

    Locks the season and its standing, so that no result slips in between. IllegalError while an
    evening is to come, or a problem is open.
    """
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season.pk)
        if season.is_closed:
            return season
        refused = queries.against_closing(season, today)
        if refused is not None:
            raise refused
        Standing.objects.get_or_create(season=season)
        Standing.objects.select_for_update().get(season=season)
        compute_standing(season=season, now=now)
        return _mark(season, SeasonMark.Kind.CLOSED, "", by, now)


def reopen_season(*, season: Season, reason: str, by: User | None, now: datetime) -> Season:
    """The table follows its results again, also those that came since. Repeatable.

    Locks the season. InvalidError without a reason.
    """
    reason = " ".join(reason.split())[:200]
    if not reason:
        raise InvalidError("reason_missing", _("Bitte sag kurz, warum."), field="reason")
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season.pk)
        if not season.is_closed:
            return season
        season = _mark(season, SeasonMark.Kind.REOPENED, reason, by, now)
        mark_stale(season.pk)
        return season


def _mark(season: Season, kind: str, reason: str, by: User | None, now: datetime) -> Season:
    SeasonMark.objects.create(season=season, kind=kind, reason=reason, by=by, at=now)
    season.closed_at = now if kind == SeasonMark.Kind.CLOSED else None
    season.save(update_fields=["closed_at"])
    return season
