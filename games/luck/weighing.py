"""Luck and skill of a game in parts of a Deckel, as they are kept and shown. Pure.

`games.odds` reckons in exact fractions of very large numbers. Here they are rounded once for each
player and game, to a thousand-millionth of a Deckel; from there on all sums are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.engine import Round, State, replay
from games.engine.dice import Hand
from games.odds import Decision, Score, Turn, Way, review, why
from games.odds.review import Reviewed, score

VERSION = 1
"""Raised where the engine or the odds say another thing of a log, or something is kept anew."""
UNIT = 10**9

Json = dict[str, Any]


def parts(deckel: Fraction) -> int:
    """Return Deckel in parts of `UNIT`, the nearest."""
    return round(deckel * UNIT)


def in_deckel(parts: int) -> float:
    """Return Deckel to a thousandth, for programs; `luck_words` says it to people."""
    return round(parts / UNIT, 3)


def luck_of(expected: int, skill: int, came: int) -> int:
    """Return the expected Deckel, less skill, less the Deckel that came."""
    return expected - skill - came * UNIT


@dataclass(frozen=True, slots=True)
class Luck:
    """The fields are those of the row that keeps them (`SeatLuck`)."""

    turns: int
    decisions: int
    best: int
    expected: int
    skill: int
    came: int
    dice: int
    squares: int
    costliest: Json | None
    cost: int


@dataclass(frozen=True, slots=True)
class Weighed:
    """A game: its players, and its rounds turn by turn as a page shows them."""

    players: dict[str, Luck]
    rounds: list[Json]


def weigh(header: Json, events: list[Json]) -> Weighed:
    """Weigh a game by its log. Raises the `EngineError` of a log that is refused."""
    state = replay(header, events)
    reviewed = review(header, events)
    numbers = _numbers(state, reviewed)
    turns: dict[str, list[tuple[int, Turn]]] = {}
    for number, review_of_round in zip(numbers, reviewed, strict=True):
        for turn in review_of_round.turns:
            turns.setdefault(turn.player, []).append((number, turn))
    phases = {id(turn): reviewed.round.phase for reviewed in reviewed for turn in reviewed.turns}
    return Weighed(
        players={player: _luck(mine, phases) for player, mine in sorted(turns.items())},
        rounds=[
            _round(number, reviewed) for number, reviewed in zip(numbers, reviewed, strict=True)
        ],
    )


def _numbers(state: State, reviewed: Sequence[Reviewed]) -> list[int]:
    """Return each weighed round's number in its half, from 1; those that are not
    weighed count too.
    """
    played: dict[str, int] = {}
    numbers: dict[int, int] = {}
    for settled in state.table.rounds:
        played[settled.phase] = numbers[settled.event] = played.get(settled.phase, 0) + 1
    return [numbers[reviewed.round.event] for reviewed in reviewed]


def _luck(turns: list[tuple[int, Turn]], phases: dict[int, str]) -> Luck:
    total = sum((score(turn) for _number, turn in turns), Score())
    decided = [
        (decision.lost, n, turn, decision)
        for n, turn in turns
        for decision in turn.decisions
        if decision.lost
    ]
    # Of equal ones the first: it is the same each time.
    costliest = max(decided, key=lambda row: row[0], default=None)
    decision_of_it, cost = None, 0
    if costliest is not None:
        lost, number, turn, decision = costliest
        cost = parts(lost)
        decision_of_it = _decision_json(turn, decision, phases[id(turn)], number)
    return Luck(
        turns=total.turns,
        decisions=total.decisions,
        best=total.best,
        expected=parts(total.expected),
        skill=parts(total.skill),
        came=total.came,
        dice=parts(total.dice),
        squares=sum(parts(turn.luck**2) for _number, turn in turns),
        costliest=decision_of_it if cost else None,
        cost=cost,
    )


def _decision_json(turn: Turn, decision: Decision, phase: str, number: int) -> Json:
    """Return a decision as a page makes its sentence of it; chances in parts of `UNIT`."""
    reasons = why(turn, decision)
    return {
        "phase": phase,
        "round": number,
        "code": reasons.code,
        "throws": decision.throws,
        "dice": list(decision.node.dice),
        "taken": _way(reasons.taken.way) | _chances(reasons.taken.worst, reasons.taken.best),
        "best": _way(reasons.best.way) | _chances(reasons.best.worst, reasons.best.best),
        "lowest": _faces(reasons.lowest),
        "left": reasons.left,
        "to_come": reasons.to_come,
        "mine": reasons.mine,
        "middle": reasons.middle,
    }


def _way(way: Way) -> Json:
    return {"way": way.code, "kept": list(way.kept), "turned": way.turned}


def _chances(worst: Fraction, best: Fraction) -> Json:
    return {"is_worst": parts(worst), "is_best": parts(best)}


def _faces(hand: Hand | None) -> Json | None:
    if hand is None:
        return None
    return {"dice": list(hand.dice), "throws": hand.throws, "at_once": hand.in_one_throw}


def _round(number: int, reviewed: Reviewed) -> Json:
    """Return a round; of one in one entry no turns are known, and perhaps not who was best."""
    settled: Round = reviewed.round
    turns = {turn.player: turn for turn in reviewed.turns}
    return {
        "phase": settled.phase,
        "number": number,
        "best": settled.best,
        "worst": settled.worst,
        "moved": settled.moved,
        "turns": [
            {
                "player": player,
                "hand": _faces(hand),
                "weighed": _turn(turns[player]) if player in turns else None,
            }
            for player, hand in settled.shown()
        ],
    }


def _turn(turn: Turn) -> Json:
    return {
        "expected": parts(turn.expected),
        "skill": parts(turn.skill),
        "came": turn.came,
        "dice": parts(turn.dice),
        "decisions": [
            {
                "throws": decision.throws,
                "dice": list(decision.node.dice),
                "taken": _way(decision.taken.way) | {"expected": parts(decision.taken.expected)},
                "best": _way(decision.best.way) | {"expected": parts(decision.best.expected)},
            }
            for decision in turn.decisions
        ],
    }
