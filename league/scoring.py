"""The season's table out of results. Pure: no Django, no clock.

The aim of the game is not to lose; the best place is next to last (Schock4Life, Z. 14-15). So the
table counts what was lost, and `CRITERIA` says in which order the counts decide.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
    evenings: int = 0
    games: int = 0
    halves_lost: int = 0
    games_lost: int = 0
    sweeps: int = 0
    schock_aus: int = 0
    next_to_last: int = 0
    dropped: int = 0  # evenings that do not count
    ranked: bool = True  # has played as much as the season asks for
    rank: int = 0
    position: int = 0

    def add(self, other: "Row") -> None:
        """Takes the counts of another row of the same person in."""
        self.evenings += other.evenings
        self.games += other.games
        self.halves_lost += other.halves_lost
        self.games_lost += other.games_lost
        self.sweeps += other.sweeps
        self.schock_aus += other.schock_aus
        self.next_to_last += other.next_to_last
        self.dropped += other.dropped


@dataclass(frozen=True)
class Options:
    """How a season counts: all evenings, the best so many, or all but the worst so many.

    One evening always counts. Whoever has played fewer than `min_games` games, dropped evenings
    included, stands below the others without a place.
    """

    best: int | None = None
    drop: int | None = None
    min_games: int = 0

    def kept(self, evenings: int) -> int:
        """How many of somebody's evenings count."""
        if self.best is not None:
            return min(self.best, evenings)
        return max(1, evenings - (self.drop or 0))


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


def table(
    games: Iterable[Game], order: Sequence[Criterion] = CRITERIA, options: Options | None = None
) -> list[Row]:
    """The rows of the table, best first. Abandoned games do not count.

    The order of the games does not matter; persons with equal counts stand by their id, which
    makes a rebuild give the very same rows. Which evenings of somebody are the best the same
    criteria say; of equal ones the earlier counts.
    """
    options = options or Options()
    evenings: dict[int, dict[int, Row]] = {}
    for game in games:
        if game.ended_by == "abandoned":
            continue
        survivors = next_to_last(game)
        for line in game.lines:
            row = evenings.setdefault(line.person, {}).setdefault(
                game.event, Row(line.person, evenings=1)
            )
            row.games += 1
            row.halves_lost += bool(line.lost_first) + bool(line.lost_second)
            row.games_lost += line.lost_game
            row.sweeps += line.lost_game and game.ended_by == "sweep"
            row.schock_aus += line.schock_aus or 0
            row.next_to_last += line.person in survivors
    rows = [_counted(person, events, order, options) for person, events in evenings.items()]
    return ranked(rows, order)


def _counted(
    person: int, events: dict[int, Row], order: Sequence[Criterion], options: Options
) -> Row:
    """One person's season out of the evenings that count."""
    best = sorted(events, key=lambda event: (_key(events[event], order), event))
    row = Row(person)
    for event in best[: options.kept(len(best))]:
        row.add(events[event])
    row.dropped = len(best) - row.evenings
    row.ranked = sum(one.games for one in events.values()) >= options.min_games
    return row


def _key(row: Row, order: Sequence[Criterion]) -> tuple[Fraction, ...]:
    return tuple(criterion.key(row) for criterion in order)


def ranked(rows: Iterable[Row], order: Sequence[Criterion] = CRITERIA) -> list[Row]:
    """The rows in their order, with places; those without a place come last."""
    keyed = sorted(
        ((not row.ranked, _key(row, order), row) for row in rows),
        key=lambda one: (one[0], one[1], one[2].person),
    )
    for position, (_unranked, key, row) in enumerate(keyed, start=1):
        row.position = row.rank = position
        if position > 1:
            _before, previous, above = keyed[position - 2]
            if key == previous and row.ranked == above.ranked:
                row.rank = above.rank
    return [row for _unranked, _key, row in keyed]


def total(rows: Iterable[Row], order: Sequence[Criterion] = CRITERIA) -> list[Row]:
    """The all-time table: the sum of everybody's rows of the seasons, as each season counted."""
    sums: dict[int, Row] = {}
    for row in rows:
        sums.setdefault(row.person, Row(row.person)).add(row)
    return ranked(sums.values(), order)
