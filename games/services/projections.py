"""Writes of what is counted and weighed out of the packed logs, by tasks and by the rebuild.

Nothing here is the truth, so nothing here refuses: a log that the engine no longer reads has no
figures. Rows are written over each other by their keys, so that two workers at one game leave the
same as one.
"""

import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import datetime

from django.db import transaction

from games import luck, throws
from games.engine import EngineError
from games.models import Game, GameLuck, GameThrows, SeatLuck, SeatThrows
from games.queries import projections
from games.queries.projections import Log

AT_ONCE = 500
OF_A_PLAYER = [field.name for field in fields(throws.Player)]
OF_A_GAME = [field.name for field in GameThrows._meta.concrete_fields if not field.primary_key]
OF_LUCK = [field.name for field in fields(luck.Luck)]


def count_games(*, games: Sequence[int]) -> int:
    """Counts the throws of these games out of their packed logs; how many had one.

    One transaction for each `AT_ONCE`, which locks the rows of its games in the order of their
    keys.
    """
    counted = 0
    for start in range(0, len(games), AT_ONCE):
        found = projections.logs(games[start : start + AT_ONCE])
        rows = [_counted(log) for log in found]
        with transaction.atomic():
            GameThrows.objects.bulk_create(
                [game for game, _seats in rows],
                update_conflicts=True,
                unique_fields=["game"],
                update_fields=OF_A_GAME,
            )
            SeatThrows.objects.bulk_create(
                [seat for _game, seats in rows for seat in seats],
                update_conflicts=True,
                unique_fields=["counted", "seat"],
                update_fields=OF_A_PLAYER,
            )
        counted += len(found)
    return counted


def _counted(log: Log) -> tuple[GameThrows, list[SeatThrows]]:
    try:
        found = throws.count(log.header, log.events)
    except EngineError:
        found = throws.Counted("throws", 0, throws.Half(), {})
    game = GameThrows(
        game_id=log.game,
        sha256=log.sha256,
        version=throws.VERSION,
        rulebook=log.header["rulebook"],
        depth=found.depth,
        rounds=found.rounds,
        turns=found.turns,
        throws=found.throws,
        longest_phase=found.longest.phase,
        longest_rounds=found.longest.rounds,
        longest_throws=found.longest.throws,
    )
    return game, [
        SeatThrows(counted_id=log.game, seat_id=int(seat), **asdict(player))
        for seat, player in found.players.items()
    ]


def claim_next(*, now: datetime) -> int | None:
    """Claims a game that is to be weighed, for whoever calls; its key, None where none is left.

    The claim runs out by itself where the worker dies.
    """
    for pk in projections.unweighed_games().values_list("pk", flat=True)[:20]:
        GameLuck.objects.get_or_create(game_id=pk)
        free = GameLuck.objects.filter(projections.free_to_weigh(now), game_id=pk)
        if free.update(claimed_at=now):
            return int(pk)
    return None


def weigh_game(*, game: int) -> None:
    """Weighs luck and skill of a game out of its packed log. Repeatable; takes the claim away.

    Reads and reckons first, then locks the game's row for the moment of writing.
    """
    found = projections.logs([game])
    if not found:
        return
    (log,) = found
    try:
        weighed = luck.weigh(log.header, log.events)
    except EngineError:
        weighed = luck.Weighed({}, [])
    turns = json.dumps(weighed.rounds, separators=(",", ":")).encode()
    with transaction.atomic():
        GameLuck.objects.update_or_create(
            game_id=log.game,
            defaults={
                "sha256": log.sha256,
                "version": luck.VERSION,
                "claimed_at": None,
                "turns": zlib.compress(turns, 9),
            },
        )
        SeatLuck.objects.filter(weighed_id=log.game).delete()
        SeatLuck.objects.bulk_create(
            SeatLuck(
                weighed_id=log.game,
                seat_id=int(seat),
                **{name: getattr(mine, name) for name in OF_LUCK},
            )
            for seat, mine in weighed.players.items()
        )


def forget_games_on_cards() -> int:
    """Takes away the figures of games whose end was written on a card; how many there were."""
    on_cards = Game.objects.filter(status=Game.Status.CARD)
    with transaction.atomic():
        gone, _each = GameLuck.objects.filter(game__in=on_cards).delete()
        also, _each = GameThrows.objects.filter(game__in=on_cards).delete()
    return gone + also
