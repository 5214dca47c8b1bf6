"""The input of `rules.statement`, read in a handful of sums, and the tables beside it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet, Sum
from django.db.models.functions import Coalesce

from finance.bank.queries.bank import open_lines
from finance.books import chart
from finance.books.models.ledger import JournalYear, Posting
from finance.books.queries.money import of_money
from finance.receipts.day_sums import IS_DEBIT, IS_REVERSAL, DaySums, Years
from finance.receipts.rules import (
    TRANSIT,
    Moved,
    SetOff,
    Settled,
    Statement,
    statement,
)

_PERSONS = chart.OWED[chart.EUR]


@dataclass(frozen=True)
class Span:
    """From the first to the last day of a report, both counted."""

    start: date
    end: date

    @property
    def year(self) -> int | None:
        """Return the year that it is, if it is one."""
        whole = (date(self.start.year, 1, 1), date(self.start.year, 12, 31))
        return self.start.year if (self.start, self.end) == whole else None

    @property
    def days(self) -> tuple[date, date]:
        return self.start, self.end


def year_span(year: int) -> Span:
    return Span(date(year, 1, 1), date(year, 12, 31))


def report(span: Span, years: Years | None = None) -> Statement:
    """Return the receipts and payments of a span of days.

    They are added up from the books, or taken from the sums in `years`.
    """
    years = Years() if years is None else years
    touched = _touched(span, years)
    return statement(
        money_before(span.start, years),
        _moved(span, touched),
        _settled(span, touched),
        _set_offs(span, touched),
    )


def _touched(span: Span, years: Years) -> list[DaySums]:
    return [years[year] for year in range(span.start.year, span.end.year + 1)]


def money_before(day: date, years: Years) -> Counter[str]:
    """Return the balance of each account of money, and of transit, before a day, in cents."""
    heads = JournalYear.objects.filter(of_money("journal"), year__lt=day.year)
    before = Counter(dict(heads.values_list("account").annotate(sum=Sum("balance")).order_by()))
    for (moved_on, _journal, code, *_how), cents in years[day.year].moved.items():
        if moved_on < day and chart.like(code):
            before[code] += cents
    under_way = Posting.objects.filter(account__code=TRANSIT, transaction__date__lt=day)
    before[TRANSIT] = _sum(under_way, "amount")
    return before


def money_moved(span: Span, years: Years) -> list[tuple[date, int]]:
    """Return the change in cents of all money, transit included, on each day it moved."""
    by_day = Counter[date]()
    for sums in _touched(span, years):
        for (day, _journal, code, *_how), cents in sums.moved.items():
            if span.start <= day <= span.end and (chart.like(code) or code == TRANSIT):
                by_day[day] += cents
    return sorted(by_day.items())


def _moved(span: Span, touched: Iterable[DaySums]) -> Iterator[Moved]:
    moved = Counter[tuple[str, str, int, bool]]()
    for sums in touched:
        for (day, journal, code, sphere, is_debit, is_reversal), cents in sums.moved.items():
            if not span.start <= day <= span.end or not chart.like(journal) or chart.like(code):
                continue
            kind = chart.account(code).kind
            if kind in {"income", "expense"} and code != "differences":
                comes = kind == "income"
            else:
                comes = is_debit == is_reversal
            moved[journal, code, sphere, comes] -= cents
    for key, cents in moved.items():
        yield Moved(*key, cents)


def _settled(span: Span, touched: Iterable[DaySums]) -> Iterator[Settled]:
    settled = Counter[tuple[str | None, str, int, bool]]()
    for sums in touched:
        for (day, journal, account, sphere, paid_on), cents in sums.settled.items():
            if span.start <= day <= span.end:
                # On which account a payment of this book lies; None where no money moved.
                money = journal if chart.like(journal) else None
                is_paid_here = paid_on is not None and span.start <= paid_on <= span.end
                settled[money, account, sphere, is_paid_here] += cents
    for key, cents in settled.items():
        yield Settled(*key, cents)


def _set_offs(span: Span, touched: Iterable[DaySums]) -> Iterator[SetOff]:
    set_off = Counter[tuple[str, str, int]]()
    for sums in touched:
        for (day, method, account, sphere), cents in sums.set_off.items():
            if span.start <= day <= span.end:
                set_off[method, account, sphere] += cents
    for (method, account, sphere), cents in set_off.items():
        if cents:
            yield SetOff(method, account, sphere, cents)


def _sum(rows: QuerySet[Any], column: str) -> int:
    return rows.aggregate(sum=Sum(column))["sum"] or 0


# --- beside it: what is owed, let off and held ------------------------------------------------
@dataclass(frozen=True)
class Owed:
    """The debts of people from the first to the last day of a span, in cents; a credit is a minus.

    `debts` and `credits` are the two halves of `closing`: one person's credit pays no other's debt.
    """

    opening: int
    charged: int
    brought: int
    paid: int
    waived: int
    set_off: int
    paid_out: int
    closing: int
    debts: int
    credits: int


@dataclass(frozen=True)
class Pots:
    """The money held for winners, in cents."""

    opening: int
    entered: int
    paid_out: int

    @property
    def closing(self) -> int:
        return self.opening + self.entered - self.paid_out


@dataclass(frozen=True)
class Bridge:
    """From what was earned and spent as it was owed to what the money became more, in cents."""

    earned: int
    spent: int
    claims_grew: int
    pots_grew: int
    brought: int
    money_grew: int

    @property
    def adds_up(self) -> bool:
        grew = self.earned - self.spent - self.claims_grew + self.pots_grew + self.brought
        return grew == self.money_grew


def owed(span: Span) -> Owed:
    """Return people's debts and credits in a span, and their changes."""
    mine = Posting.objects.filter(account__code=_PERSONS)
    changed = Counter[str]()
    rows = (
        mine.filter(transaction__date__range=span.days)
        .annotate(
            original=Coalesce("transaction__reverses__kind", "transaction__kind"),
            is_debit=IS_DEBIT,
            is_reversal=IS_REVERSAL,
        )
        .values_list("transaction__head__journal", "original", "is_debit", "is_reversal")
        .annotate(sum=Sum("amount"))
        .order_by()
    )
    for journal, original, is_debit, is_reversal, amount in rows:
        if not chart.like(journal):
            changed[original] += amount
        else:
            changed["paid" if is_debit == is_reversal else "paid_out"] += amount
    people = (
        mine.filter(transaction__date__lte=span.end)
        .values_list("account__person")
        .annotate(sum=Sum("amount"))
        .order_by()
    )
    balances = [amount for _person, amount in people]
    return Owed(
        opening=_sum(mine.filter(transaction__date__lt=span.start), "amount"),
        charged=changed["claim"],
        brought=changed["opening"],
        paid=-changed["paid"],
        waived=-changed["waiver"],
        set_off=-changed["expense"],
        paid_out=changed["paid_out"],
        closing=sum(balances),
        debts=sum(amount for amount in balances if amount > 0),
        credits=-sum(amount for amount in balances if amount < 0),
    )


def pots(span: Span) -> Pots:
    """Return the money that tournaments hold for winners."""
    postings = Posting.objects.filter(account__code="prize_pot")
    here = postings.filter(transaction__date__range=span.days)
    return Pots(
        opening=-_sum(postings.filter(transaction__date__lt=span.start), "amount"),
        entered=-_sum(here.exclude(of_money("transaction__head__journal")), "amount"),
        paid_out=_sum(here.filter(of_money("transaction__head__journal")), "amount"),
    )


def bridge(span: Span) -> Bridge:
    """Return the differences between the surplus by claims and the surplus by money."""
    moved = Counter[str]()
    rows = (
        Posting.objects.filter(transaction__date__range=span.days, account__unit=chart.EUR)
        .annotate(is_of_money=of_money("transaction__head__journal"))
        .values_list("account__code", "is_of_money")
        .annotate(sum=Sum("amount"))
        .order_by()
    )
    for code, is_of_money, amount in rows:
        kind = chart.account(code).kind
        if chart.like(code) or code == TRANSIT:
            moved["money"] += amount
        elif code == "opening":
            # Opening balances of till and bank are part of what was there, not of what came.
            moved["money" if is_of_money else "brought"] += amount
        elif kind in {"income", "expense"}:
            moved[kind] += amount
        else:
            moved[code] += amount
    return Bridge(
        earned=-moved["income"],
        spent=moved["expense"],
        claims_grew=moved[_PERSONS],
        pots_grew=-moved["prize_pot"],
        brought=-moved["brought"],
        money_grew=moved["money"],
    )


# --- what is not in the report ----------------------------------------------------------------
def unbooked_lines(span: Span) -> int:
    """Count the lines of the bank of these days that are not in the books, nor set aside."""
    return open_lines().filter(day__range=span.days).count()
