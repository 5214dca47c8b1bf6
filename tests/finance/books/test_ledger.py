"""The refusals of the database itself in the books, for every program that writes to it."""

from datetime import date
from itertools import pairwise

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import InternalError

from finance.books import booking
from finance.books.booking import Entry, balanced
from finance.books.models.ledger import (
    NUMBERS_PER_YEAR,
    Account,
    Closing,
    JournalYear,
    Posting,
    Transaction,
    TransactionText,
)
from finance.books.queries.ledger import balance, booking_day, days_below_zero, lowest_cash_from
from finance.books.services.ledger import Draft, post
from finance.checks import chain
from finance.errors import IllegalError
from tests.finance.club import DAY, NOW

pytestmark = pytest.mark.django_db

IN = balanced([Entry("cash", 1000), Entry("opening", -1000)])


def book(entries=IN, *, journal="cash", day=DAY, kind="other", text="", reverses=None):
    (made,) = post(drafts=[Draft(journal, day, kind, entries, text, reverses)], by=None, now=NOW)
    return made


def refused(code):
    return pytest.raises(IntegrityError, match=code)


def header(head, number, *, day=DAY, previous=None, **more):
    return Transaction(
        id=head.pk * NUMBERS_PER_YEAR + number,
        head=head,
        number=number,
        date=day,
        entered_at=NOW,
        kind=more.pop("kind", "other"),
        previous_hash=head.last_hash if previous is None else previous,
        hash=more.pop("hash", "x" * 64),
        **more,
    )


def store(head, number, amounts, **more):
    """Store postings first, header last, as a program would that goes around the service."""
    with transaction.atomic():
        for code, amount in amounts:
            account = Account.objects.get(code=code, person=None)
            Posting.objects.create(
                transaction_id=head.pk * NUMBERS_PER_YEAR + number, account=account, amount=amount
            )
        header(head, number, **more).save(force_insert=True)


@pytest.fixture
def head():
    book()
    return JournalYear.objects.get(journal="cash", year=2026)


def test_a_booking_has_the_next_number_and_hangs_on_the_one_before():
    first, second = book(), book()
    assert (first.number, second.number) == (1, 2)
    assert second.previous_hash == first.hash
    head = JournalYear.objects.get()
    assert (head.last_number, head.last_hash, head.balance) == (2, second.hash, 2000)
    assert balance("cash") == 2000


def test_numbers_start_anew_in_each_journal_and_year():
    book()
    assert book(day=date(2025, 12, 31)).number == 1
    assert book(balanced([Entry("bank", 1), Entry("opening", -1)]), journal="bank").number == 1


def test_several_bookings_at_once_are_numbered_in_their_order():
    made = post(
        drafts=[Draft("cash", DAY, "other", IN, text=str(n)) for n in range(5)], by=None, now=NOW
    )
    assert [booked.number for booked in made] == [1, 2, 3, 4, 5]
    stored = list(Transaction.objects.order_by("pk"))
    assert [stored_item.text.text for stored_item in stored] == ["0", "1", "2", "3", "4"]
    assert all(b.previous_hash == a.hash for a, b in pairwise(stored))


def test_several_journals_and_years_at_once_each_go_on_with_their_own_number(club):
    owed = booking.claim("fine", club.robin.pk, 100)
    spent = balanced([Entry("drinks", 300), Entry("cash", -300)])
    shared = balanced([Entry("drinks", 2), Entry("venue", 1, sphere=4), Entry("cash", -3)])
    book()
    made = post(
        drafts=[
            Draft("claims", DAY, "claim", owed),
            Draft("cash", DAY, "other", spent, text="Saft für „alle“ \\ 'n'"),
            Draft("claims", date(2025, 12, 31), "claim", owed, text="Alt"),
            Draft("cash", DAY, "other", shared),
            Draft("claims", DAY, "claim", owed),
        ],
        by=club.user("kim"),
        now=NOW,
    )
    collected = [(booked.head.journal, booked.head.year, booked.number) for booked in made]
    assert collected == [
        ("claims", 2026, 1),
        ("cash", 2026, 2),
        ("claims", 2025, 1),
        ("cash", 2026, 3),
        ("claims", 2026, 2),
    ]
    assert made[1].text.text == "Saft für „alle“ \\ 'n'"
    assert made[2].text.text == "Alt"
    assert balance("cash") == 697
    seen = chain.Seen()
    assert [*chain.check_chain(seen), *chain.check_balances(seen), *chain.check_texts()] == []


def test_headers_of_one_statement_follow_each_other_without_a_gap(head):
    def stored(*numbers, after="x" * 64):
        for number in numbers:
            for code, amount in [("cash", 5), ("opening", -5)]:
                Posting.objects.create(
                    transaction_id=head.pk * NUMBERS_PER_YEAR + number,
                    account=Account.objects.get(code=code),
                    amount=amount,
                )
        first, *more = numbers
        Transaction.objects.bulk_create(
            [header(head, first)] + [header(head, number, previous=after) for number in more]
        )

    with refused("ledger_gap"), transaction.atomic():
        stored(2, 4)
    with refused("ledger_chain"), transaction.atomic():
        stored(2, 3, after="y" * 64)
    stored(2, 3, 4)
    head.refresh_from_db()
    assert (head.last_number, head.balance) == (4, 1015)


def test_the_database_moves_a_head_no_further_than_what_is_stored(head):
    with refused("ledger_head"), transaction.atomic():
        JournalYear.objects.update(last_number=2)


def test_the_database_refuses_a_transaction_that_does_not_balance(head):
    with refused("ledger_unbalanced"):
        store(head, 2, [("cash", 5), ("opening", -4)])
    with refused("ledger_unbalanced"):
        store(head, 2, [("cash", 5)])
    with refused("ledger_unbalanced"):
        store(head, 2, [])


def test_the_database_refuses_a_gap_and_a_number_used_before(head):
    right = [("cash", 5), ("opening", -5)]
    with refused("ledger_gap"):
        store(head, 3, right)
    with pytest.raises(IntegrityError):
        store(head, 1, right)


def test_the_database_refuses_a_booking_that_hangs_on_nothing(head):
    with refused("ledger_chain"):
        store(head, 2, [("cash", 5), ("opening", -5)], previous="0" * 64)


def test_the_database_refuses_a_posting_after_the_header(head):
    first = Transaction.objects.get()
    expenses = Account.objects.create(code="expenses", unit="EUR")
    with refused("ledger_posted"), transaction.atomic():
        Posting.objects.create(transaction=first, account=expenses, amount=1)


def test_the_database_refuses_a_date_of_another_year(head):
    with refused("ledger_year"):
        store(head, 2, [("cash", 5), ("opening", -5)], day=date(2027, 1, 1))


def test_the_database_refuses_less_than_nothing_in_the_till(head):
    Account.objects.create(code="expenses", unit="EUR")
    with refused("cash_never_below_zero"):
        store(head, 2, [("cash", -1001), ("expenses", 1001)])
    with pytest.raises(IllegalError, match="nicht in der Kasse"):
        book(balanced([Entry("cash", -1001), Entry("expenses", 1001)]))
    assert balance("cash") == 1000


def test_the_bank_may_be_overdrawn():
    book(balanced([Entry("bank", -500), Entry("expenses", 500)]), journal="bank")
    assert balance("bank") == -500


def test_cash_is_booked_in_the_cash_book_only():
    with refused("ledger_journal"):
        book(balanced([Entry("cash", 5), Entry("bank", -5)]), journal="bank")
    with refused("ledger_journal"):
        book(balanced([Entry("rounds_given", 1), Entry("rounds_charged", -1)]))


def test_the_database_refuses_a_booking_on_a_closed_day(head):
    Closing.objects.create(through=DAY, closed_at=NOW)
    with refused("ledger_closed"):
        store(head, 2, [("cash", 5), ("opening", -5)])
    with pytest.raises(IllegalError, match="abgeschlossen"):
        book()
    assert booking_day(DAY) == date(2026, 3, 7)


def test_closings_go_forward_only():
    Closing.objects.create(through=DAY, closed_at=NOW)
    with refused("closing_backwards"), transaction.atomic():
        Closing.objects.create(through=date(2026, 3, 1), closed_at=NOW)


def test_a_reversal_is_the_opposite_of_one_booking_and_there_is_only_one():
    first, _more = book(), book()
    with refused("ledger_reversal"):
        book(kind="reversal", reverses=first.pk)
    less = balanced([Entry("cash", -900), Entry("opening", 900)])
    with refused("ledger_reversal"):
        book(less, kind="reversal", reverses=first.pk)
    done = book(booking.opposite(IN), kind="reversal", reverses=first.pk)
    with pytest.raises(IntegrityError):
        book(booking.opposite(IN), kind="reversal", reverses=first.pk)
    with refused("ledger_reversal"):
        book(IN, kind="reversal", reverses=done.pk)


def test_a_reversal_without_an_original_is_none():
    with pytest.raises(IntegrityError, match="transaction_reversal_names_its_original"):
        book(kind="reversal")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE finance_posting SET amount = amount + 1",
        "DELETE FROM finance_posting",
        "UPDATE finance_transaction SET date = '2026-01-01'",
        "UPDATE finance_transaction SET hash = 'x'",
        "DELETE FROM finance_transaction",
        "UPDATE finance_journalyear SET last_number = 0",
        "UPDATE finance_journalyear SET balance = 0",
        "UPDATE finance_journalyear SET year = 2020",
        "DELETE FROM finance_journalyear",
        "UPDATE finance_account SET code = 'bank'",
        "DELETE FROM finance_account",
        "UPDATE finance_closing SET through = '2020-01-01'",
        "DELETE FROM finance_closing",
    ],
)
def test_the_database_refuses_to_change_or_to_forget(statement):
    book()
    Closing.objects.create(through=date(2020, 1, 1), closed_at=NOW)
    with (
        pytest.raises((IntegrityError, InternalError)),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_heads_and_accounts_begin_at_nothing():
    with refused("ledger_head"), transaction.atomic():
        JournalYear.objects.create(
            journal="cash", year=2026, unit="EUR", account="cash", last_number=4, last_hash="x"
        )
    with refused("ledger_account"), transaction.atomic():
        Account.objects.create(code="cash", unit="EUR", balance=5)


def test_words_can_be_erased_and_the_chain_stays():
    made = book(text="Von Tante Erna")
    text = TransactionText.objects.get(transaction=made)
    assert made.text_digest == booking.text_digest(text.salt, "Von Tante Erna")
    text.salt = text.text = ""
    text.erased_at = NOW
    text.save()
    assert Transaction.objects.get().text_digest == made.text_digest


def test_past_days_know_what_lay_in_the_till():
    book(day=date(2026, 3, 10))
    book(balanced([Entry("cash", -400), Entry("expenses", 400)]), day=date(2026, 3, 8))
    assert days_below_zero("cash") == [(date(2026, 3, 8), -400)]
    assert lowest_cash_from("cash", date(2026, 3, 9)) == -400
    assert lowest_cash_from("cash", date(2026, 3, 10)) == 600
