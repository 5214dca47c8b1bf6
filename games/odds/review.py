"""Luck against skill: what a turn should have cost, what was given away, and what came.

For every turn `came = expected - luck - skill`, exactly. All figures are Deckel as fractions; less
is better, so luck above 0 is good luck, and skill is never above 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from games.engine import Round, start
from games.engine.dice import Node

from .plans import Odds, odds
from .reading import COVER, STAND, THROW, Played, Step, Taken, Way, final_place, rounds
from .situation import Situation, Weighed, weigh


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A way and the Deckel it costs on average, played on as well as can be."""

    way: Way
    expected: Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """One choice, after `throws` throws, with the dice of `node` on the table.

    Where the way taken is as good as any, it is the best. `options` are all that there were.
    """

    throws: int
    node: Node = field(repr=False)
    taken: Option
    best: Option
    options: tuple[Option, ...]

    @property
    def lost(self) -> Fraction:
        """Return the Deckel given away by it."""
        return self.taken.expected - self.best.expected


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """One player's turn in a settled round.

    `expected` is what the turn costs on average before its first throw, always decided best;
    `came` what the round has really cost. `dice` is the part of the luck that his own dice brought;
    the rest came from the others.
    """

    player: str
    expected: Fraction
    came: int
    dice: Fraction
    decisions: tuple[Decision, ...]
    situation: Situation
    weighed: Weighed

    @property
    def skill(self) -> Fraction:
        return -sum((decision.lost for decision in self.decisions), Fraction(0))

    @property
    def luck(self) -> Fraction:
        return self.expected - self.skill - self.came


@dataclass(frozen=True, slots=True, eq=False)
class Reviewed:
    """A settled round and those of its turns that can be weighed."""

    round: Round
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Turns of one person added up. `decisions` had more than one way, `best` of them were best."""

    turns: int = 0
    decisions: int = 0
    best: int = 0
    expected: Fraction = Fraction(0)
    came: int = 0
    luck: Fraction = Fraction(0)
    skill: Fraction = Fraction(0)
    dice: Fraction = Fraction(0)

    def __add__(self, other: Score) -> Score:
        return Score(
            self.turns + other.turns,
            self.decisions + other.decisions,
            self.best + other.best,
            self.expected + other.expected,
            self.came + other.came,
            self.luck + other.luck,
            self.skill + other.skill,
            self.dice + other.dice,
        )


def review(header: Any, events: Any) -> tuple[Reviewed, ...]:
    """Return the rounds of a log with what each turn was worth. Raises the `EngineError` of a bad
    log.

    Turns in one entry say nothing of their decisions and are left out, and so are rounds that no
    dice have decided: with a forfeit, or „scharf“, when no Deckel move.
    """
    odds_of_book = odds(start(header).table.game.book)
    return tuple(
        Reviewed(played.round, tuple(_turn(odds_of_book, played, taken) for taken in played.turns))
        for played in rounds(odds_of_book, header, events)
        if not played.round.forfeits and played.round.source != "none"
    )


def scores(reviewed: Iterable[Reviewed]) -> Mapping[str, Score]:
    """Add up each player's turns. A person's games are the sum of their scores."""
    score_of: dict[str, Score] = {}
    for round_reviewed in reviewed:
        for turn in round_reviewed.turns:
            score_of[turn.player] = score_of.get(turn.player, Score()) + score(turn)
    return score_of


def score(turn: Turn) -> Score:
    return Score(
        turns=1,
        decisions=len(turn.decisions),
        best=sum(not decision.lost for decision in turn.decisions),
        expected=turn.expected,
        came=turn.came,
        luck=turn.luck,
        skill=turn.skill,
        dice=turn.dice,
    )


def _turn(odds: Odds, played: Played, taken: Taken) -> Turn:
    settled = played.round
    seat = settled.game.seats[taken.player]
    what = weigh(odds, taken.situation)
    place = final_place(odds, settled, taken.player)
    decisions = (_decision(what, step) for step in taken.steps)
    return Turn(
        player=taken.player,
        expected=Fraction(what.play.value, what.unit),
        came=settled.deckel[seat] - played.before[seat],
        dice=Fraction(_dice(what, taken.steps, place), what.unit),
        decisions=tuple(decision for decision in decisions if len(decision.options) > 1),
        situation=taken.situation,
        weighed=what,
    )


def _dice(what: Weighed, steps: Sequence[Step], place: int) -> int:
    """Sum over his throws what each was worth on average, less what the dice made of it."""
    dice = 0
    for step, after in zip_longest(steps, steps[1:]):
        if step.way.code == STAND:
            continue
        throws = step.throws + 1
        fallen = (
            what.cost(place, throws, step.way.code == COVER)
            if after is None
            else what.play.lying[throws][after.node.number]
        )
        dice += _worth(what, step, step.way) - fallen
    return dice


def _decision(what: Weighed, step: Step) -> Decision:
    options = {way: _worth(what, step, way) for way in _ways(what, step)}
    if step.way not in options:
        options[step.way] = _worth(what, step, step.way)
    best = min(options, key=lambda way: (options[way], way != step.way))
    shown = {way: Option(way, Fraction(cost, what.unit)) for way, cost in options.items()}
    return Decision(
        throws=step.throws,
        node=step.node,
        taken=shown[step.way],
        best=shown[best],
        options=tuple(shown.values()),
    )


def _ways(what: Weighed, step: Step) -> Iterable[Way]:
    """Return all ways that are compared: a cup left covered before the last throw is
    none of them.
    """
    if step.throws:
        yield Way(STAND)
    last = step.throws + 1 == what.situation.limit
    for turned, kept in step.node.ways:
        for covered in what.situation.covers if last else (False,):
            yield Way(COVER if covered else THROW, kept, turned)


def _worth(what: Weighed, step: Step, way: Way) -> int:
    throws, limit = step.throws, what.situation.limit
    if way.code == STAND:
        return what.standing[throws - 1][step.node.number]
    left = what.odds.turns.left[way.kept]
    if way.code == THROW and throws + 1 < limit:
        return what.play.throwing[throws][left]
    if throws + 1 < limit:
        return what.blind(throws + 1, left)
    return what.last[way.code == COVER][left]
