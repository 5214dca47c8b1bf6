"""P8: a till of 100,000 bookings, exported and checked, beside `hledger balance` on the export.

* ours, alone: `check_year.py` on the years as we export them, as an auditor runs it: numbers,
  chains, hashes, sums, balances, texts;
* ours, at home: `check_books`, which reads every row in PostgreSQL and holds claims and payments
  against them as well;
* theirs: hledger reads the plain-text journal that we wrote and adds up the balances, nothing more.

All sides in turn. hledger's balances must be those of the till, account for account; the first
booking that is changed must be found. The times of the exports are told as well. The figure comes
last. If hledger cannot be had, the comparison is left out.
"""

# needs: postgresql
import csv
import io
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import _harness as harness
from bench import _others as others
from bench._figures import figure, size, spread

BOOKINGS = size(100_000, 1_000)
ROUNDS = size(5, 1)
AT_ONCE = 1_000
MEMBERS = 40
FIRST = date(2017, 1, 2)
DAYS = 365 * 9
SPHERES = ("Ideell", "Vermoegen", "Zweckbetrieb", "Geschaeftsbetrieb")
NOW = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)


def fill(number: int) -> None:
    """Fill the books through their one service: half are claims, half their payments."""
    from django.db import transaction

    from finance.books import booking
    from finance.books.models.claims import Claim
    from finance.books.models.payments import Allocation, Payment
    from finance.books.services.ledger import Draft, lock_persons, post
    from league.people.services import people

    rng = random.Random(8)
    members = [
        people.create_person(name=f"Mitglied {n} Müller", email="").pk for n in range(MEMBERS)
    ]
    days = sorted(FIRST + timedelta(days=rng.randrange(DAYS)) for _ in range(number // 2))
    for start in range(0, len(days), AT_ONCE):
        some = days[start : start + AT_ONCE]
        deeds = [(day, rng.choice(members), rng.randrange(1, 5_000)) for day in some]
        with transaction.atomic():
            lock_persons(members)
            owed = [
                Draft(
                    "claims",
                    day,
                    "claim",
                    booking.claim("other", person, cents, "other"),
                    text="Tasse",
                )
                for day, person, cents in deeds
            ]
            paid = [
                Draft("cash", day, "payment", booking.payment("cash", "EUR", person, cents))
                for day, person, cents in deeds
            ]
            booked = post(drafts=owed + paid, by=None, now=NOW)
            claims = Claim.objects.bulk_create(
                Claim(
                    person_id=person,
                    key=f"bench:{start + n}",
                    kind="other",
                    code="other",
                    unit="EUR",
                    day=day,
                    amount=cents,
                    paid=cents,
                    state="settled",
                    transaction=booked[n],
                    created_at=NOW,
                )
                for n, (day, person, cents) in enumerate(deeds)
            )
            payments = Payment.objects.bulk_create(
                Payment(
                    person_id=person,
                    method="cash",
                    unit="EUR",
                    amount=cents,
                    allocated=cents,
                    transaction=booked[len(deeds) + n],
                    client_id=f"bench:{start + n}",
                )
                for n, (_day, person, cents) in enumerate(deeds)
            )
            Allocation.objects.bulk_create(
                Allocation(payment=payment, claim=claim, amount=claim.amount or 0, date=claim.day)
                for payment, claim in zip(payments, claims, strict=True)
            )


def timed(deed: Callable[[], object], times: list[float]) -> None:
    begun = time.perf_counter()
    deed()
    times.append(time.perf_counter() - begun)


def write_journal(path: Path) -> None:
    from finance.years.queries.plaintext import journal

    with path.open("w", encoding="utf-8") as out:
        out.writelines(journal("Bench"))


def write_years(folder: Path) -> list[Path]:
    """Write the years as files for the stand-alone checker."""
    from finance.books.queries import bookings
    from finance.years.queries.yearfile import year_lines

    paths = []
    for year in bookings.years():
        paths.append(folder / f"{year}.jsonl")
        with paths[-1].open("wb") as out:
            out.writelines(year_lines(year, club="Bench", now=NOW))
    return paths


def check_alone(paths: list[Path]) -> int:
    """Check each year in a process of its own; return how many are found to be wrong."""
    program = harness.ROOT / "finance" / "years" / "check_year.py"
    processes = [
        subprocess.run([sys.executable, program, path], capture_output=True) for path in paths
    ]
    return sum(process.returncode != 0 for process in processes)


def our_balances() -> Counter[str]:
    """Return the till's balances in cents under the journal's names, spheres not told apart."""
    from finance.books.models.ledger import Account
    from finance.years import plaintext

    sums: Counter[str] = Counter()
    for account in Account.objects.select_related("person"):
        person = (account.person.pk, account.person.name) if account.person else None
        sums[plaintext.account_name(account.code, 0, person)] += account.balance
    return sums


def their_balances(hledger: Path, path: Path) -> Counter[str]:
    text = subprocess.run(
        [hledger, "-f", path, "balance", "--flat", "--no-total", "-O", "csv"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    sums: Counter[str] = Counter()
    for row in list(csv.reader(io.StringIO(text)))[1:]:
        name = re.sub(f":({'|'.join(SPHERES)})$", "", row[0])
        amount, unit = row[1].split()
        sums[name] += int(amount.replace(".", "")) if unit == "EUR" else int(amount)
    return sums


def nonzero(sums: Counter[str]) -> dict[str, int]:
    return {name: value for name, value in sums.items() if value}


def change_a_row() -> bool:
    """Change one amount by a cent, as the database's owner could; say if the check names its
    booking.
    """
    from django.db import connection, transaction

    from finance.books.models.ledger import Posting
    from finance.checks.books import check_books

    row = Posting.objects.filter(account__code="cash").order_by("pk")[BOOKINGS // 4]
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE finance_posting DISABLE TRIGGER USER")
            cursor.execute("UPDATE finance_posting SET amount = amount + 1 WHERE id = %s", [row.pk])
            cursor.execute("ALTER TABLE finance_posting ENABLE TRIGGER USER")
        wrong = check_books().wrong
        transaction.set_rollback(True)
    return bool(wrong) and str(row.transaction_id % 10_000_000) in wrong[0]


def main() -> None:
    hledger = others.hledger()
    harness.prepare("config.settings")
    from django.db import connection

    from finance.checks.books import check_books
    from finance.years.exports.listings import LISTINGS
    from league.files.sheets import csv_pieces, write_xlsx

    begun = time.perf_counter()
    fill(BOOKINGS)
    print(f"{BOOKINGS:,} bookings laid in {time.perf_counter() - begun:.0f} s", flush=True)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "till.journal"
        export: list[float] = []
        home: list[float] = []
        alone: list[float] = []
        theirs: list[float] = []
        write_journal(path)
        years = write_years(Path(place))
        errors = len(check_books().wrong) + check_alone(years)
        sides: list[Callable[[int], None]] = [
            lambda _number: timed(check_books, home),
            lambda _number: timed(lambda: check_alone(years), alone),
            lambda _number: timed(lambda: write_journal(path), export),
        ]
        if hledger:
            errors += nonzero(their_balances(hledger, path)) != nonzero(our_balances())
            sides.append(lambda _number: timed(lambda: their_balances(hledger, path), theirs))
        harness.in_turn(ROUNDS, sides)
        print(f"journal as text: {spread(export)} s, {path.stat().st_size / 1e6:.0f} MB")
        sheet = LISTINGS["buchungen"]
        times: list[float] = []
        timed(lambda: [None for _piece in csv_pieces(sheet.sheet(None))], times)
        with tempfile.TemporaryFile() as out:
            timed(lambda: write_xlsx([sheet.sheet(None)], out), times)
        print(f"bookings as CSV: {times[0]:.1f} s; as XLSX: {times[1]:.1f} s")
    is_noticed = change_a_row()
    print(f"a cent changed by the database's owner: {'found' if is_noticed else 'NOT FOUND'}")
    errors += not is_noticed
    figure("the exported years checked alone", alone, unit="s")
    figure("check_books in the database", home, unit="s")
    if theirs:
        adding = statistics.median(theirs)
        figure("hledger adds up", theirs, unit="s")
        figure("hledger to the years alone", adding / statistics.median(alone), at_least=1)
        figure("hledger to check_books", adding / statistics.median(home))
    figure("errors", errors, digits=0, at_most=0)
    sys.exit(bool(errors))


if __name__ == "__main__":
    main()
