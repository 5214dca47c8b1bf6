"""Lines of the bank that are nobody's payment: what the club spent, and what it got from others."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.bank.models.bank import BankLine
from finance.bank.services.lines import lock_line, must_be_bookable
from finance.bank.services.marks import mark
from finance.books.models.ledger import Transaction
from finance.books.queries.ledger import booking_day
from finance.books.services.cashbook import record_expense, record_income
from finance.books.services.vouchers import Paper
from finance.errors import InvalidError
from league.people.models.people import User


def book_elsewhere(
    *,
    line: BankLine,
    account: str,
    text: str,
    voucher: Paper | None,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Transaction:
    """Books what is left of a line as an expense where it went out, else as income.

    A repeat of the same `client_id` answers with what it booked. Locks the line, then as
    `record_expense`. InvalidError for an expense without a voucher and for what that refuses,
    IllegalError for what is done, left out or held in the opening balance.
    """
    with transaction.atomic():
        line = lock_line(line.pk)
        before = Transaction.objects.filter(entry__client_id=client_id, bank_booking__line=line)
        if known := before.first():
            return known
        must_be_bookable(line)
        day = booking_day(line.day)
        if line.left > 0:
            made = record_income(
                account=account,
                amount=line.left,
                paid_into="bank",
                day=day,
                text=text,
                voucher=voucher,
                client_id=client_id,
                by=by,
                today=today,
                now=now,
            )
        elif voucher is None:
            raise InvalidError("voucher_missing", _("An expense needs a voucher."), field="voucher")
        else:
            made = record_expense(
                account=account,
                amount=-line.left,
                paid_from="bank",
                day=day,
                text=text,
                voucher=voucher,
                client_id=client_id,
                by=by,
                today=today,
                now=now,
            )
        mark(line, made, line.left)
        return made
