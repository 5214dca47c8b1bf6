"""Access to leagues of teams and their matches."""

from datetime import date
from typing import Any

from django.db.models import QuerySet

from league.access.queries.rights import (
    RUNS_EVENINGS,
    holds,
    is_member,
    may_direct,
    person_of,
)
from league.access.queries.tables import players_write
from league.club.queries import is_public
from league.matches import rules
from league.matches.models import LeagueTeam, Match, SquadMember, TeamLeague
from league.web.rows import row_or_404

# The page of the club whose being public makes the table of teams public too.
PAGE = "table"


def _squads(user: Any) -> QuerySet[SquadMember]:
    person = person_of(user)
    if person is None:
        return SquadMember.objects.none()
    return SquadMember.objects.filter(person=person)


def leagues_for(user: Any, today: date) -> QuerySet[TeamLeague]:
    """Return all leagues to members, to a guest those he plays in, to others those that the club
    made public with its standings.
    """
    leagues = TeamLeague.objects.select_related("season")
    if is_member(user, today) or is_public(PAGE):
        return leagues
    return leagues.filter(pk__in=_squads(user).values("team__league"))


def is_inside(user: Any, league: TeamLeague, today: date) -> bool:
    """Return whether a user reads names and fines: members, and players of the league."""
    return is_member(user, today) or _squads(user).filter(team__league=league).exists()


def get_league_for(user: Any, pk: int, today: date) -> TeamLeague:
    return row_or_404(leagues_for(user, today), pk=pk)


def get_match_for(user: Any, pk: int, today: date) -> Match:
    matches = Match.objects.select_related("league__season", "event__season", "home", "away")
    return row_or_404(matches, pk=pk, league__in=leagues_for(user, today))


def get_team_for(user: Any, pk: int, today: date) -> LeagueTeam:
    teams = LeagueTeam.objects.select_related("league__season")
    return row_or_404(teams, pk=pk, league__in=leagues_for(user, today))


def match_of_event(event_id: int) -> Match | None:
    return Match.objects.filter(event=event_id).first()


def may_keep_squad(user: Any, team: LeagueTeam, today: date) -> bool:
    """Return whether a user may keep the squad: the direction, and the team's captains."""
    captains = _squads(user).filter(team=team, is_captain=True)
    return may_direct(user, today) or captains.exists()


def may_write(user: Any, match: Match, today: date) -> bool:
    """Return whether a user may fill in the sheet: those who run evenings, and the players of the
    two teams until a week after the match.
    """
    if holds(user, RUNS_EVENINGS, today):
        return True
    playing = _squads(user).filter(team__in=[match.home_id, match.away_id])
    return players_write(match.event, today) and playing.exists()


def captain_side(user: Any, match: Match) -> rules.Side | None:
    """Return for which of the two teams a user signs."""
    captain = _squads(user).filter(team__in=[match.home_id, match.away_id], is_captain=True).first()
    if captain is None:
        return None
    return rules.HOME if captain.team_id == match.home_id else rules.AWAY


def own_teams(user: Any, league: TeamLeague) -> frozenset[int]:
    """Return the teams of a league that the user plays for: one, or none."""
    squads = _squads(user).filter(team__league=league)
    return frozenset(squads.values_list("team_id", flat=True))
