"""P7: a member's balance in books of 5,000,000 postings, the till's pages, and settling games.

* balance, ours: what „Mein Konto“ asks (`owing_of`), which the database keeps as it books;
* balance, sum: `SUM … GROUP BY` over all postings, and once more over the member's own alone;
* pages: how long each of the till takes over these books, the first visit not counted;
* settling, ours: one writer, then eight, each book game after game through `post`: what every
  player of it pays into the till, numbered, chained and checked by every trigger;
* settling, raw: as many processes commit the same postings one by one with psycopg, into a table
  with nothing but a key: no number, no chain, no balance, no check that it adds up. Eight
  writers of ours follow each other, because numbers have no gap, so their aim is lower.

The five million are of 25 years and laid without triggers, because they are only read.
"""

# needs: postgresql
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psycopg

from bench import _harness as harness
from bench import _ledger as books
from bench._figures import figure, size

ROUNDS = size(7, 1)
MEMBERS = size(1_000, 20)
POSTINGS = size(5_000_000, 2_000)
YEARS = size(25, 2)
GAMES = size(20, 2)
PLAYERS = 6
TABLE = "bench_raw_posting"
DAY = date(2026, 3, 6)
PAGES = [
    "/kasse/",
    "/kasse/offen/",
    "/kasse/zahlen/",
    "/kasse/buch/claims/",
    "/kasse/forderungen/",
    "/kasse/forderungen/?page=900&sort=amount",
    "/kasse/zahlungen/?search=0007",
    "/kasse/mein-konto/",
]


# --- the balance ----------------------------------------------------------------------------
def timed(ask: Callable[[], Any], times: int) -> tuple[float, Any]:
    began = time.perf_counter()
    for _n in range(times):
        answer = ask()
    return (time.perf_counter() - began) / times, answer


def balances(url: str, persons: list[Any]) -> tuple[list[float], list[float], int]:
    """Return how many times as long the sums take, over all and over own rows; and the errors."""
    from finance.books.queries.people import owing_of

    over_all = (
        "SELECT a.person_id, SUM(p.amount) FROM finance_posting p JOIN finance_account a"
        " ON a.id = p.account_id WHERE a.code = 'receivable' GROUP BY a.person_id"
    )
    own = (
        "SELECT SUM(p.amount) FROM finance_posting p JOIN finance_account a"
        " ON a.id = p.account_id WHERE a.code = 'receivable' AND a.person_id = %s"
        " GROUP BY a.person_id"
    )
    rng, wrong = random.Random(1), 0
    times: dict[str, list[float]] = {"ours": [], "all": [], "own": []}
    with psycopg.connect(url, autocommit=True) as line:

        def asked(query: str, values: Sequence[Any] = ()) -> list[Any]:
            return line.execute(query, values).fetchall()

        for _round in range(ROUNDS + 1):
            who = rng.choice(persons)
            took, owing = timed(partial(owing_of, who), 200)
            times["ours"].append(took)
            took, rows = timed(partial(asked, over_all), 1)
            times["all"].append(took)
            wrong += dict(rows)[who.pk] != owing.cents
            took, rows = timed(partial(asked, own, [who.pk]), 5)
            times["own"].append(took)
            wrong += rows != [(owing.cents,)]
    # In milliseconds; the first round warms up.
    rates = {name: [1e3 * took for took in rounds[1:]] for name, rounds in times.items()}
    figure("ours, one balance", rates["ours"], unit="ms", digits=3)
    figure("sum over all postings", rates["all"], unit="ms", digits=1)
    figure("sum over the member's own", rates["own"], unit="ms")
    return (
        [a / b for a, b in zip(rates["all"], rates["ours"], strict=True)],
        [a / b for a, b in zip(rates["own"], rates["ours"], strict=True)],
        wrong,
    )


# --- settling -------------------------------------------------------------------------------
def settle_games(persons: list[int], seed: int, at: float) -> float:
    """Book game after game from the moment `at` on; return the moment of the last one's end."""
    from finance.books import booking
    from finance.books.services.ledger import Draft, post

    rng, now = random.Random(seed), datetime.combine(DAY, datetime.min.time(), UTC)
    games = [
        [
            Draft("cash", DAY, "payment", booking.payment("cash", "EUR", who, 100))
            for who in rng.sample(persons, PLAYERS)
        ]
        for _game in range(GAMES)
    ]
    time.sleep(max(0.0, at - time.time()))
    for drafts in games:
        post(drafts=drafts, by=None, now=now)
    return time.time()


def commit_postings(url: str, persons: list[int], seed: int, at: float) -> float:
    rng = random.Random(seed)
    with psycopg.connect(url, autocommit=True) as line, line.cursor() as cursor:
        insert = f"INSERT INTO {TABLE} (account, amount) VALUES (%s, %s)"
        time.sleep(max(0.0, at - time.time()))
        for _game in range(GAMES):
            for who in rng.sample(persons, PLAYERS):
                cursor.execute(insert, (0, 100))
                cursor.execute(insert, (who, -100))
        return time.time()


def settling(url: str, persons: list[int], writers: int) -> tuple[list[float], int]:
    """Return the speed of ours over that of raw rows, with so many writers; and the errors."""
    from django.db import connections

    from finance.books.models.ledger import Transaction
    from finance.books.queries.ledger import balance

    numbers = Transaction.objects.filter(head__journal="cash", head__year=DAY.year)
    before, held = numbers.count(), balance("cash")
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(
            f"CREATE TABLE IF NOT EXISTS {TABLE} (id bigserial PRIMARY KEY, account int,"
            " amount bigint)"
        )
    rates: dict[str, list[float]] = {"ours": [], "raw": []}
    connections.close_all()
    with ProcessPoolExecutor(writers) as pool:

        def run(name: str, job: Callable[..., float], *args: Any) -> None:
            at = time.time() + 0.5
            jobs = [pool.submit(job, *args, persons, n, at) for n in range(writers)]
            rates[name].append(writers * GAMES / (max(future.result() for future in jobs) - at))

        harness.in_turn(
            ROUNDS + 1,
            [
                lambda _n: run("ours", settle_games),
                lambda _n: run("raw", commit_postings, url),
            ],
        )
    made = (ROUNDS + 1) * writers * GAMES * PLAYERS
    every = list(numbers.order_by("number").values_list("number", flat=True))
    gaps = every != list(range(1, before + made + 1))
    wrong = int(gaps) + int(balance("cash") != held + made * 100)
    spreads = {name: rounds[1:] for name, rounds in rates.items()}
    figure(f"settled by {writers}, games per second", spreads["ours"], digits=0)
    figure(f"the same row by row by {writers}", spreads["raw"], digits=0)
    return [a / b for a, b in zip(spreads["ours"], spreads["raw"], strict=True)], wrong


# --- the pages ------------------------------------------------------------------------------
def pages() -> int:
    """Measure how long each page of the till takes; return how many did not answer."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from league.people.services import people

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("collectstatic", "--no-input", verbosity=0)
    who = people.create_member(
        name="Kasse", email="kasse@club.invalid", kind="active", start=date(2020, 1, 1)
    )
    people.appoint(person=who, role="treasurer", start=date(2020, 1, 1))
    client, wrong = Client(), 0
    assert who.user is not None
    client.force_login(who.user)
    for path in PAGES:
        times = []
        for _round in range(ROUNDS + 1):
            took, answer = timed(partial(client.get, path), 1)
            times.append(1e3 * took)
            wrong += answer.status_code != 200
        figure(path, times[1:], unit="ms", digits=0, at_most=150)  # the first round warms up
    return wrong


def main() -> None:
    harness.prepare("config.settings")
    url = os.environ["DATABASE_URL"]
    persons = books.members(MEMBERS)
    keys = [person.pk for person in persons]
    began = time.perf_counter()
    books.lay(keys, POSTINGS // 2, DAY, YEARS)
    print(f"{POSTINGS:,} postings laid in {time.perf_counter() - began:.0f} s", flush=True)
    over_all, own, wrong = balances(url, persons)
    errors = wrong + pages()
    for writers, aim in ((1, 1.0), (8, 0.35)):
        settled, gaps = settling(url, keys, writers)
        errors += gaps
        figure(f"settled by {writers}, ours to raw", settled, at_least=aim)
    figure("errors", errors, digits=0, at_most=0)
    figure("sum over the member's own to ours", own, digits=1)
    figure("sum over all to ours", over_all, digits=0, at_least=1000)
    if errors:
        sys.exit(1)


if __name__ == "__main__":
    main()
