"""The season's table out of results. Pure: no Django, no clock.

The aim of the game is not to lose; the best place is next to last (Schock4Life, Z. 14-15). So the
table counts what was lost, and `CRITERIA` says in which order the counts decide.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

# Raised whenever the same results would give another table; stored with each standing.
SCORING_VERSION = 1


@dataclass(frozen=True)
class Line:
    """What one result says of one person."""

    person: int
    lost_first: bool | None
    lost_second: bool | None
    lost_game: bool
    schock_aus: int | None


@dataclass(frozen=True)
class Game:
    """One current result: the evening it belongs to, how it ended, one line per seat."""

    event: int
    ended_by: str
    lines: tuple[Line, ...]


@dataclass
class Row:
    """One person's counts and place. Equal counts share a `rank`; `position` is the line number."""

    person: int
    events: set[int] = field(default_factory=set)
    games: int = 0
    halves_lost: int = 0
    games_lost: int = 0
    sweeps: int = 0
    schock_aus: int = 0
    next_to_last: int = 0
    rank: int = 0
    position: int = 0

    @property
    def evenings(self) -> int:
        return len(self.events)


@dataclass(frozen=True)
class Criterion:
    """One step of the order: `key` gives a value, smaller is better."""

    code: str

    def key(self, row: Row) -> Fraction:
        match self.code:
            case "share_of_games_lost":
                return Fraction(row.games_lost, row.games)
            case "share_of_halves_lost":
                return Fraction(row.halves_lost, row.games)
            case "share_next_to_last":
                return -Fraction(row.next_to_last, row.games)
            case "schock_aus":
                return Fraction(-row.schock_aus)
            case "games":
                return Fraction(-row.games)
        raise ValueError(self.code)


# Their sentences are in templates/league/_criteria.html, in this order.
CRITERIA: tuple[Criterion, ...] = tuple(
    Criterion(code)
    for code in (
        "share_of_games_lost",
        "share_next_to_last",
        "share_of_halves_lost",
        "schock_aus",
        "games",
    )
)


def next_to_last(game: Game) -> list[int]:
    """Who lost a half and got away with it in the final; nobody after a sweep.

    Where a third player threw along in the final and lost it, both losers of a half got away.
    """
    if game.ended_by != "final":
        return []
    return [
        line.person
        for line in game.lines
        if (line.lost_first or line.lost_second) and not line.lost_game
    ]


def table(games: Iterable[Game], order: Sequence[Criterion] = CRITERIA) -> list[Row]:
    """The rows of the table, best first. Abandoned games do not count.

    The order of the games does not matter; persons with equal counts stand by their id, which
    makes a rebuild give the very same rows.
    """
    rows: dict[int, Row] = {}
    for game in games:
        if game.ended_by == "abandoned":
            continue
        survivors = next_to_last(game)
        for line in game.lines:
            row = rows.setdefault(line.person, Row(line.person))
            row.events.add(game.event)
            row.games += 1
            row.halves_lost += bool(line.lost_first) + bool(line.lost_second)
            row.games_lost += line.lost_game
            row.sweeps += line.lost_game and game.ended_by == "sweep"
            row.schock_aus += line.schock_aus or 0
            row.next_to_last += line.person in survivors
    keyed = sorted(
        ((tuple(criterion.key(row) for criterion in order), row) for row in rows.values()),
        key=lambda pair: (pair[0], pair[1].person),
    )
    previous = None
    for position, (key, row) in enumerate(keyed, start=1):
        row.position = position
        row.rank = position if key != previous else keyed[position - 2][1].rank
        previous = key
    return [row for _, row in keyed]
