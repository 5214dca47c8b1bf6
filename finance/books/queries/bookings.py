"""All bookings of a year or of all years, one after the other: for files, however many there are.

One cursor reads them, so a file is of one moment though others go on booking meanwhile.
"""

from bisect import bisect_left
from collections.abc import Iterator
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _

from finance.books.booking_labels import PAID, booking_label
from finance.books.labels import what
from finance.books.models.ledger import NUMBERS_PER_YEAR, Account, JournalYear, Posting, Transaction
from finance.books.models.periods import PeriodName
from finance.books.queries.chart import whole_chart

AT_ONCE = 10_000


class Line(NamedTuple):
    account: int
    amount: int
    sphere: int


class Booked(NamedTuple):
    """A booking with its postings. `what` says what it is, `text` are its free words."""

    pk: int
    day: date
    entered_at: datetime
    journal: str
    year: int
    number: int
    kind: str
    what: str
    text: str
    hash: str
    reverses: int | None
    lines: tuple[Line, ...]

    @property
    def label(self) -> str:
        return booking_label(self.journal, self.year, self.number)


_COLUMNS = (
    "transaction_id",
    "account_id",
    "amount",
    "sphere",
    "transaction__date",
    "transaction__entered_at",
    "transaction__kind",
    "transaction__hash",
    "transaction__reverses_id",
    "transaction__text__text",
    "transaction__claim__kind",
    "transaction__claim__code",
    "transaction__payment__method",
)


def years() -> list[int]:
    """Return the years in which something was booked, the latest first."""
    journal_years = JournalYear.objects.filter(last_number__gt=0).values_list("year", flat=True)
    return sorted(set(journal_years), reverse=True)


def count(year: int | None = None) -> int:
    heads = JournalYear.objects.all() if year is None else JournalYear.objects.filter(year=year)
    return heads.aggregate(sum=Sum("last_number"))["sum"] or 0


def _of(year: int | None) -> QuerySet[Posting]:
    postings = Posting.objects.all()
    if year is None:
        return postings
    return postings.filter(transaction__date__range=(date(year, 1, 1), date(year, 12, 31)))


def stream(year: int | None = None) -> Iterator[Booked]:
    """Yield the bookings by date, of one date as they were numbered."""
    heads = {head.pk: head for head in JournalYear.objects.all()}
    rows = (
        _of(year)
        .order_by("transaction__date", "transaction_id", "pk")
        .values_list(*_COLUMNS)
        .iterator(AT_ONCE)
    )
    titles = _Titles()
    for key, group in groupby(rows, key=lambda row: row[0]):
        postings = list(group)
        (_key, _account, _amount, _sphere, day, entered, kind, digest, reverses, text, *basis) = (
            postings[0]
        )
        head_id, number = divmod(key, NUMBERS_PER_YEAR)
        head = heads[head_id]
        yield Booked(
            key,
            day,
            entered,
            head.journal,
            head.year,
            number,
            kind,
            titles.of(kind, *basis),
            text or "",
            digest,
            reverses,
            tuple(Line(row[1], row[2], row[3]) for row in postings),
        )


class _Titles(dict[tuple[str | None, ...], str]):
    """Titles of bookings, each combination looked up once."""

    def of(self, *basis: str | None) -> str:
        if basis not in self:
            kind, claim_kind, code, method = basis
            if claim_kind is not None:
                self[basis] = what(claim_kind, code or "")
            elif method is not None:
                self[basis] = str(PAID.get(method, method))
            else:
                self[basis] = str(Transaction.Kind(str(kind)).label)
        return self[basis]


def accounts() -> dict[int, Account]:
    """Return every account by its key, with its person."""
    return {account.pk: account for account in Account.objects.select_related("person")}


class Names:
    """Names of persons and accounts; in a closed period the names of that time."""

    def __init__(self) -> None:
        self.chart = whole_chart()
        self.then: dict[int | str, list[tuple[date, str]]] = {}
        rows = PeriodName.objects.order_by("closing__through").values_list(
            "closing__through", "person_id", "account", "name"
        )
        for through, person, account, name in rows:
            self.then.setdefault(account or person or 0, []).append((through, name))

    def person(self, account: Account, day: date) -> str:
        if account.person is None:
            return ""
        return self._then(account.person.pk, day) or account.person.name

    def account(self, account: Account, day: date) -> str:
        now = self.chart[account.code]
        then = self._then(account.code, day) or now.name
        return _(now.label) if then == now.name else then

    def _then(self, key: int | str, day: date) -> str:
        known = self.then.get(key)
        if not known:
            return ""
        place = bisect_left(known, (day, ""))
        return known[place][1] if place < len(known) else ""


def sums_before(day: date) -> dict[tuple[int, int], int]:
    """Return the sum of each account and sphere at the start of `day`, by key; none of zero."""
    rows = (
        Posting.objects.filter(transaction__date__lt=day)
        .order_by()
        .values_list("account_id", "sphere")
        .annotate(sum=Sum("amount"))
    )
    return {(account, sphere): total for account, sphere, total in rows if total}
