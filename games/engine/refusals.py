"""Name the reason why an event is refused. Play only notices that it is; this module looks again.

Nothing here changes a state, and every function that returns an error is called to raise it.
"""

from __future__ import annotations

from collections import Counter

from .errors import EngineError, IllegalError, InvalidError
from .events import Event, faces, field, integer, player
from .state import State


def refuse(state: State, event: Event) -> EngineError:
    """Return the error for an event that no move could be found for."""
    if not isinstance(event, dict):
        return InvalidError("not_an_event")
    if event.get("type") != "throw":
        if "type" not in event:
            return InvalidError("missing_key", key="type")
        return InvalidError("unknown_type", type=event["type"])
    try:
        check_turn(state, event)
        _check_throw(state, event)
    except EngineError as error:
        return error
    # No other reason is left: a cup stays down where the first player has opened the round.
    return IllegalError("round_is_open", state.table.game.book.clauses["open"])


def check_running(state: State) -> None:
    if state.table.part.ended_by is not None:
        raise IllegalError("game_over")


def check_turn(state: State, event: Event) -> None:
    """Check that the event is by the player who is to throw."""
    check_running(state)
    game = state.table.game
    who = player(game, event)
    if state.turn is None:
        raise IllegalError("no_turn", game.book.clauses["turn_order"])
    if who != state.turn:
        _check_limit(state, who)
        clause = game.book.clauses["turn_order"]
        raise IllegalError("not_your_turn", clause, player=who, turn=state.turn)


def _check_limit(state: State, who: str) -> None:
    """Refuse a throw of a player whose turn is over, perhaps with the round that it ended."""
    table, clause = state.table, state.table.game.book.clauses["limit"]
    if who in table.order[: len(state.hands)]:
        raise IllegalError("turn_is_over", clause, player=who, limit=state.limit, turn=state.turn)
    if state.hands or state.throws or not table.rounds:
        return
    settled = table.rounds[-1]
    if settled.hands and who == settled.order[-1]:
        limit = settled.hands[0].throws
        raise IllegalError("round_is_over", clause, player=who, limit=limit, turn=state.turn)


def _check_throw(state: State, event: Event) -> None:
    book, node = state.table.game.book, state.node
    turned = integer(event, "turned", 0, 2)
    kept = field(event, "kept")
    if not isinstance(kept, list) or len(kept) > 2:
        raise InvalidError("bad_kept")
    faces(kept, len(kept))
    dice = field(event, "dice")
    if dice is not None:
        faces(dice, 3 - len(kept))
    if state.throws == 0 and kept:
        _check_limit(state, event["player"])
        raise IllegalError("kept_too_early", book.clauses["throws"])
    most = max(0, min(node.last.count(6) - 1, book.sixes.most))
    if turned > most == 0:
        raise IllegalError("no_sixes", book.sixes.clause)
    if turned > most:
        raise IllegalError("sixes_not_thrown", book.sixes.clause)
    more = Counter(kept)
    for die in node.kept:
        if not more[die]:
            raise IllegalError("kept_taken_back", book.clauses["kept"])
        more[die] -= 1
    if more[1] < turned:
        raise IllegalError("turned_not_kept", book.sixes.clause)
    more[1] -= turned
    _check_more(state, +more, turned)


def _check_more(state: State, more: Counter[int], turned: int) -> None:
    """Check that the dice kept beyond what lay there and was turned come from the throw
    just made.
    """
    book = state.table.game.book
    if turned and more[6]:
        raise IllegalError("six_kept", book.sixes.clause)
    if more - Counter(state.node.last):
        raise IllegalError("kept_not_thrown", book.clauses["kept"])
    if turned and more and book.sixes.after == "rest":
        raise IllegalError("rest_kept", book.sixes.clause)
