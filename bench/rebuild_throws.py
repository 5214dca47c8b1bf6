"""P5, of the throws: all counts rebuilt from packed logs, beside the engine alone in memory.

* ours: `count_games`, as `manage.py rebuild_throws` runs it: reads each packed log from PostgreSQL,
  unpacks it, plays it through the engine, counts, and writes the rows over those that are there;
* the floor: the engine replays the same events, which lie in memory, and keeps nothing.

Both in one process, in turn. Luck and skill are not part of it: they are weighed by another task
(a quarter of a second a game). Games counted one by one, as after each evening, must leave the rows
that the rebuild leaves. The figure comes last.
"""

# needs: postgresql
import random
import sys
import time
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import _harness as harness
from bench._figures import figure, size
from bench.engine import next_event

GAMES = size(20_000, 20)
ROUNDS = size(5, 1)
TABLES, LOGS_EACH = size(40, 2), 5
ONE_BY_ONE = size(200, 10)
RULEBOOKS = ("rsc2003", "jule", "dortmund", "schock4life", "schockfreunde")
Log = tuple[dict[str, Any], list[dict[str, Any]]]


def played(rulebook: str, players: list[str], rng: random.Random) -> Log:
    """Play a whole game, throw by throw."""
    from games.engine import apply, start

    header = {"format": 1, "rulebook": rulebook, "players": players}
    state, events = start(header), []
    while state.step != "over":
        events.append(next_event(state, rng))
        state = apply(state, events[-1])
    return header, events


def fill() -> list[Log]:
    """Store games of forty tables, each with a packed log, and return those logs in game order."""
    from django.utils import timezone

    from games.engine import canonical
    from games.scoring.models import Game

    rng = random.Random(5)
    logs = []
    for phone in harness.phones(TABLES, players=harness.PLAYERS):
        players = [str(pk) for pk in phone.seats]
        logs += [(phone.table, played(RULEBOOKS[n], players, rng)) for n in range(LOGS_EACH)]
    packed = []
    for _table, (_header, events) in logs:
        text = canonical(events).encode()
        packed.append((zlib.compress(text, 9), sha256(text).hexdigest()))
    mine: list[Log] = []
    rows = []
    for number in range(GAMES):
        at = number % len(logs)
        table, log = logs[at]
        mine.append(log)
        rows.append(
            Game(
                key=uuid4(),
                table_id=table,
                number=1 + number,
                header=log[0],
                status=Game.Status.FINISHED,
                started_at=timezone.now(),
                packed=packed[at][0],
                sha256=packed[at][1],
            )
        )
    Game.objects.bulk_create(rows, batch_size=1000)
    return mine


def rows() -> list[Any]:
    from games.luck.models import GameThrows, SeatThrows

    game_throws: list[Any] = list(GameThrows.objects.order_by("pk").values_list())
    for row in SeatThrows.objects.order_by("counted", "seat").values():
        game_throws.append({name: value for name, value in row.items() if name != "id"})
    return game_throws


def main() -> None:
    harness.prepare("config.settings")
    from games.engine import replay
    from games.luck.models import GameThrows, SeatThrows
    from games.luck.queries import projections
    from games.luck.services import count_games

    logs = fill()
    games = list(projections.closed_games().values_list("pk", flat=True))
    count_games(games=games)
    left = rows()
    ours: list[float] = []
    floor: list[float] = []

    def rebuild(_round: int) -> None:
        before = time.perf_counter()
        count_games(games=games)
        ours.append(time.perf_counter() - before)

    def engine(_round: int) -> None:
        before = time.perf_counter()
        for header, events in logs:
            replay(header, events)
        floor.append(time.perf_counter() - before)

    harness.in_turn(ROUNDS, [rebuild, engine])
    equal = rows() == left
    some = games[:: max(1, len(games) // ONE_BY_ONE)]
    SeatThrows.objects.filter(counted__in=some).delete()
    GameThrows.objects.filter(game__in=some).delete()
    for game in some:
        count_games(games=[game])
    equal = equal and rows() == left
    ratios = [theirs / mine for theirs, mine in zip(floor, ours, strict=True)]
    events = sum(len(events) for _header, events in logs)
    print(f"games, events                  {len(games):,}, {events:,}")
    figure("rebuild", ours, unit="s")
    figure("engine in memory", floor, unit="s")
    print(f"equal rows                     {'yes' if equal else 'NO'}, {len(left):,} of them")
    figure("share of the engine's speed", ratios, at_least=0.5)
    if not equal:
        sys.exit(1)


if __name__ == "__main__":
    main()
