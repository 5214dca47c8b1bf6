"""Weigh what a hand costs on average, given what lies open and who is still to throw.

The cost of a round is what it changes in one's own Deckel: those that come, less those that go. For
the other hands of the round chances are known that do not hang on each other, so a cost is a sum of
products of whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from games.engine.dice import Dice
from games.engine.hands import ALL

from .graph import ONE, THROW
from .plans import Odds, Play, play
from .scale import NOWHERE, Run, Spread


@dataclass(frozen=True, slots=True)
class Seen:
    """The hand of a player whose turn is over: an open one by its `place` on the scale, a covered
    one (`place` None) by the dice that lie beside the cup and the throws made.
    """

    place: int | None
    kept: Dice = ()
    throws: int = 0


@dataclass(frozen=True, slots=True)
class Situation:
    """A turn about to be taken. Deckel lie in the `middle` or with the players; `limit` is how many
    throws the turn may have, and the first player's own number binds those after him.
    """

    earlier: tuple[tuple[Seen, int], ...]
    later: tuple[int, ...]
    """The Deckel of those who throw after him; in `earlier` they stand beside the hand."""
    mine: int
    middle: int
    total: int
    limit: int
    covers: tuple[bool, ...]
    """Whether the last throw stays covered; both where the player may choose."""

    @property
    def first(self) -> bool:
        return not self.earlier

    def known(self, most: int) -> Situation:
        """Return the same with nothing in it that cannot matter, so that more
        situations are alike.
        """
        if not self.middle:
            return self
        return Situation(
            tuple((seen, 0) for seen, _ in self.earlier),
            (0,) * len(self.later),
            self.mine,
            min(self.middle, most),
            self.total,
            self.limit,
            self.covers,
        )


class Weighed:
    """All that a turn can lead to, with what it costs. Costs are in ways out of `unit`."""

    def __init__(self, odds: Odds, situation: Situation) -> None:
        self.odds, self.situation = odds, situation
        self.before = [self._spread(seen) for seen, _ in situation.earlier]
        shown = [seen.place for seen, _ in situation.earlier if seen.place is not None]
        self.lowest = min(shown, default=None)
        self.giving = [deckel for _, deckel in situation.earlier] + list(situation.later)
        self.whole = ONE ** len(self.giving)
        self.unit = self.whole * ONE
        self.gifts = self._gifts()
        self._costs: dict[tuple[int, int, int | None], int] = {}
        limit = situation.limit
        self.standing = [self.row(throws, covered=False) for throws in range(1, limit)]
        self.last = {
            covered: odds.turns.averages(self.row(limit, covered)) for covered in situation.covers
        }
        self.play: Play = play(
            odds.turns, self.standing, [min(both) for both in zip(*self.last.values(), strict=True)]
        )

    def row(self, throws: int, covered: bool) -> list[int]:
        """Return what each situation costs a player whose turn ends there."""
        places = self.odds.scale.places[throws - 1]
        costs = {place: self.cost(place, throws, covered) for place in set(places) - {NOWHERE}}
        costs[NOWHERE] = 0
        return [costs[place] for place in places]

    def blind(self, throws: int, left: int) -> int:
        """Return the cost of a throw covered at once although more were left: it ends the turn
        unseen.
        """
        places = self.odds.scale.places[throws - 1]
        falls = self.odds.turns.falls[left]
        return sum(ways * self.cost(places[n], throws, True) for ways, n in falls) // THROW

    def cost(self, place: int, throws: int, covered: bool) -> int:
        """Return the Deckel that come to a player whose turn ends with this hand, less those that
        go.
        """
        later = self._later(place, throws, covered)
        key = (place, *later)
        if key not in self._costs:
            spread = self.odds.striving(*later)
            self._costs[key] = ONE * self._net(place, spread)
        return self._costs[key]

    def extremes(self, place: int, throws: int, covered: bool) -> tuple[int, int]:
        """Return how often a hand is the worst and how often the best of the round, out
        of `whole`.
        """
        spread = self.odds.striving(*self._later(place, throws, covered))
        below = self._below(place, spread)
        return prod(ONE - low for low in below), prod(below)

    def _later(self, place: int, throws: int, covered: bool) -> tuple[int, int | None]:
        """Return how many throws the later players have, and the open hand that is the lowest for
        them.
        """
        limit = throws if self.situation.first else self.situation.limit
        if limit == 1 or not self.situation.later:
            return 1, None
        if covered:
            return limit, self.lowest
        return limit, place if self.lowest is None else min(place, self.lowest)

    def _spread(self, seen: Seen) -> Spread:
        if seen.place is None:
            return self.odds.covered(seen.kept, seen.throws)
        return self.odds.open(seen.place)

    def _spreads(self, later: Spread) -> list[Spread]:
        return self.before + [later] * len(self.situation.later)

    def _below(self, place: int, later: Spread) -> list[int]:
        """Return how often each other hand is lower: of equal ones the earlier is higher, or the
        later if they yield.
        """
        before, after = self._equal(place)
        below = [spread[place + before] for spread in self.before]
        return below + [later[place + after]] * len(self.situation.later)

    def _equal(self, place: int) -> tuple[int, int]:
        """Tell if equal hands of those before him, and of those after him, are lower (1) or not
        (0).
        """
        return (1, 0) if place in self.odds.scale.yields else (0, 1)

    def _net(self, place: int, later: Spread) -> int:
        mine, top = self.situation.mine, self.odds.scale.top
        below = self._below(place, later)
        net = self._comes(place, later, below) if max(below, default=0) < ONE else 0
        if mine and place >= top:
            net -= mine * self.whole
        elif mine:
            # Where a later hand wins with everything, all Deckel leave where they lie.
            net -= mine * (self.whole - prod(spread[top] for spread in self._spreads(later)))
            if not self.situation.middle:
                net -= min(self.odds.scale.penalties[place], mine) * prod(below)
        return net

    def _comes(self, place: int, later: Spread, below: list[int]) -> int:
        """Return what comes to the worst hand: what the best gives, over all that the
        best can be.
        """
        number = len(self.situation.later)
        low = later[place + self._equal(place)[1]]
        lows = list(zip(self.before, below, strict=False))
        total = done = 0
        for run, gives in self.gifts:
            if run.high <= place:
                continue
            upto = prod([spread[run.high] - low for spread, low in lows])
            if number:
                upto *= (later[run.high] - low) ** number
            if upto == done:
                continue
            if len(gives) == 1:
                total += gives[0] * (upto - done)
            else:
                start = Run(max(run.low, place), run.high, run.penalty)
                total += _by_giver(start, self._spreads(later), below, gives)
            done = upto
        return total

    def _gifts(self) -> list[tuple[Run, tuple[int, ...]]]:
        """Return what each of the others would give with the best hand, one number if all give
        alike.

        Neighbouring runs that give the same are one.
        """
        gifts: list[tuple[Run, tuple[int, ...]]] = []
        for run in self.odds.scale.runs:
            gives = self._gives(run.penalty)
            if gifts and gifts[-1][1] == gives:
                run = gifts.pop()[0]._replace(high=run.high)
            gifts.append((run, gives))
        return gifts

    def _gives(self, penalty: int) -> tuple[int, ...]:
        if penalty == ALL:
            return (self.situation.total,)
        if self.situation.middle:
            return (min(penalty, self.situation.middle),)
        gives = tuple(min(penalty, deckel) for deckel in self.giving)
        return gives[:1] if len(set(gives)) == 1 else gives


def _by_giver(run: Run, spreads: list[Spread], below: list[int], gives: Sequence[int]) -> int:
    """Return the same if it matters who of the others is the best: place by place,
    giver by giver.
    """
    giver = 0
    upto = [max(0, spread[run.low] - low) for spread, low in zip(spreads, below, strict=True)]
    for end in range(run.low + 1, run.high + 1):
        under = upto
        upto = [max(0, spread[end] - low) for spread, low in zip(spreads, below, strict=True)]
        if under == upto:
            continue
        # Of equal hands the earlier is the best, so those before him are lower.
        lower, given = 1, 0
        for less, more, number in zip(under, upto, gives, strict=True):
            given = given * more + number * (more - less) * lower
            lower *= less
        giver += given
    return giver


@lru_cache(maxsize=128)
def weighed(odds: Odds, situation: Situation) -> Weighed:
    return Weighed(odds, situation)


def weigh(odds: Odds, situation: Situation) -> Weighed:
    """Weigh what a turn can lead to. The same situation is not weighed twice."""
    return weighed(odds, situation.known(odds.scale.most))
