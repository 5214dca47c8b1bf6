"""Deal with a line of the bank: book it for members, tie it to a booking by hand, leave it out.

Order of locks: the persons, an existing booking, the import and its lines by key, then the vouchers
and journals.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.bank.labels import line_text
from finance.bank.models.bank import BankImport, BankLine
from finance.bank.queries.bank import (
    could_confirm,
    is_before,
    opened_on,
    with_words,
)
from finance.bank.queries.own import needs_second
from finance.bank.services.marks import mark, mark_seen
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.queries.ledger import booking_day
from finance.books.services import own_matters
from finance.books.services.claims import given_reason
from finance.books.services.ledger import lock_persons
from finance.books.services.once import used_before
from finance.books.services.payments import must_be_open, receive
from finance.books.services.reversals import persons_of
from finance.books.services.settling import settle
from finance.errors import IllegalError, InvalidError, StaleError
from league.people.models.people import Person, User
from league.web.money import euro


@dataclass(frozen=True)
class Share:
    """So many cents of a line are from, or for, this person."""

    person: int
    cents: int


def book_line(
    *,
    line: BankLine,
    shares: Sequence[Share],
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
    confirmed: bool = False,
) -> list[Payment]:
    """Book a line, or part of it, as payments of these persons; each settles the oldest first.

    A repeat of the same `client_id` answers with what it booked. InvalidError if the shares are no
    shares of it, or others than those of the first time, IllegalError for what is done, left out or
    held in the opening balance, StaleError if its import was undone meanwhile, NotAllowedError for
    another's money on the own account that no second person `confirmed`.
    """
    _must_be_shares(shares)
    with transaction.atomic():
        lock_persons({share.person for share in shares})
        line = lock_line(line.pk)
        keys = [f"{client_id}-{number}" for number in range(1, len(shares) + 1)]
        if known := list(Payment.objects.filter(client_id__in=keys).order_by("pk")):
            if [Share(payment.person_id, payment.amount) for payment in known] != list(shares):
                raise used_before()
            return known
        must_be_bookable(line)
        if line.cents < 0:
            raise IllegalError("line_leaves", _("This money went out."))
        if sum(share.cents for share in shares) > line.left:
            raise InvalidError(
                "more_than_line",
                _("There is not that much left on this line, only %(left)s.")
                % {"left": euro(line.left)},
                field="amount",
            )
        if not confirmed and needs_second(line, [share.person for share in shares], by):
            raise own_matters.needs_second()
        return book_shares(line, shares, keys, by, today, now)


def lock_bookings(keys: Collection[int]) -> None:
    """Lock bookings, so that their Storno waits, and so does tying them to another line."""
    rows = Transaction.objects.select_for_update(no_key=True, of=("self",))
    list(rows.filter(pk__in=keys).order_by("pk"))


def tie_line(*, line: BankLine, booking: Transaction, by: User | None) -> BankLine:
    """Tie this line to a booking that was made by hand. A repeat changes nothing.

    Locks the booking and the line. IllegalError if the booking is another line's, was reversed, or
    is about another amount, NotAllowedError for the own payment and another's money.
    """
    with transaction.atomic():
        lock_bookings([booking.pk])
        line = lock_line(line.pk)
        if line.bookings.filter(transaction=booking).exists():
            return line
        must_be_bookable(line)
        unmarked = could_confirm(line).filter(pk=booking.pk).first()
        if unmarked is None:
            raise IllegalError(
                "not_this_line", _("This booking does not fit this line. Reload the page.")
            )
        if needs_second(line, persons_of(unmarked), by):
            raise own_matters.needs_second()
        mark(line, unmarked, line.left, was_there=True)
        return line


def ignore_line(*, line: BankLine, reason: str, by: User | None, now: datetime) -> BankLine:
    """Leave a line out of the books, on purpose. Locks it; a repeat changes nothing.

    InvalidError without a reason, IllegalError once some of it is booked.
    """
    reason = given_reason(reason)
    with transaction.atomic():
        line = lock_line(line.pk)
        if line.ignored:
            return line
        if line.done:
            raise IllegalError("line_booked", _("Some of it is booked already."))
        line.ignored, line.reason, line.decided_by, line.decided_at = True, reason, by, now
        line.save(update_fields=["ignored", "reason", "decided_by", "decided_at"])
        return line


def take_up_line(*, line: BankLine, by: User | None, now: datetime) -> BankLine:
    """Open a line again that was left out. Locks it; a repeat changes nothing."""
    with transaction.atomic():
        line = lock_line(line.pk)
        if line.ignored:
            line.ignored, line.decided_by, line.decided_at = False, by, now
            line.save(update_fields=["ignored", "decided_by", "decided_at"])
        return line


def lock_line(pk: int) -> BankLine:
    """Lock a line and its import, until the transaction ends; StaleError once that was undone."""
    import_pk = BankLine.objects.filter(pk=pk).values_list("bank_import_id", flat=True).first()
    if import_pk is not None:
        lock_import(import_pk)
    lines = with_words(BankLine.objects.select_for_update(no_key=True, of=("self",)))
    line = lines.filter(pk=pk).first()
    if line is None:
        raise _undone()
    return line


def lock_import(pk: int) -> None:
    bank_import = BankImport.objects.select_for_update(no_key=True).filter(pk=pk).first()
    if bank_import is None or bank_import.undone_at is not None:
        raise _undone()


def _undone() -> StaleError:
    return StaleError("import_undone", _("This import was undone meanwhile. Nothing is booked."))


def must_be_bookable(line: BankLine) -> None:
    """Raise IllegalError for a line that is done, left out, or older than the bank's book."""
    if line.ignored:
        raise IllegalError("line_ignored", _("This line is ignored. Take it up first."))
    if not line.left:
        raise IllegalError("line_done", _("This line is booked already."))
    opened = opened_on(line.money)
    if opened is not None and is_before(line, opened):
        raise IllegalError(
            "before_opening",
            _("The opening balance of %(day)s already includes this money. Ignore this line.")
            % {"day": f"{opened:%d.%m.%Y}"},
        )


def _must_be_shares(shares: Sequence[Share]) -> None:
    if not shares or any(share.cents <= 0 for share in shares):
        raise InvalidError("amount_zero", _("The amount must be more than zero."), field="amount")
    if len({share.person for share in shares}) < len(shares):
        raise InvalidError("person_twice", _("Each person stands here only once."), field="person")


def book_shares(
    line: BankLine,
    shares: Sequence[Share],
    keys: Sequence[str],
    by: User | None,
    today: date,
    now: datetime,
) -> list[Payment]:
    """Book the shares of a line; the caller holds the persons and the line."""
    day = booking_day(line.day)
    must_be_open(day, today)
    people = Person.objects.in_bulk([share.person for share in shares])
    payments = []
    for share, key in zip(shares, keys, strict=True):
        payment = receive(
            people[share.person],
            line.money,
            share.cents,
            day,
            key,
            text=line_text(line.text.name, line.text.text)[:300],
            has_paper=True,
            by=by,
            now=now,
        )
        mark(line, payment.transaction, share.cents)
        mark_seen(payment)
        payments.append(payment)
    settle(list(people))
    return payments
