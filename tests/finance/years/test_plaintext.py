"""The books in plain text: beancount reads them and finds what the till says."""

from collections import Counter
from datetime import date
from decimal import Decimal

import pytest
from beancount import loader
from beancount.core.data import Transaction as Read

from finance.books import chart
from finance.books.booking import Entry
from finance.books.models.ledger import Account
from finance.books.services.ledger import Draft, post
from finance.years import plaintext
from finance.years.queries.plaintext import journal
from league.people.services import people
from tests.finance.club import NOW, payer, reverser
from tests.finance.rounds import lost
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules

NASTY = 'Wirt „Zum; Würfel" \\ #1 ^x | {3 EUR}\n2026-01-01 open Assets:Hack'


def read(year=None):
    """Return what beancount reads in the file: the sum of each account by unit, and the
    transactions.
    """
    entries, errors, _options = loader.load_string("".join(journal("Kasse", year)))
    assert not errors
    sums = Counter()
    transactions = [entry for entry in entries if isinstance(entry, Read)]
    for entry in transactions:
        for posting in entry.postings:
            sums[posting.account, posting.units.currency] += posting.units.number
    return {place: value for place, value in sums.items() if value}, transactions


def kept():
    """Return the balances of our accounts, under the names of the file, spheres not told apart."""
    sums = Counter()
    for account in Account.objects.select_related("person"):
        person = (account.person.pk, account.person.name) if account.person else None
        sums[plaintext.account_name(account.code, 0, person), account.unit] += account.balance
    return {place: value for place, value in sums.items() if value}


def without_spheres(sums):
    merged = Counter()
    for (name, unit), value in sums.items():
        if name.startswith(("Income", "Expenses")) and unit == "EUR":
            name = name.rpartition(":")[0]
        merged[name, unit] += round(value * 100) if unit == "EUR" else int(value)
    return {place: value for place, value in merged.items() if value}


@built_once
def played(evening):
    """Stakes, a round, cash, a bank transfer, a Storno, an expense, and a year after it."""
    pay, storno = payer(evening.club), reverser(evening.club)
    evening.card("robin")
    evening.card("sascha", number=2, cents=250)
    lost(evening, "toni", number=3)
    evening.confirm()
    pay("robin", 100)
    storno(pay("sascha", 700, method="bank", text=NASTY).transaction)
    pay("sascha", 200)
    book("cash", date(2026, 12, 31), [Entry("venue", 150, sphere=4), Entry("cash", -150)], NASTY)
    book("cash", date(2027, 1, 1), [Entry("cash", 5), Entry("gifts", -5)])
    return evening


def book(journal_code, day, entries, text="", kind="other"):
    return post(
        drafts=[Draft(journal_code, day, kind, tuple(entries), text=text)], by=None, now=NOW
    )


def test_beancount_finds_the_balances_of_the_till(played):
    sums, errors = read()
    assert without_spheres(sums) == kept()
    assert len(errors) == 9


def test_the_sphere_of_a_posting_is_told_apart(played):
    sums, _found = read()
    assert sums["Expenses:Raum-und-Bahn:Geschaeftsbetrieb", "EUR"] == 1.5


def test_a_year_begins_with_what_was_left(played):
    sums, errors = read(2027)
    assert [entry.narration for entry in errors[:2]] == ["Vortrag", "Vortrag"]
    assert sums["Assets:Kasse", "EUR"] == Decimal("1.55")
    assert sums["Income:Spenden:Ideell", "EUR"] == Decimal("-0.05")
    assert not any(name.startswith("Income:Einsaetze") for name, _unit in sums)


def test_two_who_look_alike_in_ascii_stay_two(club, evening, pay):
    names = ["Jörg", "Joerg", "Ωμέγα", "3. Vorstand"]
    made = [people.create_person(name=name, email="") for name in names]
    sentences = {
        plaintext.account_name("receivable", 0, (person.pk, person.name)) for person in made
    }
    assert len(sentences) == len(names)
    for person in made:
        club.persons[person.name] = person
        pay(person.name, 100)
    sums, _found = read()
    assert without_spheres(sums) == kept()


def test_what_somebody_typed_stays_inside_of_its_line(club, pay):
    pay("robin", 100, text=NASTY)
    (entry,) = read()[1]
    assert "\n" not in entry.narration
    assert "Zum, Würfel' / #1" in entry.narration
    assert entry.payee == "Robin"
    assert len("".join(journal("Kasse\n2026-01-01 open Assets:Hack")).splitlines()) == 13


def test_a_changed_amount_is_found_by_beancount(played):
    text = "".join(journal("Kasse"))
    good = "  Assets:Kasse  1.00 EUR\n"
    assert good in text
    _entries, errors, _options = loader.load_string(
        text.replace(good, "  Assets:Kasse  1.01 EUR\n")
    )
    assert errors


def test_every_account_of_the_chart_has_a_name_of_its_own():
    names = {plaintext.account_name(code) for code in chart.ACCOUNTS}
    assert len(names) == len(chart.ACCOUNTS)
    assert "Income:Einsaetze" in names
    assert all(name.isascii() for name in names)


def test_an_empty_till_is_an_empty_file(db):
    assert read() == ({}, [])
    assert read(2026) == ({}, [])


@pytest.mark.both
def test_one_cursor_reads_all(played, django_assert_num_queries):
    with django_assert_num_queries(5):
        "".join(journal("Kasse"))
