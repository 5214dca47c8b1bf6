"""The bookings as a tax adviser enters them: one account against another, in a chart of DATEV."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import merge
from typing import Literal

from django.db.models import Sum
from django.utils.translation import gettext

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Allocation
from finance.books.places import CHARTS, Place, Skr, form_of, number, place_of
from finance.books.queries import bookings
from finance.books.queries.bookings import Booked
from finance.books.queries.chart import own_accounts, whole_chart
from finance.receipts.day_sums import PAYING
from finance.receipts.queries import Span, report

Basis = Literal["cash", "accrual"]
_PERSONS = chart.OWED[chart.EUR]

# In SKR 42 the cost centre says the sphere; what belongs to none has one of its own.
NO_SPHERE = "9"


@dataclass(frozen=True)
class Side:
    """One account of a pair: its code, its place and the sphere it was booked in."""

    code: str
    place: Place
    sphere: int

    def number(self, skr: Skr) -> int:
        return number(self.place, self.sphere, skr)


@dataclass(frozen=True)
class Pair:
    """`cents` in debit on one account and in credit on another, out of one booking."""

    booked: Booked
    cents: int
    debit: Side
    credit: Side

    @property
    def voucher(self) -> str:
        return f"{self.booked.journal}-{self.booked.year}-{self.booked.number}"

    @property
    def result(self) -> Side:
        """Return the side that is received or spent, if one is."""
        return self.debit if self.debit.sphere else self.credit

    @property
    def cost_centre(self) -> str:
        return str(self.result.sphere or NO_SPHERE)


def own_places() -> dict[str, str]:
    """Return the place that the club has chosen for each account of its own, by code."""
    return {own.code: own.place for own in own_accounts()}


def pairs(span: Span, basis: Basis = "cash") -> Iterator[Pair]:
    """Yield the bookings of these days in euro, by day; rounds of drinks are no money.

    By `cash` (§ 4 (3) EStG, as the club's own report counts) a receipt counts once it is paid: what
    moved money and outlays set off as they were booked, and what payments settled, out of the one
    account of people. By `accrual` all is as it was booked, claims on the day they were owed.

    What moves between two people's accounts moves nothing on the adviser's one account of claims,
    and is left out.
    """
    if basis == "accrual":
        yield from _booked(span, lambda _booked: True)
        return
    outlays = set(
        Transaction.objects.filter(
            head__journal=chart.claims_journal(chart.EUR), kind=Transaction.Kind.EXPENSE
        ).values_list("pk", flat=True)
    )
    moved = _booked(
        span,
        lambda booked: (
            chart.like(booked.journal) is not None
            or not outlays.isdisjoint({booked.pk, booked.reverses})
        ),
    )
    yield from merge(moved, _settled(span), key=lambda pair: pair.booked.day)


def _settled(span: Span) -> Iterator[Pair]:
    """Yield what payments settled in these days, by the account in which it was earned."""
    chosen, called = own_places(), names()
    people = Side(_PERSONS, place_of(_PERSONS), 0)
    journal = "payment__transaction__head__journal"
    rows = (
        Allocation.objects.filter(
            date__range=span.days,
            claim__unit=chart.EUR,
            payment__method__in=PAYING,
            claim__transaction__postings__account__person=None,
        )
        .exclude(claim__kind=Claim.Kind.TRANSFER)
        .values_list(
            *("date", "payment__transaction", journal, "payment__transaction__head__year"),
            *("payment__transaction__number", "payment__transaction__entered_at"),
            *("claim__transaction__postings__account__code",),
            "claim__transaction__postings__sphere",
        )
        .annotate(sum=Sum("amount"))
        .order_by("date", "payment__transaction")
    )
    for day, pk, book, year, number_, entered_at, code, sphere, cents in rows:
        if not cents or chart.like(code):
            continue
        booked = Booked(
            pk, day, entered_at, book, year, number_, "payment", called[code], "", "", None, ()
        )
        earned = Side(code, place_of(code, chosen.get(code, "")), sphere)
        debit, credit = (people, earned) if cents > 0 else (earned, people)
        yield Pair(booked, abs(cents), debit, credit)


def _booked(span: Span, counts: Callable[[Booked], bool]) -> Iterator[Pair]:
    """Yield the pairs of the bookings in euro that count."""
    accounts, chosen = bookings.accounts(), own_places()
    one_year = span.start.year if span.start.year == span.end.year else None
    for booked in bookings.stream(one_year):
        is_money = accounts[booked.lines[0].account].unit == chart.EUR
        if not is_money or not span.start <= booked.day <= span.end or not counts(booked):
            continue
        left: tuple[list[tuple[Side, int]], list[tuple[Side, int]]] = ([], [])
        for line in booked.lines:
            account = accounts[line.account]
            place = place_of(account.code, chosen.get(account.code, ""))
            side = Side(account.code, place, line.sphere)
            left[line.amount < 0].append((side, abs(line.amount)))
        for debit, credit, cents in _paired(*left):
            if debit != credit:
                yield Pair(booked, cents, debit, credit)


def _paired(
    debits: list[tuple[Side, int]], credits_: list[tuple[Side, int]]
) -> Iterator[tuple[Side, Side, int]]:
    """Yield each debit against the credits in their order, until both are used up."""
    waiting = iter(credits_)
    credit, rest = next(waiting)
    for debit, cents in debits:
        while cents:
            if not rest:
                credit, rest = next(waiting)
            part = min(cents, rest)
            yield debit, credit, part
            cents, rest = cents - part, rest - part


@dataclass(frozen=True)
class FormLine:
    """A line of the tax office's form: how much of the club's business belongs there."""

    number: int
    name: str
    cents: int


def form_lines(span: Span) -> list[FormLine]:
    """Return the taxable business by the lines of the form, by the day of the money."""
    chosen, form, statement = own_places(), form_of(span.start.year), report(span)
    sums = Counter[int]()
    for line in (*statement.receipts, *statement.payments):
        if line.sphere == chart.BUSINESS:
            sums[place_of(line.account, chosen.get(line.account, "")).form] += line.total
    return [
        FormLine(line, form.lines[str(line)], sums[line]) for line in sorted(sums) if sums[line]
    ]


@dataclass(frozen=True)
class Placed:
    """An account with bookings, and its place."""

    name: str
    place: Place
    skr42: int
    skr49: int


def placed() -> list[Placed]:
    """Return each account in euro, the program's and the club's own, in its usual sphere."""
    chosen = own_places()
    placed = []
    for account in whole_chart().values():
        if account.unit == chart.EUR:
            place = place_of(account.code, chosen.get(account.code, ""))
            numbers = [number(place, account.sphere, skr) for skr in CHARTS]
            placed.append(Placed(gettext(account.label), place, *numbers))
    return placed


def names() -> dict[str, str]:
    """Return the label of each account, by code."""
    return {account.code: gettext(account.label) for account in whole_chart().values()}
