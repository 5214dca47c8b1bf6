"""Reading the books: balances, journals, closed days."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from finance.books.models.ledger import (
    NUMBERS_PER_YEAR,
    Account,
    Closing,
    JournalYear,
    Posting,
    Transaction,
)
from finance.books.queries.names import account_then, person_then
from league.access.queries.rights import day_of
from league.events.models import Event


def balance(code: str) -> int:
    """Return the balance of an account without a person, in its unit."""
    stored_balance = (
        Account.objects.filter(code=code, person=None).values_list("balance", flat=True).first()
    )
    return stored_balance or 0


def balances() -> dict[str, int]:
    """Return the balances of all accounts without a person, by code."""
    return dict(Account.objects.filter(person=None).values_list("code", "balance"))


def closed_through() -> date | None:
    """Return the last day on which nothing can be booked any more."""
    return Closing.objects.order_by("-through").values_list("through", flat=True).first()


def booking_day(day: date) -> date:
    """Return the day itself if it is open, otherwise the first open day."""
    closed = closed_through()
    return day if closed is None or day > closed else closed + timedelta(days=1)


def till_day(event: Event, today: date) -> date:
    """Return the booking day of money that changes hands at an evening, past midnight as well.

    Within a day of the evening it is the evening's day, later the day of the booking itself.
    """
    return booking_day(event.business_date if is_at(event, today) else today)


def is_at(event: Event, today: date) -> bool:
    """Return whether `today` is the day of an evening or the one after, until the last has gone."""
    return event.business_date <= today <= event.business_date + timedelta(days=1)


def balance_on(code: str, day: date) -> int:
    """Return the balance of an account without a person at the end of a day."""
    postings = Posting.objects.filter(account__code=code, transaction__date__lte=day)
    return postings.filter(account__person=None).aggregate(sum=Sum("amount"))["sum"] or 0


def daily(code: str, start: date | None = None) -> Iterator[tuple[date, int]]:
    """Yield the balance of an account at the end of each day on which something moved, from
    `start`.
    """
    standing = 0
    moved = (
        Posting.objects.filter(account__code=code, account__person=None)
        .values_list("transaction__date")
        .annotate(sum=Sum("amount"))
        .order_by("transaction__date")
    )
    for day, amount in moved:
        standing += amount
        if start is None or day >= start:
            yield day, standing


def days_below_zero(till: str) -> list[tuple[date, int]]:
    """Return the past days that ended with less than nothing in a till."""
    return [(day, cents) for day, cents in daily(till) if cents < 0]


def lowest_cash_from(till: str, day: date) -> int:
    """Return the least that lay in a till at the end of `day` or of any day after it."""
    before = (
        Posting.objects.filter(
            account__code=till, account__person=None, transaction__date__lte=day
        ).aggregate(sum=Sum("amount"))["sum"]
        or 0
    )
    return min([before, *(cents for _day, cents in daily(till, day))])


def journal_years(journal: str) -> QuerySet[JournalYear]:
    return JournalYear.objects.filter(journal=journal).order_by("-year")


def carried_over(head: JournalYear) -> int:
    """Return the balance the years before left on the journal's own account."""
    before = JournalYear.objects.filter(journal=head.journal, year__lt=head.year)
    return before.aggregate(sum=Sum("balance"))["sum"] or 0


def moved(head: JournalYear, up_to_number: int) -> int:
    """Return the sum the year's transactions up to this number moved on the journal's account.

    Adds up these, or takes the later ones off the head's balance, whichever are fewer.
    """
    own = Posting.objects.filter(account__code=head.account)
    start = head.pk * NUMBERS_PER_YEAR
    key = start + up_to_number
    if 2 * up_to_number > head.last_number:
        later = own.filter(transaction__gt=key, transaction__lte=start + head.last_number)
        return head.balance - (later.aggregate(sum=Sum("amount"))["sum"] or 0)
    earlier = own.filter(transaction__gt=start, transaction__lte=key)
    return earlier.aggregate(sum=Sum("amount"))["sum"] or 0


@dataclass(frozen=True)
class Line:
    """A booking in its journal: what it moved there, and what was there after it."""

    booking: Transaction
    own: int
    balance: int | None

    @property
    def entered_later(self) -> date | None:
        """Return the day of entry if it differs from the booking's own; else None."""
        day = day_of(self.booking.entered_at)
        return None if day == self.booking.date else day

    @property
    def is_received(self) -> bool:
        return self.own > 0 and self.booking.kind == Transaction.Kind.PAYMENT


def running(
    head: JournalYear, newest_first: Sequence[Transaction], *, balances: bool = True
) -> list[Line]:
    """Return bookings of `journal`, each with the journal's balance after it if they follow each
    other without a gap (`balances`).
    """
    if not balances or not newest_first:
        return [Line(booking, booking.own, None) for booking in newest_first]
    standing = carried_over(head) + moved(head, newest_first[0].number)
    lines = []
    for booking in newest_first:
        lines.append(Line(booking, booking.own, standing))
        standing -= booking.own
    return lines


# Bookings on one page of a journal.
PER_PAGE = 50


def page_of(transaction: Transaction) -> int:
    """Return the page of the journal, newest first, that holds a booking: numbers have no gap."""
    return (transaction.head.last_number - transaction.number) // PER_PAGE + 1


def with_own(transactions: QuerySet[Transaction]) -> QuerySet[Transaction]:
    """Return transactions with `own`: what each moved on the account of its journal."""
    own = (
        Posting.objects.filter(transaction=OuterRef("pk"), account__code=OuterRef("head__account"))
        .values("transaction")
        .annotate(sum=Sum("amount"))
        .values("sum")
    )
    return transactions.annotate(own=Coalesce(Subquery(own), 0))  # type: ignore[no-redef]


def with_words(transactions: QuerySet[Transaction]) -> QuerySet[Transaction]:
    """Return transactions with all that `finance.books.booking_labels.title` reads, and `own`.

    In a closed period names are those of its closing: `name_then` on postings of a person,
    `payee_then` and `entered_then` on the transaction.
    """
    postings = Posting.objects.select_related("account__person").annotate(  # type: ignore[no-redef]
        name_then=person_then("account__person", "transaction__date"),
        account_then=account_then("account__code", "transaction__date"),
    )
    rows = transactions.annotate(  # type: ignore[no-redef]
        payee_then=person_then("payout__person", "date"),
        entered_then=person_then("entered_by__person", "date"),
    )
    rows = rows.select_related(
        "head",
        "text",
        "reversal__head",
        "reverses__head",
        "payment",
        "payout__person",
        "claim__event",
        "claim__charge__result__table",
        "entered_by__person",
    )
    return with_own(rows.prefetch_related(Prefetch("postings", queryset=postings)))


def journal(head: JournalYear) -> QuerySet[Transaction]:
    """Return a year of a journal, for its list."""
    return with_own(Transaction.objects.filter(head=head))
