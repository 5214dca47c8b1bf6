"""Write down a game of the demo club as its table would: throw by throw, or on a card."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any
from uuid import UUID

from config.demo.play import Manner, go_on, play
from games.cards.services.cards import enter_card
from games.engine import State, card, replay
from games.engine.words import EDITIONS
from games.rules import outcomes as cards
from games.rules.rulebooks import for_table
from games.scoring import queries
from games.scoring.live import Live
from games.scoring.models import Game
from games.scoring.services.closing import finish_game, reopen_game
from games.scoring.services.play import append_events
from games.scoring.services.start import import_game
from league.access.actors import Actor
from league.access.queries.tables import TableRights
from league.events.models import Seat, Table
from league.results.queries.results import row_of_result
from league.results.services.confirming import confirm_result

TAKEN_BACK = 3
"""So many taps are withdrawn where a game is taken up again."""


@dataclass(frozen=True)
class Round:
    """A game to be played: its table, its number, the players in their seats, its end."""

    table: Table
    number: int
    circle: Sequence[Seat]
    now: datetime

    @property
    def header(self) -> dict[str, Any]:
        """Return the header as the start of a game at this table would freeze it."""
        slug, agreed = queries.rules_of(self.table)
        book = for_table(slug, agreed)
        header: dict[str, Any] = {
            "format": 1,
            "rules": EDITIONS[-1],
            "rulebook": slug,
            "players": [str(seat.pk) for seat in self.circle],
            "venue": self.table.block.event.venue,
            "house_rules": dict(agreed),
        }
        if book.opening.starter == "rolled":
            return header
        proposed = queries.proposal(self.table, book, list(self.circle))
        return {**header, "starter": str(proposed.starter or self.circle[0].pk)}

    def actors(self) -> tuple[Actor, Actor]:
        """Return the holder of the phone and the onlooker: two members at the table, each with a
        phone.
        """
        users = [seat.participation.person.user_id for seat in self.circle]
        scribe, witness = [user for user in users if user is not None][:2]
        return _actor(scribe), _actor(witness)


def _actor(user_id: int) -> Actor:
    return Actor(device=f"demo-{user_id}", user_id=user_id)


def new_id(rng: Random) -> UUID:
    return UUID(int=rng.getrandbits(128), version=4)


def score(game: Round, manner: Manner, rng: Random) -> Game:
    """Play a game and store it as it was tapped; with its result if it is over."""
    header = game.header
    log = {"header": header, "events": play(header, manner, rng)}
    scribe, _witness = game.actors()
    return import_game(
        table=game.table,
        key=new_id(rng),
        log=log,
        seats={},
        may_rule=True,
        actor=scribe,
        now=game.now,
    )


def confirm(game: Round) -> None:
    """Confirm the result as a second person."""
    _scribe, witness = game.actors()
    result = row_of_result(game.table, game.number)
    assert result is not None
    confirm_result(result=result, actor=witness, now=game.now)


def take_up_again(game: Round, scored: Game, reason: str, rng: Random) -> None:
    """Open a finished game, withdraw its last taps, and play its end as it really was."""
    scribe, _witness = game.actors()
    # Not the copy that the server's processes share: what is written here can still be undone.
    live = Live(scored)
    live.refresh()
    rights = TableRights(score=True, rule=True)
    seen = reopen_game(
        game=live,
        seen=live.sequence,
        client_id=str(new_id(rng)),
        reason=reason,
        rights=rights,
        actor=scribe,
        now=game.now,
    )
    back = [{"type": "retract"}] * TAKEN_BACK
    state = replay(live.header, [*live.events(live.sequence), *back])
    events = [*back, *go_on(state, Manner(slips=0), rng)]
    seen = append_events(
        game=live,
        seen=seen,
        events=[{**event, "id": str(new_id(rng))} for event in events],
        actor=scribe,
        may_rule=True,
        now=game.now,
    )
    live.refresh()
    finish_game(game=live, seen=seen, client_id=str(new_id(rng)), actor=scribe, now=game.now)


def write_card(game: Round, rng: Random, *, wrong: bool) -> None:
    """Play a game and store it as a card; with `wrong` at first with the wrong loser."""
    header = game.header
    right = _card(game, replay(header, play(header, Manner(), rng)))
    if wrong:
        _enter(game, _misread(right), rng)
        _enter(game, right, rng, reason="Auf der Karte stand es anders.")
    else:
        _enter(game, right, rng)


def _card(game: Round, state: State) -> cards.Card:
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
    """Put a neighbour in place of the loser of first half and game; it could have been so."""
    there = {right.lost_first, right.lost_second}
    other = next(seat for seat in right.seats if seat not in there)
    return cards.Card(right.seats, other, right.lost_second, other)


def _enter(game: Round, written: cards.Card, rng: Random, reason: str = "") -> None:
    scribe, _witness = game.actors()
    there = row_of_result(game.table, game.number)
    enter_card(
        table=game.table,
        number=game.number,
        replaces=there,
        seen=there.version if there else None,
        client_id=str(new_id(rng)),
        card=written,
        reason=reason,
        actor=scribe,
        now=game.now,
    )
