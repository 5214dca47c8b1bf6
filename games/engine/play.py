"""The hot path: `apply` one event to a state, throw by throw.

A throw that is in order is found in the graph of turns by a few look-ups. One that is not is
looked at again in `refusals.py`, which knows why. Nothing is changed in place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import infractions, opening, reentry, rulings
from .dice import Cup, in_falling_order
from .errors import EngineError, IllegalError, InvalidError
from .events import Event, faces, field, flag, integer, player
from .header import start
from .refusals import check_running, check_turn, refuse
from .settle import end_turn
from .state import State

_new = tuple.__new__


def apply(state: State, event: Event) -> State:
    """The state after one event; `state` itself never changes.

    Raises `InvalidError` for what is no event, `IllegalError` for one against the rules now.
    """
    try:
        kind = event["type"]
        if kind != "throw" or event["dice"] is None:
            move = MOVES[kind]
        else:
            move = None
            table, turn, hands, node, events, _ = state
            kept, turned, dice = event["kept"], event["turned"], event["dice"]
            if kept == []:
                a, b, c = dice
                after = node.fresh[a, b, c]
                if turned:
                    raise KeyError(turned)
            elif len(kept) == 1:
                (a,) = kept
                b, c = dice
                after = node.one[turned, a][b, c]
            else:
                a, b = kept
                (c,) = dice
                after = node.two[turned, a, b][c]
            # What is found equals what was sent, but true and 1.0 equal 1 as well.
            if event["player"] != turn or not type(a) is type(b) is type(c) is type(turned) is int:
                raise KeyError(turn)
    except (KeyError, TypeError, ValueError):
        raise refuse(state, event) from None
    if move is not None:
        return move(state, event)
    if after.over:
        return end_turn(table, (*hands, after.hand), events + 1, state)
    return _new(State, (table, turn, hands, after, events + 1, state))


def replay(header: Any, events: Any) -> State:
    """The state after all events of a log.

    Raises an `EngineError` whose `event` is the index of the first that is refused, None for the
    header.
    """
    state = start(header)
    if not isinstance(events, list):
        raise InvalidError("not_a_log")
    try:
        for event in events:
            state = apply(state, event)
    except EngineError as error:
        error.event = state.events
        raise
    return state


def _throw_covered(state: State, event: Event) -> State:
    """A throw that ends the turn because its cup stays down."""
    kept, turned = event.get("kept"), event.get("turned")
    if state.turn is None or event.get("player") != state.turn or state.table.open:
        raise refuse(state, event)
    if not isinstance(kept, list) or not all(type(n) is int for n in (turned, *kept)):
        raise refuse(state, event)
    cup = state.node.ways.get((turned, *in_falling_order(kept)))
    if cup is None:
        raise refuse(state, event)
    return end_turn(state.table, (*state.hands, cup), state.events + 1, state)


def _stand(state: State, event: Event) -> State:
    check_turn(state, event)
    table, node = state.table, state.node
    book = table.game.book
    if not node.throws:
        raise IllegalError("no_throw_yet", book.clauses["throws"])
    # A first player who stands on his first throw has shown it: everybody plays in the open.
    if book.first_stand_opens and not state.hands and node.throws == 1:
        table = table._replace(open=True)
    return end_turn(table, (*state.hands, node.hand), state.events + 1, state)


def _hand(state: State, event: Event) -> State:
    """A whole turn in one entry."""
    check_turn(state, event)
    book, node = state.table.game.book, state.node
    dice = faces(field(event, "dice"), 3)
    throws = integer(event, "throws", 1)
    in_one_throw = flag(event, "in_one_throw")
    if node.throws:
        raise IllegalError("turn_begun", book.clauses["throws"], player=state.turn)
    if throws > node.limit:
        raise IllegalError("over_the_limit", book.clauses["limit"], limit=node.limit)
    if throws == 1 and not in_one_throw:
        raise IllegalError("one_throw_is_whole")
    hand = book.ranking.hand(in_falling_order(dice), throws, in_one_throw)
    return end_turn(state.table, (*state.hands, hand), state.events + 1, state)


def _reveal(state: State, event: Event) -> State:
    """The faces under a cup. Any order is accepted: a table logs late."""
    table, clauses = state.table, state.table.game.book.clauses
    who = player(table.game, event)
    if state.step != "revealing":
        raise IllegalError("not_revealing", clauses["reveal"])
    place = table.order.index(who) if who in table.order else -1
    cup = state.hands[place]
    if place < 0 or not isinstance(cup, Cup):
        raise IllegalError("no_cup", clauses["reveal"], player=who)
    shown = cup.faces[faces(field(event, "dice"), 3 - len(cup.kept))]
    hands = (*state.hands[:place], shown, *state.hands[place + 1 :])
    return end_turn(table, hands, state.events + 1, state)


def _retract(state: State, _: Event) -> State:
    """Back to the state before the last event still in force; the log goes on counting."""
    before = state.before
    if before is None:
        raise IllegalError("nothing_to_retract")
    return before._replace(events=state.events + 1)


def _running(move: Callable[[State, Event], State]) -> Callable[[State, Event], State]:
    """All but a retract needs a game that is not over."""

    def checked(state: State, event: Event) -> State:
        check_running(state)
        return move(state, event)

    return checked


MOVES: dict[Any, Callable[[State, Event], State]] = {
    "throw": _running(_throw_covered),
    "stand": _running(_stand),
    "hand": _running(_hand),
    "reveal": _running(_reveal),
    "opening": _running(opening.roll),
    "reenter": _running(reentry.reenter),
    "infraction": _running(infractions.infraction),
    "ruling": _running(rulings.ruling),
    "overtime": _running(rulings.overtime),
    "abandon": _running(rulings.abandon),
    "retract": _retract,
}
