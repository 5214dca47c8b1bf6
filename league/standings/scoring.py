"""The season's table computed from results. Pure: no Django, no clock.

The aim of the game is not to lose; the best place is next to last (Schock4Life, Z. 14-15). So the
table counts losses, and `CRITERIA` says in which order the counts decide.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from statistics import median

# Raised whenever the same results would give another table; stored with each standing.
SCORING_VERSION = 3


@dataclass(frozen=True)
class Line:
    """The line of one result for one person."""

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
    guest: bool = False  # belongs to the club at no time that counts: without a place
    ranked: bool = True  # belongs to the club and has played as much as the season asks for
    rank: int = 0
    position: int = 0

    def add(self, other: "Row", times: int = 1) -> None:
        """Add the counts of another row of the same person, or subtract them with -1."""
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


# The counts of each evening: by evening, then by person.
Evenings = Mapping[int, Mapping[int, Row]]


@dataclass(frozen=True)
class Options:
    """The scoring of a season: all evenings, the best so many, or all but the worst so many.

    One evening always counts. A place takes `min_games` games, dropped evenings included; None asks
    for half of the median. Only `members` may have a place; None lets all have one. Rows without a
    place come below the others.
    """

    best: int | None = None
    drop: int | None = None
    min_games: int | None = 0
    members: Collection[int] | None = None

    def counted(self, evenings: int) -> int:
        """Return how many of a person's evenings count."""
        if self.best is not None:
            return min(self.best, evenings)
        return max(1, evenings - (self.drop or 0))


@dataclass(frozen=True)
class Threshold:
    """The condition of a place in one table: so many games, and not to be a guest."""

    games: int
    guests: Collection[int]

    def place(self, row: Row, games: int) -> None:
        """Say of a row whether it has a place, by all games that the person has played."""
        row.guest = row.person in self.guests
        row.ranked = not row.guest and games >= self.games


def threshold(
    played: Mapping[int, int],
    came: Mapping[int, int],
    *,
    members: Collection[int] | None,
    min_games: int | None = None,
) -> Threshold:
    """Return what a place takes, out of the numbers of games and of evenings by person.

    The median is that of the members who came more than once, if any did: guests and one-time
    visitors make no place cheaper. Where no member has played, all count as members.
    """
    guests = set() if members is None else played.keys() - set(members)
    if len(guests) == len(played):
        guests = set()
    if min_games is not None:
        return Threshold(min_games, guests)
    own = played.keys() - guests
    regulars = {person for person in own if came[person] > 1}
    return Threshold(half_of_median(played[person] for person in regulars or own), guests)


def half_of_median(played: Iterable[int]) -> int:
    """Return half of the games of the person in the middle, rounded up; 0 without games.

    A table ordered by share asks for it, so that no one leads by staying away.
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
    """Return the people who lost a half and got away with it in the final; none after a sweep.

    If a third player threw along in the final and lost it, both losers of a half got away.
    """
    if game.ended_by != "final":
        return []
    return [
        line.person
        for line in game.lines
        if (line.lost_first or line.lost_second) and not line.lost_game
    ]


def tally(games: Iterable[Game]) -> Evenings:
    """Sum up the games of each evening. Abandoned games do not count."""
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
    """Return the rows of the table from those of its evenings, best first.

    Their order does not matter; persons with equal counts are ordered by their id, so that a
    rebuild gives the very same rows. A person's best evenings are found by the same criteria; of
    equal ones the earlier counts.
    """
    options = options or Options()
    by_person: dict[int, dict[int, Row]] = {}
    for event, rows in evenings.items():
        for person, row in rows.items():
            by_person.setdefault(person, {})[event] = row
    least = threshold_of_season(evenings, options)
    return ranked((_counted(*pair, order, options, least) for pair in by_person.items()), order)


def threshold_of_season(evenings: Evenings, options: Options) -> Threshold:
    """Return what a place takes in the table of these evenings."""
    played: Counter[int] = Counter()
    came: Counter[int] = Counter()
    for rows in evenings.values():
        for person, row in rows.items():
            played[person] += row.games
            came[person] += 1
    return threshold(played, came, members=options.members, min_games=options.min_games)


def table(
    games: Iterable[Game], order: Sequence[Criterion] = CRITERIA, options: Options | None = None
) -> list[Row]:
    """Return the rows of the table from the games themselves."""
    return season(tally(games), order, options)


def _counted(
    person: int,
    events: Mapping[int, Row],
    order: Sequence[Criterion],
    options: Options,
    least: Threshold,
) -> Row:
    """Return one person's season from the evenings that count."""
    count = options.counted(len(events))
    best: Iterable[int] = events
    if count < len(events):
        best = sorted(events, key=lambda event: (_key(events[event], order), event))[:count]
    row = Row(person)
    for event in best:
        row.add(events[event])
    row.dropped = len(events) - row.evenings
    least.place(row, sum(event.games for event in events.values()))
    return row


def _key(row: Row, order: Sequence[Criterion]) -> tuple[Fraction, ...]:
    return tuple(criterion.key(row) for criterion in order)


def ranked(rows: Iterable[Row], order: Sequence[Criterion] = CRITERIA) -> list[Row]:
    """Return the rows in their order, with places; those without a place come last."""
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


def total(
    rows: Iterable[Row],
    order: Sequence[Criterion] = CRITERIA,
    members: Collection[int] | None = None,
) -> list[Row]:
    """Return the all-time table: the sum of the persons' rows of the seasons, as each season
    counted.

    A place takes half of the median of the games that count.
    """
    sums: dict[int, Row] = {}
    for row in rows:
        sums.setdefault(row.person, Row(row.person)).add(row)
    least = threshold_of_all_time(sums.values(), members)
    for row in sums.values():
        least.place(row, row.games)
    return ranked(sums.values(), order)


def threshold_of_all_time(sums: Iterable[Row], members: Collection[int] | None) -> Threshold:
    """Return what a place takes in the sum of the seasons."""
    sums = list(sums)
    played = {row.person: row.games for row in sums}
    came = {row.person: row.evenings + row.dropped for row in sums}
    return threshold(played, came, members=members)


# --- whom a correction moved ----------------------------------------------------------------
Places = Mapping[int, int | None]
# By person: the place before and the place after, None without one.
Moved = Mapping[int, tuple[int | None, int | None]]


@dataclass(frozen=True)
class Correction:
    """A corrected result of an evening: the persons' counts by it and by the version before."""

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
    """Return for each correction, in their order, the people whose place it changed: before and
    after.

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
