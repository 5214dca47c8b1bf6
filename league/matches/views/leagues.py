"""A league: its table and fixtures, its teams with their squads, and its settings."""

from datetime import date

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import public_or_login, user_of
from league.access.queries.rights import may_direct, person_of
from league.events.queries import rules_for_new_evening, season_on
from league.matches import lists, rules
from league.matches.forms import (
    FixturesForm,
    LeagueForm,
    SquadForm,
    TeamForm,
    WithdrawalForm,
    WithdrawalWayForm,
)
from league.matches.models import LeagueTeam
from league.matches.queries import access
from league.matches.queries import leagues as leagues_queries
from league.matches.queries.withdrawals import changes_of_way, has_begun, last_withdrawal
from league.matches.services import leagues as services
from league.matches.services import withdrawals
from league.web.asked import posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form


def _require_direct(request: HttpRequest, today: date) -> None:
    if not may_direct(request.user, today):
        raise PermissionDenied


@require_safe
@public_or_login(access.PAGE)
def leagues(request: HttpRequest) -> HttpResponseBase:
    today = timezone.localdate()
    context = {
        "leagues": list(access.leagues_for(request.user, today)),
        "may_direct": may_direct(request.user, today),
    }
    return render(request, "league/match/leagues.html", context)


@takes_a_form
@login_required
def new_league(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    _require_direct(request, today)
    form = LeagueForm(
        request.POST or None,
        seasons=leagues_queries.open_seasons(),
        initial={"season": season_on(today)},
    )
    rulebook, agreed = rules_for_new_evening(today)
    if answer := submit(
        request,
        form,
        lambda data: services.found_league(**data, rulebook=rulebook, house_rules=agreed),
        _("The league is there. Now its teams."),
        lambda league: redirect("league:team_league", league.pk),
    ):
        return answer
    status = 422 if form.errors else 200
    return render(request, "league/match/new_league.html", {"form": form}, status=status)


@takes_a_form
@public_or_login(access.PAGE)
def team_league(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the table of teams and all match days; the direction enters teams, until it begins."""
    today = timezone.localdate()
    league = access.get_league_for(request.user, pk, today)
    sent = request.POST or None
    form = TeamForm(None if "withdrawal" in request.POST else sent)
    way_form = WithdrawalWayForm(
        sent if "withdrawal" in request.POST else None, initial={"withdrawal": league.withdrawal}
    )
    if request.method == "POST":
        _require_direct(request, today)
        if answer := submit(
            request,
            way_form,
            lambda data: withdrawals.choose_way(
                league=league, way=data["withdrawal"], by=user_of(request)
            ),
            _("The rule is changed."),
            redirect("league:team_league", league.pk),
        ):
            return answer
        if answer := submit(
            request,
            form,
            lambda data: services.add_team(league=league, **data),
            lambda team: _("“%(team)s” is in the league.") % {"team": team.name},
            redirect("league:team_league", league.pk),
        ):
            return answer
    overview = leagues_queries.overview(league)
    if sheet := lists.export(request, league, overview):
        return sheet
    context = {
        "league": league,
        "overview": overview,
        "rows": [(row, overview.teams[row.team]) for row in overview.ranking],
        "struck": [
            overview.teams[team].name
            for team, way in overview.withdrawn.items()
            if way == rules.STRIKE
        ],
        "next_day": leagues_queries.next_day(overview, today),
        "own_teams": access.own_teams(request.user, league),
        "inside": access.is_inside(request.user, league, today),
        "may_direct": (may := may_direct(request.user, today)),
        "form": form,
        "way_form": way_form if may and (way_form.errors or not has_begun(league)) else None,
        "changes": changes_of_way(league) if may else [],
    }
    status = 422 if form.errors or way_form.errors else 200
    return render(request, "league/match/league.html", context, status=status)


@takes_a_form
@login_required
def fixtures(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the fixtures for these days first; the second button makes them."""
    today = timezone.localdate()
    league = access.get_league_for(request.user, pk, today)
    _require_direct(request, today)
    form = FixturesForm(request.POST or None, today=today)

    def page(preview: object) -> HttpResponse:
        context = {"league": league, "form": form, "preview": preview}
        status = 422 if form.errors else 200
        return render(request, "league/match/fixtures.html", context, status=status)

    if "make" not in request.POST:
        return submit(
            request, form, lambda data: services.planned(league, **data), "", page
        ) or page([])
    return submit(
        request,
        form,
        lambda data: services.make_fixtures(league=league, **data, now=timezone.now()),
        "",
        redirect("league:team_league", league.pk),
    ) or page([])


@takes_a_form
@login_required
def league_team(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a team and its squad; the direction and its captains enter the players."""
    today = timezone.localdate()
    team = _team_inside(request, pk, today)
    may_keep = access.may_keep_squad(request.user, team, today)
    form = SquadForm(request.POST or None)
    if request.method == "POST":
        if not may_keep:
            raise PermissionDenied
        if answer := submit(
            request,
            form,
            lambda data: services.add_to_squad(team=team, name=data["name"]),
            lambda member: _("%(name)s plays for the team.") % {"name": member.person.name},
            redirect("league:league_team", team.pk),
        ):
            return answer
    context = {
        "team": team,
        "squad": list(team.squad.select_related("person")),
        "me": person_of(request.user),
        "may_keep": may_keep,
        "may_direct": may_direct(request.user, today),
        "form": form,
        "withdrawal": last_withdrawal(team),
        "withdrawal_form": WithdrawalForm(),
    }
    status = 422 if form.errors else 200
    return render(request, "league/match/team.html", context, status=status)


@login_required
@require_POST
def withdraw_team(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw the team; with `back` take that back."""
    today = timezone.localdate()
    team = access.get_team_for(request.user, pk, today)
    _require_direct(request, today)
    reason, by, now = posted_text(request, "reason"), user_of(request), timezone.now()

    def do() -> None:
        if "back" in request.POST:
            withdrawals.take_back(team=team, reason=reason, by=by, now=now)
        else:
            withdrawals.withdraw_team(team=team, reason=reason, by=by, now=now)

    message = (
        _("“%(team)s” plays on. The table follows.")
        if "back" in request.POST
        else _("“%(team)s” has withdrawn. The table follows.")
    )
    attempt(request, do, message % {"team": team.name})
    return redirect("league:league_team", team.pk)


def _team_inside(request: HttpRequest, pk: int, today: date) -> LeagueTeam:
    """Return a team for readers who know the names of its players; else 404."""
    team = access.get_team_for(request.user, pk, today)
    if not access.is_inside(request.user, team.league, today):
        raise Http404
    return team


@login_required
@require_POST
def change_squad(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a player: `captain` makes a captain, `player` no more; `gone` takes him out."""
    today = timezone.localdate()
    team = _team_inside(request, pk, today)
    if not access.may_keep_squad(request.user, team, today):
        raise PermissionDenied
    for what in ("captain", "player", "gone"):
        if what not in request.POST:
            continue
        key = posted_text(request, what)
        member = get_object_or_404(team.squad.all(), pk=key if key.isdecimal() else 0)
        if what == "gone":
            attempt(request, lambda: services.remove_from_squad(member=member), "")  # noqa: B023
        else:
            services.set_captain(member=member, is_captain=what == "captain")
    return redirect("league:league_team", team.pk)


@login_required
@require_POST
def remove_team(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    team = access.get_team_for(request.user, pk, today)
    _require_direct(request, today)
    attempt(request, lambda: services.remove_team(team=team), _("The team is out again."))
    return redirect("league:team_league", team.league_id)
