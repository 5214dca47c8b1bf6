"""Explain why a decision was good or not, as figures from which a page can make its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from games.engine.dice import Hand

from .graph import ONE, THROW
from .plans import Stop, walk
from .reading import COVER, STAND, Way
from .review import Decision, Option, Turn
from .situation import Weighed

BEST, STOOD, WENT_ON, KEPT, UNSEEN = "best", "stood", "went_on", "kept", "unseen"


@dataclass(frozen=True, slots=True)
class Chances:
    """A way in figures: its Deckel, and how often the hand is the worst or best of the round."""

    way: Way
    expected: Fraction
    worst: Fraction
    best: Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Why:
    """`code` says what was wrong: `stood` and `went_on` should have been the other, with `kept`
    other dice belonged on the table, `unseen` covered too early or too late; `best` was right.

    `lowest` and `highest` are the open hands before him, None where there was none; `covered` and
    `to_come` count the other players. `mine` and `middle` are Deckel, `left` are his throws.
    """

    code: str
    taken: Chances
    best: Chances
    lowest: Hand | None
    highest: Hand | None
    covered: int
    to_come: int
    left: int
    mine: int
    middle: int


def why(turn: Turn, decision: Decision) -> Why:
    """Return what a decision of this turn did to the chances, beside the best one available."""
    situation, scale = turn.situation, turn.weighed.odds.scale
    seen = [other_seen.place for other_seen, _ in situation.earlier]
    shown = [place for place in seen if place is not None]
    return Why(
        code=_code(decision.taken.way, decision.best.way),
        taken=_chances(turn.weighed, decision, decision.taken),
        best=_chances(turn.weighed, decision, decision.best),
        lowest=scale.shown[min(shown)] if shown else None,
        highest=scale.shown[max(shown)] if shown else None,
        covered=len(seen) - len(shown),
        to_come=len(situation.later),
        left=situation.limit - decision.throws,
        mine=situation.mine,
        middle=situation.middle,
    )


def _code(taken: Way, best: Way) -> str:
    if taken == best:
        return BEST
    if taken.code == STAND:
        return STOOD
    if best.code == STAND:
        return WENT_ON
    return KEPT if taken.kept != best.kept else UNSEEN


def _chances(what: Weighed, decision: Decision, option: Option) -> Chances:
    worst = best = 0
    for place, throws, covered, ways in _ends(what, decision, option.way):
        low, high = what.extremes(place, throws, covered)
        worst, best = worst + ways * low, best + ways * high
    return Chances(
        option.way, option.expected, Fraction(worst, what.unit), Fraction(best, what.unit)
    )


def _ends(what: Weighed, decision: Decision, way: Way) -> Iterator[tuple[int, int, bool, int]]:
    """Yield the hands that a way leads to: place, throws, whether covered, and ways out
    of `ONE`.
    """
    places, limit = what.odds.scale.places, what.situation.limit
    throws = decision.throws
    if way.code == STAND:
        yield places[throws - 1][decision.node.number], throws, False, ONE
        return
    turns = what.odds.turns
    left = turns.left[way.kept]
    if way.code == COVER or throws + 1 == limit:
        for ways, number in turns.falls[left]:
            place = places[throws][number]
            yield place, throws + 1, way.code == COVER, ways * (ONE // THROW)
        return
    for stop in walk(turns, what.play, throws, left):
        covered = stop.throws == limit and _covers(what, stop)
        yield places[stop.throws - 1][stop.number], stop.throws, covered, stop.ways


def _covers(what: Weighed, stop: Stop) -> bool:
    """Tell if the last throw stays covered: where both are possible, take the better."""
    return min(what.last, key=lambda covered: what.last[covered][stop.left])
