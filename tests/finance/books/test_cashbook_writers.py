"""Several at once in the cash book: no number lost or twice, one click booked once."""

from datetime import date

import pytest

from finance.books.models.ledger import Transaction
from finance.books.models.vouchers import Voucher
from finance.books.queries.ledger import balance
from finance.books.services.cashbook import move_money, open_book, record_expense
from finance.books.services.reversals import reverse
from finance.books.services.vouchers import SelfMade, Upload
from finance.checks.books import check_books
from finance.errors import IllegalError
from tests.finance.books.test_writers import WRITERS, at_once
from tests.finance.club import DAY, NOW, TODAY, build_club, client_id
from tests.finance.files import PDF

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

OWN = SelfMade(payee="Markthalle", what="Blumen", why="Der Stand gibt keine Belege")
WHO = {"by": None, "today": TODAY, "now": NOW}


@pytest.fixture
def till():
    build_club()
    return open_book(money="cash", amount=10_000, day=DAY, client_id=client_id(), **WHO)


def spend(voucher=OWN, click=None, amount=100, day=TODAY):
    return record_expense(
        account="drinks",
        amount=amount,
        paid_from="cash",
        day=day,
        text="Kölsch",
        voucher=voucher,
        client_id=click or client_id(),
        **WHO,
    )


def test_eight_writers_number_vouchers_and_bookings_without_a_gap(till):
    at_once(*[lambda: [spend() for _turn in range(2)]] * WRITERS)
    numbers = Voucher.objects.values_list("number", flat=True)
    assert sorted(numbers) == list(range(1, WRITERS * 2 + 1))
    numbers = Transaction.objects.filter(head__journal="cash").values_list("number", flat=True)
    assert sorted(numbers) == list(range(1, WRITERS * 2 + 2))
    assert balance("cash") == 10_000 - WRITERS * 200
    assert check_books().wrong == []


def test_one_click_from_everywhere_is_one_expense_with_one_voucher(till):
    click = client_id()
    done = at_once(*[lambda: spend(Upload("bon.pdf", PDF), click)] * WRITERS)
    assert len({outcome.pk for outcome in done}) == 1
    assert Voucher.objects.count() == 1
    assert balance("cash") == 9900


def test_one_receipt_in_several_forms_is_paid_once(till):
    done = at_once(*[lambda: spend(Upload("bon.pdf", PDF))] * 4)
    refused = [illegal_error for illegal_error in done if isinstance(illegal_error, IllegalError)]
    assert [illegal_error.code for illegal_error in refused] == ["voucher_used"] * 3
    assert balance("cash") == 9900


def test_one_receipt_in_two_years_at_once_is_paid_once():
    build_club()
    days = [date(2025, 12, 30), DAY]
    open_book(money="cash", amount=10_000, day=days[0], client_id=client_id(), **WHO)
    done = at_once(*[lambda day=day: spend(Upload("bon.pdf", PDF), day=day) for day in days * 2])
    refused = [illegal_error for illegal_error in done if isinstance(illegal_error, IllegalError)]
    assert [illegal_error.code for illegal_error in refused] == ["voucher_used"] * 3
    assert Voucher.objects.count() == 1
    assert check_books().wrong == []


def test_a_book_is_opened_once_also_in_two_years_at_once():
    build_club()

    def opens(day):
        return lambda: open_book(money="bank", amount=10_000, day=day, client_id=client_id(), **WHO)

    done = at_once(*[opens(day) for day in (date(2025, 12, 30), DAY)] * 2)
    refused = [illegal_error for illegal_error in done if isinstance(illegal_error, IllegalError)]
    assert [illegal_error.code for illegal_error in refused] == ["opened_before"] * 3
    assert balance("bank") == 10_000


def test_nobody_spends_what_another_has_just_spent(till):
    done = at_once(*[lambda: spend(amount=6000)] * 4)
    refused = [illegal_error for illegal_error in done if isinstance(illegal_error, IllegalError)]
    assert [illegal_error.code for illegal_error in refused] == ["cash_never_below_zero"] * 3
    assert Voucher.objects.count() == 1
    assert check_books().wrong == []


def test_both_halves_of_a_transfer_taken_back_at_once_are_taken_back_once(till):
    halves = move_money(
        amount=3000, source="cash", target="bank", day=TODAY, client_id=client_id(), **WHO
    )

    def undo(half):
        return lambda: reverse(original=half, reason="Vertippt", **WHO)

    at_once(*[undo(half) for half in halves] * 2)
    assert Transaction.objects.filter(kind="reversal").count() == 2
    assert (balance("cash"), balance("transit")) == (10_000, 0)
    assert check_books().wrong == []
