"""A process that is killed in the middle of booking: nothing is half booked, and it is done over.

Killed for good, by the system and not by an exception: no `finally`, no rollback of ours runs.
"""

from datetime import date

import pytest

from finance.bank.models.bank import BankBooking, BankLine
from finance.books.models.claims import Claim
from finance.books.models.ledger import Posting, Transaction
from finance.books.models.payments import Payment
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.checks.books import check_books
from finance.dues.queries import plan
from finance.dues.services import run, set_rate
from tests.finance.bank_club import Bank, row
from tests.finance.books.test_writers import no_gap, pay
from tests.finance.club import NOW, TODAY, build_club
from tests.victim import killed_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def stand():
    """Return the number of rows of each kind."""
    models = (Transaction, Posting, Claim, Payment, BankBooking)
    return {model.__name__: model.objects.count() for model in models}


def books_are_right():
    journals = Transaction.objects.values_list("head", flat=True).distinct()
    assert all(no_gap(Transaction.objects.filter(head=head)) for head in journals)
    assert check_books().wrong == []


def test_killed_in_the_run_of_the_dues():
    club = build_club()
    set_rate(
        kind="active",
        period="month",
        cents=500,
        start=date(2026, 1, 1),
        ground="Satzung § 5",
        decided_on=None,
        now=NOW,
    )
    pay(club.robin, 700)
    before = stand()

    values = killed_in("dues")
    assert values["Claim"] == before["Claim"] + 18
    assert values["Transaction"] > before["Transaction"]
    assert stand() == before
    assert owing_of(club.robin).cents == -700
    books_are_right()

    def again():
        return run(through=TODAY, seen=plan(TODAY).fingerprint, by=None, today=TODAY, now=NOW)

    assert len(again()) == 18
    assert owing_of(club.robin).cents == 1500 - 700
    assert balance("dues") == -18 * 500
    books_are_right()
    assert again() == []


def test_killed_in_booking_all_sure_lines_of_the_bank():
    evening = build_club().evening("robin", "sascha", "toni")
    names = ["robin", "sascha", "toni"]
    for number, name in enumerate(names, start=1):
        evening.card(name, number=number, cents=1000)
    evening.confirm()
    bank = Bank(evening.club)
    bank_import = bank.sends(*[row("10,00", bank.ref(name)) for name in names])
    before = stand()

    values = killed_in("bank")
    assert values["Transaction"] == before["Transaction"] + 2
    assert stand() == before
    assert set(BankLine.objects.values_list("done", flat=True)) == {0}
    assert balance("bank") == 0
    books_are_right()

    assert len(bank.books_all_sure(bank_import)) == 3
    assert Payment.objects.count() == 3
    assert balance("bank") == 3000
    assert [owing_of(evening.club.persons[name]).cents for name in names] == [0, 0, 0]
    books_are_right()
    assert bank.books_all_sure(bank_import) == []
