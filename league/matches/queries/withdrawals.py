"""Which teams have withdrawn, and how their matches count since."""

from collections.abc import Collection

from league.matches.models import LeagueTeam, TeamWithdrawal
from league.matches.rules import FORFEIT, STRIKE, Way


def last_withdrawal(team: LeagueTeam) -> TeamWithdrawal | None:
    """The newest row of this team; one with an empty `way` says that it plays on."""
    return TeamWithdrawal.objects.filter(team=team).last()


def withdrawn(teams: Collection[int]) -> dict[int, Way]:
    """Those of these teams, by key, that do not play on. One query."""
    ways: dict[int, str] = {}
    for row in TeamWithdrawal.objects.filter(team__in=teams).order_by("pk"):
        ways[row.team_id] = row.way
    return {team: STRIKE if way == STRIKE else FORFEIT for team, way in ways.items() if way}
