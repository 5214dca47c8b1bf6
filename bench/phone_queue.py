"""P2: a phone's queue of 20 throws in one request, beside rows committed one by one.

* ours: eight phones on tables' links send their queues to the scorer's real endpoint; * raw: eight
processes, each with a connection of its own, commit row after row with psycopg into a table with
nothing but a key: no web server, no rules, no rights.

Both count throws that are durable when they are answered. The figure comes last.
"""

# needs: postgresql
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psycopg
from psycopg.types.json import Jsonb

from bench import _harness as harness
from bench._figures import figure, size

ROUNDS = size(7, 1)
QUEUE = 20
QUEUES = size(8, 1)
ROWS = size(400, 40)
TABLE = "bench_raw_throw"


def ours(phones: list[harness.Phone], number: int) -> list[list[bytes]]:
    lines = []
    for seed, phone in enumerate(phones, start=100 * number):
        key, events, line = harness.new_game(phone), harness.throws(phone, QUEUE * QUEUES, seed), []
        for seen in range(0, len(events), QUEUE):
            body = {"seen": seen, "events": events[seen : seen + QUEUE]}
            line.append(harness.post(f"/api/games/{key}/events/", phone.headers, body))
        lines.append(line)
    return lines


def commit_rows(url: str, writer: int, at: float) -> float:
    """Commit row after row from the moment `at` on; return the moment of the last one's end."""
    data = {"player": "31", "kept": [], "turned": 0, "dice": [6, 4, 1]}
    with psycopg.connect(url, autocommit=True) as line, line.cursor() as cursor:
        insert = f"INSERT INTO {TABLE} (game, sequence, type, data) VALUES (%s, %s, %s, %s)"
        time.sleep(max(0.0, at - time.time()))
        for sequence in range(ROWS):
            cursor.execute(insert, (writer, sequence, "throw", Jsonb(data)))
        return time.time()


def main() -> None:
    harness.prepare("config.settings")
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(
            f"CREATE TABLE IF NOT EXISTS {TABLE} (id bigserial PRIMARY KEY, game int, sequence int,"
            " type text, data jsonb)"
        )
    phones = harness.phones(harness.PHONES, players=harness.PLAYERS)
    throws: dict[str, list[float]] = {"ours": [], "raw": []}
    errors = 0
    with (
        ProcessPoolExecutor(harness.PHONES) as writers,
        ProcessPoolExecutor(harness.LOADERS) as pool,
        harness.granian("config.settings") as port,
    ):

        def with_queues(number: int) -> None:
            nonlocal errors
            done = harness.load(pool, port, ours(phones, number))
            errors += done.errors
            throws["ours"].append(done.rate * QUEUE)

        def row_by_row(number: int) -> None:
            at = time.time() + 0.5
            jobs = [writers.submit(commit_rows, url, n, at) for n in range(harness.PHONES)]
            took = max(job.result() for job in jobs) - at
            throws["raw"].append(harness.PHONES * ROWS / took)

        harness.in_turn(ROUNDS + 1, [with_queues, row_by_row])
    rates = {name: rounds[1:] for name, rounds in throws.items()}  # the first round warms up
    ratios = [a / b for a, b in zip(rates["ours"], rates["raw"], strict=True)]
    figure("ours, durable throws per second", rates["ours"], digits=0)
    figure("raw, durable rows per second", rates["raw"], digits=0)
    figure("errors", errors, digits=0, at_most=0)
    figure("ours to raw", ratios, at_least=0.5)
    if errors:
        sys.exit(1)


if __name__ == "__main__":
    main()
