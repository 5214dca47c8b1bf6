"""Add up the throws of a game, player by player. Pure, and as fast as the engine allows.

It reads the settled rounds of the engine's state and the tally of openings and re-entries, as the
engine's card does; anything voided or taken back is in neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from games.engine import State, replay
from games.engine.dice import MOST_THROWS, Hand
from games.engine.state import Round

VERSION = 1
"""Raised where the engine reads a log in another way, or something is counted in another way."""
CATEGORIES = ("schock_aus", "schock", "general", "strasse", "jule", "zahl")
"""Every category of every rulebook, the best first."""

LIMITED = ("", "limited_1", "limited_2", "limited_3")
"""How many throws a turn might have -> the field that counts such turns."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Half:
    """A half as it was played: how many rounds, how many throws in them; 0 where not all of those
    were written down.
    """

    phase: str = ""
    rounds: int = 0
    throws: int = 0


@dataclass(slots=True)
class Player:
    """The counts of a player; the fields are those of the row that keeps them (`SeatThrows`).

    `unseen` are the player's rounds in one entry, whose throws were not written down.
    """

    limited_1: int = 0
    limited_2: int = 0
    limited_3: int = 0
    throws: int = 0
    schock_aus: int = 0
    schock: int = 0
    general: int = 0
    strasse: int = 0
    jule: int = 0
    zahl: int = 0
    aus_at_once: int = 0
    aus_in_opening: int = 0
    best: int = 0
    worst: int = 0
    deckel_taken: int = 0
    deckel_given: int = 0
    unseen: int = 0
    sweep: bool = False

    @property
    def turns(self) -> int:
        return self.limited_1 + self.limited_2 + self.limited_3


@dataclass(frozen=True, slots=True)
class Counted:
    """A whole game. `depth` is `throws`, `hands` if a turn is one entry, `rounds` if a round is."""

    depth: str
    rounds: int
    longest: Half
    players: dict[str, Player]

    @property
    def turns(self) -> int:
        return sum(player.turns for player in self.players.values())

    @property
    def throws(self) -> int:
        return sum(player.throws for player in self.players.values())


def count(header: Json, events: list[Json]) -> Counted:
    """Count the throws of a log. Raises the `EngineError` of a log that is refused."""
    state = replay(header, events)
    return Counted(
        depth=_depth(events),
        rounds=len(state.table.rounds),
        longest=_longest(state),
        players=_players(state),
    )


def _players(state: State) -> dict[str, Player]:
    game, part = state.table.game, state.table.part
    # Counted by hand and limit first: a game has some hundred turns, and few kinds of them.
    taken: list[tuple[str, Hand, int]] = []
    players = {player: Player() for player in game.players}
    for settled in state.table.rounds:
        hands = settled.hands
        if not hands:
            for player in settled.order:
                players[player].unseen += 1
            continue
        limits = (MOST_THROWS, *(hands[0].throws,) * (len(hands) - 1))
        taken.extend(zip(settled.order, hands, limits, strict=True))
    for (player, hand, limit), times in Counter(taken).items():
        totals, category, name = players[player], hand.category, LIMITED[limit]
        setattr(totals, category, getattr(totals, category) + times)
        setattr(totals, name, getattr(totals, name) + times)
        totals.throws += hand.throws * times
        if hand.in_one_throw and category == "schock_aus":
            totals.aus_at_once += times
    for settled in state.table.rounds:
        worst = players[settled.worst]
        worst.worst += 1
        worst.deckel_taken += settled.moved
        if settled.best is not None:
            best = players[settled.best]
            best.best += 1
            best.deckel_given += settled.moved
    for player, seat in game.seats.items():
        totals = players[player]
        totals.deckel_taken += part.tally.taken[seat]
        totals.deckel_given += part.tally.given[seat]
        totals.aus_in_opening = part.tally.schock_aus[seat]
        totals.sweep = part.ended_by == "sweep" and part.loser == player
    return players


def _longest(state: State) -> Half:
    """Return the lost half of the most rounds, then of the most throws."""
    part = state.table.part
    halves = [
        _half(phase, state.table.rounds)
        for phase, loser in (
            ("first_half", part.first_half_loser),
            ("second_half", part.second_half_loser),
        )
        if loser is not None
    ]
    longest = max(halves, key=lambda half: (half.rounds, half.throws), default=Half())
    return longest if longest.rounds else Half()


def _half(phase: str, rounds: Sequence[Round]) -> Half:
    played = [settled for settled in rounds if settled.phase == phase]
    throws = 0
    if all(settled.hands for settled in played):
        throws = sum([hand.throws for settled in played for hand in settled.hands])
    return Half(phase, len(played), throws)


_type = itemgetter("type")


def _depth(events: list[Json]) -> str:
    """Return the depth of the shallowest entry in force."""
    kinds = list(map(_type, events))
    if "hand" not in kinds and "round" not in kinds:
        return "throws"
    stood: list[str] = []
    for kind in kinds:
        if kind == "retract":
            stood.pop()
        else:
            stood.append(kind)
    if "round" in stood:
        return "rounds"
    return "hands" if "hand" in stood else "throws"
