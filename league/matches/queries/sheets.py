"""The state of a match: its sheet with rounds, tables and sets, and the captains' signatures."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

from django.db.models import Prefetch, QuerySet

from league.events.models import Seat, Table
from league.matches import rules
from league.matches.models import LeagueTeam, Match, MatchAward, MatchSignature
from league.matches.queries.withdrawals import withdrawn
from league.people.models.people import Person
from league.results.models.results import Charge, ResultLine
from league.results.queries.results import standing_charges

# Charges at a table: for a lost set, and for another incident. The key of the latter names
# the table.
SET_FINE = "set_lost"
TABLE_FINE = "table_fine"


@dataclass(frozen=True)
class SetState:
    """A set that was played: its result, the version of that, and the seat that lost."""

    result: int
    version: int
    seat: int
    lost_by: rules.Side


@dataclass(frozen=True)
class TableState:
    """A table in a round: its seats, its sets by number, the charges collected there."""

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
        return sum(played.lost_by == rules.AWAY for played in self.sets.values())

    @property
    def away_sets(self) -> int:
        return sum(played.lost_by == rules.HOME for played in self.sets.values())

    @property
    def is_over(self) -> bool:
        return len(self.sets) == rules.SETS

    @property
    def winner(self) -> rules.Side | None:
        """Return the side that has won the table, if it is decided."""
        result = rules.outcome(
            rules.SetResult(self.round, self.number, number, played.lost_by)
            for number, played in self.sets.items()
        )
        if result.home_tables == result.away_tables:
            return None
        return rules.HOME if result.home_tables else rules.AWAY

    @property
    def fines_cents(self) -> int:
        return sum(charge.cents or 0 for charge in self.charges)


@dataclass(frozen=True)
class RoundState:
    """The four tables of a round, in their order."""

    number: int
    tables: Sequence[TableState]

    @property
    def has_begun(self) -> bool:
        return any(table.sets for table in self.tables)

    @property
    def home_tables(self) -> int:
        return sum(table.winner == rules.HOME for table in self.tables)

    @property
    def away_tables(self) -> int:
        return sum(table.winner == rules.AWAY for table in self.tables)


@dataclass(frozen=True)
class Standing:
    """The state of a match: what was won, whether it was awarded, the valid signatures."""

    outcome: rules.Outcome
    digest: str
    awarded_to: str = ""
    signed: frozenset[str] = frozenset()
    # One of the teams has withdrawn, so this match is not played (any more); if it was `struck`, it
    # counts for neither, whatever was played.
    is_off: bool = False
    struck: bool = False

    @property
    def has_score(self) -> bool:
        return self.has_begun or bool(self.awarded_to) or self.is_off

    @property
    def awaits_signatures(self) -> bool:
        return self.outcome.is_complete and not self.is_official and not self.is_off

    @property
    def counts(self) -> bool:
        return not self.struck and (bool(self.awarded_to) or self.outcome.is_complete)

    @property
    def is_official(self) -> bool:
        """Return whether both captains have signed, or the direction has awarded the match."""
        return bool(self.awarded_to) or (self.outcome.is_complete and len(self.signed) == 2)

    @property
    def has_begun(self) -> bool:
        return self.outcome.home_sets + self.outcome.away_sets > 0


@dataclass(frozen=True)
class _Line:
    """A set in the database: its table, and the seat that lost it."""

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
    """Return the sets of these events whose loser is known. One query."""
    lines: dict[int, list[_Line]] = defaultdict(list)
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
        lines[line.event].append(line)
    return lines


def standings_of(matches: Iterable[Match]) -> dict[int, Standing]:
    """Return the state of each of these matches, by its key. Four queries."""
    matches = list(matches)
    by_event = {match.event_id: match.pk for match in matches}
    lines = _lines(by_event)
    awards: dict[int, str] = {}
    for award in MatchAward.objects.filter(match__in=by_event.values()).order_by("pk"):
        awards[award.match_id] = award.winner
    signatures: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for signature in MatchSignature.objects.filter(match__in=by_event.values()):
        signatures[signature.match_id].add((signature.side, signature.digest))
    standings = {
        match: _standing(lines.get(event, []), awards.get(match, ""), signatures[match])
        for event, match in by_event.items()
    }
    ways = withdrawn({team for match in matches for team in (match.home_id, match.away_id)})
    return {
        match.pk: _after_withdrawals(
            standings[match.pk], ways.get(match.home_id), ways.get(match.away_id)
        )
        for match in matches
    }


def _after_withdrawals(
    standing: Standing, home: rules.Way | None, away: rules.Way | None
) -> Standing:
    """Return the state of a match after the withdrawal of its teams, if any."""
    if home is None and away is None:
        return standing
    result = standing.outcome if standing.counts else None
    counted = rules.counting(result, home, away)
    if counted is None:
        return replace(standing, is_off=True, struck=True)
    if result is None:
        winner = rules.AWAY if home is not None else rules.HOME
        return replace(standing, outcome=counted, awarded_to=winner, is_off=True)
    return standing


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
    """A match with its rounds of four tables; no round before the first line-up."""

    match: Match
    standing: Standing
    rounds: Sequence[RoundState]

    @cached_property
    def tables(self) -> list[TableState]:
        """Return all sixteen, round by round."""
        return [table for round_state in self.rounds for table in round_state.tables]

    @cached_property
    def seats(self) -> list[Seat]:
        return [seat for table in self.tables for seat in table.seats]

    def side_is_lined_up(self, side: rules.Side) -> bool:
        return any(rules.side_at(seat.position) == side for seat in self.seats)

    @cached_property
    def next_table(self) -> TableState | None:
        """Return the first table whose sets are not all in; None before both teams are lined up."""
        if not all(self.side_is_lined_up(side) for side in rules.SIDES):
            return None
        return next((table for table in self.tables if not table.is_over), None)

    @property
    def fines_cents(self) -> int:
        return sum(table.fines_cents for table in self.tables)

    def table(self, round_number: int, number: int) -> TableState | None:
        for table in self.tables:
            if (table.round, table.number) == (round_number, number):
                return table
        return None


def sheet_of(match: Match, *, fines: bool = True) -> Sheet:
    """Return the match sheet as it is; `fines` only for readers who may see them. Seven queries."""
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
    return Sheet(match, standing, [RoundState(number, rounds[number]) for number in sorted(rounds)])


def _table_of(charge: Charge) -> int:
    """Return the key of the table at which a fine was collected; 0 if it was at none."""
    if charge.result is not None:
        return charge.result.table_id
    table = charge.key.removeprefix("X").split("-")[0]
    return int(table) if charge.code == TABLE_FINE and table.isdecimal() else 0


def active_seats(match: Match) -> QuerySet[Seat]:
    return Seat.objects.filter(table__block__event=match.event_id, active=True)


def playing_in(match: Match) -> QuerySet[Person]:
    """Return the people who sit at a table of the match now."""
    people = Person.objects.filter(participations__seats__in=active_seats(match))
    return people.distinct().order_by("sort_key")


def squad_of(team: LeagueTeam) -> QuerySet[Person]:
    return Person.objects.filter(squads__team=team).order_by("sort_key", "pk")


def next_open(sheet: Sheet, state: TableState) -> TableState | None:
    """Return the next table whose sets are not all in: in this round first, then in later ones."""
    here = sheet.tables.index(state)
    later = [*sheet.tables[here + 1 :], *sheet.tables[:here]]
    return next((table for table in later if not table.is_over), None)
