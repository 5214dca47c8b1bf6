"""Three dice and what a turn may do with them, worked out once.

A turn is a walk through a small graph: a `Node` is what lies on the table after a throw, and its
edges are the ways to throw again. `turns` builds the graph for one ranking and one rule about
sixes; play only walks it. Nothing here knows players, Deckel or rulebooks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, permutations

Dice = tuple[int, ...]
MOST_THROWS = 3
COVERED = -1
"""The rank of a hand that nobody has seen."""


def in_falling_order(dice: list[int] | Dice) -> Dice:
    return tuple(sorted(dice, reverse=True))


def throws_of(number: int) -> list[Dice]:
    """Every throw of `number` dice, as a multiset in falling order."""
    return [in_falling_order(dice) for dice in combinations_with_replacement(range(1, 7), number)]


ALL_HANDS = tuple(throws_of(3))
"""The 56 hands, in falling order of their own dice."""


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """What a turn ended with. `rank` is a whole order but for „earlier“; `penalty` 0 means all."""

    dice: Dice
    throws: int
    in_one_throw: bool
    category: str
    key: str
    rank: int
    penalty: int


NO_HAND = Hand((), 0, False, "", "", COVERED, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Cup:
    """A throw that may stay under its cup: `faces` has the hand for every order of its dice."""

    throws: int
    kept: Dice
    faces: Mapping[Dice, Hand]
    rank: int = COVERED


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """The situation after a throw (or before the first). The maps are keyed as an event comes in.

    `fresh`: three dice -> next; `one`: (turned, kept) -> two dice -> next; `two`: (turned, kept,
    kept) -> one die -> next, for either order of kept. `ways`: (turned, *kept falling) -> cup.
    """

    throws: int
    limit: int
    over: bool
    kept: Dice
    last: Dice
    hand: Hand
    fresh: Mapping[Dice, Node] = field(default_factory=dict)
    one: Mapping[tuple[int, int], Mapping[Dice, Node]] = field(default_factory=dict)
    two: Mapping[tuple[int, int, int], Mapping[int, Node]] = field(default_factory=dict)
    ways: Mapping[Dice, Cup] = field(default_factory=dict)


STILL = Node(throws=0, limit=0, over=True, kept=(), last=(), hand=NO_HAND)
"""The situation of nobody: no way to throw leads out of it."""


@dataclass(frozen=True, slots=True)
class Sixes:
    """How many sixes may be turned at most, and whether all `rest` of that throw goes back."""

    most: int
    after: str
    clause: str


def choices(kept: Dice, last: Dice, sixes: Sixes) -> list[tuple[int, Dice]]:
    """All (turned, kept) for the next throw, after `last` was thrown beside `kept`."""
    found = {
        (0, in_falling_order(kept + more))
        for number in range(min(len(last), 3 - len(kept)))
        for more in combinations(last, number)
    }
    thrown = last.count(6)
    others = tuple(die for die in last if die != 6) if sixes.after == "sixes" else ()
    # At least one six goes back into the cup, so one fewer than were thrown can be turned.
    for turned in range(1, min(thrown - 1, sixes.most) + 1):
        for number in range(len(others) + 1):
            for more in combinations(others, number):
                found.add((turned, in_falling_order(kept + (1,) * turned + more)))
    return sorted(found)


def turns(rank: Callable[[Dice, int, bool], Hand], sixes: Sixes) -> dict[int, Node]:
    """Limit of throws -> the node before a first throw under that limit."""
    return {limit: _Graph(rank, sixes, limit).start() for limit in range(1, MOST_THROWS + 1)}


class _Graph:
    def __init__(self, rank: Callable[[Dice, int, bool], Hand], sixes: Sixes, limit: int) -> None:
        self.rank, self.sixes, self.limit = rank, sixes, limit
        self.nodes: dict[tuple[int, Dice, Dice], Node] = {}
        self.all_falls: dict[tuple[int, Dice], dict[Dice, Node]] = {}
        self.all_cups: dict[tuple[int, Dice], Cup] = {}

    def start(self) -> Node:
        return Node(
            throws=0,
            limit=self.limit,
            over=False,
            kept=(),
            last=(),
            hand=NO_HAND,
            fresh=self.falls(1, ()),
            ways={(0,): self.cup(1, ())},
        )

    def node(self, throws: int, kept: Dice, last: Dice) -> Node:
        key = (throws, kept, last)
        if key not in self.nodes:
            self.nodes[key] = self.build(throws, kept, last)
        return self.nodes[key]

    def build(self, throws: int, kept: Dice, last: Dice) -> Node:
        hand = self.rank(in_falling_order(kept + last), throws, not kept)
        if throws == self.limit:
            return Node(throws, self.limit, True, kept, last, hand)
        fresh: Mapping[Dice, Node] = {}
        one: dict[tuple[int, int], Mapping[Dice, Node]] = {}
        two: dict[tuple[int, int, int], Mapping[int, Node]] = {}
        ways: dict[Dice, Cup] = {}
        for turned, left in choices(kept, last, self.sixes):
            ways[turned, *left] = self.cup(throws + 1, left)
            falls = self.falls(throws + 1, left)
            if len(left) == 0:
                fresh = falls
            elif len(left) == 1:
                one[turned, left[0]] = falls
            else:
                single = {dice[0]: node for dice, node in falls.items()}
                for a, b in permutations(left):
                    two[turned, a, b] = single
        return Node(throws, self.limit, False, kept, last, hand, fresh, one, two, ways)

    def falls(self, throws: int, kept: Dice) -> dict[Dice, Node]:
        key = (throws, kept)
        if key not in self.all_falls:
            self.all_falls[key] = {
                order: self.node(throws, kept, last)
                for last in throws_of(3 - len(kept))
                for order in permutations(last)
            }
        return self.all_falls[key]

    def cup(self, throws: int, kept: Dice) -> Cup:
        key = (throws, kept)
        if key not in self.all_cups:
            hands = {
                order: self.rank(in_falling_order(kept + order), throws, not kept)
                for last in throws_of(3 - len(kept))
                for order in permutations(last)
            }
            self.all_cups[key] = Cup(throws, kept, hands)
        return self.all_cups[key]
