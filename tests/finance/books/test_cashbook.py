"""The cash book by hand: expenses, other income, cash and bank, opening balances, their Storno."""

from datetime import date, timedelta

import pytest

from finance.books.models.ledger import Posting, Transaction
from finance.books.models.vouchers import Voucher
from finance.books.queries.effects import reversal_effects
from finance.books.queries.ledger import balance
from finance.books.services import cashbook
from finance.books.services.closing import close_through
from finance.books.services.vouchers import SelfMade, Upload
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.files import PDF
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules

OWN = SelfMade(payee="Markthalle", what="Blumen", why="Der Stand gibt keine Belege")
NBSP = "\u00a0"


class Treasurer:
    """`treasurer.spends(1250)`: what the treasurer enters, on the evening's day unless said."""

    def __init__(self, club):
        self.by = club.user("kim")

    def _who(self, more):
        click = more.pop("click", None) or client_id()
        return {"client_id": click, "by": self.by, "today": TODAY, "now": NOW}

    def spends(self, amount, **more):
        fields = {"account": "drinks", "paid_from": "cash", "text": "Kölsch", "voucher": OWN}
        fields |= {"day": DAY, **self._who(more), **more}
        return cashbook.record_expense(amount=amount, **fields)

    def gets(self, amount, **more):
        fields = {"account": "gifts", "paid_into": "cash", "text": "Von der Brauerei"}
        fields |= {"day": DAY, **self._who(more), **more}
        return cashbook.record_income(amount=amount, **fields)

    def carries(self, amount, **more):
        fields = {"source": "cash", "target": "bank", "day": DAY, **self._who(more), **more}
        return cashbook.move_money(amount=amount, **fields)

    def opens(self, amount, money="cash", **more):
        fields = {"day": DAY - timedelta(days=30), **self._who(more), **more}
        return cashbook.open_book(money=money, amount=amount, **fields)


@built_once
def treasurer(club):
    treasurer = Treasurer(club)
    treasurer.opens(10_000)
    treasurer.opens(50_000, "bank")
    return treasurer


def lies():
    return {code: balance(code) for code in ("cash", "bank", "transit")}


# --- expenses and income ---------------------------------------------------------------------
def test_an_expense_leaves_the_till_with_its_voucher(treasurer):
    booking = treasurer.spends(1250, voucher=Upload("bon.pdf", PDF))
    assert lies() == {"cash": 8750, "bank": 50_000, "transit": 0}
    assert balance("drinks") == 1250
    assert (booking.kind, booking.date, booking.text.text) == ("expense", DAY, "Kölsch")
    assert [voucher.sha256 for voucher in booking.vouchers.all()] == [Voucher.objects.get().sha256]


def test_a_self_made_voucher_states_amount_and_day_of_its_expense(treasurer):
    voucher = treasurer.spends(990, paid_from="bank").vouchers.get()
    assert (voucher.kind, voucher.cents, voucher.day) == ("own", 990, DAY)
    assert voucher.text.payee == "Markthalle"
    assert lies()["bank"] == 49_010


def test_income_that_nobody_owed_comes_in_with_or_without_a_voucher(treasurer):
    treasurer.gets(2000)
    treasurer.gets(155, account="interest", paid_into="bank", voucher=Upload("auszug.pdf", PDF))
    assert lies() == {"cash": 12_000, "bank": 50_155, "transit": 0}
    assert (balance("gifts"), balance("interest")) == (-2000, -155)


def test_the_sphere_is_the_accounts_own_unless_the_booking_says_another(treasurer):
    as_usual, otherwise = treasurer.spends(100), treasurer.spends(100, sphere=4)
    spheres = [
        posting.sphere
        for booking in (as_usual, otherwise)
        for posting in booking.postings.filter(account__code="drinks")
    ]
    assert spheres == [1, 4]
    assert set(Posting.objects.filter(account__code="cash").values_list("sphere")) == {(0,)}
    assert check_books().wrong == []


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"amount": 0}, "amount_zero"),
        ({"amount": -300}, "amount_zero"),
        ({"account": "waived"}, "choice_unknown"),
        ({"account": "cash"}, "choice_unknown"),
        ({"paid_from": "transit"}, "choice_unknown"),
        ({"text": "  "}, "purpose_missing"),
        ({"sphere": 9}, "sphere_unknown"),
        ({"day": TODAY + timedelta(days=1)}, "day_to_come"),
        ({"voucher": Upload("bon.pdf", b"kein PDF")}, "voucher_type"),
    ],
)
def test_what_cannot_be_booked_is_said_and_leaves_nothing(treasurer, fields, code):
    before = Transaction.objects.count()
    with pytest.raises(InvalidError) as refused:
        treasurer.spends(**{"amount": 1250, **fields})
    assert refused.value.code == code
    assert Transaction.objects.count() == before
    assert not Voucher.objects.exists()


@pytest.mark.both
def test_more_than_lies_in_the_till_is_refused_and_the_voucher_with_it(treasurer):
    with pytest.raises(IllegalError, match="So viel Geld liegt nicht in der Kasse"):
        treasurer.spends(10_001)
    assert not Voucher.objects.exists()
    assert treasurer.spends(10_000).number == 2


def test_money_that_came_later_does_not_pay_for_an_earlier_day(treasurer):
    treasurer.gets(5000, day=DAY + timedelta(days=2))
    with pytest.raises(IllegalError, match="hätte dafür zu wenig in der Kasse gelegen") as refused:
        treasurer.spends(12_000)
    assert (refused.value.code, refused.value.field) == ("cash_short_then", "day")
    assert lies()["cash"] == 15_000


def test_a_closed_day_takes_nothing(treasurer):
    close_through(through=DAY, by=None, today=TODAY, now=NOW)
    with pytest.raises(IllegalError, match="Der erste offene Tag"):
        treasurer.spends(100)


def test_the_same_form_twice_books_once_and_answers_the_same(treasurer):
    assert treasurer.spends(100, click="click") == treasurer.spends(100, click="click")
    assert lies()["cash"] == 9900
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        treasurer.spends(200, click="click")
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        treasurer.carries(100, click="click")


# --- from the till to the bank ----------------------------------------------------------------
def test_money_carried_to_the_bank_is_under_way_until_it_arrives(treasurer):
    out, into = treasurer.carries(3000, arrived=DAY + timedelta(days=2))
    assert lies() == {"cash": 7000, "bank": 53_000, "transit": 0}
    assert [(transaction.head.journal, transaction.date) for transaction in (out, into)] == [
        ("cash", DAY),
        ("bank", DAY + timedelta(days=2)),
    ]


def test_money_is_fetched_from_the_bank(treasurer):
    treasurer.carries(2000, source="bank", target="cash")
    assert lies() == {"cash": 12_000, "bank": 48_000, "transit": 0}


def test_it_does_not_arrive_before_it_left(treasurer):
    with pytest.raises(InvalidError, match="wenn es weg ist"):
        treasurer.carries(100, arrived=DAY - timedelta(days=1))


@pytest.mark.both
@pytest.mark.parametrize("half", [0, 1])
def test_a_storno_of_either_half_takes_back_both(treasurer, storno, half):
    parts = treasurer.carries(3000)
    text = [line.replace(NBSP, " ") for line in reversal_effects(parts[half])]
    assert text == [
        "30,00 € kommen wieder in die Kasse.",
        "30,00 € gehen wieder vom Bankkonto.",
        "Storniert werden beide Buchungen, jede in ihrem Buch.",
    ]
    done = storno(parts[half])
    assert done.reverses == parts[half]
    assert lies() == {"cash": 10_000, "bank": 50_000, "transit": 0}
    assert storno(parts[1 - half]).reverses == parts[1 - half]
    assert Transaction.objects.filter(kind="reversal").count() == 2
    assert check_books().wrong == []


# --- opening balances ------------------------------------------------------------------------
def test_an_opening_balance_is_said_once(treasurer):
    with pytest.raises(IllegalError, match="schon gebucht"):
        treasurer.opens(1, day=date(2025, 1, 1))
    assert lies()["cash"] == 10_000


def test_a_wrong_opening_balance_is_taken_back_and_said_anew(treasurer, storno):
    storno(Transaction.objects.get(kind="opening", head__journal="cash"))
    treasurer.opens(12_345)
    assert lies()["cash"] == 12_345


# --- Storno ----------------------------------------------------------------------------------
def test_a_storno_stands_on_the_day_of_its_booking_while_that_is_open(treasurer, storno):
    booking = treasurer.spends(1250)
    assert storno(booking).date == DAY
    assert lies()["cash"] == 10_000
    assert balance("drinks") == 0


def test_a_storno_of_a_closed_day_stands_on_the_first_open_one(treasurer, storno):
    booking = treasurer.spends(1250)
    close_through(through=DAY + timedelta(days=1), by=None, today=TODAY, now=NOW)
    done = storno(booking)
    assert done.date == DAY + timedelta(days=2)
    assert done.reverses == booking
    assert check_books().wrong == []


def test_a_storno_over_new_year_has_its_number_in_the_new_year(treasurer, storno):
    booking = treasurer.spends(1250)
    after = date(2027, 1, 10)
    close_through(through=date(2026, 12, 31), by=None, today=after, now=NOW)
    done = storno(booking, today=after)
    assert (done.date, done.head.year, done.number) == (date(2027, 1, 1), 2027, 1)
    assert done.reverses.head.year == 2026
    assert check_books().wrong == []


def test_a_storno_keeps_the_sphere_and_leaves_the_voucher(treasurer, storno):
    booking = treasurer.spends(1250, sphere=3, voucher=Upload("bon.pdf", PDF))
    assert "Der Beleg bleibt" in reversal_effects(booking)[-1]
    taken_back = storno(booking).postings.get(account__code="drinks")
    assert (taken_back.sphere, taken_back.amount) == (3, -1250)
    again = treasurer.spends(1350, voucher=Upload("bon.pdf", PDF))
    assert again.vouchers.get() == booking.vouchers.get()


def test_a_storno_of_income_on_a_past_day_leaves_no_day_short(treasurer, storno):
    """The income was spent meanwhile: the money goes out again today, not then."""
    came = treasurer.gets(5000)
    treasurer.spends(12_000, day=DAY + timedelta(days=1))
    treasurer.gets(9000, day=DAY + timedelta(days=2))
    assert storno(came).date == TODAY
    assert check_books().wrong == []
