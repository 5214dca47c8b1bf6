"""Play a whole game, or a part of one, and write its log as a table would tap it. Pure.

Same header, same manner, same `rng`: the same log. Ids are not given here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from config.demo import turns
from config.demo.turns import Event
from games.engine import State, apply, replay, start
from games.engine.dice import Cup

LATE = 900
"""After so many taps the table plays „scharf“: an evening ends some time."""


@dataclass(frozen=True)
class Manner:
    """A table's way of playing, and its incidents.

    `depth` is `throws` or `hands`. `incidents` happen when so many rounds are settled, each an
    event without its player, who is the one throwing then. `stop` ends the log in the middle: as
    soon as so many rounds are settled and a player has thrown but not finished.
    """

    depth: str = "throws"
    covers: float = 0.25
    slips: float = 0.004
    buys_back: float = 0.03
    incidents: dict[int, Event] = field(default_factory=dict)
    stop: int | None = None


def play(header: dict[str, Any], manner: Manner, rng: Random) -> list[Event]:
    """Return the events of a game that is over, or of one stopped as `manner` says."""
    events = go_on(start(header), manner, rng)
    while manner.stop is not None and replay(header, events).step == "over":
        events = go_on(start(header), manner, rng)  # that one was over too soon
    return events


def go_on(state: State, manner: Manner, rng: Random) -> list[Event]:
    """Return the events that follow in a game that has come as far as `state`."""
    return list(_taps(_Table(state, manner, rng)))


@dataclass
class _Table:
    """A game being played, with its incidents still to come."""

    state: State
    manner: Manner
    rng: Random
    covering: bool = False

    def __post_init__(self) -> None:
        self.coming = sorted(self.manner.incidents.items())

    @property
    def settled(self) -> int:
        return len(self.state.table.rounds)

    def is_done(self) -> bool:
        stop = self.manner.stop
        return self.state.step == "over" or (
            stop is not None and self.settled >= stop and self.state.throws > 0
        )


def _taps(table: _Table) -> Iterator[Event]:
    """Yield every event in its order; the table's state follows."""
    while not table.is_done():
        if table.state.events > LATE and table.state.table.part.overtime is None:
            yield _tapped(table, {"type": "overtime", "mode": "sudden_round"})
        elif incident := _incident(table):
            yield _tapped(table, incident)
        else:
            event = _next(table)
            yield _tapped(table, event)
            if table.state.step != "over" and table.rng.random() < table.manner.slips:
                # A typing error: taken back, and tapped again as it really was.
                yield _tapped(table, {"type": "retract"})
                yield _tapped(table, event)


def _tapped(table: _Table, event: Event) -> Event:
    table.state = apply(table.state, event)
    return event


def _incident(table: _Table) -> Event | None:
    """Return the incident that is due, at the first moment that a player is throwing.

    A breach of those who are out waits until a player is out.
    """
    due = table.coming and table.coming[0][0] <= table.settled
    if not due or table.state.step != "throwing":
        return None
    event = table.coming[0][1]
    if event["type"] == "infraction":
        game, order = table.state.table.game, table.state.table.order
        guilty = [table.state.turn]
        if game.book.infractions[str(event["code"])].only_out:
            guilty = [player for player in game.players if player not in order]
        if not guilty:
            return None
        event = {**event, "player": guilty[0]}
    table.coming.pop(0)
    return dict(event)


def _next(table: _Table) -> Event:
    state, rng = table.state, table.rng
    if state.step == "opening":
        return _opening(state, rng)
    if state.step == "revealing":
        return _reveal(state, rng)
    if not state.hands and not state.throws:
        table.covering = rng.random() < table.manner.covers
        if who := _wants_back(table):
            return {"type": "reenter", "player": who}
    if table.manner.depth == "hands" and not state.throws:
        return _whole_turn(state, rng)
    return turns.next_tap(state, rng, cover=table.covering)


def _opening(state: State, rng: Random) -> Event:
    part = state.table.part
    rolled = {entry[0] for entry in part.rolled}
    player = next(seat for seat in part.rolling if seat not in rolled)
    dice = turns.faces(rng, state.table.game.book.opening.dice)
    return {"type": "opening", "player": player, "dice": dice}


def _reveal(state: State, rng: Random) -> Event:
    """Return the event that lifts the next cup in the order of the round."""
    player, cup = next(
        (player, hand)
        for player, hand in zip(state.table.order, state.hands, strict=True)
        if isinstance(hand, Cup)
    )
    dice = turns.faces(rng, 3 - len(cup.left.kept))
    return {"type": "reveal", "player": player, "dice": dice}


def _wants_back(table: _Table) -> str | None:
    """Return a player who is out and rolls back in, now and then, if the rulebook permits it."""
    state = table.state
    out = [player for player in state.table.game.players if player not in state.table.order]
    if state.table.game.book.reenter != "take_one" or not out:
        return None
    return table.rng.choice(out) if table.rng.random() < table.manner.buys_back else None


def _whole_turn(state: State, rng: Random) -> Event:
    """Return a turn as it is said aloud afterwards: the dice, after how many throws."""
    player, throws = state.turn, 0
    throw: Event = {}
    while (event := turns.next_tap(state, rng, cover=False))["type"] == "throw":
        throw, throws = event, throws + 1
        if state.left == 1:
            break
        state = apply(state, event)
    return {
        "type": "hand",
        "player": player,
        "dice": sorted(throw["kept"] + throw["dice"], reverse=True),
        "throws": throws,
        "in_one_throw": not throw["kept"],
    }
