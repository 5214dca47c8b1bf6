"""The values a game is made of, all frozen, and the State object of the log format.

`State` is what a tap changes, `Table` what a round changes, `Part` what a half changes, `Game` what
nothing changes. They are nested so that one throw copies six fields and not thirty. No rule here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .dice import MOST_THROWS, Cup, Hand, Node
from .rulebook import Rulebook

Hands = tuple["Hand | Cup", ...]
Json = dict[str, Any]
Forfeits = tuple[tuple[str, str], ...]
"""Who has forfeited the round being played, each with the code of the breach, or `RULING`."""
RULING = "ruling"


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """The header, checked. `circles[seat]` are all players clockwise from that seat, `rings[seat]`
    the same with their seats; `hands[throws - 1]` are the hands by number of the situation.
    """

    book: Rulebook
    players: tuple[str, ...]
    seats: Mapping[str, int]
    circles: tuple[tuple[str, ...], ...]
    rings: tuple[tuple[tuple[str, int], ...], ...]
    start: Node
    hands: tuple[tuple[Hand, ...], ...]
    total: int
    starter: str | None
    venue: str
    aus_round: bool


class Charge(NamedTuple):
    """A charge of a player: `cents`, or None if the amount is open or a round of drinks."""

    player: str
    kind: str
    cents: int | None
    code: str
    event: int


class Round(NamedTuple):
    """A settled round. `hands` are in turn order, `deckel` by seat; `moved` counts Deckel.

    A round in one entry has no hands, and no `best` if it was not entered.
    """

    game: Game
    phase: str
    order: tuple[str, ...]
    hands: tuple[Hand, ...]
    best: str | None
    worst: str
    forfeits: Forfeits
    penalty: int
    moved: int
    source: str
    middle_before: int
    middle: int
    deckel: tuple[int, ...]
    event: int

    def shown(self) -> Iterator[tuple[str, Hand]]:
        """Yield each player with the hand, in turn order; none of a round in one entry."""
        return zip(self.order, self.hands, strict=bool(self.hands))


class Tally(NamedTuple):
    """Counts that belong to no round, by seat: Deckel taken and given in openings and re-entries,
    Schock-Aus in openings. `held_all` are the phases at whose end one player held all Deckel;
    `back` has each re-entry with its phase and the number of rounds settled before it. `aus_unseen`
    has the best of each Schock-Aus of a round, or opening, in one entry: it is unknown if others
    had one.
    """

    taken: tuple[int, ...]
    given: tuple[int, ...]
    schock_aus: tuple[int, ...]
    held_all: tuple[str, ...] = ()
    back: tuple[tuple[str, int, str], ...] = ()
    aus_unseen: tuple[str | None, ...] = ()


class Part(NamedTuple):
    """A half or the final. `playing` take part, clockwise; `drops` are its first dropped dice.

    `rolling` are those in the roll-off of an opening, `rolled` their throws so far: player, worth
    (a rank, or the pips of one die) and Deckel; `deal` is how many the first roll gives.
    """

    phase: str
    playing: tuple[str, ...]
    first_half_loser: str | None
    second_half_loser: str | None
    loser: str | None
    ended_by: str | None
    overtime: str | None
    drops: tuple[str, ...]
    rolling: tuple[str, ...]
    rolled: tuple[tuple[str, int, int], ...]
    deal: int | None
    charges: tuple[Charge, ...]
    tally: Tally


class Table(NamedTuple):
    """A round being played. `order` is empty while no one throws or reveals; `deckel` by seat."""

    game: Game
    part: Part
    middle: int
    deckel: tuple[int, ...]
    order: tuple[str, ...]
    rounds: tuple[Round, ...]
    open: bool
    forfeits: Forfeits


class State(NamedTuple):
    """A game after `events` events. `turn` throws next, from the situation `node`, `left` times.

    `hands` are those of the order that are over; `before` is the state that a retract returns to,
    so all states of a game hang on its last one.
    """

    table: Table
    turn: str | None
    hands: Hands
    node: Node
    left: int
    events: int
    before: State | None

    @property
    def step(self) -> str:
        if self.table.part.ended_by is not None:
            return "over"
        if self.table.part.rolling:
            return "opening"
        return "revealing" if self.turn is None else "throwing"

    @property
    def limit(self) -> int | None:
        """Return the most throws that a turn of this round may have; None while no one throws or
        reveals.
        """
        if not self.table.order:
            return None
        return self.hands[0].throws if self.hands else MOST_THROWS

    @property
    def throws(self) -> int:
        """Return the number of throws that the player whose turn it is has made."""
        return 0 if self.turn is None else (self.limit or 0) - self.left

    def __repr__(self) -> str:
        part = self.table.part
        return f"<State {part.phase} {self.step} after {self.events} events, turn {self.turn}>"

    # A chain of thousands of states must not be walked by recursion when it is copied, compared
    # or pickled. What is kept is the log; a state is made from it again.
    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self

    def __reduce__(self) -> str | tuple[Any, ...]:
        raise TypeError("keep the log of a game, not its state")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return tuple(self[:6]) == tuple(other[:6])

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[1:6])


def add(counts: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    """Return the counts with `number` more, or fewer, at one seat."""
    return (*counts[:seat], counts[seat] + number, *counts[seat + 1 :])


def state_json(state: State) -> Json:
    """Return the State object of the log format."""
    table, part, players = state.table, state.table.part, state.table.game.players
    return {
        "phase": part.phase,
        "step": state.step,
        "turn": state.turn,
        "limit": state.limit,
        "middle": table.middle,
        "deckel": dict(zip(players, table.deckel, strict=True)),
        "order": list(table.order),
        "first_half_loser": part.first_half_loser,
        "second_half_loser": part.second_half_loser,
        "loser": part.loser,
        "ended_by": part.ended_by,
        "rounds": [round_json(settled) for settled in table.rounds],
        "charges": [charge._asdict() for charge in part.charges],
    }


def round_json(settled: Round) -> Json:
    """Return one of the `rounds` of the State object."""
    return {
        "phase": settled.phase,
        "order": list(settled.order),
        "limit": settled.hands[0].throws if settled.hands else None,
        "hands": {player: hand_json(hand) for player, hand in settled.shown()},
        "best": settled.best,
        "worst": settled.worst,
        "penalty": settled.penalty,
        "moved": settled.moved,
        "source": settled.source,
        "deckel": dict(zip(settled.game.players, settled.deckel, strict=True)),
        "middle": settled.middle,
        "event": settled.event,
    }


def hand_json(hand: Hand) -> Json:
    return {
        "dice": list(hand.dice),
        "throws": hand.throws,
        "in_one_throw": hand.in_one_throw,
        "category": hand.category,
    }
