"""What `rules.statement` is made from, read in a handful of sums, and what stands beside it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, F, Q, QuerySet, Sum, Value, When
from django.db.models.fields import BooleanField
from django.db.models.functions import Coalesce

from finance.bank.queries.bank import open_lines
from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Posting
from finance.books.models.payments import Allocation, Payment
from finance.books.queries.money import of_money
from finance.receipts.rules import (
    CREDIT,
    TAKEN_OVER,
    TRANSIT,
    Moved,
    SetOff,
    Settled,
    Statement,
    statement,
)

_PERSONS = chart.OWED[chart.EUR]
_PAYING = [method for method in Payment.Method if method not in {"given", "waiver"}]


@dataclass(frozen=True)
class Span:
    """From the first to the last day of a report, both counted."""

    start: date
    end: date

    @property
    def year(self) -> int | None:
        """The year that it is, if it is one."""
        whole = (date(self.start.year, 1, 1), date(self.start.year, 12, 31))
        return self.start.year if (self.start, self.end) == whole else None

    @property
    def days(self) -> tuple[date, date]:
        return self.start, self.end


def year_span(year: int) -> Span:
    return Span(date(year, 1, 1), date(year, 12, 31))


def report(span: Span) -> Statement:
    """The receipts and payments of a span of days."""
    return statement(_opening(span), _moved(span), _settled(span), _set_offs(span))


def _opening(span: Span) -> dict[str, int]:
    rows = Posting.objects.filter(
        of_money("account__code") | Q(account__code=TRANSIT), transaction__date__lt=span.start
    ).values_list("account__code")
    return dict(rows.annotate(sum=Sum("amount")).order_by())


_IS_DEBIT = Case(When(amount__gt=0, then=Value(True)), default=False, output_field=BooleanField())
_IS_REVERSAL = Case(
    When(transaction__reverses__isnull=False, then=Value(True)),
    default=False,
    output_field=BooleanField(),
)


def _moved(span: Span) -> Iterator[Moved]:
    rows = (
        Posting.objects.filter(
            of_money("transaction__head__journal"), transaction__date__range=span.days
        )
        .exclude(of_money("account__code"))
        .annotate(is_debit=_IS_DEBIT, is_reversal=_IS_REVERSAL)
        .values_list(
            *("transaction__head__journal", "account__code", "sphere"),
            *("is_debit", "is_reversal"),
        )
        .annotate(sum=Sum("amount"))
        .order_by()
    )
    for journal, code, sphere, is_debit, is_reversal, amount in rows:
        kind = chart.account(code).kind
        if kind in {"income", "expense"} and code != "differences":
            comes = kind == "income"
        else:
            comes = is_debit == is_reversal
        yield Moved(journal, code, sphere, comes, -amount)


def _settled(span: Span) -> Iterator[Settled]:
    """By the posting beside the person's account in the booking of the claim."""
    returned = Q(reversal__reverses=F("payment__transaction"))
    paid_here = Case(
        # What was paid before the books began lies in the opening balance.
        When(payment__method=Payment.Method.OPENING, then=Value(False)),
        When(returned & Q(reversal__date__range=span.days), then=Value(True)),
        When(returned, then=Value(False)),
        When(payment__transaction__date__range=span.days, then=Value(True)),
        default=False,
        output_field=BooleanField(),
    )
    allocations = Allocation.objects.filter(
        date__range=span.days, claim__unit=chart.EUR, payment__method__in=_PAYING
    ).annotate(is_paid_here=paid_here)
    earned = (
        allocations.exclude(claim__kind=Claim.Kind.TRANSFER)
        .filter(claim__transaction__postings__account__person=None)
        .values_list(
            *("payment__transaction__head__journal", "claim__transaction__postings__account__code"),
            *("claim__transaction__postings__sphere", "is_paid_here"),
        )
    )
    for journal, code, sphere, is_paid_here, amount in earned.annotate(
        sum=Sum("amount")
    ).order_by():
        earned_on = CREDIT if chart.like(code) else code
        yield Settled(_money(journal), earned_on, sphere, is_paid_here, amount)
    taken_over = allocations.filter(claim__kind=Claim.Kind.TRANSFER).values_list(
        "payment__transaction__head__journal", "is_paid_here"
    )
    for journal, is_paid_here, amount in taken_over.annotate(sum=Sum("amount")).order_by():
        yield Settled(_money(journal), TAKEN_OVER, 0, is_paid_here, amount)


def _money(journal: str) -> str | None:
    """On which account a payment of this book lies; None where no money moved."""
    return journal if chart.like(journal) else None


def _set_offs(span: Span) -> Iterator[SetOff]:
    """What another took over is paid, and owed by the other from then on; an outlay is spent."""
    taken_over = Payment.objects.filter(method=Payment.Method.TRANSFER)
    made = taken_over.filter(transaction__date__range=span.days)
    undone = taken_over.filter(transaction__reversal__date__range=span.days)
    cents = _sum(made, "amount") - _sum(undone, "amount")
    if cents:
        yield SetOff(Payment.Method.TRANSFER, TAKEN_OVER, 0, cents)
    outlay = Q(transaction__payment__method=Payment.Method.SETOFF)
    outlay |= Q(transaction__reverses__payment__method=Payment.Method.SETOFF)
    spent = (
        Posting.objects.filter(outlay, transaction__date__range=span.days)
        .exclude(account__code=_PERSONS)
        .values_list("account__code", "sphere")
        .annotate(sum=Sum("amount"))
        .order_by()
    )
    for code, sphere, amount in spent:
        yield SetOff(Payment.Method.SETOFF, code, sphere, amount)


def _sum(rows: QuerySet[Any], column: str) -> int:
    return rows.aggregate(sum=Sum(column))["sum"] or 0


# --- beside it: what is owed, let off and held ------------------------------------------------
@dataclass(frozen=True)
class Owed:
    """What people owed from the first to the last day of a span, in cents; a credit is a minus.

    `debts` and `credits` are the two halves of `closing`: nobody's credit pays another's debt.
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
    """What was held for winners, in cents."""

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
    """What people owe and have as credit, and what changed it."""
    mine = Posting.objects.filter(account__code=_PERSONS)
    changed = Counter[str]()
    rows = (
        mine.filter(transaction__date__range=span.days)
        .annotate(
            original=Coalesce("transaction__reverses__kind", "transaction__kind"),
            is_debit=_IS_DEBIT,
            is_reversal=_IS_REVERSAL,
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
    """What tournaments hold for whoever wins."""
    postings = Posting.objects.filter(account__code="prize_pot")
    here = postings.filter(transaction__date__range=span.days)
    return Pots(
        opening=-_sum(postings.filter(transaction__date__lt=span.start), "amount"),
        entered=-_sum(here.exclude(of_money("transaction__head__journal")), "amount"),
        paid_out=_sum(here.filter(of_money("transaction__head__journal")), "amount"),
    )


def bridge(span: Span) -> Bridge:
    """Why the surplus by claims and the surplus by money differ."""
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
    """Lines of the bank of these days that are not in the books, nor set aside."""
    return open_lines().filter(day__range=span.days).count()
