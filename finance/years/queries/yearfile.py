"""A year of the books as the lines that `years/check_year.py` checks; see docs/ledger-laws.md."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any

from django.db.models import F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from finance.books.models.ledger import (
    NUMBERS_PER_YEAR,
    Account,
    Closing,
    JournalYear,
    Posting,
    Transaction,
)
from finance.books.models.periods import PeriodName
from finance.books.models.vouchers import VoucherLink
from finance.books.queries.chart import whole_chart
from finance.years.check_year import FORMAT, VERSION, Finding, Year, sealed
from league.people.models.people import Person

Row = dict[str, Any]

_HEADER = (
    *("pk", "number", "date", "entered_at", "entered_by_id", "kind", "reverses_id"),
    *("text_digest", "previous_hash", "hash"),
    *("text__salt", "text__text", "text__erased_at"),
)


def year_lines(year: int, *, club: str, now: datetime) -> Iterator[bytes]:
    """Yield the whole file, line by line; read with server-side cursors, so it may be long."""
    yield from sealed(_numbered(year, club, now))


def check_year(year: int, *, now: datetime) -> tuple[Year, list[Finding]]:
    """Return the findings of the stand-alone checker on the year in the database."""
    seen = Year()
    return seen, list(seen.findings(year_lines(year, club="", now=now)))


def _numbered(year: int, club: str, now: datetime) -> Iterator[Row]:
    rows = 1  # its own
    for row in _rows(year, club, now):
        rows += 1
        yield row
    yield {"row": "end", "rows": rows}


def _rows(year: int, club: str, now: datetime) -> Iterator[Row]:
    yield {
        "row": "year",
        "format": FORMAT,
        "version": VERSION,
        "year": year,
        "club": club,
        "made": _moment(now),
    }
    names = _names(year)
    for account in whole_chart().values():
        yield {
            "row": "account",
            "account": account.code,
            "name": names.get(account.code, account.name),
            "type": account.kind,
            "unit": account.unit,
            "per_person": account.per_person,
            "sphere": account.sphere,
        }
    # Read once: what is booked from here on is not in the file.
    snapshot = list(JournalYear.objects.filter(year__lte=year).order_by("journal", "year"))
    heads = [head for head in snapshot if head.year == year]
    before = _within(head for head in snapshot if head.year < year)
    # The persons named in the year, with the login under which they post.
    persons = Person.objects.exclude(accounts=None) | Person.objects.exclude(user=None)
    for pk, name, user in persons.distinct().order_by("pk").values_list("pk", "name", "user_id"):
        yield {"row": "person", "person": pk, "name": names.get(pk, name), "login": user}
    opening = Account.objects.annotate(sum=Coalesce(Sum("postings__amount", filter=before), 0))
    for code, person, amount in _amounts(opening):
        yield {"row": "opening", "account": code, "person": person, "amount": amount}
    earlier = Transaction.objects.filter(head__year__lt=year, reversal__head__year=year)
    for head in snapshot:
        if head.year < year:
            yield from _bookings(earlier, head, "earlier")
    for head in heads:
        yield {"row": "journal", "journal": head.journal, "account": head.account}
        yield from _bookings(Transaction.objects.all(), head, "booking")
        yield {
            "row": "head",
            "journal": head.journal,
            "year": year,
            "number": head.last_number,
            "hash": head.last_hash,
            "balance": head.balance,
        }
    # What the database keeps by itself, less what was booked since: no sum of the rows above.
    since = ~(before | _within(heads))
    left = F("balance") - Coalesce(Sum("postings__amount", filter=since), 0)
    for code, person, amount in _amounts(Account.objects.annotate(sum=left)):
        yield {"row": "closing", "account": code, "person": person, "amount": amount}
    yield from _links(heads)


def _names(year: int) -> dict[int | str, str]:
    """Return the names of persons and accounts at the close of the year; none while it is open."""
    last = Closing.objects.filter(through__gte=date(year, 12, 31)).order_by("through").first()
    if last is None:
        return {}
    period_names = PeriodName.objects.filter(
        closing__through__range=(date(year, 1, 1), last.through)
    ).order_by("closing__through")
    rows = period_names.values_list("person", "account", "name")
    return {person or account: name for person, account, name in rows}


def _within(heads: Iterable[JournalYear]) -> Q:
    """Select postings of these heads, up to the number they had when they were read."""
    first = {head.pk * NUMBERS_PER_YEAR: head.last_number for head in heads}
    spans = [
        Q(postings__transaction__gte=key, postings__transaction__lte=key + count)
        for key, count in first.items()
    ]
    return reduce(or_, spans, Q(pk=None))


def _amounts(accounts: QuerySet[Any]) -> Iterator[tuple[str, int | None, int]]:
    queryset = accounts.exclude(sum=0).order_by("code", "person_id")
    yield from queryset.values_list("code", "person_id", "sum")


def _bookings(transactions: QuerySet[Transaction], head: JournalYear, kind: str) -> Iterator[Row]:
    transactions = transactions.filter(head=head, number__lte=head.last_number)
    postings = (
        Posting.objects.filter(transaction__in=transactions)
        .order_by("transaction_id")
        .values_list(
            *("transaction_id", "account__code", "account__person_id", "account__unit"),
            *("amount", "sphere"),
        )
    )
    grouped = groupby(postings.iterator(20_000), key=lambda posting: posting[0])
    group = next(grouped, None)
    for row in transactions.order_by("pk").values_list(*_HEADER).iterator(5000):
        key, number, day, entered, by, what, reverses, digest, previous, sha, salt, text, gone = row
        entries: list[list[Any]] = []
        while group is not None and group[0] <= key:
            if group[0] == key:
                entries = [_entry(*posting[1:]) for posting in group[1]]
            group = next(grouped, None)
        yield {
            "row": kind,
            "key": key,
            "by": by,
            "date": day.isoformat(),
            "entered": _moment(entered),
            "entries": sorted(entries, key=_place),
            "journal": head.journal,
            "kind": what,
            "number": number,
            "previous": previous,
            "reverses": reverses,
            "text": digest,
            "year": head.year,
            "hash": sha,
            "words": None if salt is None else [salt, text, _moment(gone) if gone else None],
        }


def _links(heads: Iterable[JournalYear]) -> Iterator[Row]:
    """Yield the links of vouchers and bookings, with the digest of each file."""
    links = VoucherLink.objects.filter(transaction__head__in=list(heads)).order_by("pk")
    for year, number, digest, hash_, booking in links.values_list(
        *("voucher__year", "voucher__number", "voucher__sha256", "voucher__hash"), "transaction_id"
    ).iterator(5000):
        yield {
            "row": "voucher",
            "voucher": f"{year}/{number}",
            "booking": booking,
            "sha256": digest,
            "hash": hash_,
        }


def _entry(code: str, person: int | None, unit: str, amount: int, sphere: int) -> list[Any]:
    return [code, person, unit, amount, *([sphere] if sphere else [])]


def _place(entry: list[Any]) -> tuple[str, int, int]:
    return (entry[0], entry[1] or 0, entry[4] if len(entry) > 4 else 0)


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
