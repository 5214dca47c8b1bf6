"""The season's table and what lies behind each of its numbers."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league import queries
from league.scoring import CRITERIA


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
    season = queries.get_season_for(request.user, pk, timezone.localdate())
    standing = queries.standing_of(season)
    return render(
        request,
        "league/season_table.html",
        {
            "season": season,
            "seasons": queries.seasons(),
            "standing": standing,
            "rows": queries.standing_rows(standing) if standing else [],
            "criteria": [criterion.code for criterion in CRITERIA],
        },
    )


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
