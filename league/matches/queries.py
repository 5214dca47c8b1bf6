"""Reading leagues of teams: who may see and do what, how a match and the table stand."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from league.access.queries.rights import (
    RUNS_EVENINGS,
    holds,
    is_member,
    may_direct,
    person_of,
)
from league.access.queries.tables import players_write
from league.club.queries import is_public
from league.events.models import Seat, Table
from league.matches import rules
from league.matches.models import (
    LeagueTeam,
    Match,
    MatchAward,
    MatchSignature,
    SquadMember,
    TeamLeague,
)
from league.results.models.results import Charge, ResultLine
from league.results.queries.results import standing_charges

# The page of the club whose being public makes the table of teams public too.
PAGE = "table"
# A fine that no set brought names its table in the id it was sent with.
TABLE_FINE = "table_fine"
SET_FINE = "set_lost"


# --- who ------------------------------------------------------------------------------------
def _squads(user: Any) -> QuerySet[SquadMember]:
    person = person_of(user)
    if person is None:
        return SquadMember.objects.none()
    return SquadMember.objects.filter(person=person)


def leagues_for(user: Any, today: date) -> QuerySet[TeamLeague]:
    """Members see all leagues, a guest those he plays in, everybody else what the club made public:
    its standings.
    """
    leagues = TeamLeague.objects.select_related("season")
    if is_member(user, today) or is_public(PAGE):
        return leagues
    return leagues.filter(pk__in=_squads(user).values("team__league"))


def is_inside(user: Any, league: TeamLeague, today: date) -> bool:
    """Whether somebody reads names and fines: members, and whoever plays in the league."""
    return is_member(user, today) or _squads(user).filter(team__league=league).exists()


def get_league_for(user: Any, pk: int, today: date) -> TeamLeague:
    league = leagues_for(user, today).filter(pk=pk).first()
    if league is None:
        raise Http404
    return league


def get_match_for(user: Any, pk: int, today: date) -> Match:
    matches = Match.objects.select_related("league__season", "event__season", "home", "away")
    match = matches.filter(pk=pk, league__in=leagues_for(user, today)).first()
    if match is None:
        raise Http404
    return match


def get_match_to_write(user: Any, pk: int, today: date) -> Match:
    """A match, for whoever may fill in its sheet; to others it is not there."""
    match = get_match_for(user, pk, today)
    if not may_write(user, match, today):
        raise Http404
    return match


def get_team_for(user: Any, pk: int, today: date) -> LeagueTeam:
    teams = LeagueTeam.objects.select_related("league__season")
    team = teams.filter(pk=pk, league__in=leagues_for(user, today)).first()
    if team is None:
        raise Http404
    return team


def match_of_event(event_id: int) -> Match | None:
    return Match.objects.filter(event=event_id).first()


def may_keep_squad(user: Any, team: LeagueTeam, today: date) -> bool:
    """Whoever directs, and the team's captains."""
    captains = _squads(user).filter(team=team, is_captain=True)
    return may_direct(user, today) or captains.exists()


def may_write(user: Any, match: Match, today: date) -> bool:
    """Whoever runs evenings; and whoever plays for one of the two, until a week after the match."""
    if holds(user, RUNS_EVENINGS, today):
        return True
    playing = _squads(user).filter(team__in=[match.home_id, match.away_id])
    return players_write(match.event, today) and playing.exists()


def captain_side(user: Any, match: Match) -> rules.Side | None:
    """For which of the two teams somebody signs."""
    captain = _squads(user).filter(team__in=[match.home_id, match.away_id], is_captain=True).first()
    if captain is None:
        return None
    return rules.HOME if captain.team_id == match.home_id else rules.AWAY


# --- a match --------------------------------------------------------------------------------
@dataclass(frozen=True)
class SetState:
    """A set that was played: its result, the version of that, and the seat that lost."""

    result: int
    version: int
    seat: int
    lost_by: rules.Side


@dataclass(frozen=True)
class TableState:
    """A table in a round: who sits there, its sets by number, what was collected there."""

    table: Table
    round: int
    seats: Sequence[Seat]
    sets: Mapping[int, SetState]
    charges: Sequence[Charge] = ()

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def home_sets(self) -> int:
        return sum(one.lost_by == rules.AWAY for one in self.sets.values())

    @property
    def away_sets(self) -> int:
        return sum(one.lost_by == rules.HOME for one in self.sets.values())

    @property
    def is_over(self) -> bool:
        return len(self.sets) == rules.SETS

    @property
    def fines_cents(self) -> int:
        return sum(charge.cents or 0 for charge in self.charges)


@dataclass(frozen=True)
class Standing:
    """How a match stands: what was won, whether it was given away, who signed that."""

    outcome: rules.Outcome
    digest: str
    awarded_to: str = ""
    signed: frozenset[str] = frozenset()

    @property
    def counts(self) -> bool:
        return bool(self.awarded_to) or self.outcome.is_complete

    @property
    def is_official(self) -> bool:
        """Both captains say that it is so, or whoever directs gave it away."""
        return bool(self.awarded_to) or (self.outcome.is_complete and len(self.signed) == 2)

    @property
    def has_begun(self) -> bool:
        return self.outcome.home_sets + self.outcome.away_sets > 0


@dataclass(frozen=True)
class _Line:
    """A set in the database: where it was played, and which seat lost it."""

    event: int
    round: int
    table: int
    table_id: int
    number: int
    result: int
    version: int
    seat: int
    position: int

    @property
    def lost_by(self) -> rules.Side:
        return rules.side_at(self.position)

    @property
    def set_result(self) -> rules.SetResult:
        return rules.SetResult(self.round, self.table, self.number, self.lost_by)


def _lines(events: Collection[int]) -> dict[int, list[_Line]]:
    """The sets of these events whose loser is known. One query."""
    found: dict[int, list[_Line]] = defaultdict(list)
    rows = ResultLine.objects.filter(
        result__is_current=True,
        lost_game=True,
        result__number__lte=rules.SETS,
        result__table__block__event__in=events,
    ).order_by("result_id")
    for row in rows.values_list(
        *("result__table__block__event_id", "result__table__block__number"),
        *("result__table__number", "result__table_id", "result__number"),
        *("result_id", "result__version", "seat_id", "seat__position"),
    ):
        line = _Line(*row)
        found[line.event].append(line)
    return found


def standings_of(matches: Iterable[Match]) -> dict[int, Standing]:
    """How each of these matches stands, by its key. Three queries."""
    by_event = {match.event_id: match.pk for match in matches}
    lines = _lines(by_event)
    awards: dict[int, str] = {}
    for award in MatchAward.objects.filter(match__in=by_event.values()).order_by("pk"):
        awards[award.match_id] = award.winner
    signatures: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for signature in MatchSignature.objects.filter(match__in=by_event.values()):
        signatures[signature.match_id].add((signature.side, signature.digest))
    return {
        match: _standing(lines.get(event, []), awards.get(match, ""), signatures[match])
        for event, match in by_event.items()
    }


def _standing(lines: Sequence[_Line], award: str, signatures: set[tuple[str, str]]) -> Standing:
    digest = sha256(",".join(str(line.result) for line in lines).encode()).hexdigest()
    if award:
        side = rules.HOME if award == rules.HOME else rules.AWAY
        return Standing(rules.awarded(side), digest, awarded_to=award)
    return Standing(
        rules.outcome(line.set_result for line in lines),
        digest,
        signed=frozenset(side for side, signed in signatures if signed == digest),
    )


@dataclass(frozen=True)
class Sheet:
    """A match with its rounds of four tables; no round before somebody is lined up."""

    match: Match
    standing: Standing
    rounds: Sequence[Sequence[TableState]]

    @cached_property
    def seats(self) -> list[Seat]:
        return [seat for tables in self.rounds for table in tables for seat in table.seats]

    def side_is_lined_up(self, side: rules.Side) -> bool:
        return any(rules.side_at(seat.position) == side for seat in self.seats)

    @property
    def fines_cents(self) -> int:
        return sum(table.fines_cents for tables in self.rounds for table in tables)

    def table(self, round_number: int, number: int) -> TableState | None:
        for tables in self.rounds:
            for table in tables:
                if (table.round, table.number) == (round_number, number):
                    return table
        return None


def sheet_of(match: Match, *, fines: bool = True) -> Sheet:
    """The match sheet as it is; `fines` only for whoever may read them. Seven queries."""
    sets: dict[int, dict[int, SetState]] = defaultdict(dict)
    for line in _lines([match.event_id]).get(match.event_id, []):
        sets[line.table_id][line.number] = SetState(
            line.result, line.version, line.seat, line.lost_by
        )
    charges: dict[int, list[Charge]] = defaultdict(list)
    for charge in standing_charges(match.event) if fines else ():
        charges[_table_of(charge)].append(charge)
    tables = (
        Table.objects.filter(block__event=match.event_id)
        .select_related("block")
        .order_by("block__number", "number")
        .prefetch_related(
            Prefetch(
                "seats",
                queryset=Seat.objects.filter(active=True)
                .select_related("participation__person")
                .order_by("position"),
            )
        )
    )
    rounds: dict[int, list[TableState]] = defaultdict(list)
    for table in tables:
        number = table.block.number
        rounds[number].append(
            TableState(
                table, number, list(table.seats.all()), sets[table.pk], charges.get(table.pk, ())
            )
        )
    standing = standings_of([match])[match.pk]
    return Sheet(match, standing, [rounds[number] for number in sorted(rounds)])


def _table_of(charge: Charge) -> int:
    """The key of the table a fine was collected at; 0 where it was none."""
    if charge.result is not None:
        return charge.result.table_id
    table = charge.key.removeprefix("X").split("-")[0]
    return int(table) if charge.code == TABLE_FINE and table.isdecimal() else 0


# --- a league -------------------------------------------------------------------------------
@dataclass(frozen=True)
class MatchRow:
    """A match in the list of fixtures."""

    match: Match
    standing: Standing


@dataclass(frozen=True)
class Overview:
    """The table of teams and the match days; `teams` by key."""

    teams: Mapping[int, LeagueTeam]
    ranking: Sequence[rules.TeamRow]
    days: Mapping[int, Sequence[MatchRow]]

    @property
    def is_provisional(self) -> bool:
        """A match counts that not both captains have signed yet."""
        return any(
            row.standing.counts and not row.standing.is_official
            for rows in self.days.values()
            for row in rows
        )


def overview(league: TeamLeague) -> Overview:
    """A match counts as soon as all its sets are in, signed or not. Five queries."""
    teams = {team.pk: team for team in league.teams.all()}
    matches = list(
        Match.objects.filter(league=league).select_related("event", "home", "away").order_by("day")
    )
    standings = standings_of(matches)
    meetings = [
        rules.Meeting(match.home_id, match.away_id, standings[match.pk].outcome)
        for match in matches
        if standings[match.pk].counts
    ]
    days: dict[int, list[MatchRow]] = defaultdict(list)
    for match in matches:
        days[match.day].append(MatchRow(match, standings[match.pk]))
    return Overview(teams, rules.ranking(list(teams), meetings), dict(days))
