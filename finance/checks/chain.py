"""The ledger against itself: numbers, sums, hashes, heads, balances. One pass over all postings."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from finance.books import booking, chart
from finance.books.booking import Entry, Header
from finance.books.booking_labels import booking_label, journal_name
from finance.books.labels import day_label, money
from finance.books.models.ledger import (
    NUMBERS_PER_YEAR,
    Account,
    JournalYear,
    Posting,
    Transaction,
    TransactionText,
)
from finance.books.queries.chart import whole_chart
from finance.books.queries.ledger import days_below_zero
from finance.books.queries.money import tills


class Row(NamedTuple):
    """A header as it is stored; the query below names the columns in this order."""

    id: int
    head_id: int
    number: int
    date: date
    entered_at: datetime
    entered_by_id: int | None
    kind: str
    reverses_id: int | None
    text_digest: str
    previous_hash: str
    hash: str


@dataclass
class Seen:
    """The sums of the pass over the ledger, for the checks that come after it."""

    transactions: int = 0
    postings: int = 0
    accounts: dict[int, int] = field(default_factory=dict)
    entries_of: dict[int, tuple[Entry, ...]] = field(default_factory=dict)


def check_chart() -> Iterator[str]:
    """Check that every account and journal is one of the chart, with the unit that the
    chart says.
    """
    known_accounts = whole_chart()
    for account in Account.objects.order_by("pk"):
        known = known_accounts.get(account.code)
        if (
            known is None
            or known.unit != account.unit
            or known.per_person != (account.person_id is not None)
        ):
            yield _(
                "Account no. %(key)s: “%(code)s” is not in the chart of accounts like that."
            ) % {
                "key": account.pk,
                "code": account.code,
            }
    for head in JournalYear.objects.order_by("pk"):
        journal = chart.find_journal(head.journal)
        if journal is None or (journal.unit, journal.account) != (head.unit, head.account):
            yield _(
                "Book no. %(key)s: “%(journal)s %(year)s” is not in the chart of "
                "accounts like that."
            ) % {
                "key": head.pk,
                "journal": head.journal,
                "year": head.year,
            }


def check_chain(seen: Seen) -> Iterator[str]:
    """Walk every journal's year from its first number to its last; yield what is wrong."""
    heads = {head.pk: head for head in JournalYear.objects.all()}
    accounts = {account.pk: account for account in Account.objects.all()}
    reversals = Transaction.objects.filter(kind="reversal").values_list("pk", "reverses_id")
    keep = {pk for pair in reversals for pk in pair}
    rows = Transaction.objects.order_by("pk").values_list(*Row._fields).iterator(5000)
    postings = (
        Posting.objects.order_by("transaction_id", "pk")
        .values_list("transaction_id", "account_id", "amount", "sphere")
        .iterator(20_000)
    )
    grouped = groupby(postings, key=lambda posting: posting[0])
    group = next(grouped, None)
    last_hash: dict[int, str] = {}
    last_number: dict[int, int] = {}
    moved: dict[int, int] = dict.fromkeys(heads, 0)
    for row in (Row(*values) for values in rows):
        while group is not None and group[0] < row.id:
            list(group[1])
            yield _stray(group[0], heads)
            group = next(grouped, None)
        head = heads[row.head_id]
        entries: list[Entry] = []
        if group is not None and group[0] == row.id:
            for _transaction, account_id, amount, sphere in group[1]:
                account = accounts[account_id]
                seen.accounts[account_id] = seen.accounts.get(account_id, 0) + amount
                entries.append(Entry(account.code, amount, account.person_id, sphere))
                moved[head.pk] += amount if account.code == head.account else 0
            group = next(grouped, None)
        seen.transactions += 1
        seen.postings += len(entries)
        if row.id in keep:
            seen.entries_of[row.id] = tuple(entries)
        yield from _check_row(
            row,
            head,
            entries,
            last_number.get(head.pk, 0),
            last_hash.get(head.pk) or booking.genesis(head.journal, head.year),
        )
        last_number[head.pk], last_hash[head.pk] = row.number, row.hash
    while group is not None:
        list(group[1])
        yield _stray(group[0], heads)
        group = next(grouped, None)
    for head in heads.values():
        number = last_number.get(head.pk, 0)
        known = last_hash.get(head.pk) or booking.genesis(head.journal, head.year)
        if (head.last_number, head.last_hash, head.balance) != (number, known, moved[head.pk]):
            yield _(
                "%(journal)s %(year)s: The head says number %(said)s and a balance of "
                "%(balance)s, but number %(number)s and %(moved)s are booked."
            ) % {
                "journal": journal_name(head.journal),
                "year": head.year,
                "said": head.last_number,
                "balance": money(head.balance, head.unit),
                "number": number,
                "moved": money(moved[head.pk], head.unit),
            }


def _check_row(
    row: Row,
    head: JournalYear,
    entries: list[Entry],
    number_before: int,
    hash_before: str,
) -> Iterator[str]:
    def where() -> str:  # asked for only where something is wrong
        return booking_label(head.journal, head.year, row.number)

    if row.number != number_before + 1:
        yield _("%(where)s: Number %(number)s is missing before it.") % {
            "where": where(),
            "number": number_before + 1,
        }
    if row.previous_hash != hash_before:
        yield _("%(where)s: The booking is not linked to the one before.") % {"where": where()}
    try:
        booking.balanced(entries)
    except booking.UnbalancedError:
        yield _("%(where)s: Debit and credit are not equal.") % {"where": where()}
    if row.date.year != head.year:
        yield _("%(where)s: The date is not in this year.") % {"where": where()}
    header = Header(
        journal=head.journal,
        year=head.year,
        number=row.number,
        date=row.date,
        entered_at=row.entered_at,
        entered_by=row.entered_by_id,
        kind=row.kind,
        reverses=row.reverses_id,
        text_digest=row.text_digest,
    )
    known = all(chart.find(entry.account) for entry in entries)
    if not known or booking.chained(row.previous_hash, header, entries) != row.hash:
        yield _("%(where)s: The booking was changed afterwards, its checksum is wrong.") % {
            "where": where()
        }


def _stray(transaction: int, heads: dict[int, JournalYear]) -> str:
    head_id, number = divmod(transaction, NUMBERS_PER_YEAR)
    head = heads.get(head_id)
    where = booking_label(head.journal, head.year, number) if head else str(transaction)
    return _("%(where)s: There are postings without a booking.") % {"where": where}


def check_balances(seen: Seen) -> Iterator[str]:
    """Check that every account's balance is the sum of its postings, and every unit
    sums to zero.
    """
    sums: dict[str, int] = {}
    for account in Account.objects.select_related("person").order_by("pk"):
        posted = seen.accounts.get(account.pk, 0)
        sums[account.unit] = sums.get(account.unit, 0) + posted
        if account.balance != posted:
            known = whole_chart().get(account.code)
            name = gettext(known.label) if known else account.code
            yield _("Account %(name)s: The balance is %(balance)s, but %(posted)s is booked.") % {
                "name": f"{name} ({account.person})" if account.person else name,
                "balance": money(account.balance, account.unit),
                "posted": money(posted, account.unit),
            }
    for unit, total in sums.items():
        if total:
            yield _("All accounts in %(unit)s together come to %(total)s instead of zero.") % {
                "unit": unit,
                "total": money(total, unit),
            }


def check_reversals(seen: Seen) -> Iterator[str]:
    """Check that every reversal is the opposite of its original, in the same journal, and the only
    one.
    """
    transactions = Transaction.objects.filter(kind="reversal").select_related(
        "head", "reverses__head"
    )
    for reversal in transactions.order_by("pk"):
        original = reversal.reverses
        where = booking_label(reversal.head.journal, reversal.head.year, reversal.number)
        if original is None or original.reverses_id is not None:
            yield _("%(where)s: The reversal belongs to no booking.") % {"where": where}
            continue
        both = [*seen.entries_of.get(reversal.pk, ()), *seen.entries_of.get(original.pk, ())]
        sums: dict[tuple[str, int, int], int] = {}
        for entry in both:
            place = (*entry.key, entry.sphere or 0)
            sums[place] = sums.get(place, 0) + entry.amount
        if not both or any(sums.values()) or original.head.journal != reversal.head.journal:
            yield _("%(where)s: The reversal is not the opposite of its booking.") % {
                "where": where
            }


def check_texts() -> Iterator[str]:
    """Check that every text is the one that was booked, or was erased with a date."""
    booked = (
        Transaction.objects.exclude(text_digest="")
        .order_by("pk")
        .values_list("pk", "text_digest", "text__pk", "text__salt", "text__text", "text__erased_at")
    )
    for key, digest, text, salt, message, erased_at in booked.iterator(5000):
        if text is None:
            yield _("%(where)s: The text is missing.") % {"where": _label(key)}
        elif erased_at is None and booking.text_digest(salt, message) != digest:
            yield _("%(where)s: The text was changed afterwards.") % {"where": _label(key)}
    strays = TransactionText.objects.exclude(transaction__text_digest__gt="")
    for stray in strays.order_by("pk").iterator():
        yield _("Booking %(key)s has a text that was never booked.") % {"key": stray.transaction_id}


def _label(transaction: int) -> str:
    stored = Transaction.objects.select_related("head").get(pk=transaction)
    return booking_label(stored.head.journal, stored.head.year, stored.number)


def check_days() -> Iterator[str]:
    """Check that a till holds less than nothing at the end of no day."""
    for till in tills():
        for day, cents in days_below_zero(till.code)[:1]:
            yield _("%(till)s: at the end of %(day)s there would have been %(cents)s in it.") % {
                "till": gettext(till.label),
                "day": day_label(day),
                "cents": money(cents, chart.EUR),
            }
