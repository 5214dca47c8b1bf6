"""The fields of an event, taken out of whatever JSON brought.

Only shapes are checked here: types, ranges, whether a player exists. Whether an event is legal now
is decided by the module that plays it. Every function raises `InvalidError`.
"""

from __future__ import annotations

from typing import Any

from .dice import Dice
from .errors import InvalidError
from .state import Game

Event = Any
"""An event as it came: any JSON value at all."""


def field(event: Event, key: str) -> Any:
    if key not in event:
        raise InvalidError("missing_key", key=key)
    return event[key]


def player(game: Game, event: Event) -> str:
    return known(game, field(event, "player"))


def known(game: Game, value: Any) -> str:
    """Return `value` as one of the players."""
    if not isinstance(value, str) or value not in game.seats:
        raise InvalidError("unknown_player", player=value)
    return value


def integer(event: Event, key: str, least: int, most: int | None = None) -> int:
    """Return a JSON integer: neither true nor 1.0."""
    value = field(event, key)
    if type(value) is not int or value < least or (most is not None and value > most):
        raise InvalidError("bad_value", key=key)
    return value


def flag(event: Event, key: str) -> bool:
    value = field(event, key)
    if type(value) is not bool:
        raise InvalidError("bad_value", key=key)
    return value


def faces(value: Any, number: int) -> Dice:
    """Return exactly `number` faces from 1 to 6, in the order given."""
    if not isinstance(value, list) or len(value) != number:
        raise InvalidError("bad_dice", number=number)
    for die in value:
        if type(die) is not int or not 1 <= die <= 6:
            raise InvalidError("bad_dice", number=number)
    return tuple(value)
