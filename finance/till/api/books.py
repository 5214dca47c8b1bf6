"""The books as a whole: a year's course, closed days, journals, opening balances, counts."""

from itertools import accumulate
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext
from rest_framework import serializers

from finance.books import booking_labels as booking_words
from finance.books.api.frame import TILL
from finance.books.api.rows import BookedOut, somebody
from finance.books.lists import WITHOUT_VOUCHER
from finance.books.models.ledger import Transaction
from finance.books.queries import bookings as bookings_queries
from finance.books.queries import cashbook
from finance.books.queries.ledger import journal_years
from finance.books.queries.money import journals as journals_of_the_club
from finance.books.queries.money import money_accounts
from finance.books.queries.periods import closings, month_ends, preview
from finance.books.queries.vouchers import listed_without_voucher
from finance.cash import queries as cash
from finance.cash.lists import COUNTS
from finance.cash.models import CashCount
from finance.receipts.day_sums import CarriedYears
from finance.till.queries import figures
from finance.years.api import InTwoYearsOut
from league.files.api import lists
from league.web.api.described import Json
from league.web.api.fields import char_field, integer_field, integer_list_field
from league.web.api.frame import ReadRequest, reads


# --- a year so far ----------------------------------------------------------------------------
class DayOfYearOut(serializers.Serializer[Any]):
    day = serializers.DateField()
    cents = serializers.IntegerField()


class BalanceHistoryOut(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    until = serializers.DateField()
    compared_until = serializers.DateField(
        allow_null=True, help_text="The same day of the year before, where there was a book."
    )
    before = serializers.IntegerField(help_text="Till and bank when the year began.")
    days = DayOfYearOut(many=True, help_text="Till and bank after each day they changed.")
    income = InTwoYearsOut(many=True)
    expense = InTwoYearsOut(many=True)


@reads(BalanceHistoryOut, who=TILL)
def till_figures(request: ReadRequest, year: int) -> Json:
    """A year so far: what was there day by day, what came in, what went out."""
    if year not in (bookings_queries.years() or [request.today.year]):
        raise Http404
    span = figures.span_of(year, request.today)
    sums = CarriedYears()
    history = figures.balance_history(*span.now, sums)
    earnings = figures.earnings(span.now, span.earlier, sums)
    return {
        "year": year,
        "until": span.until,
        "compared_until": span.earlier[1] if span.is_compared else None,
        "before": history.before,
        "days": [{"day": day, "cents": cents} for day, cents in history.days],
        "income": earnings.income,
        "expense": earnings.expense,
    }


# --- closed days ------------------------------------------------------------------------------
class ClosedDaysOut(serializers.Serializer[Any]):
    through = serializers.DateField()
    closed_at = serializers.DateTimeField()
    closed_by = somebody(lambda row: row.closed_by)


class PreviewOut(serializers.Serializer[Any]):
    """What closing every day up to `through` would mean; while something blocks, nobody can."""

    through = serializers.DateField()
    start = serializers.DateField(allow_null=True)
    bookings = serializers.IntegerField()
    blocks = serializers.ListField(child=serializers.CharField())
    undecided = integer_list_field(
        lambda row: [evening.event.pk for evening in row.undecided],
        help_text="Evenings with proposals.",
    )
    dues = serializers.IntegerField(help_text="Proposals without an evening.")
    missing = serializers.IntegerField(help_text="Bookings without a voucher.")
    transit = serializers.IntegerField(help_text="Cents between till and bank.")


class PeriodsAsk(serializers.Serializer[Any]):
    through = serializers.DateField(required=False, help_text="The end of a month to be closed.")


class PeriodsOut(serializers.Serializer[Any]):
    closings = ClosedDaysOut(many=True)
    ends = serializers.ListField(child=serializers.DateField(), help_text="Can be closed next.")
    preview = PreviewOut(allow_null=True)


@reads(PeriodsOut, PeriodsAsk, who=TILL)
def periods(request: ReadRequest) -> Json:
    """What is closed, and what closing up to a day would mean; the first that is over if none
    is asked for.
    """
    ends = month_ends(request.today)
    asked = request.query.get("through")
    through = asked if asked in ends else next(iter(ends), None)
    return {
        "closings": closings(),
        "ends": ends,
        "preview": preview(through, request.today) if through else None,
    }


_name = itemgetter("name")


# --- journals ---------------------------------------------------------------------------------
class JournalYearOut(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    last_number = serializers.IntegerField()
    before = serializers.IntegerField(help_text="What the years before left on its account.")
    moved = serializers.IntegerField()


class JournalHeadOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = char_field(lambda journal_head: gettext(_name(journal_head)))
    unit = serializers.CharField()
    years = JournalYearOut(many=True)


@reads(JournalHeadOut(many=True), who=TILL)
def journals(request: ReadRequest) -> list[Json]:
    """The journals, with the years that have one."""
    return [
        {
            "code": journal.code,
            "name": journal.name,
            "unit": journal.unit,
            "years": _years_of(journal.code),
        }
        for journal in journals_of_the_club()
    ]


def _years_of(code: str) -> list[dict[str, int]]:
    heads = list(journal_years(code).reverse())
    before = accumulate((head.balance for head in heads), initial=0)
    return [
        {
            "year": head.year,
            "last_number": head.last_number,
            "before": carried,
            "moved": head.balance,
        }
        for head, carried in zip(heads, before, strict=False)
    ]


class OpeningOut(serializers.Serializer[Any]):
    journal = serializers.CharField()
    booking = BookedOut(allow_null=True)


@reads(OpeningOut(many=True), who=TILL)
def openings(request: ReadRequest) -> list[Json]:
    """What lay in till and bank before the books began, where somebody has said so."""
    transactions = cashbook.openings()
    return [
        {"journal": account.code, "booking": transactions.get(account.code)}
        for account in money_accounts()
    ]


# --- counts -----------------------------------------------------------------------------------
def _reason(count: CashCount) -> str:
    """Return the reason why something was missing or too much."""
    return booking_words.text_of(count.transaction) if count.transaction is not None else ""


class CountOut(serializers.Serializer[Any]):
    """What lay in the cash box, beside what the book said at that moment."""

    id = serializers.IntegerField(source="pk")
    event = serializers.IntegerField(source="event_id", allow_null=True)
    day = serializers.DateField()
    counted_at = serializers.DateTimeField()
    counted_by = somebody(lambda row: row.counted_by)
    pieces = serializers.DictField(
        child=serializers.IntegerField(), help_text="By note and coin: eur_20, ct_50."
    )
    by_pieces = serializers.BooleanField(help_text="False: only the sum was counted.")
    counted = serializers.IntegerField()
    expected = serializers.IntegerField()
    booking = integer_field(lambda row: row.transaction_id, allow_null=True)
    reason = char_field(_reason)


@lists(CountOut, COUNTS, who=TILL)
def counts(request: ReadRequest) -> QuerySet[CashCount]:
    """Every count of the cash."""
    return cash.counts()


# --- what wants a voucher ---------------------------------------------------------------------
@lists(BookedOut, WITHOUT_VOUCHER, who=TILL)
def without_voucher(request: ReadRequest) -> QuerySet[Transaction]:
    """The bookings that want a voucher and have none, of all years."""
    return listed_without_voucher()
