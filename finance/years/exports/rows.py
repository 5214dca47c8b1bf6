"""The rows of the exported lists: of a year, or of all years where it is None.

Rows come while they are written, so a list may be as long as it likes. Amounts are split into cents
and rounds, one of them None. `listings` names their columns, in the same order.
"""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db.models import F, Prefetch, Sum
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from finance.bank.models.bank import BankBooking, BankLine
from finance.books import booking_labels as booking_words
from finance.books import chart
from finance.books import labels as words
from finance.books.models.claims import Claim
from finance.books.models.ledger import Account, Posting, Transaction
from finance.books.models.payments import Allocation, Payment
from finance.books.models.rounds import GivenRound
from finance.books.models.vouchers import Voucher, VoucherLink
from finance.books.queries import bookings
from finance.books.queries.chart import whole_chart
from finance.books.queries.claims import with_cause, with_conversions
from finance.cash.coins import DENOMINATIONS
from finance.cash.models import CashCount

Row = tuple[Any, ...]
AT_ONCE = 2000
KINDS: dict[str, Any] = {
    "asset": gettext_lazy("Assets"),
    "liability": gettext_lazy("Liability"),
    "income": pgettext_lazy("one", "Income"),
    "expense": gettext_lazy("Expense"),
    "equity": gettext_lazy("Equity"),
}


def _between(year: int | None) -> tuple[date, date]:
    return (date(year or date.min.year, 1, 1), date(year or date.max.year, 12, 31))


def _split(amount: int | None, unit: str) -> tuple[int | None, int | None]:
    """Return an amount as (cents, rounds), one of them None."""
    return (None, amount) if unit == chart.RUNDE else (amount, None)


def _label(transaction: Transaction | None) -> str:
    return booking_words.label(transaction) if transaction is not None else ""


def posted(year: int | None) -> Iterator[Row]:
    accounts, names = bookings.accounts(), bookings.Names()
    for booked in bookings.stream(year):
        for line in booked.lines:
            account = accounts[line.account]
            yield (
                booking_words.journal_name(booked.journal),
                booked.year,
                booked.number,
                booked.day,
                booked.entered_at,
                booked.what,
                booked.text,
                names.account(account, booked.day),
                names.person(account, booked.day),
                *_split(line.amount, account.unit),
                words.SPHERES.get(line.sphere, ""),
                booked.hash,
            )


def sums(year: int | None) -> Iterator[Row]:
    """Yield each account of the chart, those of persons together: begin, debit, credit, end."""
    start, end = _between(year)
    accounts = bookings.accounts()
    before: dict[str, int] = {}
    for (key, _sphere), total in bookings.sums_before(start).items():
        code = accounts[key].code
        before[code] = before.get(code, 0) + total
    moved: dict[str, list[int]] = {}
    within = Posting.objects.filter(transaction__date__range=(start, end))
    for side, postings in enumerate([within.filter(amount__gt=0), within.filter(amount__lt=0)]):
        sums = postings.order_by().values_list("account__code").annotate(sum=Sum("amount"))
        for code, total in sums:
            moved.setdefault(code, [0, 0])[side] = total
    for account in whole_chart().values():
        debit, credit = moved.get(account.code, [0, 0])
        # A year earns and spends from nothing; what is owned and owed goes on.
        begin = 0 if account.kind in {"income", "expense"} else before.get(account.code, 0)
        if begin or debit or credit:
            figures = (begin, debit, -credit, begin + debit + credit)
            none = (None,) * 4
            in_euro = account.unit == chart.EUR
            yield (
                gettext(account.label),
                KINDS[account.kind],
                *(figures if in_euro else none),
                *(none if in_euro else figures),
            )


def claims(year: int | None) -> Iterator[Row]:
    queryset = with_conversions(with_cause(Claim.objects.filter(day__range=_between(year))))
    for claim in queryset.order_by("day", "pk").iterator(AT_ONCE):
        yield (
            claim.pk,
            claim.day,
            claim.person.name,
            claim.event.name if claim.event else "",
            words.cause(claim),
            *_split(claim.amount, claim.unit),
            *_split(claim.paid, claim.unit),
            words.state(claim),
            claim.reason,
            _label(claim.transaction),
        )


def payments(year: int | None) -> Iterator[Row]:
    queryset = Payment.objects.filter(transaction__date__range=_between(year))
    queryset = queryset.select_related("person", "transaction__head", "transaction__text")
    for payment in queryset.order_by("transaction__date", "pk").iterator(AT_ONCE):
        yield (
            payment.pk,
            payment.transaction.date,
            payment.person.name,
            payment.get_method_display(),
            *_split(payment.amount, payment.unit),
            *_split(payment.allocated, payment.unit),
            payment.is_reversed,
            booking_words.text_of(payment.transaction),
            _label(payment.transaction),
        )


def settled(year: int | None) -> Iterator[Row]:
    allocations = Allocation.objects.filter(payment__transaction__date__range=_between(year))
    allocations = allocations.select_related(
        "claim__person", "claim__transaction__head", "payment__transaction__head"
    )
    for row in allocations.order_by("pk").iterator(AT_ONCE):
        yield (
            row.payment.transaction.date,
            row.claim.person.name,
            _label(row.payment.transaction),
            row.payment_id,
            _label(row.claim.transaction),
            row.claim_id,
            *_split(row.amount, row.claim.unit),
        )


def given(year: int | None) -> Iterator[Row]:
    given_rounds = (
        GivenRound.objects.filter(entered_at__year=year) if year else GivenRound.objects.all()
    )
    given_rounds = given_rounds.select_related("claim__person", "event").prefetch_related(
        "heads__person"
    )
    for given in given_rounds.order_by("pk").iterator(AT_ONCE):
        yield (
            given.entered_at,
            given.claim.person.name,
            given.claim_id,
            given.event.name if given.event else "",
            words.people(given.people),
            given.is_taken_back,
        )


def owing(year: int | None) -> Iterator[Row]:
    """Yield each person's debt at the end of the year; the present one for all years."""
    owing: dict[int, dict[str, int]] = {}
    names: dict[int, str] = {}
    accounts = Account.objects.filter(code__in=chart.OWED.values(), person__isnull=False)
    if year is None:
        rows = accounts.annotate(sum=F("balance"))
    else:
        _start, end = _between(year)
        rows = accounts.filter(postings__transaction__date__lte=end).annotate(
            sum=Sum("postings__amount")
        )
    for account in rows.select_related("person").order_by("person__sort_key", "person_id"):
        if account.person is not None:
            names[account.person.pk] = account.person.name
            owing.setdefault(account.person.pk, {})[account.unit] = account.sum
    for key, units in owing.items():
        yield (key, names[key], units.get(chart.EUR, 0), units.get(chart.RUNDE, 0))


def vouchers(year: int | None) -> Iterator[Row]:
    queryset = Voucher.objects.filter(year=year) if year else Voucher.objects.all()
    links = VoucherLink.objects.select_related("transaction__head")
    queryset = queryset.select_related("text").prefetch_related(Prefetch("links", queryset=links))
    for voucher in queryset.order_by("year", "number").iterator(AT_ONCE):
        text = getattr(voucher, "text", None)
        yield (
            voucher.year,
            voucher.number,
            voucher.get_kind_display(),
            voucher.entered_at,
            *((text.name, text.payee, text.what, text.why) if text else ("",) * 4),
            voucher.day,
            voucher.cents,
            ", ".join(_label(link.transaction) for link in voucher.links.all()),
            voucher.sha256,
        )


def counted(year: int | None) -> Iterator[Row]:
    cash_counts = CashCount.objects.filter(day__range=_between(year))
    cash_counts = cash_counts.select_related("event", "transaction__head")
    for count in cash_counts.order_by("day", "pk").iterator(AT_ONCE):
        yield (
            count.day,
            count.counted_at,
            count.event.name if count.event else "",
            count.expected,
            count.counted,
            count.difference,
            _label(count.transaction),
            *(getattr(count, name) for name in DENOMINATIONS),
        )


def from_the_bank(year: int | None) -> Iterator[Row]:
    bookings_of = BankBooking.objects.select_related("transaction__head")
    bank_lines = BankLine.objects.filter(day__range=_between(year), bank_import__undone_at=None)
    bank_lines = bank_lines.select_related("text").prefetch_related(
        Prefetch("bookings", queryset=bookings_of)
    )
    for line in bank_lines.order_by("day", "pk").iterator(AT_ONCE):
        text = getattr(line, "text", None)
        yield (
            line.day,
            text.name if text else "",
            text.iban if text else "",
            text.text if text else "",
            line.cents,
            line.done,
            line.ignored,
            line.reason,
            ", ".join(_label(booking.transaction) for booking in line.bookings.all()),
        )
