"""The season's table and what lies behind each of its numbers."""

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
from league.models import Season
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
    standing = queries.standing_of(season)
    closed = season.closed_at
    return render(
        request,
        "league/season_table.html",
        {
            "season": season,
            "is_member": queries.is_member(request.user, today),
            "seasons": queries.seasons(),
            "standing": standing,
            "rows": queries.standing_rows(standing) if standing else [],
            "criteria": [criterion.code for criterion in CRITERIA],
            "marks": list(queries.season_marks(season)),
            "since": list(queries.entered_since(season, closed)[:50]) if closed else [],
            "may_close": queries.may_close_seasons(request.user, today),
        },
    )


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
    standing = queries.all_time()
    return render(
        request,
        "league/all_time.html",
        {
            "standing": standing,
            "rows": queries.standing_rows(standing) if standing else [],
            "seasons": queries.seasons(),
            "criteria": [criterion.code for criterion in CRITERIA],
        },
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
