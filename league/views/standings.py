"""The season's table and what lies behind each of its numbers."""

from collections.abc import Callable
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league import queries
from league.doors import user_of
from league.errors import LeagueError
from league.forms import refuse
from league.models import Event, Season, Standing, StandingRow
from league.past_forms import PastForm
from league.scoring import CRITERIA
from league.scoring_forms import ScoringForm
from league.services import seasons as services
from league.views import takes_a_form

FEW_EVENTS = 6


@require_safe
@login_required
def current_table(request: HttpRequest) -> HttpResponse:
    season = queries.season_on(timezone.localdate()) or queries.seasons().first()
    if season is None:
        return render(request, "league/season_table.html", {"season": None})
    return redirect("league:season_table", season.pk)


@require_safe
@login_required
def season_table(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    season = queries.get_season_for(request.user, pk, today)
    closed = season.closed_at
    return _table(
        request,
        "league/season_table.html",
        queries.standing_of(season),
        lambda day: queries.season_at(season, day),
        {
            "season": season,
            "seasons": queries.seasons(),
            "marks": list(queries.season_marks(season)),
            "since": list(queries.entered_since(season, closed)[:50]) if closed else [],
            "may_close": queries.may_close_seasons(request.user, today),
        },
    )


@require_safe
@login_required
def evening_table(request: HttpRequest, pk: int) -> HttpResponse:
    """An evening ranked for itself, by what ranks the season."""
    today = timezone.localdate()
    event = queries.get_event_for(request.user, pk, today)
    if event.kind == Event.Kind.TOURNAMENT:
        return redirect("league:tournament", pk)
    return _table(
        request,
        "league/evening_table.html",
        queries.evening_standing(event),
        lambda day: queries.evening_at(event, day),
        {
            "event": event,
            "season": event.season,
            "without_links": not queries.is_member(request.user, today),
        },
    )


def _table(
    request: HttpRequest,
    template: str,
    standing: Standing | None,
    rows_at: Callable[[date], list[StandingRow]],
    context: dict[str, object],
) -> HttpResponse:
    """The stored table, or that of the day which is asked for."""
    past = PastForm(request.GET or None, today=timezone.localdate())
    if past.day is not None:
        rows = rows_at(past.day)
    else:
        rows = list(queries.standing_rows(standing)) if standing else []
    context = {
        "standing": standing,
        "rows": rows,
        "past": past,
        "corrections": queries.corrected(standing),
        "criteria": [criterion.code for criterion in CRITERIA],
        "naming": queries.inside_naming(),  # whoever may see these may read who played
        **context,
    }
    return render(request, template, context, status=422 if past.errors else 200)


@require_safe
@login_required
def year_ranking(request: HttpRequest, pk: int) -> HttpResponse:
    """The year by places, where the season has one."""
    today = timezone.localdate()
    season = queries.get_season_for(request.user, pk, today)
    year = queries.year_of(season)
    return render(
        request,
        "league/year_ranking.html",
        {
            "season": season,
            "year": year,
            # Results of a few tournaments are read at a glance; those of many evenings unfold.
            "few": len(year.events) <= FEW_EVENTS,
            "may_close": queries.may_close_seasons(request.user, today),
        },
    )


@require_safe
@login_required
def all_time(request: HttpRequest) -> HttpResponse:
    """The sum of all seasons, for members."""
    if not queries.is_member(request.user, timezone.localdate()):
        raise PermissionDenied
    return _table(
        request,
        "league/all_time.html",
        queries.all_time(),
        queries.all_time_at,
        {"seasons": queries.seasons()},
    )


def _season_of_the_chair(request: HttpRequest, pk: int) -> Season:
    today = timezone.localdate()
    if not queries.may_close_seasons(request.user, today):
        raise PermissionDenied
    return queries.get_season_for(request.user, pk, today)


@takes_a_form
@login_required
def season_scoring(request: HttpRequest, pk: int) -> HttpResponse:
    """How the season counts: best evenings, dropped ones, a number of games; the year by places."""
    season = _season_of_the_chair(request, pk)
    form = ScoringForm(request.POST or None, initial=ScoringForm.shown(season))
    if form.is_valid():
        try:
            services.set_scoring(season=season, **form.scoring())
            return redirect("league:season_table", season.pk)
        except LeagueError as error:
            refuse(form, error)
    context = {"season": season, "form": form}
    status = 422 if form.errors else 200
    return render(request, "league/season_scoring.html", context, status=status)


@login_required
@require_POST
def close_season(request: HttpRequest, pk: int) -> HttpResponse:
    season = _season_of_the_chair(request, pk)
    services.close_season(
        season=season,
        by=user_of(request),
        now=timezone.now(),
        today=timezone.localdate(),
    )
    messages.success(request, _("Die Saison ist abgeschlossen. Die Rangliste steht fest."))
    return redirect("league:season_table", season.pk)


@login_required
@require_POST
def reopen_season(request: HttpRequest, pk: int) -> HttpResponse:
    season = _season_of_the_chair(request, pk)
    services.reopen_season(
        season=season,
        reason=request.POST.get("reason", ""),
        by=user_of(request),
        now=timezone.now(),
    )
    return redirect("league:season_table", season.pk)


@require_safe
@login_required
def season_person(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    today = timezone.localdate()
    season = queries.get_season_for(request.user, pk, today)
    shown = queries.get_person_for(request.user, person, today)
    return render(
        request,
        "league/season_person.html",
        {"season": season, "person": shown, "lines": queries.games_of(shown, season)},
    )
