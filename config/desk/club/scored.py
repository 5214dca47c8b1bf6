"""A game of the demo club, written down as its table would: throw by throw, or on a card."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any
from uuid import UUID

from config.desk.club.play import Manner, play
from games import cards
from games.engine import State, card, replay
from games.services import enter_card
from league import queries
from league.actors import NOBODY
from league.models import Result, Seat, Table
from league.services.results import SeatCharge, SeatLine, record_result


@dataclass(frozen=True)
class Game:
    """Which game is written down: at which table, the how manieth, who plays, when it ended."""

    table: Table
    number: int
    circle: Sequence[Seat]
    starter: Seat | None
    now: datetime

    @property
    def header(self) -> dict[str, Any]:
        event = self.table.block.event
        header: dict[str, Any] = {
            "format": 1,
            "rulebook": event.rulebook,
            "players": [str(seat.pk) for seat in self.circle],
            "venue": event.venue,
        }
        return {**header, "starter": str(self.starter.pk)} if self.starter else header

    def seat(self, player: str | None) -> Seat | None:
        return next((seat for seat in self.circle if str(seat.pk) == player), None)


def new_id(rng: Random) -> UUID:
    return UUID(int=rng.getrandbits(128), version=4)


def score(game: Game, manner: Manner, rng: Random) -> Seat | None:
    """Plays a game and stores it as it was tapped; returns who lost it, if it is over."""
    header = game.header
    state = replay(header, play(header, manner, rng))
    if state.step != "over":
        return None
    written = card(state)
    record_result(
        table=game.table,
        number=game.number,
        replaces=None,
        client_id=str(new_id(rng)),
        source=Result.Source.GAME,
        ended_by=written["ended_by"],
        rulebook=header["rulebook"],
        house_rules={},
        lines={int(seat): SeatLine(**line) for seat, line in written["seats"].items()},
        charges=[
            SeatCharge(
                seat=int(charge.player),
                code=charge.code,
                kind=charge.kind,
                cents=charge.cents,
                log_index=charge.event,
            )
            for charge in state.table.part.charges
        ],
        depth=manner.depth,
        actor=NOBODY,
        now=game.now,
    )
    return game.seat(state.table.part.loser)


def write_card(game: Game, rng: Random, *, wrong: bool) -> Seat | None:
    """Plays a game and stores what a card says of it; `wrong`: at first with the wrong loser."""
    header = game.header
    state = replay(header, play(header, Manner(), rng))
    right = _card(game, state)
    if wrong:
        _enter(game, _misread(right), rng)
        _enter(game, right, rng, reason="Auf der Karte stand es anders.")
    else:
        _enter(game, right, rng)
    return game.seat(state.table.part.loser)


def _card(game: Game, state: State) -> cards.Card:
    written = card(state)["seats"]

    def lost(row: str) -> int | None:
        return next((int(seat) for seat, line in written.items() if line[row]), None)

    return cards.Card(
        seats=[seat.pk for seat in game.circle],
        lost_first=lost("lost_first"),
        lost_second=lost("lost_second"),
        lost_game=lost("lost_game"),
        schock_aus={int(seat): line["schock_aus"] for seat, line in written.items()},
    )


def _misread(right: cards.Card) -> cards.Card:
    """Who lost the halves mixed up with a neighbour; it could have been so."""
    there = {right.lost_first, right.lost_second}
    other = next(seat for seat in right.seats if seat not in there)
    return cards.Card(right.seats, other, right.lost_second, other)


def _enter(game: Game, written: cards.Card, rng: Random, reason: str = "") -> None:
    there = queries.current_result(game.table, game.number)
    enter_card(
        table=game.table,
        number=game.number,
        replaces=there,
        seen=there.version if there else None,
        client_id=str(new_id(rng)),
        card=written,
        reason=reason,
        actor=NOBODY,
        now=game.now,
    )
