"""P7: a member's balance in books of 5,000,000 postings, and eight writers on the till's account.

* balance, ours: what „Mein Konto“ asks (`owing_of`), which the database keeps as it books;
* balance, sum: `SUM … GROUP BY` over all postings, and once more over the member's own alone;
* settling, ours: eight processes each book game after game through `post`: what every player of it
  pays into the till, numbered, chained and checked by every trigger;
* settling, raw: eight processes commit the same postings one by one with psycopg, into a table with
  nothing but a key: no number, no chain, no balance, nobody asks whether it adds up.

The five million are laid without triggers, because they are only read, and their sums compared.
Last, how long the till's lists take with 100,000 bookings that went through `post`. The figures
stand last. `LEDGER_POSTINGS` and `LEDGER_BOOKINGS` make it smaller.
"""

# needs: postgresql
import os
import random
import statistics
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

ROUNDS = 7
MEMBERS = 1_000
POSTINGS = int(os.environ.get("LEDGER_POSTINGS", "5000000"))
BOOKINGS = int(os.environ.get("LEDGER_BOOKINGS", "100000"))
WRITERS = 8
GAMES = 20
PLAYERS = 6
TABLE = "bench_raw_posting"
DAY = date(2026, 3, 6)
PAGES = [
    "/kasse/",
    "/kasse/offen/",
    "/kasse/zahlen/",
    "/kasse/buch/claims/",
    "/kasse/buch/claims/?page=100",
    "/kasse/forderungen/",
    "/kasse/forderungen/?page=900&sort=amount",
    "/kasse/zahlungen/?search=0007",
    "/kasse/mein-konto/",
]


# --- the balance ----------------------------------------------------------------------------
def lay_postings(url: str, persons: list[Any]) -> None:
    """So many postings on the members' accounts and the till's, and the balances they make."""
    from django.db import transaction

    from finance.books.services.ledger import lock_persons

    with transaction.atomic():
        lock_persons([person.pk for person in persons])
    with psycopg.connect(url, autocommit=True) as line:
        line.execute("SET session_replication_role = replica")
        line.execute(
            "INSERT INTO finance_account (code, unit, balance) SELECT 'cash', 'EUR', 0 WHERE NOT"
            " EXISTS (SELECT 1 FROM finance_account WHERE code = 'cash')"
        )
        line.execute(
            "WITH own AS (SELECT array_agg(id ORDER BY id) AS ids FROM finance_account"
            " WHERE code = 'receivable'), till AS (SELECT id FROM finance_account"
            " WHERE code = 'cash') INSERT INTO finance_posting"
            " (transaction_id, account_id, amount, sphere)"
            " SELECT n, CASE side WHEN 0 THEN till.id"
            " ELSE own.ids[1 + (n::bigint * 7919) %% array_length(own.ids, 1)] END,"
            " CASE side WHEN 0 THEN 1 ELSE -1 END * (100 + n %% 900), 0"
            " FROM own, till, generate_series(1, %s) AS n, generate_series(0, 1) AS side",
            [POSTINGS // 2],
        )
        line.execute(
            "UPDATE finance_account a SET balance = s.sum FROM (SELECT account_id, SUM(amount)"
            " AS sum FROM finance_posting GROUP BY account_id) s WHERE s.account_id = a.id"
        )
        line.execute("VACUUM ANALYZE finance_posting")
        line.execute("VACUUM ANALYZE finance_account")


def clear_postings(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as line:
        line.execute("SET session_replication_role = replica")
        line.execute("TRUNCATE finance_posting CASCADE")
        line.execute("UPDATE finance_account SET balance = 0")


def timed(ask: Callable[[], Any], times: int) -> tuple[float, Any]:
    began = time.perf_counter()
    for _n in range(times):
        answer = ask()
    return (time.perf_counter() - began) / times, answer


def balances(url: str, persons: list[Any]) -> tuple[list[float], list[float], int]:
    """How many times as long the sums take: over all, over the member's own; and the errors."""
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
    print(f"ours, one balance               {harness.spread(rates['ours'], 3)} ms")
    print(f"sum over all postings           {harness.spread(rates['all'], 1)} ms")
    print(f"sum over the member's own       {harness.spread(rates['own'], 2)} ms")
    return (
        [a / b for a, b in zip(rates["all"], rates["ours"], strict=True)],
        [a / b for a, b in zip(rates["own"], rates["ours"], strict=True)],
        wrong,
    )


# --- settling -------------------------------------------------------------------------------
def settle_games(persons: list[int], seed: int, at: float) -> float:
    """Books game after game from the moment `at` on; the moment of the last one's end."""
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


def settling(url: str, persons: list[int]) -> tuple[list[float], int]:
    from django.db import connections

    from finance.books.models.ledger import Transaction
    from finance.books.queries.ledger import balance

    with psycopg.connect(url, autocommit=True) as line:
        line.execute(
            f"CREATE TABLE IF NOT EXISTS {TABLE} (id bigserial PRIMARY KEY, account int,"
            " amount bigint)"
        )
    rates: dict[str, list[float]] = {"ours": [], "raw": []}
    connections.close_all()
    with ProcessPoolExecutor(WRITERS) as pool:

        def run(name: str, job: Callable[..., float], *args: Any) -> None:
            at = time.time() + 0.5
            jobs = [pool.submit(job, *args, persons, n, at) for n in range(WRITERS)]
            rates[name].append(WRITERS * GAMES / (max(future.result() for future in jobs) - at))

        harness.in_turn(
            ROUNDS + 1,
            [
                lambda _n: run("ours", settle_games),
                lambda _n: run("raw", commit_postings, url),
            ],
        )
    made = (ROUNDS + 1) * WRITERS * GAMES * PLAYERS
    numbers = Transaction.objects.filter(head__journal="cash").order_by("number")
    gaps = list(numbers.values_list("number", flat=True)) != list(range(1, made + 1))
    wrong = int(gaps) + int(balance("cash") != made * 100)
    spreads = {name: rounds[1:] for name, rounds in rates.items()}
    print(f"ours, settled games per second  {harness.spread(spreads['ours'], 0)}")
    print(f"raw, the same row by row        {harness.spread(spreads['raw'], 0)}")
    return [a / b for a, b in zip(spreads["ours"], spreads["raw"], strict=True)], wrong


# --- the lists ------------------------------------------------------------------------------
def pages(persons: list[Any]) -> int:
    """Fills the till and prints how long each page takes; how many did not answer."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from league.people.services import people

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("collectstatic", "--no-input", verbosity=0)
    began = time.perf_counter()
    books.fill(persons, BOOKINGS, DAY)
    print(f"{BOOKINGS} bookings laid in        {time.perf_counter() - began:.0f} s")
    who = people.create_member(
        name="Kasse", email="kasse@club.invalid", kind="active", start=date(2020, 1, 1)
    )
    people.appoint(person=who, role="treasurer", start=date(2020, 1, 1))
    client, wrong = Client(), 0
    assert who.user is not None
    client.force_login(who.user)
    for path in PAGES:
        times = []
        for _round in range(ROUNDS):
            took, answer = timed(partial(client.get, path), 1)
            times.append(1e3 * took)
            wrong += answer.status_code != 200
        print(f"{path:48}{harness.spread(times, 0)} ms")
    return wrong


def main() -> None:
    harness.prepare("config.settings")
    url = os.environ["DATABASE_URL"]
    persons = books.members(MEMBERS)
    lay_postings(url, persons)
    over_all, own, wrong = balances(url, persons)
    clear_postings(url)
    settled, gaps = settling(url, [person.pk for person in persons])
    missing = pages(persons[:60])
    errors = wrong + gaps + missing
    print(f"errors                          {errors}, aim: 0")
    print(f"sum over the member's own       {harness.spread(own, 1)} times ours")
    print(f"sum over all to ours            {harness.spread(over_all, 0)}, aim: at least 1000")
    print(f"settled, ours to raw            {harness.spread(settled)}, aim: at least 1")
    print(f"{statistics.median(over_all):.0f}x the sum, {statistics.median(settled):.2f}x settling")
    if errors:
        sys.exit(1)


if __name__ == "__main__":
    main()
