"""The season's table out of results. Pure: no Django, no clock.

The aim of the game is not to lose; the best place is next to last (Schock4Life, Z. 14-15). So the
table counts what was lost, and `CRITERIA` says in which order the counts decide.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from statistics import median

# Raised whenever the same results would give another table; stored with each standing.
SCORING_VERSION = 2


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

    def add(self, other: "Row", times: int = 1) -> None:
        """Takes the counts of another row of the same person in, or out with -1."""
        self.evenings += times * other.evenings
        self.games += times * other.games
        self.halves_lost += times * other.halves_lost
        self.games_lost += times * other.games_lost
        self.sweeps += times * other.sweeps
        self.schock_aus += times * other.schock_aus
        self.next_to_last += times * other.next_to_last
        self.dropped += times * other.dropped

    @property
    def place(self) -> int | None:
        return self.rank if self.ranked else None


# Everybody's counts of each evening: by evening, then by person.
Evenings = Mapping[int, Mapping[int, Row]]


@dataclass(frozen=True)
class Options:
    """How a season counts: all evenings, the best so many, or all but the worst so many.

    One evening always counts. Whoever has played fewer than `min_games` games, dropped evenings
    included, stands below the others without a place; None asks for half of the median.
    """

    best: int | None = None
    drop: int | None = None
    min_games: int | None = 0

    def counted(self, evenings: int) -> int:
        """How many of somebody's evenings count."""
        if self.best is not None:
            return min(self.best, evenings)
        return max(1, evenings - (self.drop or 0))

    def least(self, played: Iterable[int]) -> int:
        """The least number of games for a place, out of everybody's numbers of games."""
        return half_of_median(played) if self.min_games is None else self.min_games


def half_of_median(played: Iterable[int]) -> int:
    """Half of what the person in the middle has played, rounded up; 0 where nobody has.

    A table ordered by share asks for it, so that nobody leads by staying away.
    """
    games = list(played)
    return ceil(median(games) / 2) if games else 0


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


# Their words are in `league.standings.labels`.
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


def tally(games: Iterable[Game]) -> Evenings:
    """What the games of each evening come to. Abandoned games do not count."""
    evenings: dict[int, dict[int, Row]] = {}
    for game in games:
        if game.ended_by == "abandoned":
            continue
        survivors = next_to_last(game)
        rows = evenings.setdefault(game.event, {})
        for line in game.lines:
            row = rows.setdefault(line.person, Row(line.person, evenings=1))
            row.games += 1
            row.halves_lost += bool(line.lost_first) + bool(line.lost_second)
            row.games_lost += line.lost_game
            row.sweeps += line.lost_game and game.ended_by == "sweep"
            row.schock_aus += line.schock_aus or 0
            row.next_to_last += line.person in survivors
    return evenings


def season(
    evenings: Evenings, order: Sequence[Criterion] = CRITERIA, options: Options | None = None
) -> list[Row]:
    """The rows of the table out of those of its evenings, best first.

    Their order does not matter; persons with equal counts stand by their id, which makes a rebuild
    give the very same rows. Which evenings of somebody are the best the same criteria say; of
    equal ones the earlier counts.
    """
    options = options or Options()
    by_person: dict[int, dict[int, Row]] = {}
    for event, rows in evenings.items():
        for person, row in rows.items():
            by_person.setdefault(person, {})[event] = row
    least = least_games(evenings, options)
    return ranked((_counted(*pair, order, options, least) for pair in by_person.items()), order)


def least_games(evenings: Evenings, options: Options) -> int:
    """How many games a place takes in the table of these evenings."""
    played: Counter[int] = Counter()
    for rows in evenings.values():
        for person, row in rows.items():
            played[person] += row.games
    return options.least(played.values())


def table(
    games: Iterable[Game], order: Sequence[Criterion] = CRITERIA, options: Options | None = None
) -> list[Row]:
    """The rows of the table out of the games themselves."""
    return season(tally(games), order, options)


def _counted(
    person: int,
    events: Mapping[int, Row],
    order: Sequence[Criterion],
    options: Options,
    least: int,
) -> Row:
    """One person's season out of the evenings that count."""
    count = options.counted(len(events))
    best: Iterable[int] = events
    if count < len(events):
        best = sorted(events, key=lambda event: (_key(events[event], order), event))[:count]
    row = Row(person)
    for event in best:
        row.add(events[event])
    row.dropped = len(events) - row.evenings
    row.ranked = sum(event.games for event in events.values()) >= least
    return row


def _key(row: Row, order: Sequence[Criterion]) -> tuple[Fraction, ...]:
    return tuple(criterion.key(row) for criterion in order)


def ranked(rows: Iterable[Row], order: Sequence[Criterion] = CRITERIA) -> list[Row]:
    """The rows in their order, with places; those without a place come last."""
    keyed = sorted(
        ((not row.ranked, _key(row, order), row) for row in rows),
        key=lambda entry: (entry[0], entry[1], entry[2].person),
    )
    for position, (_unranked, key, row) in enumerate(keyed, start=1):
        row.position = row.rank = position
        if position > 1:
            _before, previous, above = keyed[position - 2]
            if key == previous and row.ranked == above.ranked:
                row.rank = above.rank
    return [row for _unranked, _key, row in keyed]


def total(rows: Iterable[Row], order: Sequence[Criterion] = CRITERIA) -> list[Row]:
    """The all-time table: the sum of everybody's rows of the seasons, as each season counted.

    A place takes half of the median of the games that count.
    """
    sums: dict[int, Row] = {}
    for row in rows:
        sums.setdefault(row.person, Row(row.person)).add(row)
    least = half_of_median(row.games for row in sums.values())
    for row in sums.values():
        row.ranked = row.games >= least
    return ranked(sums.values(), order)


# --- whom a correction moved ----------------------------------------------------------------
Places = Mapping[int, int | None]
# By person: the place before and the place after, None where there was none.
Moved = Mapping[int, tuple[int | None, int | None]]


@dataclass(frozen=True)
class Correction:
    """A corrected result of an evening: everybody's counts by it and by the version before."""

    event: int
    counts: Mapping[int, Row]
    before: Mapping[int, Row]

    def undone(self, evenings: Evenings) -> Evenings:
        rows = {person: replace(row) for person, row in evenings.get(self.event, {}).items()}
        for times, counts in ((-1, self.counts), (1, self.before)):
            for person, counted in counts.items():
                rows.setdefault(person, Row(person)).add(counted, times)
                rows[person].evenings = 1
        return {**evenings, self.event: {who: row for who, row in rows.items() if row.games}}


def moves(
    corrections: Sequence[Correction], evenings: Evenings, places: Callable[[Evenings], Places]
) -> list[Moved]:
    """For each correction, in their order: who had which place before it, and has which after it.

    `evenings` are those of now, with all corrections; `places` ranks them.
    """
    steps: list[Moved] = []
    after = places(evenings)
    for correction in reversed(corrections):
        evenings = correction.undone(evenings)
        before = places(evenings)
        steps.append(
            {
                person: (before.get(person), after.get(person))
                for person in {**before, **after}
                if before.get(person) != after.get(person)
            }
        )
        after = before
    return steps[::-1]


def places(rows: Iterable[Row]) -> Places:
    return {row.person: row.place for row in rows}
