"""Three dice and what a turn may do with them, worked out once.

A turn is a walk through a small graph: a `Node` is what lies on the table after a throw, a `Left`
is what stays there for the next, and `turns` builds all of them for one rule about sixes. Play only
walks it. Nothing here knows players, Deckel or rulebooks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, NamedTuple

Dice = tuple[int, ...]
Falls = Mapping[Any, "Node"]
MOST_THROWS = 3
COVERED = -1
"""The rank of a hand that nobody has seen."""


def in_falling_order(dice: list[int] | Dice) -> Dice:
    return tuple(sorted(dice, reverse=True))


def dashed(dice: Dice) -> str:
    """Write dice as „6-4-3“."""
    return "-".join(map(str, dice))


def throws_of(number: int) -> list[Dice]:
    """Return every throw of `number` dice, as a multiset in falling order."""
    return [in_falling_order(dice) for dice in combinations_with_replacement(range(1, 7), number)]


ALL_HANDS = tuple(throws_of(3))
"""The 56 hands, in falling order of their own dice."""


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """The hand that a turn ended with. `rank` is a total order except for „earlier“; `penalty` 0
    means all. Of equal hands the earlier is the better; if they `yield`, the later.
    """

    dice: Dice
    throws: int
    in_one_throw: bool
    category: str
    key: str
    rank: int
    penalty: int
    yields: bool = False


NO_HAND = Hand((), 0, False, "", "", COVERED, 0)


class Cup(NamedTuple):
    """A throw that stayed under its cup, the turn's last; its faces are still to be shown."""

    throws: int
    left: Left
    rank: int = COVERED
    yields: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Left:
    """Dice left on the table before a throw. `falls` leads on from every order of the others; a
    single die is there by itself and not in a tuple.
    """

    kept: Dice
    falls: Falls


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """The situation after a throw (or before the first), the same in every rulebook with these
    sixes: `last` was thrown beside `kept`; `number` is its place in a table of hands.

    `fresh` leads on where all dice are thrown again, `one` and `two` from (turned, kept) and
    (turned, kept, kept). `lefts` are the same ways to a cup that stays down, from (turned, *kept).
    Kept dice stand in either order; `ways` has every pair of turned and kept once.
    """

    number: int
    kept: Dice
    last: Dice
    fresh: Falls
    one: Mapping[tuple[int, int], Falls]
    two: Mapping[tuple[int, int, int], Falls]
    lefts: Mapping[Dice, Left]
    ways: tuple[tuple[int, Dice], ...]

    @property
    def dice(self) -> Dice:
        return in_falling_order(self.kept + self.last)


STILL = Node(number=0, kept=(), last=(), fresh={}, one={}, two={}, lefts={}, ways=())
"""The situation of nobody: no way to throw leads out of it."""


@dataclass(frozen=True, slots=True)
class Sixes:
    """The most sixes that may be turned, and whether all `rest` of that throw goes back."""

    most: int
    after: str
    clause: str


def choices(dice: Dice, last: Dice, sixes: Sixes) -> list[tuple[int, Dice]]:
    """Return all (turned, kept) for the next throw, after `last` was thrown beside `kept`."""
    options = {
        (0, in_falling_order(dice + more))
        for number in range(len(last))
        for more in combinations(last, number)
    }
    thrown = last.count(6)
    others = tuple(die for die in last if die != 6) if sixes.after == "sixes" else ()
    # At least one six goes back into the cup, so one fewer than were thrown can be turned.
    for turned in range(1, min(thrown - 1, sixes.most) + 1):
        for number in range(len(others) + 1):
            for more in combinations(others, number):
                options.add((turned, in_falling_order(dice + (1,) * turned + more)))
    return sorted(options)


@cache
def turns(most: int, after: str) -> tuple[Node, ...]:
    """Return all situations of a turn under one rule about sixes; the first is that
    before a throw.
    """
    return tuple(_Graph(Sixes(most, after, "")).nodes)


class _Graph:
    """Every node leads to nodes that are not made yet, so the falls are filled one by one."""

    def __init__(self, sixes: Sixes) -> None:
        self.sixes = sixes
        self.falls: dict[Dice, dict[Any, Node]] = {
            throw: {} for number in range(3) for throw in throws_of(number)
        }
        self.lefts = {kept: Left(kept, falls) for kept, falls in self.falls.items()}
        self.nodes = [self.node((), (), [(0, ())])]
        for kept, falls in self.falls.items():
            for last in throws_of(3 - len(kept)):
                node = self.node(kept, last, choices(kept, last, self.sixes))
                self.nodes.append(node)
                for order in permutations(last):
                    falls[order if len(order) > 1 else order[0]] = node

    def node(self, dice: Dice, last: Dice, ways: list[tuple[int, Dice]]) -> Node:
        lefts = {
            (turned, *order): self.lefts[more]
            for turned, more in ways
            for order in permutations(more)
        }
        falls: dict[Any, Falls] = {key: left.falls for key, left in lefts.items()}
        return Node(
            number=len(self.nodes) if last else 0,
            kept=dice,
            last=last,
            fresh=falls.get((0,), {}),
            one={key: nodes for key, nodes in falls.items() if len(key) == 2},
            two={key: nodes for key, nodes in falls.items() if len(key) == 3},
            lefts=lefts,
            ways=tuple(ways),
        )
