"""The teams that have withdrawn, and how their matches count since."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from league.club.models import ClubChange
from league.club.queries import setting_changes
from league.matches.models import LeagueTeam, TeamLeague, TeamWithdrawal, WithdrawalWay
from league.matches.rules import FORFEIT, STRIKE, Way
from league.results.models.results import Result
from league.web.changes import Change


def last_withdrawal(team: LeagueTeam) -> TeamWithdrawal | None:
    """Return the newest row of this team; one with an empty `way` says that it plays on."""
    return TeamWithdrawal.objects.filter(team=team).last()


def withdrawn(teams: Collection[int]) -> dict[int, Way]:
    """Return those of these teams, by key, that do not play on. One query."""
    ways: dict[int, str] = {}
    for row in TeamWithdrawal.objects.filter(team__in=teams).order_by("pk"):
        ways[row.team_id] = row.way
    return {team: STRIKE if way == STRIKE else FORFEIT for team, way in ways.items() if way}


def has_begun(league: TeamLeague) -> bool:
    """Return whether a set of the league was played, or a team has withdrawn. Two queries."""
    played = Result.objects.filter(table__block__event__match__league=league)
    return played.exists() or TeamWithdrawal.objects.filter(team__league=league).exists()


def changes_of_way(league: TeamLeague) -> list[Change]:
    """Return the changes of the rule with their authors, the newest first. One query."""
    made = setting_changes(ClubChange.Matter.WITHDRAWAL, {str(league.pk): league.withdrawal})
    words = dict(WithdrawalWay.choices)
    return [change.worded(_("If a team withdraws in mid-season"), words.get) for change in made]
