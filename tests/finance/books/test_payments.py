"""Money that comes in: partial, too much, twice, on the wrong day, and back out again."""

from datetime import date, timedelta

import pytest

from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.queries.ledger import balance
from finance.books.queries.people import credit, open_claims, owing_of
from finance.books.services.closing import close_through
from finance.errors import IllegalError, InvalidError
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules


@built_once
def robin_owes_three(evening):
    """5 €, 1 € and 10 € of three games, confirmed."""
    for number, cents in enumerate([500, 100, 1000], start=1):
        evening.card("robin", number=number, cents=cents)
    evening.confirm()
    return evening


def open_amounts(evening):
    return [claim.open_amount for claim in open_claims(evening.club.robin)]


def test_a_payment_settles_the_oldest_first(robin_owes_three, pay):
    pay("robin", 550)
    assert open_amounts(robin_owes_three) == [50, 1000]
    pay("robin", 50, method="bank")
    assert open_amounts(robin_owes_three) == [1000]
    assert (balance("cash"), balance("bank")) == (550, 50)


def test_what_is_paid_too_much_is_a_credit(robin_owes_three, pay):
    pay("robin", 2000)
    assert open_amounts(robin_owes_three) == []
    assert credit(robin_owes_three.club.robin) == 400
    assert owing_of(robin_owes_three.club.robin).cents == -400


def test_a_double_click_books_once(robin_owes_three, pay):
    click = client_id()
    assert pay("robin", 100, client_id=click) == pay("robin", 100, client_id=click)
    assert balance("cash") == 100
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        pay("robin", 900, client_id=click)


def test_a_storno_of_a_payment_opens_what_it_had_settled(robin_owes_three, pay, storno):
    payment = pay("robin", 600)
    done = storno(payment.transaction)
    assert open_amounts(robin_owes_three) == [500, 100, 1000]
    assert balance("cash") == 0
    assert (done.reverses, done.date, done.text.text) == (payment.transaction, DAY, "Vertippt")


def test_a_storno_clicked_twice_is_one(robin_owes_three, pay, storno):
    payment = pay("robin", 600)
    assert storno(payment.transaction) == storno(payment.transaction)
    assert Transaction.objects.filter(kind="reversal").count() == 1


def test_a_storno_is_not_reversed_itself(robin_owes_three, pay, storno):
    done = storno(pay("robin", 600).transaction)
    with pytest.raises(IllegalError, match="selbst ein Storno"):
        storno(done)


def test_a_storno_needs_a_reason(robin_owes_three, pay, storno):
    with pytest.raises(InvalidError, match="warum"):
        storno(pay("robin", 600).transaction, "  ")


@pytest.mark.both
def test_money_spent_meanwhile_cannot_be_taken_out_by_a_storno(robin_owes_three, pay, storno):
    from finance.books.booking import Entry, balanced
    from finance.books.services.ledger import Draft, post

    payment = pay("robin", 600)
    spent = balanced([Entry("cash", -500), Entry("expenses", 500)])
    post(drafts=[Draft("cash", TODAY, "other", spent)], by=None, now=NOW)
    with pytest.raises(IllegalError, match="nicht in der Kasse"):
        storno(payment.transaction)
    assert Payment.objects.get().allocated == 600
    assert balance("cash") == 100


def test_a_storno_is_dated_today_where_the_past_till_would_be_short(robin_owes_three, pay, storno):
    from finance.books.booking import Entry, balanced
    from finance.books.services.ledger import Draft, post

    payment = pay("robin", 600)
    spent = balanced([Entry("cash", -500), Entry("expenses", 500)])
    post(drafts=[Draft("cash", DAY, "other", spent)], by=None, now=NOW)
    pay("sascha", 900, day=TODAY)
    assert storno(payment.transaction).date == TODAY


@pytest.mark.parametrize(
    ("day", "sentence"),
    [(TODAY + timedelta(days=1), "kommt erst"), (date(1999, 1, 1), "zu lange her")],
)
def test_the_day_of_a_payment_makes_sense(robin_owes_three, pay, day, sentence):
    with pytest.raises(InvalidError, match=sentence):
        pay("robin", 100, day=day)


def test_nothing_is_paid_on_a_closed_day(robin_owes_three, pay):
    close_through(through=DAY, by=None, today=TODAY, now=NOW)
    with pytest.raises(IllegalError, match=r"07\.03\.2026"):
        pay("robin", 100)
    assert pay("robin", 100, day=date(2026, 3, 7)).amount == 100


def test_a_storno_after_the_close_is_dated_on_the_first_open_day(robin_owes_three, pay, storno):
    payment = pay("robin", 100)
    close_through(through=DAY, by=None, today=TODAY, now=NOW)
    assert storno(payment.transaction).date == date(2026, 3, 7)


def test_a_day_is_closed_when_it_is_over_and_only_once(robin_owes_three):
    with pytest.raises(IllegalError, match="vorbei"):
        close_through(through=TODAY, by=None, today=TODAY, now=NOW)
    first = close_through(through=DAY, by=None, today=TODAY, now=NOW)
    assert close_through(through=DAY, by=None, today=TODAY, now=NOW) == first
