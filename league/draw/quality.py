"""Evenness of some rounds, in figures for the director's page and the bench."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from .meetings import meetings
from .plan import Round
from .seats import seat_counts


@dataclass(frozen=True)
class Spread:
    """The least and the most of all persons."""

    least: int
    most: int


@dataclass(frozen=True)
class Quality:
    """`repeats` counts every meeting but the first of each pair, `pairs` how many pairs met 0, 1,
    2 … times. The spreads are over those who sit in the last round: `firsts` of throwing first,
    `seats` of each seat in turn, `sizes` of sitting at a table of each size.
    """

    repeats: int
    most_meetings: int
    pairs: tuple[int, ...]
    mates: int
    firsts: Spread
    seats: tuple[Spread, ...]
    sizes: Mapping[int, Spread]


def quality(rounds: Sequence[Round], teams: Mapping[int, int] | None = None) -> Quality:
    """Return the figures of at least one round."""
    matrix = meetings(rounds)
    # Of each pair once, and only of those that met: of 560 people nearly all pairs have not.
    times = Counter(
        met for player, row in matrix.items() for other, met in row.items() if player < other
    )
    times[0] = math.comb(len(matrix), 2) - times.total()
    most = max(times)
    teams = teams or {}
    mates = sum(
        player in teams and teams[player] == teams.get(other)
        for tables in rounds
        for table in tables
        for player, other in combinations(table, 2)
    )
    people = [person for table in rounds[-1] for person in table]
    largest = max(len(table) for tables in rounds for table in tables)
    by_seat = list(zip(*seat_counts(people, rounds, largest), strict=True))
    return Quality(
        repeats=sum((met - 1) * pairs for met, pairs in times.items() if met),
        most_meetings=most,
        pairs=tuple(times[number] for number in range(most + 1)),
        mates=mates,
        firsts=Spread(min(by_seat[0]), max(by_seat[0])),
        seats=tuple(Spread(min(seat), max(seat)) for seat in by_seat),
        sizes=_sizes(people, rounds),
    )


def _sizes(people: Sequence[int], rounds: Sequence[Round]) -> dict[int, Spread]:
    sat: dict[int, list[int]] = {person: [] for person in people}
    for tables in rounds:
        for table in tables:
            for person in table:
                if person in sat:
                    sat[person].append(len(table))
    spreads = {}
    for size in sorted({size for sizes in sat.values() for size in sizes}):
        times = [sizes.count(size) for sizes in sat.values()]
        spreads[size] = Spread(min(times), max(times))
    return spreads
