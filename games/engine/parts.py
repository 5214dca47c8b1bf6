"""Halves and the final: how they begin, how they are lost, and how the game ends.

Callers pass `events`, the number of events including the one being played, and `before`, the state
it was played on.
"""

from __future__ import annotations

from .dice import MOST_THROWS, STILL
from .state import Charge, Game, Part, State, Table, Tally


def begin(game: Game) -> State:
    """Begin the first half, before anything has happened."""
    nothing = (0,) * len(game.players)
    part = Part(
        phase="first_half",
        playing=game.players,
        first_half_loser=None,
        second_half_loser=None,
        loser=None,
        ended_by=None,
        overtime=None,
        drops=(),
        rolling=(),
        rolled=(),
        deal=None,
        charges=(),
        tally=Tally(nothing, nothing, nothing),
    )
    table = Table(game, part, game.total, nothing, (), (), False, ())
    if game.starter is None and game.book.opening.dice:
        return call_opening(table, 0, None)
    return next_round(table, game.starter or game.players[0], 0, None)


def call_opening(table: Table, events: int, before: State | None) -> State:
    """Call an opening, in which all roll for who begins; only the first roll counts Deckel."""
    part = table.part._replace(rolling=table.part.playing, rolled=(), deal=None)
    return idle(table._replace(part=part, order=()), events, before)


def idle(table: Table, events: int, before: State | None) -> State:
    """Return a state in which no one is to throw."""
    return State(table, None, (), STILL, 0, events, before)


def circle(
    game: Game, part: Part, middle: int, deckel: tuple[int, ...], first: int
) -> tuple[str, ...]:
    """Return the players of the next round, clockwise from the seat `first`, or from the next who
    is in it.

    While Deckel lie in the middle these are all players of the half or final, afterwards only those
    who hold some.
    """
    if not middle:
        return tuple([player for player, seat in game.rings[first] if deckel[seat]])
    if part.playing is game.players:
        return game.circles[first]
    return tuple([player for player in game.circles[first] if player in part.playing])


def next_round(table: Table, first: str, events: int, before: State | None) -> State:
    game, part, middle, deckel, _, rounds, _, _ = table
    order = circle(game, part, middle, deckel, game.seats[first])
    table = Table(game, part, middle, deckel, order, rounds, False, ())
    return State(table, order[0], (), game.start, MOST_THROWS, events, before)


def lose_part(table: Table, loser: str, events: int, before: State) -> State:
    """End the half or final being played as lost: go on to the next, or to the end of the game."""
    game, part = table.game, table.part
    if table.deckel[game.seats[loser]] == game.total:
        tally = part.tally._replace(held_all=(*part.tally.held_all, part.phase))
        part = part._replace(tally=tally)
    if part.phase == "final":
        return finish(table._replace(part=part), loser, "final", events, before)
    if part.phase == "first_half":
        part = part._replace(first_half_loser=loser)
    else:
        part = part._replace(second_half_loser=loser)
    # „Scharf“ for one half decides before the sweep does: the loser is the same, the reason not.
    if part.overtime == "one_half":
        return finish(table._replace(part=part), loser, "overtime", events, before)
    if part.phase == "first_half":
        return _second_half(table._replace(part=part), loser, events, before)
    if part.first_half_loser == loser:
        return finish(table._replace(part=part), loser, "sweep", events, before)
    return _final(table._replace(part=part), loser, events, before)


def _second_half(table: Table, loser: str, events: int, before: State) -> State:
    table = _fresh(table, "second_half", table.game.players)
    # A `starter` replaces the opening of the game, not that of the second half.
    if table.game.book.opening.each_half:
        return call_opening(table, events, before)
    return next_round(table, loser, events, before)


def _final(table: Table, loser: str, events: int, before: State) -> State:
    first = table.part.first_half_loser
    assert first is not None
    playing = tuple(player for player in table.game.players if player in (first, loser))
    table = _fresh(table, "final", playing)
    starts = first if table.game.book.final_start == "first_half_loser" else loser
    return next_round(table, starts, events, before)


def _fresh(table: Table, phase: str, playing: tuple[str, ...]) -> Table:
    """Put all Deckel back in the middle, with nothing dropped yet."""
    part = table.part._replace(phase=phase, playing=playing, drops=(), rolling=(), rolled=())
    nothing = (0,) * len(table.deckel)
    return table._replace(part=part, middle=table.game.total, deckel=nothing)


def finish(table: Table, loser: str | None, ended_by: str, events: int, before: State) -> State:
    """End the game. Its loser owes the stake; without a loser no one does."""
    game, part = table.game, table.part
    charges = part.charges
    stake = game.book.stake(len(game.players), game.venue)
    if loser is not None and stake is not None:
        charges = (*charges, Charge(loser, *stake, "stake", events - 1))
    part = part._replace(
        phase="over", loser=loser, ended_by=ended_by, rolling=(), rolled=(), charges=charges
    )
    return idle(table._replace(part=part, order=(), open=False, forfeits=()), events, before)
