"""Breaches of the rules: what each costs, and what it changes in the game.

Which breaches a rulebook knows, and their amounts in cents, is its data; the four effects are here.
"""

from __future__ import annotations

from collections.abc import Callable

from .errors import IllegalError
from .events import Event, field, integer, player
from .parts import finish, lose_part
from .refusals import check_running
from .rulebook import Infraction
from .state import Charge, State


def infraction(state: State, event: Event) -> State:
    """Apply a breach by a player, legal at any time before the game is over."""
    check_running(state)
    book = state.table.game.book
    who = player(state.table.game, event)
    code = field(event, "code")
    breach = book.infractions.get(code) if isinstance(code, str) else None
    if breach is None:
        raise IllegalError("unknown_infraction", code=code)
    if breach.only_out:
        _check_out(state, who, breach.clause)
    return EFFECTS[breach.effect](state, event, breach, who)


def forfeit(state: State, who: str, why: str, clause: str) -> State:
    """Make him the worst of the round being thrown or revealed; what is said first is why."""
    table = state.table
    check_round(state, clause)
    if who not in table.order:
        raise IllegalError("not_in_round", clause, player=who)
    if who in dict(table.forfeits):
        return state
    return state._replace(table=table._replace(forfeits=(*table.forfeits, (who, why))))


def check_round(state: State, clause: str) -> None:
    if not state.table.order:
        raise IllegalError("no_round", clause)


def _check_out(state: State, who: str, clause: str) -> None:
    check_round(state, clause)
    if who in state.table.order:
        raise IllegalError("not_out", clause, player=who)


def check_part(state: State, who: str, clause: str) -> None:
    if who not in state.table.part.playing:
        raise IllegalError("not_in_part", clause, player=who)


def _charge(state: State, event: Event, breach: Infraction, who: str) -> State:
    if breach.kind is None:
        return state
    charge = Charge(who, breach.kind, _cents(event, breach), breach.code, state.events)
    part = state.table.part
    part = part._replace(charges=(*part.charges, charge))
    return state._replace(table=state.table._replace(part=part))


def _cents(event: Event, breach: Infraction) -> int | None:
    """Return the cents of the charge; `count` and `cents` are read only if the breach
    knows them.
    """
    if breach.open_amount:
        return None if event.get("cents") is None else integer(event, "cents", 1)
    if breach.cents is None or breach.most == 1:
        return breach.cents
    count = integer(event, "count", 1, breach.most) if "count" in event else 1
    return count * breach.cents


def _only_charge(state: State, event: Event, breach: Infraction, who: str) -> State:
    return played(_charge(state, event, breach, who), state)


def _forfeit(state: State, event: Event, breach: Infraction, who: str) -> State:
    charged = _charge(state, event, breach, who)
    return played(forfeit(charged, who, breach.code, breach.clause), state)


def _exclude(state: State, event: Event, breach: Infraction, who: str) -> State:
    """Put the player out of the game, as its loser, if more votes are for it than against."""
    game = state.table.game
    votes_for = integer(event, "votes_for", 0)
    votes_against = integer(event, "votes_against", 0)
    most = len(game.players) - 1
    if votes_for + votes_against > most:
        raise IllegalError("too_many_votes", breach.clause, most=most)
    if votes_for <= votes_against:
        return played(state, state)
    return finish(state.table, who, "exclusion", state.events + 1, state)


def _lose_part(state: State, event: Event, breach: Infraction, who: str) -> State:
    """Charge the first time; the second time in the same half or final he has lost it."""
    part = state.table.part
    if who in part.drops:
        check_part(state, who, breach.clause)
        return lose_part(state.table, who, state.events + 1, state)
    charged = _charge(state, event, breach, who)
    part = charged.table.part._replace(drops=(*part.drops, who))
    return played(charged._replace(table=charged.table._replace(part=part)), state)


def played(after: State, before: State) -> State:
    """Return `after` as the state that follows `before`."""
    return after._replace(events=before.events + 1, before=before)


EFFECTS: dict[str, Callable[[State, Event, Infraction, str], State]] = {
    "none": _only_charge,
    "forfeit": _forfeit,
    "exclude": _exclude,
    "lose_part": _lose_part,
}
