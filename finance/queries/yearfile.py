"""A year of the books as the lines that `finance/check_year.py` checks; see docs/ledger.md."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from django.db.models import QuerySet, Sum

from finance import chart
from finance.check_year import FORMAT, VERSION, Finding, Year, sealed
from finance.models import Account, JournalYear, Posting, Transaction
from league.models import Person

Row = dict[str, Any]

_HEADER = (
    *("pk", "number", "date", "entered_at", "entered_by_id", "kind", "reverses_id"),
    *("text_digest", "previous_hash", "hash"),
    *("text__salt", "text__text", "text__erased_at"),
)


def years() -> list[int]:
    """The years in which something is booked, the latest first."""
    found = JournalYear.objects.filter(last_number__gt=0).values_list("year", flat=True)
    return sorted(set(found), reverse=True)


def year_lines(year: int, *, club: str, now: datetime) -> Iterator[bytes]:
    """The whole file, line by line; read with server-side cursors, so it may be long."""
    yield from sealed(_numbered(year, club, now))


def check_year(year: int, *, now: datetime) -> tuple[Year, list[Finding]]:
    """What the stand-alone checker says about the year as it lies in the database."""
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
    for account in chart.ACCOUNTS.values():
        yield {
            "row": "account",
            "account": account.code,
            "name": account.name,
            "type": account.kind,
            "unit": account.unit,
            "per_person": account.per_person,
            "sphere": account.sphere,
        }
    heads = list(JournalYear.objects.filter(year=year).order_by("journal"))
    # Who is named in the year, with the login under which somebody posts.
    persons = Person.objects.exclude(accounts=None) | Person.objects.exclude(user=None)
    for pk, name, user in persons.distinct().order_by("pk").values_list("pk", "name", "user_id"):
        yield {"row": "person", "person": pk, "name": name, "login": user}
    opening = _sums(Posting.objects.filter(transaction__head__year__lt=year))
    for (code, person), amount in sorted(opening.items()):
        if amount:
            yield {"row": "opening", "account": code, "person": person or None, "amount": amount}
    earlier = Transaction.objects.filter(head__year__lt=year, reversal__head__year=year)
    for head in JournalYear.objects.filter(year__lt=year).order_by("pk"):
        yield from _bookings(earlier.filter(head=head), head, "earlier")
    for head in heads:
        yield {"row": "journal", "journal": head.journal, "account": head.account}
        yield from _bookings(Transaction.objects.filter(head=head), head, "booking")
        yield {
            "row": "head",
            "journal": head.journal,
            "year": year,
            "number": head.last_number,
            "hash": head.last_hash,
            "balance": head.balance,
        }
    later = _sums(Posting.objects.filter(transaction__head__year__gt=year))
    balances = Account.objects.order_by("code", "person_id")
    for code, person, balance in balances.values_list("code", "person_id", "balance"):
        # What the database keeps by itself, less what was booked since: no sum of these rows.
        amount = balance - later.get((code, person or 0), 0)
        if amount:
            yield {"row": "closing", "account": code, "person": person, "amount": amount}


def _sums(postings: QuerySet[Posting]) -> dict[tuple[str, int], int]:
    rows = postings.values_list("account__code", "account__person_id").annotate(sum=Sum("amount"))
    return {(code, person or 0): amount for code, person, amount in rows.order_by()}


def _bookings(found: QuerySet[Transaction], head: JournalYear, kind: str) -> Iterator[Row]:
    postings = (
        Posting.objects.filter(transaction__in=found)
        .order_by("transaction_id")
        .values_list(
            *("transaction_id", "account__code", "account__person_id", "account__unit"),
            *("amount", "sphere"),
        )
    )
    grouped = groupby(postings.iterator(20_000), key=lambda posting: posting[0])
    group = next(grouped, None)
    for row in found.order_by("pk").values_list(*_HEADER).iterator(5000):
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
            "words": None if salt is None else [salt, text, _day(gone)],
        }


def _entry(code: str, person: int | None, unit: str, amount: int, sphere: int) -> list[Any]:
    return [code, person, unit, amount, *([sphere] if sphere else [])]


def _place(entry: list[Any]) -> tuple[str, int, int]:
    return (entry[0], entry[1] or 0, entry[4] if len(entry) > 4 else 0)


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _day(moment: datetime | None) -> str | None:
    return None if moment is None else _moment(moment)
