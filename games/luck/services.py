"""Writes of what is counted and weighed out of the packed logs, by tasks and by the rebuild.

Nothing here is the truth, so nothing here refuses: a log that the engine no longer reads has no
figures. Rows are written over each other by their keys, so that two workers at one game leave the
same as one.
"""

import gc
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from games.engine import EngineError
from games.luck import throws
from games.luck import weighing as luck
from games.luck.models import GameLuck, GameThrows, SeatLuck, SeatThrows
from games.luck.queries import projections
from games.luck.queries.projections import Log
from games.scoring.models import Game

AT_ONCE = 500
OF_A_GAME = [
    *("game_id", "sha256", "version", "rulebook", "depth", "rounds", "turns", "throws"),
    *("longest_phase", "longest_rounds", "longest_throws"),
]
OF_A_PLAYER = [field.name for field in fields(throws.Player)]
OF_A_SEAT = ["counted_id", "seat_id", *OF_A_PLAYER]
_of_a_player = attrgetter(*OF_A_PLAYER)
OF_LUCK = [field.name for field in fields(luck.Luck)]


def count_games(*, games: Sequence[int]) -> int:
    """Count the throws of these games out of their packed logs; return how many had one.

    One transaction for each `AT_ONCE`, which locks the rows of its games in the order of their
    keys.
    """
    counted = 0
    for start in range(0, len(games), AT_ONCE):
        logs = projections.logs(games[start : start + AT_ONCE])
        games_rows: list[tuple[Any, ...]] = []
        seat_rows: list[tuple[Any, ...]] = []
        with _no_collecting():
            for log in logs:
                _count(log, games_rows, seat_rows)
        with transaction.atomic():
            _write_over(GameThrows, OF_A_GAME, ["game_id"], games_rows)
            _write_over(SeatThrows, OF_A_SEAT, ["counted_id", "seat_id"], seat_rows)
        counted += len(logs)
    return counted


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Stop Python's collector: logs and states have no cycles, and it would go through all of the
    program's memory time and again for them, a third of what the counting takes.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _count(log: Log, games_rows: list[tuple[Any, ...]], seat_rows: list[tuple[Any, ...]]) -> None:
    try:
        counted = throws.count(log.header, log.events)
    except EngineError:
        counted = throws.Counted("throws", 0, throws.Half(), {})
    longest = counted.longest
    games_rows.append(
        (
            *(log.game, log.sha256, throws.VERSION, log.header["rulebook"], counted.depth),
            *(counted.rounds, counted.turns, counted.throws),
            *(longest.phase, longest.rounds, longest.throws),
        )
    )
    seat_rows += [
        (log.game, int(seat), *_of_a_player(player)) for seat, player in counted.players.items()
    ]


def _write_over(
    model: type[Model], columns: Sequence[str], keys: Sequence[str], rows: list[tuple[Any, ...]]
) -> None:
    """Write rows as plain values over those with the same keys: a third of what `bulk_create`
    takes.

    A row that is already right stays untouched, so that a rebuild writes what it mends.
    """
    if not rows:
        return
    table, names = model._meta.db_table, ", ".join(columns)
    values = [name for name in columns if name not in keys]
    over = ", ".join(f"{name} = EXCLUDED.{name}" for name in values)
    differs = " OR ".join(f"{table}.{name} <> EXCLUDED.{name}" for name in values)
    after = f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {over} WHERE {differs}"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            fields = {field.column: field for field in model._meta.concrete_fields}
            kinds = [fields[name].db_type(connection) for name in columns]
            arrays = ", ".join(f"%s::{kind}[]" for kind in kinds)
            cursor.execute(
                f"INSERT INTO {table} ({names}) SELECT * FROM unnest({arrays}) {after}",  # noqa: S608 - names of our own columns
                [list(column) for column in zip(*rows, strict=True)],
            )
        else:
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks}) {after}", rows)  # noqa: S608


def claim_next(*, now: datetime) -> int | None:
    """Claim a game that is to be weighed, for the caller; return its key, None if none is left.

    The claim runs out by itself if the worker dies.
    """
    for pk in projections.unweighed_games().values_list("pk", flat=True)[:20]:
        GameLuck.objects.get_or_create(game_id=pk)
        free = GameLuck.objects.filter(projections.free_to_weigh(now), game_id=pk)
        if free.update(claimed_at=now):
            return int(pk)
    return None


def weigh_game(*, game: int) -> None:
    """Weigh luck and skill of a game out of its packed log. Repeatable; takes the claim away.

    Reads and reckons first, then locks the game's row for the moment of writing.
    """
    logs = projections.logs([game])
    if not logs:
        return
    (log,) = logs
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
    """Take away the figures of games whose end was written on a card; return how many
    there were.
    """
    on_cards = Game.objects.filter(status=Game.Status.CARD)
    with transaction.atomic():
        gone, _each = GameLuck.objects.filter(game__in=on_cards).delete()
        also, _each = GameThrows.objects.filter(game__in=on_cards).delete()
    return gone + also
