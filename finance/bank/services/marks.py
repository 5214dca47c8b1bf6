"""Mark on the bank's lines and on members' announcements what a booking means for them.

Only for services that hold the persons of the booking.
"""

from collections.abc import Collection

from django.db.models import F

from finance.bank.models.bank import BankBooking, BankLine
from finance.bank.models.notices import PaymentNotice
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment

State = PaymentNotice.State


def lock_lines_of(bookings: Collection[int]) -> None:
    """Lock the bank's lines that are in these bookings, before the heads of the journals."""
    lines = BankLine.objects.filter(bookings__transaction__in=bookings)
    list(lines.select_for_update(no_key=True, of=("self",)).order_by("pk"))


def mark(line: BankLine, booking: Transaction, cents: int, *, was_there: bool = False) -> None:
    """Note that so much of a line, which the caller has locked, is in this booking."""
    BankBooking.objects.create(line=line, transaction=booking, cents=cents, was_there=was_there)
    line.done += cents
    line.save(update_fields=["done"])


def mark_seen(payment: Payment) -> None:
    """Mark the oldest announcement of just this amount as arrived."""
    notice = (
        PaymentNotice.objects.select_for_update(no_key=True)
        .filter(person=payment.person_id, cents=payment.amount, state=State.PENDING)
        .order_by("pk")
        .first()
    )
    if notice is not None:
        notice.state, notice.payment = State.SEEN, payment
        notice.save(update_fields=["state", "payment"])


def unmark(originals: Collection[int]) -> None:
    """Open the lines of reversed bookings again; what was announced is on its way again.

    A line that belonged to a booking by hand opens as well: the bank still says what it says.
    """
    for booking in BankBooking.objects.filter(transaction__in=originals).order_by("line_id"):
        BankLine.objects.filter(pk=booking.line_id).update(done=F("done") - booking.cents)
    PaymentNotice.objects.filter(payment__transaction__in=originals).update(
        state=State.PENDING, payment=None
    )
