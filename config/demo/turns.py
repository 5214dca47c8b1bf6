"""Choose an invented player's throws: keep ones, turn sixes, stop when it is good. Pure.

Nothing here decides what is legal: ways come from the situation, and the engine checks them.
"""

from random import Random
from typing import Any

from games.engine import State
from games.engine.dice import Cup

Event = dict[str, Any]

DARING = 0.35
"""How often somebody throws on although the hand would do."""


def next_tap(state: State, rng: Random, *, cover: bool) -> Event:
    """Return the next event of the player on turn: a throw, one more, or standing.

    With `cover` the last throw of the turn stays under its cup, as long as cups may.
    """
    player = state.turn
    assert player is not None
    if state.throws and _is_enough(state, rng):
        return {"type": "stand", "player": player}
    turned, kept = max(state.node.ways, key=_worth)
    hidden = cover and state.left == 1 and state.throws > 0 and not state.table.open
    dice = None if hidden else faces(rng, 3 - len(kept))
    return {
        "type": "throw",
        "player": player,
        "kept": list(kept),
        "turned": turned,
        "dice": dice,
    }


def faces(rng: Random, number: int) -> list[int]:
    return [rng.randint(1, 6) for _ in range(number)]


def _worth(way: tuple[int, tuple[int, ...]]) -> tuple[int, int]:
    """Weigh a way to keep dice: ones are wanted, all others are in the way."""
    _turned, kept = way
    ones = kept.count(1)
    return ones, ones - len(kept)


def _is_enough(state: State, rng: Random) -> bool:
    """Return True to keep the dice as they lie: a hand with a name, or a number that beats one."""
    hand = state.table.game.hands[state.throws - 1][state.node.number]
    if hand.category != "zahl":
        return hand.penalty != 2 or rng.random() > DARING
    shown = [hand.rank for hand in state.hands if not isinstance(hand, Cup)]
    last = len(state.hands) == len(state.table.order) - 1
    if last and shown and hand.rank > min(shown):
        return rng.random() > DARING
    return not state.hands and state.throws == 2 and hand.dice[0] == 6 and rng.random() < DARING
