"""The one way into the books: `post`. All bookings go through here and are never edited.

Locks come in the order of `league/guards/locks.py`: the tables of results if no objection may come
in between, the catalogue, the events, the accounts of the persons (`lock_persons`), a booking that
is taken back or tied, the bank's imports and lines, the vouchers of a year, the heads of the
journals or all books (`lock_books`), and last the other accounts, by the database. A claim or a
payment of a person is only touched under the lock of that person's accounts.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from secrets import token_hex

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.booking import Entry, Header
from finance.books.models.ledger import Account, Transaction, TransactionText
from finance.books.models.vouchers import Voucher
from finance.books.services.storing import Unnumbered, store
from finance.errors import IllegalError
from league.people.models.people import User


@dataclass(frozen=True)
class Draft:
    """A transaction to be: `date` is its booking date, `text` free words that can be erased."""

    journal: str
    date: date
    kind: str
    entries: tuple[Entry, ...]
    text: str = ""
    reverses: int | None = None
    # Laid down before; an expense needs one.
    vouchers: tuple[Voucher, ...] = ()


# What the database refuses, in words for the person in front of it.
_REFUSALS = {
    "cash_never_below_zero": _("There is not that much money in the till."),
    "fund_never_below_zero": _("There is not that much in the fund."),
    "refund_more_than_credit": _("There is not that much credit."),
    "ledger_closed": _("This day is closed. Book it on a later one."),
}


@contextmanager
def refusals() -> Iterator[None]:
    """Turn a refusal of the database that a user can cause into an IllegalError of its name."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        for code, sentence in _REFUSALS.items():
            if code in str(error):
                raise IllegalError(code, sentence) from error
        raise


def lock_persons(persons: Collection[int]) -> None:
    """Lock what these persons owe until the transaction ends; make missing accounts."""

    def locked() -> set[tuple[str, int | None]]:
        accounts = (
            Account.objects.select_for_update(no_key=True)
            .filter(person__in=persons, code__in=chart.OWED.values())
            .order_by("pk")
        )
        return {(account.code, account.person_id) for account in accounts}

    present = locked()
    missing = [
        Account(code=code, person_id=person, unit=unit)
        for person in sorted(persons)
        for unit, code in chart.OWED.items()
        if (code, person) not in present
    ]
    if missing:
        Account.objects.bulk_create(missing, ignore_conflicts=True)
        locked()


def post(
    *,
    drafts: Sequence[Draft],
    by: User | None,
    now: datetime,
    salt: Callable[[], str] = token_hex,
) -> list[Transaction]:
    """Book the drafts in this order and return their transactions.

    Amounts in cents or whole rounds. Locks the heads of the journals' years. IllegalError if the
    till would hold less than nothing, or on a closed day; then nothing is booked.
    """
    if not drafts:
        return []
    salts = [salt() if draft.text else "" for draft in drafts]
    sheets = [
        Unnumbered(
            Header(
                journal=draft.journal,
                year=draft.date.year,
                number=0,
                date=draft.date,
                entered_at=now,
                entered_by=by.pk if by else None,
                kind=draft.kind,
                reverses=draft.reverses,
                text_digest=booking.text_digest(salted, draft.text),
            ),
            booking.balanced(draft.entries),
            draft.vouchers,
        )
        for draft, salted in zip(drafts, salts, strict=True)
    ]
    with refusals():
        made = store(sheets, by, now)
        TransactionText.objects.bulk_create(
            TransactionText(transaction=other_transaction, salt=salted, text=draft.text)
            for other_transaction, draft, salted in zip(made, drafts, salts, strict=True)
            if draft.text
        )
        return made
