"""Book lines of the bank that are no member's payment: spent, from others, carried, or
paid back.
"""

from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from finance.bank.labels import line_text
from finance.bank.models.bank import BankLine
from finance.bank.reading.names import known_by
from finance.bank.services.lines import lock_line, must_be_bookable
from finance.bank.services.marks import mark
from finance.bank.services.rules import set_rule
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.queries.ledger import booking_day
from finance.books.services.cashbook import move_money, record_expense, record_income
from finance.books.services.credits import pay_out_credit
from finance.books.services.ledger import lock_persons
from finance.books.services.vouchers import Paper, SelfMade
from finance.errors import IllegalError, InvalidError
from league.people.models.people import Person, User
from league.web.money import euro


def by_statement(payee: str, what: str) -> SelfMade:
    """Return the voucher of what the bank's own statement proves."""
    return SelfMade(payee=payee or _("Bank"), what=what, why=_("It is on the bank statement"))


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
    amount: int | None = None,
    remember: bool = False,
    is_by_statement: bool = False,
) -> Transaction:
    """Book what is left of a line, or `amount` cents of it, as an expense if it went out, else as
    income. So a line is split: the rest stays open for another kind, or for people.

    To `remember` it is to propose it for the next line of that name, by a rule, with the statement
    as its voucher if it `is_by_statement`; of what the bank returned nothing is learned. A repeat
    of the same `client_id` answers with what it booked. Locks the club's account, the line, then as
    `record_expense`. InvalidError for more than is left, for an expense without a voucher and for
    what that refuses, IllegalError for what is done, left out or held in the opening balance.
    """
    with transaction.atomic():
        if remember and not line.is_return and (name := known_by(line.text.name)):
            set_rule(
                words=name,
                incoming=line.cents > 0,
                account=account,
                by_statement=is_by_statement,
                by=by,
                now=now,
            )
        line = lock_line(line.pk)
        before = Transaction.objects.filter(entry__client_id=client_id, bank_booking__line=line)
        if known := before.first():
            return known
        must_be_bookable(line)
        day = booking_day(line.day)
        cents = _part(line, amount)
        same: dict[str, Any] = {
            "account": account,
            "amount": cents,
            "day": day,
            "text": text,
            "client_id": client_id,
            "by": by,
            "today": today,
            "now": now,
        }
        if line.left > 0:
            made = record_income(paid_into=line.money, voucher=voucher, **same)
        elif voucher is None:
            raise InvalidError("voucher_missing", _("An expense needs a voucher."), field="voucher")
        else:
            made = record_expense(paid_from=line.money, voucher=voucher, **same)
        mark(line, made, cents if line.left > 0 else -cents)
        return made


def _part(line: BankLine, amount: int | None) -> int:
    """Return so many cents of what is left, without a sign."""
    left = abs(line.left)
    if amount is None:
        return left
    if not 0 < amount <= left:
        raise InvalidError(
            "more_than_line",
            _("There is not that much left on this line, only %(left)s.") % {"left": euro(left)},
            field="amount",
        )
    return amount


def book_transfer(
    *,
    line: BankLine,
    cash_day: date,
    client_id: str,
    other: str = "cash",
    by: User | None,
    today: date,
    now: datetime,
) -> list[Transaction]:
    """Book what is left of a line as money carried to or from another till or account (`other`):
    what went out of the bank lies there from `cash_day` on, what came in left it on that day.

    A repeat of the same `client_id` answers with what it booked. Locks the line, then as
    `move_money`; raises what that raises, and IllegalError for what is done, left out or held in
    the opening balance.
    """
    with transaction.atomic():
        line = lock_line(line.pk)
        known = Transaction.objects.filter(entry__client_id=client_id).order_by("pk")
        if known.filter(bank_booking__line=line).exists():
            return list(known)
        must_be_bookable(line)
        comes, bank_day = line.left > 0, booking_day(line.day)
        made = move_money(
            amount=abs(line.left),
            source=other if comes else line.money,
            target=line.money if comes else other,
            day=cash_day if comes else bank_day,
            arrived=bank_day if comes else cash_day,
            text=line_text(line.text.name, line.text.text)[:300],
            client_id=client_id,
            by=by,
            today=today,
            now=now,
        )
        (at_the_bank,) = (booking for booking in made if booking.head.journal == line.money)
        mark(line, at_the_bank, line.left)
        return made


def book_refund(
    *,
    line: BankLine,
    person: Person,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Claim:
    """Book what is left of a line that went out as credit paid back to a person.

    Locks the person, then the line. Raises what `pay_out_credit` raises, also for the treasurer's
    own credit, and IllegalError for what came in, is done, left out or held in the opening balance.
    """
    with transaction.atomic():
        lock_persons([person.pk])
        line = lock_line(line.pk)
        known = Claim.objects.filter(
            key=f"refund:{client_id}", transaction__bank_booking__line=line
        ).first()
        if known is not None:
            return known
        must_be_bookable(line)
        if line.left > 0:
            raise IllegalError("line_comes", _("This money came in."))
        claim = pay_out_credit(
            person=person,
            method=line.money,
            amount=-line.left,
            day=booking_day(line.day),
            text=line_text(line.text.name, line.text.text)[:300],
            client_id=client_id,
            by=by,
            today=today,
            now=now,
        )
        assert claim.transaction is not None  # it is booked at once
        mark(line, claim.transaction, line.left)
        return claim
