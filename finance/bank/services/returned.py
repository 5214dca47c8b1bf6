"""A payment that the bank took back with a line, and the fee it took with it."""

from datetime import date, datetime
from typing import Literal

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from finance.bank.labels import line_text
from finance.bank.models.bank import BankBooking, BankLine
from finance.bank.queries.bank import could_be_returned, is_fee_beside, may_bear_fee, return_day
from finance.bank.reading.matching import CHARGES
from finance.bank.services.cash import book_elsewhere, by_statement
from finance.bank.services.lines import lock_import, lock_line, must_be_bookable
from finance.bank.services.marks import mark
from finance.books.models.ledger import Transaction
from finance.books.queries.cashbook import parts_of
from finance.books.queries.ledger import booking_day
from finance.books.services.charging import charge_people
from finance.books.services.ledger import lock_persons
from finance.books.services.own_matters import must_not_be_own
from finance.books.services.payments import must_be_open
from finance.books.services.reversals import reverse
from finance.errors import IllegalError
from league.people.models.people import Person, User

# The bearer of the bank's fee for it: open as yet, the club, or the payer.
Bearer = Literal["", "club", "payer"]


def give_back(
    *,
    line: BankLine,
    booking: BankBooking,
    fee: Bearer = "",
    by: User | None,
    today: date,
    now: datetime,
) -> Transaction:
    """Book what a line took back: the Storno of a payment is what it is, and it is owed again.

    It is dated as the line is. What the line took beyond it is the bank's fee: booked as one with
    the statement as its voucher where `fee` says who bears it, and owed by who had paid where that
    is "payer". Locks the payer, the payment, both lines, then as `book_elsewhere`. A repeat answers
    with the Storno there is. IllegalError where the payment is none that this line can be about,
    and where what is left of the line is no fee, NotAllowedError where the club is to bear the own
    one.
    """
    with transaction.atomic():
        persons = set(
            booking.transaction.postings.exclude(account__person=None).values_list(
                "account__person_id", flat=True
            )
        )
        lock_persons(persons)
        rows = Transaction.objects.select_for_update(no_key=True)
        list(rows.filter(pk__in=parts_of(booking.transaction)).order_by("pk").values_list("pk"))
        lines = BankLine.objects.filter(pk__in={line.pk, booking.line_id})
        for pk in sorted(set(lines.values_list("bank_import_id", flat=True))):
            lock_import(pk)
        for pk in sorted({line.pk, booking.line_id}):
            lock_line(pk)
        line = BankLine.objects.get(pk=line.pk)
        done = BankBooking.objects.filter(line=line, transaction__reverses=booking.transaction)
        if known := done.select_related("transaction").first():
            return known.transaction
        must_be_bookable(line)
        if booking not in could_be_returned(line):
            raise IllegalError("not_returned", _("It cannot be this payment."))
        day = return_day(line, booking)
        must_be_open(day, today)
        if fee == "club":
            must_not_be_own(by, persons, confirmed=False)
        if fee and not is_fee_beside(line, booking):
            raise IllegalError("no_fee", _("What is left of this line is no fee."))
        cents = -line.left - booking.cents
        if fee:
            # Its voucher is locked before the journals.
            _book_fee(line, cents, f"line-{line.pk}-fee", by, today, now)
            line.refresh_from_db()
        storno = reverse(
            original=booking.transaction,
            reason=_("Returned by the bank"),
            by=by,
            today=today,
            now=now,
            day=day,
            confirmed=True,  # by the bank's own line
        )
        # The bank shows both, so the line it came with is in the books as before.
        BankLine.objects.filter(pk=booking.line_id).update(done=F("done") + booking.cents)
        mark(line, storno, -booking.cents)
        if fee == "payer":
            payer = booking.transaction.payment.person
            _charge_fee(payer, cents, day, f"line-{line.pk}-fee-owed", by, today, now)
        return storno


def pass_fee_on(
    *,
    line: BankLine,
    person: Person,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Transaction:
    """Book a line that is the bank's fee for a returned payment, owed by who had paid.

    The statement is its voucher. A repeat of the same `client_id` answers with what it booked.
    Locks the person, the line, then as `book_elsewhere`. IllegalError where the line is no such fee
    or nothing of this person came back near it.
    """
    with transaction.atomic():
        lock_persons({person.pk})
        line = lock_line(line.pk)
        done = Transaction.objects.filter(entry__client_id=client_id, bank_booking__line=line)
        if known := done.first():
            return known
        must_be_bookable(line)
        if person not in may_bear_fee(line):
            raise IllegalError(
                "no_fee",
                _("This line is no fee for a payment of %(name)s.") % {"name": person.name},
            )
        cents, day = -line.left, booking_day(line.day)
        booked = _book_fee(line, cents, client_id, by, today, now)
        _charge_fee(person, cents, day, f"{client_id}-owed", by, today, now)
        return booked


def _charge_fee(
    payer: Person,
    cents: int,
    day: date,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> None:
    """Book that who had paid owes the fee of a returned payment."""
    charge_people(
        people=[payer],
        amount=cents,
        shared=False,
        code="returned_debit",
        note=_("Fee of the bank for a returned payment"),
        day=day,
        client_id=client_id,
        by=by,
        today=today,
        now=now,
    )


def _book_fee(
    line: BankLine, cents: int, client_id: str, by: User | None, today: date, now: datetime
) -> Transaction:
    """Book what the bank took for a returned payment; its own statement is the voucher."""
    text = line_text(line.text.name, line.text.text)[:200] or _("Bank")
    return book_elsewhere(
        line=line,
        account=CHARGES,
        text=text,
        voucher=by_statement("", text),
        client_id=client_id,
        by=by,
        today=today,
        now=now,
        amount=cents,
    )
