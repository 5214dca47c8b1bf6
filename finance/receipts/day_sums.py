"""Sums by day of a year: added up from the books, or carried on in the cache for a page.

A booking is never changed and a journal's numbers have no gap, so sums up to a number and its hash
stay right, and only the bookings after it are read. The same goes for settlements by payments: rows
are only added, so a matching count means that they are unchanged. Sums that do not fit, after a
restored backup for example, are added up anew. A paper, and each figure that is signed or audited,
takes its sums from the books alone: `check_books` does not see the cache.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from functools import reduce
from operator import or_

from django.core.cache import cache
from django.db.models import Case, Count, DateField, F, Max, Q, QuerySet, Sum, Value, When
from django.db.models.fields import BooleanField
from django.db.models.functions import Coalesce

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import NUMBERS_PER_YEAR, JournalYear, Posting, Transaction
from finance.books.models.payments import Allocation, Payment
from finance.books.queries.money import of_money
from finance.receipts.rules import CREDIT, TAKEN_OVER, TRANSIT

_PERSONS = chart.OWED[chart.EUR]
PAYING = [method for method in Payment.Method if method not in {"given", "waiver"}]
# A day is longer than the figures of a year are looked at in one go.
KEPT_SECONDS = 24 * 3600

IS_DEBIT = Case(When(amount__gt=0, then=Value(True)), default=False, output_field=BooleanField())
IS_REVERSAL = Case(
    When(transaction__reverses__isnull=False, then=Value(True)),
    default=False,
    output_field=BooleanField(),
)
# The day on which what an allocation is of was paid, or its payment was returned. None for what was
# paid before the books began: that lies in the opening balance.
_PAID_ON = Case(
    When(payment__method=Payment.Method.OPENING, then=Value(None)),
    When(reversal__reverses=F("payment__transaction"), then=F("reversal__date")),
    default=F("payment__transaction__date"),
    output_field=DateField(null=True),
)


@dataclass
class DaySums:
    """The days of one year, in cents.

    `moved` is by day, journal, account, sphere, whether it is a debit, whether a reversal;
    `settled` by day, journal of the payment, account of the claim, sphere, and the day on which it
    was paid; `set_off` by day, method, account and sphere. `heads` says as far as which number and
    hash each journal is in it, `settled_rows` and `last_row` the same of what was settled.
    """

    heads: dict[int, tuple[int, str]] = field(default_factory=dict)
    settled_rows: int = 0
    last_row: int = 0
    moved: Counter[tuple[date, str, str, int, bool, bool]] = field(default_factory=Counter)
    settled: Counter[tuple[date, str, str, int, date | None]] = field(default_factory=Counter)
    set_off: Counter[tuple[date, str, str, int]] = field(default_factory=Counter)


class Years(dict[int, DaySums]):
    """The sums of each year that is asked for, added up once from the books."""

    def __missing__(self, year: int) -> DaySums:
        self[year] = self._sums_of(year)
        return self[year]

    def _sums_of(self, year: int) -> DaySums:
        sums = DaySums()
        _add_bookings(sums, _heads(year))
        _add_settled(sums, Allocation.objects.filter(date__year=year))
        return sums


class CarriedYears(Years):
    """The same sums, carried on in the cache: for pages that are looked at all day."""

    def _sums_of(self, year: int) -> DaySums:
        return _carried_on(year)


def _heads(year: int) -> dict[int, tuple[int, str]]:
    rows = JournalYear.objects.filter(year=year).values_list("pk", "last_number", "last_hash")
    return {pk: (number, last) for pk, number, last in rows}


def _carried_on(year: int) -> DaySums:
    """Return the sums of a year's days as the books are now, and keep them in the cache."""
    key = f"day-sums-{year}"
    sums, heads = cache.get(key) or DaySums(), _heads(year)
    rows = Allocation.objects.filter(date__year=year)
    count = rows.aggregate(count=Count("pk"), last=Max("pk"))
    counted = (count["count"], count["last"] or 0)
    if heads == sums.heads and counted == (sums.settled_rows, sums.last_row):
        return sums
    more = rows.filter(pk__gt=sums.last_row)
    if not _continues(sums, heads) or more.count() + sums.settled_rows != count["count"]:
        sums, more = DaySums(), rows
    _add_bookings(sums, heads)
    _add_settled(sums, more.filter(pk__lte=counted[1]))
    sums.heads, (sums.settled_rows, sums.last_row) = heads, counted
    cache.set(key, sums, KEPT_SECONDS)
    return sums


def _continues(sums: DaySums, heads: dict[int, tuple[int, str]]) -> bool:
    """Return whether the summed bookings are still the first of these journals."""
    known = {
        pk * NUMBERS_PER_YEAR + number: last for pk, (number, last) in sums.heads.items() if number
    }
    stored = dict(Transaction.objects.filter(pk__in=known).values_list("pk", "hash"))
    return stored == known and sums.heads.keys() <= heads.keys()


def _add_bookings(sums: DaySums, heads: dict[int, tuple[int, str]]) -> None:
    more = [
        Q(
            transaction__gt=pk * NUMBERS_PER_YEAR + sums.heads.get(pk, (0, ""))[0],
            transaction__lte=pk * NUMBERS_PER_YEAR + number,
        )
        for pk, (number, _last) in heads.items()
        if number > sums.heads.get(pk, (0, ""))[0]
    ]
    if not more:
        return
    postings = Posting.objects.filter(reduce(or_, more))
    moved = (
        postings.filter(of_money("transaction__head__journal") | Q(account__code=TRANSIT))
        .annotate(is_debit=IS_DEBIT, is_reversal=IS_REVERSAL)
        .values_list(
            *("transaction__date", "transaction__head__journal", "account__code", "sphere"),
            *("is_debit", "is_reversal"),
        )
        .annotate(sum=Sum("amount"))
        .order_by()
    )
    for day, journal, code, sphere, is_debit, is_reversal, cents in moved:
        sums.moved[day, journal, code, sphere, is_debit, is_reversal] += cents
    _add_set_offs(sums, postings)


def _add_set_offs(sums: DaySums, postings: QuerySet[Posting]) -> None:
    """Add debts taken over (paid by one person, owed by another) and outlays, which are spent."""
    kinds = Transaction.Kind
    rows = (
        postings.filter(
            transaction__head__journal=chart.claims_journal(chart.EUR),
            transaction__kind__in=[kinds.TRANSFER, kinds.EXPENSE, kinds.REVERSAL],
        )
        .annotate(
            is_debit=IS_DEBIT,
            is_reversal=IS_REVERSAL,
            method=Coalesce(
                "transaction__payment__method", "transaction__reverses__payment__method"
            ),
        )
        .filter(method__in=[Payment.Method.TRANSFER, Payment.Method.SETOFF])
        .values_list(
            *("transaction__date", "method", "account__code", "sphere", "is_debit", "is_reversal")
        )
        .annotate(sum=Sum("amount"))
        .order_by()
    )
    for day, method, code, sphere, is_debit, is_reversal, cents in rows:
        if method == Payment.Method.SETOFF and code != _PERSONS:
            sums.set_off[day, method, code, sphere] += cents
        elif method == Payment.Method.TRANSFER and is_debit:
            sums.set_off[day, method, TAKEN_OVER, 0] += -cents if is_reversal else cents


def _add_settled(sums: DaySums, rows: QuerySet[Allocation]) -> None:
    """Add settled sums by the posting beside the person's account in the booking of the claim."""
    paying = rows.filter(claim__unit=chart.EUR, payment__method__in=PAYING).annotate(
        paid_on=_PAID_ON
    )
    earned = (
        paying.exclude(claim__kind=Claim.Kind.TRANSFER)
        .filter(claim__transaction__postings__account__person=None)
        .values_list(
            *("date", "payment__transaction__head__journal"),
            *("claim__transaction__postings__account__code",),
            *("claim__transaction__postings__sphere", "paid_on"),
        )
        .annotate(sum=Sum("amount"))
        .order_by()
    )
    for day, journal, code, sphere, paid_on, cents in earned:
        earned_on = CREDIT if chart.like(code) else code
        sums.settled[day, journal, earned_on, sphere, paid_on] += cents
    taken_over = (
        paying.filter(claim__kind=Claim.Kind.TRANSFER)
        .values_list("date", "payment__transaction__head__journal", "paid_on")
        .annotate(sum=Sum("amount"))
        .order_by()
    )
    for day, journal, paid_on, cents in taken_over:
        sums.settled[day, journal, TAKEN_OVER, 0, paid_on] += cents
