"""Several writers at once that hold more than one row: none waits crosswise, nothing is done twice.

SQLite lets one in after the other anyway; the pauses make sure that PostgreSQL has to.
"""

import threading

import pytest
from django.db import transaction

from finance.bank.models.bank import BankBooking
from finance.bank.services import lines as bank_lines
from finance.bank.services.lines import tie_line
from finance.books.booking import Entry, balanced
from finance.books.models.catalogue import Tariff
from finance.books.models.periods import PeriodName
from finance.books.services import reconcile as reconciling
from finance.books.services import reversals
from finance.books.services.closing import close_through
from finance.books.services.ledger import Draft, post
from finance.books.services.payments import take_payment
from finance.books.services.reversals import reverse
from finance.cash import services as counting
from finance.cash.models import CashCount
from finance.cash.services import count_cash
from finance.checks.books import check_books
from finance.dues.models import DuesRate
from finance.dues.services import set_rate
from tests.finance.bank_club import Bank, row
from tests.finance.books.test_writers import at_once
from tests.finance.club import DAY, NOW, TODAY, build_club, client_id, tariff
from tests.waiting import LIMIT, rest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

WHO = {"by": None, "today": TODAY, "now": NOW}


@pytest.fixture
def club():
    return build_club()


@pytest.fixture
def bank(club):
    return Bank(club)


@pytest.fixture
def slowly(monkeypatch):
    """Return a function that makes a named call pause at its end, and returns the event of its
    first end.
    """

    def made(module, name, pause=0.4):
        real, reached = getattr(module, name), threading.Event()

        def rests(*args, **kwargs):
            done = real(*args, **kwargs)
            reached.set()
            rest(pause)
            return done

        monkeypatch.setattr(module, name, rests)
        return reached

    return made


def pay(person, method):
    return take_payment(
        person=person, method=method, amount=500, day=DAY, client_id=client_id(), **WHO
    )


def test_a_storno_and_the_rest_of_the_same_line_do_not_wait_crosswise(bank, slowly):
    line = bank.sends(row("20,00", "zusammen")).lines.get()
    (payment,) = bank.books(line, robin=500)
    slowly(bank_lines, "lock_line")
    slowly(reversals, "post")
    at_once(
        lambda: reverse(original=payment.transaction, reason="falsch", **WHO),
        lambda: bank.books(line, sascha=700),
    )
    line.refresh_from_db()
    assert line.done == 700
    assert check_books().wrong == []


def test_a_booking_by_hand_is_tied_to_one_line(club, bank, slowly):
    lines = list(bank.sends(row("5,00", "a"), row("5,00", "b")).lines.all())
    paid = pay(club.robin, "bank").transaction
    slowly(bank_lines, "lock_line")
    _first, _second = at_once(
        *[lambda entry=line: tie_line(by=None, line=entry, booking=paid) for line in lines]
    )
    assert BankBooking.objects.count() == 1
    assert check_books().wrong == []


def test_a_booking_that_is_being_taken_back_is_not_tied(club, bank, slowly):
    line = bank.sends(row("5,00", "a")).lines.get()
    paid = pay(club.robin, "bank").transaction
    being_reversed = slowly(reversals, "unmark")

    def ties():
        assert being_reversed.wait(LIMIT)
        return tie_line(by=None, line=line, booking=paid)

    _storno, refused = at_once(lambda: reverse(original=paid, reason="falsch", **WHO), ties)
    line.refresh_from_db()
    assert (refused.code, line.done) == ("not_this_line", 0)
    assert check_books().wrong == []


def test_closing_waits_for_the_first_booking_of_a_journal(club):
    pay(club.robin, "cash")
    booked = threading.Event()
    interest = balanced([Entry("bank", 400), Entry("interest", -400)])

    def books():
        with transaction.atomic():
            post(drafts=[Draft("bank", DAY, "other", interest)], by=None, now=NOW)
            booked.set()
            rest(0.5)

    def closes():
        assert booked.wait(LIMIT)
        return close_through(through=DAY, **WHO)

    at_once(books, closes)
    assert PeriodName.objects.filter(account="bank").exists()
    assert check_books().wrong == []


def test_the_first_count_sent_from_everywhere_is_one(club, slowly):
    slowly(counting, "_locked_cash", 0.1)
    click = client_id()

    def job():
        return count_cash(
            pieces={}, seen=0, reason="", client_id=click, by=None, day=TODAY, now=NOW
        )

    assert len({count.pk for count in at_once(*[job] * 4)}) == 1
    assert CashCount.objects.count() == 1


def test_the_first_rate_and_the_first_entry_sent_from_everywhere_are_one(club):
    def rate():
        return set_rate(
            kind="active",
            period="year",
            cents=1000,
            start=DAY,
            ground="",
            decided_on=None,
            now=NOW,
        )

    at_once(*[rate] * 4)
    at_once(*[lambda: tariff(title="Handy am Tisch", cents=200, kind="fixed", start=DAY)] * 4)
    assert (DuesRate.objects.count(), Tariff.objects.count()) == (1, 1)


def test_a_new_price_and_a_correction_do_not_wait_crosswise(club, slowly):
    evenings = [club.evening("robin", "sascha", "toni", day=day) for day in (DAY, TODAY)]
    for evening in evenings:
        evening.card("robin", cents=500)
    locked = slowly(reconciling, "lock_persons", 0.6)

    def corrects():
        assert locked.wait(LIMIT)
        return evenings[1].card("robin", cents=900)

    at_once(lambda: tariff("stake", 300, start=DAY), corrects)
    assert [claim.amount for evening in evenings for claim in evening.claims()] == [300, 300]
    assert check_books().wrong == []
