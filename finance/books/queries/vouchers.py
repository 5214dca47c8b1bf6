"""Reading vouchers: which booking has which, and which should have one and has none."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from finance.books import papers
from finance.books.models.ledger import Transaction
from finance.books.models.vouchers import Voucher, VoucherLink
from finance.books.queries.access import require_reader
from finance.books.queries.ledger import with_own, with_words
from finance.books.queries.money import of_money
from league.web.rows import row_or_404

Kind = Transaction.Kind
# Money that left or came without a claim, a payment or a count that would explain it.
WANTS_A_VOUCHER = (Kind.EXPENSE, Kind.INCOME, Kind.TRANSFER, Kind.PRIZE, Kind.OPENING, Kind.OTHER)


def vouchers_of(transactions: Collection[int]) -> dict[int, list[Voucher]]:
    """Return the vouchers of bookings by the booking's key, in the order in which they were
    attached.
    """
    vouchers_of: dict[int, list[Voucher]] = defaultdict(list)
    links = VoucherLink.objects.filter(transaction__in=transactions).order_by("pk")
    for link in links.select_related("voucher__text"):
        vouchers_of[link.transaction_id].append(link.voucher)
    return vouchers_of


def not_reversed_in_its_year() -> Q:
    return Q(reversal=None) | ~Q(reversal__head__year=F("head__year"))


def without_voucher() -> QuerySet[Transaction]:
    """Return bookings of money that want a voucher and have none.

    One taken back in its own year wants none; a Storno of a later year changes nothing before it.
    """
    linked = VoucherLink.objects.filter(transaction=OuterRef("pk"))
    return Transaction.objects.filter(
        ~Exists(linked),
        of_money("head__journal"),
        not_reversed_in_its_year(),
        kind__in=WANTS_A_VOUCHER,
    )


def listed_without_voucher() -> QuerySet[Transaction]:
    """Return those of all years, with what each moved, for a list."""
    return with_own(without_voucher())


def bookings_without_voucher(year: int) -> QuerySet[Transaction]:
    """Return those of one year, by journal and number, with all that `labels.title` reads."""
    transactions = with_words(without_voucher().filter(head__year=year))
    return transactions.order_by("head__journal", "number")


def with_bookings(vouchers: QuerySet[Voucher]) -> QuerySet[Voucher]:
    """Return vouchers with their words and the bookings they belong to."""
    bookings = Transaction.objects.select_related("head")
    return vouchers.select_related("text").prefetch_related(
        Prefetch("transactions", queryset=bookings)
    )


def years_with_vouchers() -> list[int]:
    return list(Voucher.objects.order_by("-year").values_list("year", flat=True).distinct())


def facts_of(voucher: Voucher) -> papers.Facts:
    """Return the facts of a voucher that are hashed."""
    return papers.Facts(
        year=voucher.year,
        number=voucher.number,
        kind=voucher.kind,
        sha256=voucher.sha256,
        media_type=voucher.media_type,
        size=voucher.size,
        day=voucher.day,
        cents=voucher.cents,
        text_digest=voucher.text_digest,
        entered_at=voucher.entered_at,
        entered_by=voucher.entered_by_id,
    )


def vouchers_in(year: int) -> QuerySet[Voucher]:
    """Return the vouchers numbered in a year, for a list."""
    return Voucher.objects.filter(year=year)


def get_voucher_for(user: Any, pk: int, today: date) -> Voucher:
    """Return a voucher for a reader of the till; 404 otherwise."""
    require_reader(user, today)
    vouchers = Voucher.objects.select_related("text", "entered_by__person").prefetch_related(
        Prefetch("transactions", queryset=with_words(Transaction.objects.all()))
    )
    return row_or_404(vouchers, pk=pk)
