"""Play the opening: all roll to find who begins, and in some rulebooks that player takes Deckel."""

from __future__ import annotations

from .errors import IllegalError
from .events import Event, faces, field, player
from .hands import ALL
from .parts import idle, lose_part, next_round
from .refusals import check_running
from .rulebook import Opening
from .state import State, Table, add


def roll(state: State, event: Event) -> State:
    """Apply one roll of the opening, or of a roll-off between those who tied in the one before."""
    table, part = state.table, state.table.part
    opening = table.game.book.opening
    check_running(state)
    who = player(table.game, event)
    if not part.rolling:
        raise IllegalError("no_opening", opening.clause)
    if who not in part.rolling:
        raise IllegalError("not_in_roll_off", opening.clause, player=who)
    if any(who == entry[0] for entry in part.rolled):
        raise IllegalError("already_rolled", opening.clause, player=who)
    dice = faces(field(event, "dice"), opening.dice)
    if opening.dice == 1:
        entry = (who, dice[0], 0)
    else:
        hand = table.game.book.ranking.hands[dice, 1, True]
        entry = (who, hand.rank, table.game.total if hand.penalty == ALL else hand.penalty)
        if hand.penalty == ALL:
            table = _count_schock_aus(table, who)
    table = table._replace(part=table.part._replace(rolled=(*part.rolled, entry)))
    if len(part.rolled) + 1 < len(part.rolling):
        return state._replace(table=table, events=state.events + 1, before=state)
    return _decide(table, opening, state.events + 1, state)


def _count_schock_aus(table: Table, who: str) -> Table:
    tally = table.part.tally
    counted = add(tally.schock_aus, table.game.seats[who], 1)
    return table._replace(part=table.part._replace(tally=tally._replace(schock_aus=counted)))


def _decide(table: Table, opening: Opening, events: int, before: State) -> State:
    """Begin with the player who won the roll, or have those who tied roll off; all have rolled."""
    part = table.part
    worth = {who: value for who, value, _ in part.rolled}
    extreme = (min if opening.begins == "lowest" else max)(worth.values())
    # In the order of the seats, whatever the order of the entries.
    tied = tuple(who for who in part.rolling if worth[who] == extreme)
    highest = part.deal
    if highest is None:
        # The highest throw of the first roll counts, in every roll-off after it too.
        highest = max(part.rolled, key=lambda entry: entry[1])[2] if opening.deals else 0
    if len(tied) > 1 and opening.tie == "roll_off":
        part = part._replace(rolling=tied, rolled=(), deal=highest)
        return idle(table._replace(part=part), events, before)
    return deal(table, tied[-1], highest, events, before)


def deal(table: Table, first: str, number: int, events: int, before: State) -> State:
    """Give `number` Deckel, or what is left, from the middle to the player who begins."""
    game, part = table.game, table.part
    moved = min(number, table.middle)
    seat = game.seats[first]
    tally = part.tally._replace(taken=add(part.tally.taken, seat, moved))
    table = table._replace(
        part=part._replace(rolling=(), rolled=(), deal=None, tally=tally),
        middle=table.middle - moved,
        deckel=add(table.deckel, seat, moved),
    )
    if table.deckel[seat] == game.total:
        return lose_part(table, first, events, before)
    return next_round(table, first, events, before)
