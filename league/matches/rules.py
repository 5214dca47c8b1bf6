"""Rules by which teams meet, sit and count, after the Altstadt-Knobelliga Dinslaken. Pure.

The source says: two teams in one pub, one of them at home; four tables with two of either team at
each, crosswise; three sets at a table, always all three; then the guests go one table on clockwise
until they have played at every table; the tables won decide the match. Where it is silent, a
comment below says „our choice“.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

TABLES = 4
ROUNDS = TABLES  # until the guests have played at each table
SETS = 3
PAIR = 2
GAMES = ROUNDS * TABLES  # tables that are decided in a match

Side = Literal["home", "away"]
HOME: Side = "home"
AWAY: Side = "away"
SIDES = (HOME, AWAY)


def opponent_of(side: Side) -> Side:
    return AWAY if side == HOME else HOME


# --- fixtures -------------------------------------------------------------------------------
@dataclass(frozen=True)
class Fixture:
    """Two teams that meet on match day `day`, from 1; teams by their place in the list."""

    day: int
    home: int
    away: int


class TooManyAtOnePubError(ValueError):
    """More than two teams call `pub` their home: one of the days would need it twice."""

    def __init__(self, pub: str) -> None:
        super().__init__(pub)
        self.pub = pub


def fixtures(pubs: Sequence[str]) -> list[Fixture]:
    """Pair every two teams at home and away; `pubs` are the home pubs of the teams, in order.

    Circle method: with an odd number one team rests each day. At home and away each team is once
    against each other, and within either half as often, give or take one. Two teams of one pub are
    never at home on the same day. Raise TooManyAtOnePubError where three share one, and ValueError
    for fewer than two teams.
    """
    if len(pubs) < 2:
        raise ValueError("it takes two teams")
    slots = _slots(pubs)
    half = [
        Fixture(day, slots[home], slots[away])
        for day, pairs in enumerate(_circle(len(pubs) + len(pubs) % 2), start=1)
        for home, away in pairs
        if home < len(slots) and away < len(slots)
    ]
    days = max(fixture.day for fixture in half)
    return half + [Fixture(first.day + days, first.away, first.home) for first in half]


def _circle(size: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the days of one half, as pairs of slots, home first. `size` is even.

    Home and away change in such a way that of the slots 2i and 2i + 1 one is at home each day.
    """
    last = size - 1
    for day in range(last):
        pairs = [(last, day) if day % 2 == 0 else (day, last)]
        for step in range(1, size // 2):
            home, away = (day + step) % last, (day - step) % last
            pairs.append((home, away) if step % 2 else (away, home))
        yield pairs


def _slots(pubs: Sequence[str]) -> list[int]:
    """Return the team in each slot of the circle: those who share a pub are neighbours in it."""
    at: dict[str, list[int]] = defaultdict(list)
    for team, pub in enumerate(pubs):
        at[pub].append(team)
    for pub, teams in at.items():
        if len(teams) > 2:
            raise TooManyAtOnePubError(pub)
    together = [team for teams in at.values() if len(teams) == 2 for team in teams]
    return together + [team for teams in at.values() if len(teams) == 1 for team in teams]


# --- at the tables --------------------------------------------------------------------------
def away_pair_at(table: int, round_number: int) -> int:
    """Return the pair of guests, from 1, at a table in a round: each has gone one table on."""
    return (table - round_number) % TABLES + 1


def position_of(side: Side, which: int) -> int:
    """Return the seat of the first (0) or second (1) of a pair, clockwise from 1: home, away, home,
    away.

    Crosswise: partners sit opposite each other.
    """
    return 2 * which + (1 if side == HOME else 2)


def side_at(position: int) -> Side:
    return HOME if position % 2 else AWAY


# --- a match --------------------------------------------------------------------------------
@dataclass(frozen=True)
class SetResult:
    """Set `number` of a table in a round, and whose player lost it: the set is the others'."""

    round: int
    table: int
    number: int
    lost_by: Side


@dataclass(frozen=True)
class Outcome:
    """Tables and sets that either team has won so far."""

    home_tables: int = 0
    away_tables: int = 0
    home_sets: int = 0
    away_sets: int = 0

    @property
    def is_complete(self) -> bool:
        return self.home_sets + self.away_sets == GAMES * SETS

    @property
    def winner(self) -> Side | None:
        """Return the side that won more tables. Our choice: then more sets decide, else a draw."""
        home = (self.home_tables, self.home_sets)
        away = (self.away_tables, self.away_sets)
        if home == away:
            return None
        return HOME if home > away else AWAY


def outcome(sets: Iterable[SetResult]) -> Outcome:
    """Count the tables and sets won. A table is won with two of its three sets."""
    won: dict[tuple[int, int], Counter[Side]] = defaultdict(Counter)
    for result in sets:
        won[result.round, result.table][opponent_of(result.lost_by)] += 1
    needed = SETS // 2 + 1
    return Outcome(
        home_tables=sum(table[HOME] >= needed for table in won.values()),
        away_tables=sum(table[AWAY] >= needed for table in won.values()),
        home_sets=sum(table[HOME] for table in won.values()),
        away_sets=sum(table[AWAY] for table in won.values()),
    )


def awarded(side: Side) -> Outcome:
    """Return the outcome of an awarded match. Our choice: the winner has all tables and sets."""
    tables, sets = GAMES, GAMES * SETS
    return Outcome(tables, 0, sets, 0) if side == HOME else Outcome(0, tables, 0, sets)


# --- a team that withdraws ------------------------------------------------------------------
# The rule for the matches of a team that does not play on: none of them counts, or those that
# were played do and the others are lost. The source is silent, so each league chooses.
Way = Literal["strike", "forfeit"]
STRIKE: Way = "strike"
FORFEIT: Way = "forfeit"


def counting(
    result: Outcome | None, home: Way | None = None, away: Way | None = None
) -> Outcome | None:
    """Return the outcome that counts for the table; None if the match does not count (yet).

    `result` is that of a match with all its sets or that was awarded. `home` and `away` say of a
    team that has withdrawn how its matches count. Our choice: a match of two such teams that was
    not played counts for neither.
    """
    if STRIKE in (home, away):
        return None
    if result is not None or (home is None) == (away is None):
        return result
    return awarded(HOME if away is not None else AWAY)


# --- the table of teams ---------------------------------------------------------------------
# Our choice, as in most leagues of pubs.
WON, DRAWN = 2, 1


@dataclass(frozen=True)
class PlayedMatch:
    """A match that counts; teams by key."""

    home: int
    away: int
    outcome: Outcome


@dataclass(frozen=True)
class TeamRow:
    """A team in the table, with its wins and losses."""

    team: int
    place: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    tables_won: int = 0
    tables_lost: int = 0
    sets_won: int = 0
    sets_lost: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> int:
        return WON * self.won + DRAWN * self.drawn

    @property
    def table_difference(self) -> int:
        return self.tables_won - self.tables_lost

    @property
    def set_difference(self) -> int:
        return self.sets_won - self.sets_lost


def ranking(teams: Sequence[int], matches: Sequence[PlayedMatch]) -> list[TeamRow]:
    """Return the table, the best first.

    Our choice: points, difference of tables, difference of sets; then the points from the matches
    among those who are still equal; teams that are equal in that too share the place.
    """
    rows = {team: _row(team, matches) for team in teams}

    def figures(team: int) -> tuple[int, ...]:
        row = rows[team]
        return (row.points, row.table_difference, row.set_difference)

    ranked: list[TeamRow] = []
    for equal in _groups(teams, figures):
        among = [match for match in matches if {match.home, match.away} <= set(equal)]

        def direct(team: int, among: Sequence[PlayedMatch] = among) -> tuple[int, ...]:
            return (_row(team, among).points,)

        for sharing in _groups(equal, direct):
            place = len(ranked) + 1
            ranked += [replace(rows[team], place=place) for team in sharing]
    return ranked


def _groups(
    teams: Sequence[int], figures: Callable[[int], tuple[int, ...]]
) -> Iterator[Sequence[int]]:
    """Yield teams with the same figures together, the highest first; within, in the order given."""
    for _figures, equal in groupby(sorted(teams, key=figures, reverse=True), key=figures):
        yield list(equal)


def _row(team: int, matches: Iterable[PlayedMatch]) -> TeamRow:
    counts: Counter[str] = Counter()
    for match in matches:
        if team not in (match.home, match.away):
            continue
        side = HOME if team == match.home else AWAY
        result, winner = match.outcome, match.outcome.winner
        counts["drawn" if winner is None else "won" if winner == side else "lost"] += 1
        home = (result.home_tables, result.home_sets)
        away = (result.away_tables, result.away_sets)
        mine, theirs = (home, away) if side == HOME else (away, home)
        counts["tables_won"] += mine[0]
        counts["sets_won"] += mine[1]
        counts["tables_lost"] += theirs[0]
        counts["sets_lost"] += theirs[1]
    return TeamRow(team, **counts)
