"""The one way into the books: `post`. Everything booked goes through here, nothing is edited.

Order of locks, for everybody who writes here: the tables of results by key where it matters that
nobody objects to them meanwhile, the catalogue, the events by key, the accounts of the persons by
key (`lock_persons`), a booking that is taken back or tied, the bank's imports and lines by key, the
vouchers of a year, the heads of the journals by key or all books (`lock_books`), and last the other
accounts, by the database.
A claim or a payment of a person is only touched by whoever holds that person's accounts.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from secrets import token_hex

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from finance import booking, chart
from finance.booking import Entry, Header
from finance.errors import IllegalError
from finance.models import (
    Account,
    JournalYear,
    Posting,
    Transaction,
    TransactionText,
    Voucher,
    VoucherLink,
)
from finance.models.ledger import NUMBERS_PER_YEAR
from finance.services.vouchers import link
from league.models import User


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
    "cash_never_below_zero": _("So viel Geld liegt nicht in der Kasse."),
    "ledger_closed": _("Dieser Tag ist abgeschlossen. Gebucht wird an einem späteren."),
}


@contextmanager
def refusals() -> Iterator[None]:
    """A refusal of the database that somebody can cause becomes an IllegalError with its name."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        for code, sentence in _REFUSALS.items():
            if code in str(error):
                raise IllegalError(code, sentence) from error
        raise


def lock_persons(persons: Collection[int]) -> None:
    """Locks what these persons owe until the transaction ends; makes missing accounts."""

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
    """Books the drafts in this order and returns their transactions.

    Amounts in cents or whole rounds. Locks the heads of the journals' years. IllegalError where the
    till would hold less than nothing, or on a closed day; then nothing is booked.
    """
    if not drafts:
        return []
    with refusals():
        heads = lock_heads({(draft.journal, draft.date.year) for draft in drafts})
        accounts = _accounts(drafts)
        made: list[Transaction] = []
        postings: list[Posting] = []
        texts: list[TransactionText] = []
        links: list[VoucherLink] = []
        for draft in drafts:
            head = heads[draft.journal, draft.date.year]
            salted = salt() if draft.text else ""
            header = Header(
                journal=head.journal,
                year=head.year,
                number=head.last_number + 1,
                date=draft.date,
                entered_at=now,
                entered_by=by.pk if by else None,
                kind=draft.kind,
                reverses=draft.reverses,
                text_digest=booking.text_digest(salted, draft.text),
            )
            entries = booking.balanced(draft.entries)
            key = head.pk * NUMBERS_PER_YEAR + header.number
            made.append(
                Transaction(
                    id=key,
                    head=head,
                    number=header.number,
                    date=draft.date,
                    entered_at=now,
                    entered_by=by,
                    kind=draft.kind,
                    reverses_id=draft.reverses,
                    text_digest=header.text_digest,
                    previous_hash=head.last_hash,
                    hash=booking.chained(head.last_hash, header, entries),
                )
            )
            # The database moves the head likewise when it stores the header.
            head.last_number, head.last_hash = header.number, made[-1].hash
            postings += [
                Posting(
                    transaction_id=key,
                    account_id=accounts[entry.key],
                    amount=entry.amount,
                    sphere=entry.belongs,
                )
                for entry in entries
            ]
            if draft.text:
                texts.append(TransactionText(transaction_id=key, salt=salted, text=draft.text))
            links += [link(voucher, key, by=by, now=now) for voucher in draft.vouchers]
        # By account, so that two writers never wait for each other crosswise.
        Posting.objects.bulk_create(sorted(postings, key=lambda posting: posting.account_id))
        VoucherLink.objects.bulk_create(links)
        Transaction.objects.bulk_create(made)
        TransactionText.objects.bulk_create(texts)
        return made


def lock_heads(keys: Collection[tuple[str, int]]) -> dict[tuple[str, int], JournalYear]:
    """Locks the heads of these journals' years until the transaction ends; makes missing ones."""
    wanted = sorted(keys)
    years = {year for _journal, year in wanted}
    journals = {journal for journal, _year in wanted}

    def locked() -> dict[tuple[str, int], JournalYear]:
        found = (
            JournalYear.objects.select_for_update(no_key=True)
            .filter(journal__in=journals, year__in=years)
            .order_by("pk")
        )
        return {(head.journal, head.year): head for head in found}

    heads = locked()
    if missing := [key for key in wanted if key not in heads]:
        JournalYear.objects.bulk_create(
            [
                JournalYear(
                    journal=journal,
                    year=year,
                    unit=chart.JOURNALS[journal].unit,
                    account=chart.JOURNALS[journal].account,
                    last_hash=booking.genesis(journal, year),
                )
                for journal, year in missing
            ],
            ignore_conflicts=True,
        )
        heads = locked()
    return heads


def _accounts(drafts: Sequence[Draft]) -> dict[tuple[str, int], int]:
    """The keys of the accounts by code and person (0 for nobody); makes those that are missing."""
    wanted = {entry.key for draft in drafts for entry in draft.entries}
    codes = {code for code, _person in wanted}

    def found() -> dict[tuple[str, int], int]:
        rows = Account.objects.filter(code__in=codes)
        persons = {person for _code, person in wanted}
        rows = rows.filter(person=None) | rows.filter(person__in=persons)
        return {(row.code, row.person_id or 0): row.pk for row in rows}

    accounts = found()
    if missing := sorted(key for key in wanted if key not in accounts):
        Account.objects.bulk_create(
            [
                Account(code=code, person_id=person or None, unit=chart.ACCOUNTS[code].unit)
                for code, person in missing
            ],
            ignore_conflicts=True,
        )
        accounts = found()
    return accounts
