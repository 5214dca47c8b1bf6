"""An exported year is checked by a program that knows nothing of the house, down to the byte."""

import contextlib
import hashlib
import subprocess
import sys
from collections import Counter
from datetime import date
from pathlib import Path
from random import Random

import pytest
from django.db import DatabaseError, connection, transaction

from finance.books.booking import Entry
from finance.books.models.ledger import JournalYear, Posting, Transaction
from finance.books.queries import bookings
from finance.books.services import cashbook, ledger
from finance.books.services.vouchers import Upload
from finance.years import check_year
from finance.years.check_year import Year, canonical, sealed
from finance.years.labels import FINDINGS
from finance.years.queries import yearfile
from league.guards.kinds import triggers_of
from league.guards.triggers import drop_triggers
from tests.finance.club import DAY, NOW, payer, reverser
from tests.finance.files import PDF
from tests.finance.tampering import tampered
from tests.plugins.built import built_once
from tests.plugins.speed import examples

pytestmark = pytest.mark.slow

PROGRAM = Path(check_year.__file__)
BEFORE = date(2025, 12, 30)


def exported(year=DAY.year):
    return list(yearfile.year_lines(year, club="Schockfreunde", now=NOW))


def wrong(lines):
    return [str(finding) for finding in Year().findings(lines)]


def rows(lines):
    """Return the rows of a file without their checks, to be changed and sealed anew."""
    rows = []
    for line in lines:
        row = check_year.json.loads(line)
        del row["~check"]
        rows.append(row)
    return rows


def run(path, *more):
    """Run the program as an auditor does: alone, in a folder where nothing else is."""
    alone = path.parent / "check_year.py"
    alone.write_bytes(PROGRAM.read_bytes())
    return subprocess.run(
        [sys.executable, "-I", "-S", alone, path, *more],
        capture_output=True,
        text=True,
        check=False,
    )


@built_once
def year(evening):
    """Book two years: a payment before, taken back now; cards, words, a round, a credit."""
    club = evening.club
    pay, storno = payer(club), reverser(club)
    paid = pay("toni", 250, day=BEFORE, text="Vom Vorjahr")
    evening.card("robin", cents=500)
    evening.card("sascha", number=2, kind="drinks_round", cents=None)
    evening.charge("toni", "early_lift", "fine", 100)
    evening.confirm()
    storno(pay("robin", 300).transaction)
    pay("robin", 500)
    pay("sascha", 150, text="Stimmt so", method="bank")
    ledger.post(
        drafts=[
            ledger.Draft(
                "cash", DAY, "other", (Entry("drinks", 120, sphere=4), Entry("cash", -120)), "Salz"
            )
        ],
        by=club.user("kim"),
        now=NOW,
    )
    return paid


def test_a_year_that_is_right_is_said_to_be_right(year, tmp_path):
    path = tmp_path / "jahr.jsonl"
    path.write_bytes(b"".join(exported()))
    done = run(path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("Alles stimmt: Schockfreunde, 2026, 8 Buchungen.")
    head = JournalYear.objects.get(journal="cash", year=2026)
    assert f"cash {head.last_number} {head.last_hash}" in done.stdout


def test_each_year_has_a_file_of_its_own_and_they_join(year):
    assert bookings.years() == [2026, 2025]
    assert wrong(exported(2025)) == []
    closing = {
        (row["account"], row["person"]): row["amount"]
        for row in rows(exported(2025))
        if row["row"] == "closing"
    }
    opening = {
        (row["account"], row["person"]): row["amount"]
        for row in rows(exported(2026))
        if row["row"] == "opening"
    }
    assert opening == closing != {}


def test_a_storno_of_the_year_before_brings_its_original_along(year, storno):
    from finance.books.services.closing import close_through

    close_through(through=date(2025, 12, 31), by=None, today=DAY, now=NOW)
    storno(year.transaction)
    lines = exported()
    earlier = [row for row in rows(lines) if row["row"] == "earlier"]
    assert [row["year"] for row in earlier] == [2025]
    assert wrong(lines) == []


def test_a_closed_year_keeps_the_names_it_was_closed_with(year, club):
    from finance.books.services.closing import close_through

    def named():
        return {row["name"] for row in rows(exported(2025)) if row["row"] == "person"}

    close_through(through=date(2025, 12, 31), by=None, today=DAY, now=NOW)
    club.toni.name = "Antonia"
    club.toni.save()
    assert "Toni" in named()
    assert "Antonia" not in named()
    assert "Antonia" in {row.get("name") for row in rows(exported(2026))}


def test_a_voucher_goes_along_with_what_makes_its_file_that_file(year, club):
    cashbook.record_expense(
        amount=110,
        account="prizes",
        paid_from="cash",
        text="Pokal",
        voucher=Upload("bon.pdf", PDF),
        day=DAY,
        client_id="pokal",
        by=club.user("kim"),
        today=DAY,
        now=NOW,
    )
    lines = exported()
    (voucher,) = [row for row in rows(lines) if row["row"] == "voucher"]
    assert voucher["sha256"] == hashlib.sha256(PDF).hexdigest()
    assert wrong(lines) == []
    problems = wrong(change(lines, lambda row: row["row"] == "voucher", booking=7))
    assert any(
        "Der Beleg gehört zu einer Buchung, die es nicht gibt" in problem for problem in problems
    )


def change_bytes(lines, places_of):
    chance = Random(4)
    for number, line in enumerate(lines):
        for place in places_of(chance, len(line)):
            other = bytes([line[place] ^ (1 << chance.randrange(8))])
            changed = [*lines[:number], line[:place] + other + line[place + 1 :]]
            first = next(Year().findings(changed), None)
            assert first is not None, (number, place)
            assert first.line == number + 1, (number, place, str(first))


def test_single_changed_bytes_of_a_file_are_found_in_their_line(year):
    """R4: some bytes of each line, each changed into another."""
    change_bytes(exported(), lambda chance, length: chance.sample(range(length), 12))


@pytest.mark.long
def test_every_single_changed_byte_of_a_file_is_found_in_its_line(year):
    change_bytes(exported(), lambda _chance, length: range(length))


def test_a_missing_doubled_or_swapped_line_is_found(year):
    lines = exported()
    for number in range(len(lines)):
        assert wrong(lines[:number] + lines[number + 1 :]), number
        assert wrong([*lines[:number], lines[number], *lines[number:]]), number
    for number in range(len(lines) - 1):
        swapped = [*lines]
        swapped[number : number + 2] = reversed(swapped[number : number + 2])
        assert wrong(swapped), number


@pytest.mark.rules
@pytest.mark.parametrize(
    ("statement", "where", "sentence"),
    [
        (
            "UPDATE finance_posting SET amount = amount + 1 WHERE id = {posting}",
            "claims 2026/1",
            "nac",
        ),
        (
            "UPDATE finance_posting SET amount = 2 * amount WHERE transaction_id = {first}",
            "",
            "nac",
        ),
        ("UPDATE finance_posting SET sphere = 3 WHERE sphere = 4", "cash 2026/4", "nachträglich"),
        ("UPDATE finance_transaction SET date = '2026-03-07' WHERE id = {first}", "1", "nachträg"),
        ("UPDATE finance_transaction SET kind = 'other' WHERE id = {first}", "1", "nachträglich"),
        ("UPDATE finance_transaction SET entered_by_id = NULL WHERE id = {first}", "1", "nachtr"),
        ("UPDATE finance_transaction SET hash = '{x}' WHERE id = {first}", "claims 2026/1", "nach"),
        ("UPDATE finance_transaction SET previous_hash = '{x}' WHERE id = {first}", "1", "vorigen"),
        ("UPDATE finance_transactiontext SET text = 'anders'", "bank 2026/1", "Der Text ist nicht"),
        ("DELETE FROM finance_transactiontext", "bank 2026/1", "Der Text ist nicht"),
        ("UPDATE finance_journalyear SET last_number = 99", "bank 2026", "nennt Nummer 99"),
        ("UPDATE finance_journalyear SET balance = balance + 1", "bank 2026", "nennt einen Saldo"),
        ("UPDATE finance_journalyear SET last_hash = '{x}'", "bank 2026", "andere letzte"),
        ("UPDATE finance_account SET balance = 100 + balance WHERE code = 'cash'", "cash", "Am En"),
        ("UPDATE finance_account SET balance = 0 WHERE code = 'cash'", "cash", "nennt es nicht"),
        ("UPDATE finance_account SET unit = 'RUNDE' WHERE code = 'fines'", "claims 2026/", "nach"),
    ],
)
def test_a_value_changed_in_the_database_is_named_by_the_lonely_program(
    year, tmp_path, statement, where, sentence
):
    first = Transaction.objects.filter(head__journal="claims", head__year=2026).first()
    names = {
        "first": first.pk,
        "posting": Posting.objects.filter(transaction=first).first().pk,
        "x": "0" * 64,
    }
    path = tmp_path / "jahr.jsonl"
    with tampered(statement.format(**names)):
        path.write_bytes(b"".join(exported()))
    done = run(path)
    assert done.returncode == 1
    first_line = done.stdout.split("\n")[0]
    assert where in first_line, done.stdout
    assert sentence in first_line, done.stdout


# What a superuser could change, by table: whatever the chain, the sums or the heads hold.
BYTES = {
    "finance_transaction": (
        *("date", "entered_at", "entered_by_id", "kind", "number", "reverses_id", "hash"),
        *("previous_hash", "text_digest", "head_id"),
    ),
    "finance_posting": ("amount", "sphere", "account_id", "transaction_id"),
    "finance_transactiontext": ("salt", "text", "transaction_id"),
    "finance_journalyear": ("last_number", "last_hash", "balance", "journal"),
    "finance_account": ("balance", "code", "unit", "person_id"),
}


def one_byte_off(value):
    """Return the value with its last digit or letter changed into the next."""
    if value is None or isinstance(value, int):
        return (value or 0) + 1
    return value[:-1] + ("1" if value[-1:] != "1" else "2")


def test_single_changed_values_of_the_whole_ledger_are_refused_or_found(year, request):
    """R4, past all triggers: every value once with --long, some of them otherwise."""
    places = []
    with connection.cursor() as cursor:
        for table, columns in BYTES.items():
            # An account on which nothing was ever booked says nothing.
            used = " WHERE id IN (SELECT account_id FROM finance_posting)"
            where = used if table == "finance_account" else ""
            cursor.execute(f"SELECT id, {', '.join(columns)} FROM {table}{where} ORDER BY id")
            for key, *values in cursor.fetchall():
                places += [
                    (table, key, column, str(value) if hasattr(value, "year") else value)
                    for column, value in zip(columns, values, strict=True)
                    if (table, column, value) != ("finance_transactiontext", "text", "")
                ]
    if not request.config.getoption("--long"):
        places = Random(4).sample(places, examples(60))
    drop_triggers(connection, triggers_of("finance"))
    for table, key, column, value in places:
        with contextlib.suppress(DatabaseError), transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(
                    f"UPDATE {table} SET {column} = %s WHERE id = %s",
                    [one_byte_off(value), key],
                )
            collected = [*wrong(exported(2025)), *wrong(exported(2026))]
            transaction.set_rollback(True)
            assert collected, (table, key, column, value)


def change(lines, pick, **values):
    """Return a file in which a forger changed a row and wrote all checks of the lines anew."""
    export_rows = rows(lines)
    row = next(row for row in export_rows if pick(row))
    row.update(values)
    return list(sealed(export_rows))


@pytest.mark.parametrize(
    ("pick", "values", "sentence"),
    [
        (lambda row: row["row"] == "year", {"format": "anders"}, "kein Jahresexport"),
        (lambda row: row["row"] == "opening", {"amount": 1}, "Am Ende sollen"),
        (lambda row: row["row"] == "opening", {"amount": 1}, "Anfangsbestände in EUR ergeben"),
        (lambda row: row["row"] == "head", {"balance": 1}, "nennt einen Saldo"),
        (lambda row: row["row"] == "end", {"rows": 3}, "nicht vollständig"),
        (lambda row: row["row"] == "account", {"unit": "RUNDE"}, "passt nicht in diese Buchung"),
        (lambda row: row.get("kind") == "reversal", {"reverses": 7}, "nachträglich verändert"),
        (lambda row: row["row"] == "booking", {"entries": "keine"}, "nachträglich verändert"),
        (lambda row: row["row"] == "closing", {"row": "anders"}, "nicht zu lesen"),
    ],
)
def test_who_writes_the_checks_of_the_lines_anew_is_found_by_the_books(
    year, pick, values, sentence
):
    problems = wrong(change(exported(), pick, **values))
    assert any(sentence in problem for problem in problems), problems


def test_who_writes_even_the_chain_anew_is_found_by_the_printed_seal(year, tmp_path):
    """The seal is on the report that was signed: no program can change paper."""
    honest = Year()
    assert list(honest.findings(exported())) == []
    export_rows, last = rows(exported()), ""
    for row in export_rows:
        if row["row"] == "journal":
            last = check_year.digest(["schockwart", 1, row["journal"], 2026])
        elif row["row"] == "booking":
            row["previous"], row["date"] = last, "2026-03-07"
            last = row["hash"] = check_year.digest({name: row[name] for name in check_year.HASHED})
        elif row["row"] == "head":
            row["hash"] = last
    path = tmp_path / "jahr.jsonl"
    path.write_bytes(b"".join(sealed(export_rows)))
    assert run(path).returncode == 0
    done = run(path, "--seal", honest.seal.upper())
    assert done.returncode == 1
    assert "Das Siegel ist ein anderes" in done.stdout
    path.write_bytes(b"".join(exported()))
    assert run(path, "--seal", honest.seal).returncode == 0


def test_an_erased_text_is_no_fault_and_a_silent_one_is(year):
    from finance.books.models.ledger import TransactionText

    text = TransactionText.objects.get(text="Stimmt so")
    text.salt, text.text, text.erased_at = "", "", NOW
    text.save()
    assert wrong(exported()) == []


def test_less_than_nothing_in_the_till_is_found(year):
    export_rows = rows(exported())
    opening = next(
        row for row in export_rows if row["row"] == "opening" and row["account"] == "cash"
    )
    opening["amount"] -= 1000
    assert any("hätten -" in problem for problem in wrong(sealed(export_rows)))


@pytest.mark.parametrize("text", ["", "\n", "kein Export\n", "{}\n", '{"row": []}\n', "\x00\xff\n"])
def test_what_is_no_export_is_said_in_one_sentence(text, tmp_path):
    path = tmp_path / "was.txt"
    path.write_bytes(text.encode("latin-1"))
    done = run(path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "kein Jahresexport" in done.stdout or "nicht vollständig" in done.stdout


def test_the_sample_can_be_drawn_again_by_anybody(year, tmp_path):
    path = tmp_path / "jahr.jsonl"
    path.write_bytes(b"".join(exported()))
    drawn = check_year.sample("4-2-1", 2026, {"cash": 3, "bank": 1}, 2)
    done = run(path, "--sample", "4-2-1", "2", "--upto", "cash=3", "bank=1")
    assert done.stdout.split("\n")[-3:-1] == [f"{journal} 2026/{n}" for journal, n in drawn]


def test_a_sample_of_more_than_there_is_says_so(year, tmp_path):
    path = tmp_path / "jahr.jsonl"
    path.write_bytes(b"".join(exported()))
    done = run(path, "--sample", "4-2-1", "2", "--upto", "cash=900")
    assert done.returncode == 1
    assert "So viele Buchungen stehen nicht in der Datei: cash." in done.stdout


@pytest.mark.parametrize(
    ("name", "more", "sentence"),
    [
        ("fort.jsonl", [], "ist nicht da oder nicht zu lesen."),
        ("jahr.jsonl", ["--sample", "4-2-1", "viele"], "So geht es: --sample"),
        ("jahr.jsonl", ["--upto", "cash"], "So geht es: --sample"),
    ],
)
def test_what_is_asked_wrong_is_told_in_a_sentence(tmp_path, name, more, sentence):
    (tmp_path / "jahr.jsonl").touch()
    done = run(tmp_path / name, *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_sample_is_spread_evenly_and_another_seed_draws_others():
    numbers = {"cash": 500, "bank": 100}
    drawn = check_year.sample("4-2-1", 2026, numbers, 60)
    assert len(set(drawn)) == 60
    assert 3 <= sum(journal == "bank" for journal, _n in drawn) <= 20
    assert len(set(drawn) & set(check_year.sample("4-2-2", 2026, numbers, 60))) < 20
    assert check_year.sample("4-2-1", 2026, {"cash": 5}, 60) == [("cash", n) for n in range(1, 6)]


def test_by_amount_each_booking_of_the_interval_or_more_is_drawn():
    chance = Random(16)
    for n in range(200):
        amounts = {
            journal: [
                chance.choice((1, 50, 300, 5000, 90_000)) for _n in range(chance.randint(1, 40))
            ]
            for journal in ("bank", "cash", "claims")
        }
        size = chance.randint(1, 30)
        interval = check_year.interval_of(amounts, size)
        drawn = check_year.weighted_sample(f"421 {n}", 2026, amounts, size)
        assert len(drawn) == len(set(drawn)) <= size
        large = {
            (journal, number)
            for journal in amounts
            for number, cents in enumerate(amounts[journal], start=1)
            if cents >= interval
        }
        assert large <= set(drawn)


def test_by_amount_a_cent_is_drawn_as_often_as_any_other():
    """A booking of ten times the money is drawn ten times as often, in whatever place."""
    amounts = {"cash": [100, 1000, 100, 1000], "claims": [1000, 100]}
    often = Counter(
        place for n in range(3000) for place in check_year.weighted_sample(str(n), 2026, amounts, 1)
    )
    for journal, number in (("cash", 2), ("cash", 4), ("claims", 1)):
        assert 820 <= often[journal, number] <= 1000
    for journal, number in (("cash", 1), ("cash", 3), ("claims", 2)):
        assert 55 <= often[journal, number] <= 130


def test_the_program_and_the_books_write_the_same_json():
    from finance.books import booking

    value = {"ä": [1, None, "ö"], "a": True}
    assert canonical(value) == booking.canonical(value)


def test_what_the_checker_says_by_itself_in_german_the_pages_say_in_the_readers_language():
    assert {code: str(text) for code, text in FINDINGS.items()} == check_year.SENTENCES
