"""Throwing along when out: Einwürfeln takes Deckel, Einkaufen only joins the round."""

from __future__ import annotations

from .errors import IllegalError
from .events import Event, player
from .parts import lose_part
from .refusals import check_running
from .rulebook import Rulebook
from .state import State, Table, add


def reenter(state: State, event: Event) -> State:
    """Seat a player who is not in the round in it."""
    check_running(state)
    table = state.table
    mode, clause = table.game.book.reenter, table.game.book.clauses["reenter"]
    who = player(table.game, event)
    if mode == "none":
        raise IllegalError("no_reentry", clause)
    if table.part.phase == "final" and not joins_final(table.game.book):
        raise IllegalError("no_reentry_in_final", clause)
    if state.turn is None:
        raise IllegalError("no_reentry_now", clause)
    if who in table.order:
        raise IllegalError("already_in", clause, player=who)
    place = _place(state, who)
    order = (*table.order[:place], who, *table.order[place:])
    table = _take_part(table, who)._replace(order=order)
    events = state.events + 1
    if mode == "take_one":
        table = _take_one(table, who)
        # Deckel lie with one player only, so the half is lost before the round is thrown out.
        if table.deckel[table.game.seats[who]] == table.game.total:
            return lose_part(table, who, events, state)
    turn = order[len(state.hands)]
    return state._replace(table=table, turn=turn, events=events, before=state)


def joins_final(book: Rulebook) -> bool:
    """Tell if a player who did not lose a half may throw along in the final."""
    return book.reenter == "take_one" and book.reenter_in_final


def _place(state: State, who: str) -> int:
    """Return the place before the first of the order whose seat lies behind his; at the end if one
    of those has already made a throw.

    A player who is out can come back while another already sits at the end out of his seat's order,
    so all of those behind him are looked at and not only the first.
    """
    game, order = state.table.game, state.table.order
    first = game.seats[order[0]]
    behind = [place for place, player in enumerate(order) if _behind(state, first, who, player)]
    thrown = len(state.hands) + (state.throws > 0)
    if not behind or min(behind) < thrown:
        return len(order)
    return behind[0]


def _behind(state: State, first: int, who: str, other: str) -> bool:
    seats, number = state.table.game.seats, len(state.table.game.players)
    return (seats[other] - first) % number > (seats[who] - first) % number


def _take_part(table: Table, who: str) -> Table:
    """Add the player to the final, in which he plays from now on; in a half he has been
    all along.
    """
    part = table.part
    back = (*part.tally.back, (part.phase, len(table.rounds), who))
    part = part._replace(tally=part.tally._replace(back=back))
    if who not in part.playing:
        playing = tuple(p for p in table.game.players if p in part.playing or p == who)
        part = part._replace(playing=playing)
    return table._replace(part=part)


def _take_one(table: Table, who: str) -> Table:
    """Take one Deckel from each player who has one, or one from the middle if no player has."""
    seat = table.game.seats[who]
    givers = [other for other, number in enumerate(table.deckel) if number]
    tally = table.part.tally
    deckel, given = table.deckel, tally.given
    for giver in givers:
        deckel, given = add(deckel, giver, -1), add(given, giver, 1)
    number = len(givers) or 1
    tally = tally._replace(given=given, taken=add(tally.taken, seat, number))
    return table._replace(
        part=table.part._replace(tally=tally),
        middle=table.middle if givers else table.middle - 1,
        deckel=add(deckel, seat, number),
    )
