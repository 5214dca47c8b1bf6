"""Apply what the people at the table decide: the referee's rulings, overtime, and giving up."""

from __future__ import annotations

from typing import Any

from .dice import MOST_THROWS
from .errors import InvalidError
from .events import Event, field, known
from .infractions import check_part, check_round, forfeit, played
from .parts import finish, lose_part
from .refusals import check_running
from .state import RULING, State
from .words import OVERTIME

EFFECTS = ("void_round", "lose_round", "lose_half", "lose_game")


def ruling(state: State, event: Event) -> State:
    """Apply a decision of the referee; an empty effect is a note. Who decided and why is not looked
    at: the format gives `by` and `text` no shape, and nothing in the game hangs on them.
    """
    check_running(state)
    effect = field(event, "effect")
    if not isinstance(effect, dict) or len(effect) > 1 or any(key not in EFFECTS for key in effect):
        raise InvalidError("bad_effect")
    clause = state.table.game.book.clauses["referee"]
    for kind, value in effect.items():
        if kind == "void_round":
            return _void_round(state, value, clause)
        who = known(state.table.game, value)
        if kind == "lose_round":
            return played(forfeit(state, who, RULING, clause), state)
        if kind == "lose_half":
            check_part(state, who, clause)
            return lose_part(state.table, who, state.events + 1, state)
        return finish(state.table, who, "ruling", state.events + 1, state)
    return played(state, state)


def _void_round(state: State, value: Any, clause: str) -> State:
    """Start the round again in the same order. Deckel taken by re-entry and charges stay."""
    if value is not True:
        raise InvalidError("bad_effect")
    check_round(state, clause)
    table = state.table._replace(open=False, forfeits=())
    first, start = table.order[0], table.game.start
    return State(table, first, (), start, MOST_THROWS, state.events + 1, state)


def overtime(state: State, event: Event) -> State:
    """Let the game go on „scharf“; a later mode replaces an earlier one."""
    check_running(state)
    mode = field(event, "mode")
    if mode not in OVERTIME:
        raise InvalidError("bad_mode")
    part = state.table.part._replace(overtime=mode)
    return played(state._replace(table=state.table._replace(part=part)), state)


def abandon(state: State, _: Event) -> State:
    """End the game without a loser; its charges stay."""
    check_running(state)
    return finish(state.table, None, "abandoned", state.events + 1, state)
