"""The table of teams and the match days of a league."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from league.matches import rules
from league.matches.models import LeagueTeam, Match, TeamLeague
from league.matches.queries.sheets import Standing, standings_of
from league.matches.queries.withdrawals import withdrawn
from league.seasons.models import Season


@dataclass(frozen=True)
class MatchRow:
    """A match in the list of fixtures."""

    match: Match
    standing: Standing


@dataclass(frozen=True)
class Overview:
    """The table of teams and the match days; `teams` by key, and the way of each that has
    withdrawn.

    A team whose matches are struck is in no table.
    """

    teams: Mapping[int, LeagueTeam]
    withdrawn: Mapping[int, rules.Way]
    ranking: Sequence[rules.TeamRow]
    days: Mapping[int, Sequence[MatchRow]]

    @property
    def is_provisional(self) -> bool:
        """Return whether a match counts that not both captains have signed yet."""
        return any(
            row.standing.counts and not row.standing.is_official
            for rows in self.days.values()
            for row in rows
        )


def overview(league: TeamLeague) -> Overview:
    """Return the table and the match days. Seven queries.

    A match counts as soon as all its sets are in, signed or not.
    """
    teams = {team.pk: team for team in league.teams.all()}
    matches = list(
        Match.objects.filter(league=league).select_related("event", "home", "away").order_by("day")
    )
    standings = standings_of(matches)
    played = [
        rules.PlayedMatch(match.home_id, match.away_id, standings[match.pk].outcome)
        for match in matches
        if standings[match.pk].counts
    ]
    days: dict[int, list[MatchRow]] = defaultdict(list)
    for match in matches:
        days[match.day].append(MatchRow(match, standings[match.pk]))
    ways = withdrawn(teams)
    ranked = [team for team in teams if ways.get(team) != rules.STRIKE]
    return Overview(teams, ways, rules.ranking(ranked, played), dict(days))


def next_day(overview: Overview, today: date) -> int | None:
    """Return the match day to show first: the next one with a match, or else the last."""
    coming = [
        day
        for day, rows in overview.days.items()
        if any(row.match.event.business_date >= today for row in rows)
    ]
    return min(coming, default=max(overview.days, default=None))


def open_seasons() -> QuerySet[Season]:
    """Return the seasons in which a league can be founded."""
    return Season.objects.filter(closed_at=None)
