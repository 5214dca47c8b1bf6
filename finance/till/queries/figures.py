"""The figures of a year: what was there day by day, what came in and what went out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Min

from finance.books import chart
from finance.books.models.ledger import Transaction
from finance.receipts.day_sums import Years
from finance.receipts.labels import kinds
from finance.receipts.queries import Span as Days
from finance.receipts.queries import money_before, money_moved, report


def began() -> date | None:
    """Return the day of the very first booking."""
    first: date | None = Transaction.objects.aggregate(first=Min("date"))["first"]
    return first


@dataclass(frozen=True)
class Span:
    """A year up to `until`, and `earlier`: the same days of the year before.

    So eleven months are not compared with twelve. `begin` is the first of its days on which there
    was a book; `was_before` says whether there was one before the year, `is_compared` whether in
    those earlier days.
    """

    start: date
    end: date
    until: date
    begin: date
    earlier: tuple[date, date]
    was_before: bool
    is_compared: bool

    @property
    def now(self) -> tuple[date, date]:
        return self.start, self.until

    @property
    def is_over(self) -> bool:
        return self.until == self.end


def span_of(year: int, today: date) -> Span:
    start, end = date(year, 1, 1), date(year, 12, 31)
    until = min(end, max(start, today))
    earlier = date(year - 1, 1, 1), _year_before(until)
    first = began() or start
    return Span(
        start=start,
        end=end,
        until=until,
        begin=min(max(start, first), until),
        earlier=earlier,
        was_before=first < start,
        is_compared=first <= earlier[1],
    )


def _year_before(day: date) -> date:
    return day.replace(year=day.year - 1, day=28 if (day.month, day.day) == (2, 29) else day.day)


@dataclass(frozen=True)
class BalanceHistory:
    """All money of the club at the end of each day on which some moved; `before` the first."""

    before: int
    days: Sequence[tuple[date, int]]

    @property
    def last(self) -> int:
        return self.days[-1][1] if self.days else self.before


def balance_history(start: date, end: date, years: Years) -> BalanceHistory:
    """Return the balance of till and bank together, from `start` to `end`."""
    before = money_before(start, years).total()
    standing, days = before, []
    for day, amount in money_moved(Days(start, end), years):
        standing += amount
        days.append((day, standing))
    return BalanceHistory(before, days)


@dataclass(frozen=True)
class Kind:
    """One kind of receipt or payment in cents, and its sum in the time before."""

    account: chart.Account
    now: int
    before: int


@dataclass(frozen=True)
class Earnings:
    """Income and expense, each by its kinds, the largest first."""

    income: Sequence[Kind]
    expense: Sequence[Kind]

    @property
    def earned(self) -> tuple[int, int]:
        return _sums(self.income)

    @property
    def spent(self) -> tuple[int, int]:
        return _sums(self.expense)

    @property
    def result(self) -> tuple[int, int]:
        """Return the surplus, now and before."""
        (earned, earlier), (spent, before) = self.earned, self.spent
        return earned - spent, earlier - before


def _sums(kinds: Sequence[Kind]) -> tuple[int, int]:
    return sum(kind.now for kind in kinds), sum(kind.before for kind in kinds)


def earnings(now: tuple[date, date], before: tuple[date, date], years: Years) -> Earnings:
    """Return receipts and payments from day to day, beside those of another time."""
    here, earlier = report(Days(*now), years), report(Days(*before), years)
    return Earnings(
        _kinds(here.by_kind("receipts"), earlier.by_kind("receipts"), now[1]),
        _kinds(here.by_kind("payments"), earlier.by_kind("payments"), now[1]),
    )


def _kinds(now: Counter[str], before: Counter[str], day: date) -> list[Kind]:
    rows = [
        Kind(account, now[code], before[code])
        for code, account in kinds(day).items()
        if now[code] or before[code]
    ]
    return sorted(rows, key=lambda kind: (-kind.now, -kind.before))
