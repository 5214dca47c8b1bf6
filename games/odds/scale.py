"""The hands of a rulebook as places on one scale, and chances spread over it.

Place 0 is the lowest hand of all. Equal places are decided by who threw earlier, which the caller
who compares knows; at the place that yields, by who threw later. Nothing here knows players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from games.engine.dice import MOST_THROWS, Hand, Node
from games.engine.hands import ALL, Ranking

Spread = tuple[int, ...]
"""Chances over the scale: entry `place` counts the ways, out of `ONE`, of landing below it."""


NOWHERE = -1
"""The place of the start of a turn, where no hand lies."""


class Run(NamedTuple):
    """Neighbouring places `low <= place < high` whose hands ask for the same penalty."""

    low: int
    high: int
    penalty: int


class Scale:
    """`hands[throws - 1][number]` is the hand of a turn that ends in a situation, `places` the same
    as places; `top` is the lowest hand that gives away all Deckel.
    """

    def __init__(self, ranking: Ranking, nodes: Sequence[Node]) -> None:
        ranks = sorted({hand.rank for hand in ranking.hands.values()})
        self.place: Mapping[int, int] = {rank: place for place, rank in enumerate(ranks)}
        self.yields = {self.place[hand.rank] for hand in ranking.hands.values() if hand.yields}
        """The places at which a later hand is above an equal one."""
        self.shown = tuple(_shown(ranking, ranks))
        """One hand for each place; whether it fell in one throw is only right where it matters."""
        self.penalties = tuple(hand.penalty for hand in self.shown)
        self.runs = _runs(self.penalties)
        self.top = self.runs[-1].low
        # A player with such a hand is the best, so no one's Deckel have to be looked at first.
        assert [run.penalty == ALL for run in self.runs].index(True) == len(self.runs) - 1
        self.most = max(self.penalties)
        self.hands = tuple(
            tuple(_hand(ranking, node, throws) for node in nodes)
            for throws in range(1, MOST_THROWS + 1)
        )
        self.places = tuple(
            tuple(NOWHERE if hand is None else self.place[hand.rank] for hand in row)
            for row in self.hands
        )

    def spread(self, landed: Iterable[tuple[int, int]]) -> Spread:
        """Spread the chances of pairs of place and ways."""
        ways = [0] * (len(self.penalties) + 1)
        for place, more in landed:
            ways[place + 1] += more
        return tuple(accumulate(ways))


def _hand(ranking: Ranking, node: Node, throws: int) -> Hand | None:
    if not node.last:
        return None
    return ranking.hands[node.dice, throws, throws == 1 or not node.kept]


def _shown(ranking: Ranking, ranks: Sequence[int]) -> Iterator[Hand]:
    hands = {hand.rank: hand for hand in ranking.hands.values()}
    return (hands[rank] for rank in ranks)


def _runs(penalties: Sequence[int]) -> tuple[Run, ...]:
    ends = [place for place in range(1, len(penalties)) if penalties[place] != penalties[place - 1]]
    borders = zip([0, *ends], [*ends, len(penalties)], strict=True)
    return tuple(Run(low, high, penalties[low]) for low, high in borders)
