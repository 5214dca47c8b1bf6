"""A whole round in one entry: who lost, with how many Deckel, and who was best where he gives.

It settles as its hands would have; the opening that deals Deckel can be entered like that too.
"""

from __future__ import annotations

from typing import Any

from .errors import IllegalError, InvalidError
from .events import Event, field, known
from .hands import ALL
from .opening import deal
from .refusals import check_running
from .settle import SUDDEN, conclude
from .state import Json, State, Table

EVERY = "all"
"""The penalty of a Schock-Aus, which gives its loser all Deckel."""


def whole_round(state: State, event: Event) -> State:
    """Apply a round in one entry. Legal while turns are being taken and no one in the round has
    thrown.
    """
    check_running(state)
    game = state.table.game
    loser = known(game, field(event, "loser"))
    penalty = _penalty(state, field(event, "penalty"))
    best = event.get("best")
    best = None if best is None else known(game, best)
    losers, bests = _check_begun(state)
    _check_players(state, loser, best, losers, bests)
    if best is None and penalty != ALL and giver_needed(state):
        raise IllegalError("best_missing", game.book.clauses["giver"])
    table = state.table
    if penalty == ALL:
        table = _note_schock_aus(table, best)
    events = state.events + 1
    if state.table.part.rolling:
        return deal(table, loser, game.total if penalty == ALL else penalty, events, state)
    return conclude(table, (), best, loser, penalty, events, state)


def may_enter(state: State) -> bool:
    """Tell if a round, or an opening that deals Deckel, can be entered as a whole now."""
    part = state.table.part
    if part.rolling:
        fresh = part.deal is None and not part.rolled
        return fresh and state.table.game.book.opening.deals
    return state.turn is not None and not state.hands and not state.throws


def giver_needed(state: State) -> bool:
    """Tell if the Deckel of a number come out of the best player's own."""
    part = state.table.part
    return not part.rolling and not state.table.middle and part.overtime != SUDDEN


def candidates(state: State) -> tuple[list[str], list[str]]:
    """Return those who can have lost it and those who can have been best, in turn order; at an
    opening by seat.
    """
    order, forfeits = state.table.part.rolling or state.table.order, dict(state.table.forfeits)
    losers = [player for player in order if player in forfeits] or list(order)
    bests = [player for player in order if player not in forfeits] or list(order)
    return losers, bests


def template(state: State) -> Json:
    """Return the template of `legal_actions`; a best is another than the loser."""
    losers, bests = candidates(state)
    penalties = state.table.game.book.penalties
    return {
        "type": "round",
        "losers": losers,
        "bests": bests,
        "penalties": [*sorted(penalties - {ALL}), EVERY],
        "best": "required" if giver_needed(state) else "optional",
    }


def _penalty(state: State, value: Any) -> int:
    """Return Deckel, or `ALL`: one of the penalties that the rulebook's hands have."""
    if value == EVERY and isinstance(value, str):
        return ALL
    penalties = state.table.game.book.penalties
    if type(value) is not int or value == ALL or value not in penalties:
        raise InvalidError("bad_penalty")
    return value


def _check_begun(state: State) -> tuple[list[str], list[str]]:
    book = state.table.game.book
    if not may_enter(state):
        if state.table.part.rolling and not book.opening.deals:
            raise IllegalError("opening_deals_nothing", book.opening.clause)
        raise IllegalError("round_begun")
    return candidates(state)


def _check_players(
    state: State, loser: str, best: str | None, losers: list[str], bests: list[str]
) -> None:
    table = state.table
    for player in (loser, best):
        if player is not None and player not in (table.part.rolling or table.order):
            raise IllegalError("not_in_round", player=player)
    if loser == best:
        raise IllegalError("best_has_lost", player=loser)
    if loser not in losers:
        raise IllegalError("forfeiter_loses", player=losers[0])
    if best is not None and best not in bests:
        raise IllegalError("forfeiter_is_not_best", player=best)


def _note_schock_aus(table: Table, best: str | None) -> Table:
    tally = table.part.tally
    tally = tally._replace(aus_unseen=(*tally.aus_unseen, best))
    return table._replace(part=table.part._replace(tally=tally))
