"""Compute exactly what a turn ends with for a player who strives for one aim with every throw.

`Odds` holds what one rulebook's dice can do; it is built once and remembers what was asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from games.engine import Rulebook
from games.engine.dice import Dice, Hand, Sixes
from games.engine.hands import Category, Ranking

from .graph import ONE, THROW, Graph, graph
from .scale import Scale, Spread

STAND = -1
Row = Sequence[int]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Play:
    """The best a turn can do where less is better. All values stand in the unit of its costs.

    `throwing[k][left]` is what throw number k + 1 from there brings on average, `lying[k][number]`
    what the situation after k throws is worth, and `choice[k][number]` what to do there: a left, or
    `STAND`, also where throwing on is as good.
    """

    throwing: tuple[list[int], ...]
    lying: tuple[list[int], ...]
    choice: tuple[list[int], ...]

    @property
    def value(self) -> int:
        return self.throwing[0][0]


def play(turns: Graph, standing: Sequence[Row], last: Row) -> Play:
    """Return the play of least cost. `standing[k - 1][number]` is what standing after k throws
    costs, for each but the last; `last[left]` what the last throw costs on average.

    Costs are multiples of `ONE`.
    """
    throwing: list[list[int]] = [list(last)]
    lying: list[list[int]] = [[]]
    choice: list[list[int]] = [[]]
    for throws in range(len(standing), 0, -1):
        row = standing[throws - 1]
        numbers = turns.first if throws == 1 else range(1, len(turns.nodes))
        values, chosen = list(row), [STAND] * len(row)
        ahead = throwing[0]
        for number in numbers:
            for left in turns.ways[number]:
                if ahead[left] < values[number]:
                    values[number], chosen[number] = ahead[left], left
        lying.insert(1, values)
        choice.insert(1, chosen)
        throwing.insert(0, turns.averages(values))
    return Play(tuple(throwing), tuple(lying), tuple(choice))


class Stop(NamedTuple):
    """An end of a turn: the last throw, from a left to a situation, in ways out of `ONE`."""

    throws: int
    left: int
    number: int
    ways: int


def walk(turns: Graph, chosen: Play, throws: int, left: int) -> Iterator[Stop]:
    """Yield the stops of a turn that follows a play, from the dice on the table after so many
    throws.
    """
    limit = len(chosen.throwing)
    lefts = {left: ONE}
    while lefts:
        throws += 1
        after: dict[int, int] = {}
        for before, weight in lefts.items():
            for ways, number in turns.falls[before]:
                fallen = weight * ways // THROW
                onward = STAND if throws == limit else chosen.choice[throws][number]
                if onward == STAND:
                    yield Stop(throws, before, number, fallen)
                else:
                    after[onward] = after.get(onward, 0) + fallen
        lefts = after


class Odds:
    """The dice of one rulebook: its turns, its scale of hands, and how turns end."""

    def __init__(self, ranking: Ranking, turns: Graph) -> None:
        self.turns = turns
        self.scale = Scale(ranking, turns.nodes)
        self._striving: dict[tuple[int, int | None], Spread] = {}
        self._covered: dict[tuple[Dice, int], Spread] = {}
        self._open: dict[int, Spread] = {}

    def best(self, throws: int, worth: Callable[[Hand], int]) -> Play:
        """Return the play that makes the hand's `worth` as high as it can be on average, in up to
        `throws`; values are negative.
        """
        rows = [
            [0 if hand is None else -ONE * worth(hand) for hand in row]
            for row in self.scale.hands[:throws]
        ]
        return play(self.turns, rows[:-1], self.turns.averages(rows[-1]))

    def ends(self, chosen: Play) -> dict[Hand, int]:
        """Return how often each hand comes out of a play, in ways out of `ONE`."""
        ends: dict[Hand, int] = {}
        for stop in walk(self.turns, chosen, 0, 0):
            hand = self.scale.hands[stop.throws - 1][stop.number]
            assert hand is not None
            ends[hand] = ends.get(hand, 0) + stop.ways
        return ends

    def striving(self, throws: int, lowest: int | None) -> Spread:
        """Return how a turn ends for a player who tries to be above the place `lowest` as often as
        possible.

        If nothing lies open (None) he tries to be above a player with as many throws, who himself
        tries to be above one plain throw of three dice.
        """
        if throws == 1:
            lowest = None
        key = (throws, lowest)
        if key not in self._striving:
            self._striving[key] = self._spread(self.best(throws, self._aim(lowest, throws)))
        return self._striving[key]

    def covered(self, dice: Dice, throws: int) -> Spread:
        """Return the spread of a throw that no one has seen, beside dice that lie open."""
        key = (dice, throws)
        if key not in self._covered:
            places = self.scale.places[throws - 1]
            falls = self.turns.falls[self.turns.left[dice]]
            self._covered[key] = self.scale.spread(
                (places[number], ONE // THROW * ways) for ways, number in falls
            )
        return self._covered[key]

    def open(self, place: int) -> Spread:
        """Return the spread of a hand that all have seen."""
        if place not in self._open:
            self._open[place] = self.scale.spread([(place, ONE)])
        return self._open[place]

    def _aim(self, lowest: int | None, throws: int) -> Callable[[Hand], int]:
        place = self.scale.place
        if lowest is not None:
            least = lowest if lowest in self.scale.yields else lowest + 1
            return lambda hand: int(place[hand.rank] >= least)
        if throws == 1:
            return lambda hand: 0
        plain = self.striving(1, None)
        other = self._spread(self.best(throws, lambda hand: plain[place[hand.rank]]))
        return lambda hand: other[place[hand.rank]]

    def _spread(self, chosen: Play) -> Spread:
        place = self.scale.place
        return self.scale.spread(
            (place[hand.rank], ways) for hand, ways in self.ends(chosen).items()
        )


def odds(book: Rulebook) -> Odds:
    """Return the odds of a rulebook, also as a table has bent it; those with the same dice share
    them.
    """
    return _odds(book.categories, book.ties, book.sixes)


@lru_cache(maxsize=8)
def _odds(categories: tuple[Category, ...], ties: tuple[str, ...], sixes: Sixes) -> Odds:
    return Odds(Ranking(categories, ties), graph(sixes.most, sixes.after))


def ends_of_turn(
    book: Rulebook, throws: int, worth: Callable[[Hand], int]
) -> Mapping[Hand, Fraction]:
    """Return the chance of each hand at the end of a turn of up to `throws`, whose player makes its
    `worth` as high as it can be on average. The chances sum to exactly 1.
    """
    odds_of_book = odds(book)
    ends = odds_of_book.ends(odds_of_book.best(throws, worth))
    return {hand: Fraction(ways, ONE) for hand, ways in ends.items()}


def chance(book: Rulebook, throws: int, wanted: Callable[[Hand], bool]) -> Fraction:
    """Return how often a player who wants nothing else can have a wanted hand in up to `throws`."""
    return Fraction(-odds(book).best(throws, lambda hand: int(wanted(hand))).value, ONE)
