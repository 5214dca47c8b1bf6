"""P4 and half of P5: one more game with a million behind it, and all standings out of the results.

* one more game, ours: `record_result` and what the worker does then, so that the tables of its
  evening, its season and of all time are up to date; once with one season of 10,000 results stored,
  once with 100 of them, each in a database of its own, in turn;
* one more game, SQL: the hand-written aggregate over all of them, which would be asked otherwise;
* all standings, ours: `rebuild_standings` out of 200,000 results with no row stored;
* all standings, SQL: one hand-written aggregate that counts evenings, seasons and all time at once,
  without places. Its rows and ours are compared.

The results are laid without triggers; a season has 10,000 of them. The figures come last.
"""

# needs: postgresql
import io
import os
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, date, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psycopg

from bench import _harness as harness
from bench._figures import figure, size

ROUNDS = size(7, 1)
GAMES = size(10, 3)  # in each
PEOPLE, EVENINGS, TABLES, SEATS, PLAYED = 60, size(50, 4), 4, 5, size(50, 5)
PER_SEASON = EVENINGS * TABLES * PLAYED
FEW = PER_SEASON
REBUILT = PER_SEASON * size(20, 2)
STORED = PER_SEASON * size(100, 3)

# The loser follows from the numbers of table and game; losing both halves is losing the game.
FIRST = f"((t.id * 7 + n * 3) %% {SEATS})"
SECOND = f"((t.id * 11 + n * n) %% {SEATS})"
LOSER = f"CASE WHEN n %% 2 = 0 THEN {FIRST} ELSE {SECOND} END"
LAY_RESULTS = f"""
INSERT INTO league_result (table_id, number, version, is_current, source, depth, ended_by, rulebook,
  house_rules, reason, occasion, entered_device, entered_network, entered_at, confirmed_device,
  confirmed_network, in_correction, client_id)
SELECT t.id, n, 1, true, 'card', 'card', CASE WHEN {FIRST} = {SECOND} THEN 'sweep' ELSE 'final' END,
  'rsc2003', '{{}}', '', '', '', '', %s, '', '', false, n::text
FROM league_table t, generate_series(1, {PLAYED}) n"""
LAY_LINES = f"""
INSERT INTO league_resultline (result_id, seat_id, lost_first, lost_second, lost_game, schock_aus)
SELECT r.id, s.id, s.position - 1 = {FIRST}, s.position - 1 = {SECOND}, s.position - 1 = {LOSER},
  CASE WHEN (t.id + n + s.position) %% 17 = 0 THEN 1 ELSE 0 END
FROM league_result r JOIN league_table t ON t.id = r.table_id
JOIN league_seat s ON s.table_id = t.id, LATERAL (SELECT r.number AS n) AS one"""
COUNTS = """
COUNT(*), SUM((l.lost_first IS TRUE)::int + (l.lost_second IS TRUE)::int), SUM(l.lost_game::int),
SUM((l.lost_game AND r.ended_by = 'sweep')::int), COALESCE(SUM(l.schock_aus), 0),
SUM((r.ended_by = 'final' AND NOT l.lost_game
     AND (l.lost_first IS TRUE OR l.lost_second IS TRUE))::int)
FROM league_resultline l JOIN league_result r ON r.id = l.result_id
JOIN league_table t ON t.id = r.table_id JOIN league_block b ON b.id = t.block_id
JOIN league_event e ON e.id = b.event_id JOIN league_seat s ON s.id = l.seat_id
JOIN league_participation p ON p.id = s.participation_id
WHERE r.is_current AND r.ended_by <> 'abandoned' AND e.kind <> 'tournament'"""
EVERYTHING = f"SELECT e.season_id, p.person_id, {COUNTS} GROUP BY e.season_id, p.person_id"
ALL_STANDINGS = f"""
SELECT e.season_id, e.id, p.person_id, {COUNTS}
GROUP BY GROUPING SETS ((e.season_id, e.id, p.person_id), (e.season_id, p.person_id), (p.person_id))
"""


# --- in a process of its own, on a database of its own --------------------------------------
def open_database(url: str) -> None:
    os.environ["DATABASE_URL"] = url
    harness.prepare("config.settings")


def lay(results: int) -> None:
    """Lay seasons, evenings, tables and seats by the models, results and lines by SQL."""
    from django.db import connection

    from league.events.models import Block, Event, Participation, Seat, Table
    from league.people.models.people import Person
    from league.seasons.models import Season

    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
    first = date(2026, 1, 1)
    people = Person.objects.bulk_create(
        Person(name=f"P{n}", sort_key=f"p{n:03}") for n in range(PEOPLE)
    )
    seasons = Season.objects.bulk_create(
        Season(
            name=f"S{n}",
            start=first - timedelta(days=365 * n),
            end=first - timedelta(days=365 * (n - 1)),
        )
        for n in range(max(1, results // PER_SEASON))
    )
    events = Event.objects.bulk_create(
        Event(
            season=season,
            name="Bench",
            business_date=season.start + timedelta(days=7 * week),
            rulebook="rsc2003",
        )
        for season in seasons
        for week in range(EVENINGS)
    )
    blocks = Block.objects.bulk_create(Block(event=event) for event in events)
    tables = Table.objects.bulk_create(
        Table(block=block, number=n) for block in blocks for n in range(1, TABLES + 1)
    )
    there = Participation.objects.bulk_create(
        Participation(event=event, person=people[(at + n) % PEOPLE])
        for at, event in enumerate(events)
        for n in range(TABLES * SEATS)
    )
    Seat.objects.bulk_create(
        Seat(table=tables[n // SEATS], position=n % SEATS + 1, participation=participation)
        for n, participation in enumerate(there)
    )
    with connection.cursor() as cursor:
        cursor.execute(LAY_RESULTS, [datetime(2026, 1, 1, tzinfo=UTC)])
        cursor.execute(LAY_LINES, [])
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM ANALYZE")


def rebuild() -> float:
    """Return the seconds that all standings take with no row stored."""
    from django.core.management import call_command

    from league.standings.models import StandingRow

    StandingRow.objects.all().delete()
    began = time.perf_counter()
    call_command("rebuild_standings", stdout=io.StringIO())
    return time.perf_counter() - began


def aggregate(sql: str) -> float:
    from django.db import connection

    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute(sql.replace("%%", "%"))
        cursor.fetchall()
    return time.perf_counter() - began


def differences() -> int:
    """Return how many rows that SQL counts are not among ours, and the other way round."""
    from django.db import connection

    from league.standings.models import StandingRow

    with connection.cursor() as cursor:
        cursor.execute(ALL_STANDINGS.replace("%%", "%"))
        counted = set(cursor.fetchall())
    ours = StandingRow.objects.order_by().values_list(
        "standing__season_id",
        "standing__event_id",
        "person_id",
        "games",
        "halves_lost",
        "games_lost",
        "sweeps",
        "schock_aus",
        "next_to_last",
    )
    return len(counted ^ set(ours))


def play(first: int) -> list[float]:
    """Play some more games at the newest evening until its tables are current; return their
    seconds.
    """
    from django.utils import timezone

    from league.access.actors import Actor
    from league.events.models import Event, Seat
    from league.results.services.results import SeatLine, record_result
    from league.standings.queries.standings import stale_standings
    from league.tasks import compute_season

    event = Event.objects.order_by("business_date").last()
    assert event is not None
    table = event.blocks.get().tables.get(number=1)
    seats = list(Seat.objects.filter(table=table).values_list("pk", flat=True))
    took = []
    for number in range(first, first + GAMES):
        loser = seats[number % SEATS]
        lines = {pk: SeatLine(pk == loser, pk == loser, pk == loser) for pk in seats}
        began = time.perf_counter()
        record_result(
            table=table,
            number=number,
            replaces=None,
            client_id=f"more-{number}",
            source="card",
            ended_by="sweep",
            rulebook="rsc2003",
            house_rules={},
            lines=lines,
            actor=Actor(),
            now=timezone.now(),
        )
        compute_season(event.season_id)
        took.append(time.perf_counter() - began)
    if stale_standings().exists():
        raise AssertionError("a table is not up to date")
    return took


# --- here -----------------------------------------------------------------------------------
def database(url: str, results: int) -> ProcessPoolExecutor:
    """Make a new database with so many results, and return the process that asks it."""
    name = f"bench_standings_{results}"
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(f"DROP DATABASE IF EXISTS {name}")
        line.execute(f"CREATE DATABASE {name}")
    own = urlsplit(url)._replace(path=f"/{name}").geturl()
    pool = ProcessPoolExecutor(
        1, mp_context=get_context("spawn"), initializer=open_database, initargs=(own,)
    )
    began = time.perf_counter()
    pool.submit(lay, results).result()
    pool.submit(rebuild).result()
    print(f"{results} results laid and counted in {time.perf_counter() - began:.0f} s", flush=True)
    return pool


def one_more_game(url: str) -> tuple[list[float], list[float]]:
    """Return two ratios of seconds: the aggregate to ours, and ours with many results to few."""
    sides = {"few": database(url, FEW), "many": database(url, STORED)}
    times: dict[str, list[float]] = {"few": [], "many": [], "sql": []}

    def games(side: str, number: int) -> None:
        took = sides[side].submit(play, PLAYED + 1 + number * GAMES).result()
        times[side].append(statistics.median(took))

    harness.in_turn(
        ROUNDS + 1,
        [
            lambda n: games("few", n),
            lambda n: games("many", n),
            lambda _n: times["sql"].append(sides["many"].submit(aggregate, EVERYTHING).result()),
        ],
    )
    for pool in sides.values():
        pool.shutdown()
    rates = {name: rounds[1:] for name, rounds in times.items()}  # the first round warms up
    milliseconds(f"one more game, {FEW} stored", rates["few"])
    milliseconds(f"one more game, {STORED} stored", rates["many"])
    milliseconds("SQL over all of them", rates["sql"])
    return (
        [a / b for a, b in zip(rates["sql"], rates["many"], strict=True)],
        [a / b for a, b in zip(rates["many"], rates["few"], strict=True)],
    )


def all_standings(url: str) -> tuple[list[float], int]:
    pool = database(url, REBUILT)
    times: dict[str, list[float]] = {"ours": [], "sql": []}
    harness.in_turn(
        ROUNDS,
        [
            lambda _n: times["ours"].append(pool.submit(rebuild).result()),
            lambda _n: times["sql"].append(pool.submit(aggregate, ALL_STANDINGS).result()),
        ],
    )
    wrong = pool.submit(differences).result()
    pool.shutdown()
    milliseconds("all standings, ours", times["ours"])
    milliseconds("all standings, SQL", times["sql"])
    return [a / b for a, b in zip(times["ours"], times["sql"], strict=True)], wrong


def milliseconds(name: str, times: list[float]) -> None:
    figure(name, [1e3 * seconds for seconds in times], unit="ms", digits=1)


def main() -> None:
    url: Any = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        sys.exit("DATABASE_URL must point to a PostgreSQL that may be filled (dev.py bench).")
    rebuilt, wrong = all_standings(url)
    cheaper, more = one_more_game(url)
    figure("rows that differ", wrong, digits=0, at_most=0)
    figure("all standings, ours to SQL", rebuilt, at_most=5)
    figure("one more game, many stored to few", more, at_most=1.2)
    figure("SQL to one more game", cheaper, digits=0, at_least=20)
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
