"""The engine's turns as plain numbers: how often each way to throw leads to each situation.

Only counts stand here. Where nothing else is said a chance is a number of ways out of `ONE`, which
three throws of three dice divide without a rest, so that all sums stay whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from games.engine.dice import MOST_THROWS, Dice, Left, Node, turns

THROW = 6**3
"""Ways that three dice can fall; fewer dice count each of theirs several times."""
ONE = THROW**MOST_THROWS
"""A whole chance, in ways."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Graph:
    """All turns under one rule about sixes. A *left* is what stays on the table before a throw.

    `falls[left]` has (ways of `THROW`, number of the situation); `ways[number]` are the lefts that
    may follow a situation, each once, whether a one in it fell or was turned.
    """

    nodes: tuple[Node, ...]
    lefts: tuple[Dice, ...]
    left: Mapping[Dice, int]
    falls: tuple[tuple[tuple[int, int], ...], ...]
    ways: tuple[tuple[int, ...], ...]
    first: range
    """The situations that a first throw leads to: nothing lies there yet."""

    def averages(self, values: Sequence[int]) -> list[int]:
        """Return what a throw from each left brings on average; values are multiples of `THROW`."""
        return [sum([ways * values[node] for ways, node in falls]) // THROW for falls in self.falls]


@cache
def graph(most: int, after: str) -> Graph:
    nodes = turns(most, after)
    left_of: dict[Dice, Left] = {}
    for node in nodes:
        for turned, kept in node.ways:
            left_of.setdefault(kept, node.lefts[(turned, *kept)])
    lefts = tuple(sorted(left_of, key=lambda kept: (len(kept), kept)))
    number = {kept: place for place, kept in enumerate(lefts)}
    return Graph(
        nodes=nodes,
        lefts=lefts,
        left=number,
        falls=tuple(_falls(left_of[kept]) for kept in lefts),
        ways=tuple(tuple(sorted({number[kept] for _, kept in node.ways})) for node in nodes),
        first=range(1, 1 + sum(not node.kept for node in nodes[1:])),
    )


def _falls(left: Left) -> tuple[tuple[int, int], ...]:
    counted = Counter(node.number for node in left.falls.values())
    times = THROW // counted.total()
    return tuple((ways * times, number) for number, ways in sorted(counted.items()))
