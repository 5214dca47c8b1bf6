"""The hot path: `apply` one event to a state, throw by throw.

A throw that is in order is found in the graph of turns by a few look-ups. One that is not is
looked at again in `refusals.py`, which knows why. Nothing is changed in place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import infractions, opening, reentry, rulings, whole_round
from .dice import MOST_THROWS, Cup, Hand
from .errors import EngineError, IllegalError, InvalidError
from .events import Event, faces, field, flag, integer, player
from .header import start
from .refusals import check_running, check_turn, refuse
from .settle import end_turn
from .state import State

_new = tuple.__new__
INT = {int}


def apply(state: State, event: Event) -> State:
    """Return the state after one event; `state` itself never changes.

    Raises `InvalidError` for what is no event, `IllegalError` for one against the rules now.
    """
    try:
        kind = event["type"]
        if kind == "throw":
            table, turn, hands, node, left, events, _ = state
            kept, turned, dice = event["kept"], event["turned"], event["dice"]
            if event["player"] != turn:
                raise KeyError(turn)
            if dice is None:
                hand: Hand | Cup = _cup(state, kept, turned)
            else:
                number = len(kept)
                if number == 0:
                    a, b, c = dice
                    after = node.fresh[a, b, c]
                    if turned or type(kept) is not list:
                        raise KeyError(turned)
                elif number == 1:
                    (a,) = kept
                    b, c = dice
                    after = node.one[turned, a][b, c]
                else:
                    a, b = kept
                    (c,) = dice
                    after = node.two[turned, a, b][c]
                # The values found equal those sent, but true and 1.0 equal 1 as well.
                if not type(a) is type(b) is type(c) is type(turned) is int:
                    raise KeyError(turned)
                if left > 1:
                    return _new(State, (table, turn, hands, after, left - 1, events + 1, state))
                throws = hands[0].throws if hands else MOST_THROWS
                hand = table[0].hands[throws - 1][after.number]
        else:
            move = MOVES[kind]
    except (KeyError, TypeError, ValueError):
        raise refuse(state, event) from None
    if kind == "throw":
        return end_turn(table, hands + (hand,), events + 1, state)  # noqa: RUF005 - twice as fast
    return move(state, event)


def _cup(state: State, kept: Any, turned: Any) -> Cup:
    """Return the cup of a throw that stays covered. Raises what a failed look-up raises."""
    if type(kept) is not list or not INT.issuperset(map(type, (turned, *kept))):
        raise TypeError
    left = state.node.lefts[(turned, *kept)]
    if state.table.open:
        raise KeyError(turned)
    return Cup(state.throws + 1, left)


def replay(header: Any, events: Any) -> State:
    """Return the state after all events of a log.

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


def _stand(state: State, event: Event) -> State:
    table, turn, hands, node, left, events, _ = state
    # A missing player is not None's turn either: `check_turn` tells what is wrong.
    if turn is None or event.get("player") != turn:
        check_turn(state, event)
    game = table.game
    throws = (hands[0].throws if hands else MOST_THROWS) - left
    if not throws:
        raise IllegalError("no_throw_yet", game.book.clauses["throws"])
    # A first player who stands on his first throw has shown it: all play in the open.
    if throws == 1 and not hands and game.book.first_stand_opens:
        table = table._replace(open=True)
    hand = game.hands[throws - 1][node.number]
    return end_turn(table, (*hands, hand), events + 1, state)


def _hand(state: State, event: Event) -> State:
    """Apply a whole turn in one entry."""
    table, turn, hands, node, left, events, _ = state
    if turn is None or event.get("player") != turn:
        check_turn(state, event)
    book = table.game.book
    dice = faces(field(event, "dice"), 3)
    throws = integer(event, "throws", 1)
    in_one_throw = flag(event, "in_one_throw")
    if node.number:
        raise IllegalError("turn_begun", book.clauses["throws"], player=turn)
    if throws > left:
        raise IllegalError("over_the_limit", book.clauses["limit"], limit=left)
    if throws == 1 and not in_one_throw:
        raise IllegalError("one_throw_is_whole")
    hand = book.ranking.hands[dice, throws, in_one_throw]
    return end_turn(table, (*hands, hand), events + 1, state)


def _reveal(state: State, event: Event) -> State:
    """Apply the faces under a cup. Any order is accepted: a table logs late."""
    table, clauses = state.table, state.table.game.book.clauses
    check_running(state)
    who = player(table.game, event)
    if state.turn is not None or not table.order:
        raise IllegalError("not_revealing", clauses["reveal"])
    place = table.order.index(who) if who in table.order else -1
    cup = state.hands[place]
    if place < 0 or not isinstance(cup, Cup):
        raise IllegalError("no_cup", clauses["reveal"], player=who)
    dice = faces(field(event, "dice"), 3 - len(cup.left.kept))
    node = cup.left.falls[dice if len(dice) > 1 else dice[0]]
    shown = table.game.hands[cup.throws - 1][node.number]
    hands = (*state.hands[:place], shown, *state.hands[place + 1 :])
    return end_turn(table, hands, state.events + 1, state)


def _retract(state: State, _: Event) -> State:
    """Back to the state before the last event still in force; the log goes on counting."""
    before = state.before
    if before is None:
        raise IllegalError("nothing_to_retract")
    return before._replace(events=state.events + 1)


MOVES: dict[Any, Callable[[State, Event], State]] = {
    "stand": _stand,
    "hand": _hand,
    "reveal": _reveal,
    "opening": opening.roll,
    "round": whole_round.whole_round,
    "reenter": reentry.reenter,
    "infraction": infractions.infraction,
    "ruling": rulings.ruling,
    "overtime": rulings.overtime,
    "abandon": rulings.abandon,
    "retract": _retract,
}
