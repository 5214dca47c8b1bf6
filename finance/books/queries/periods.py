"""Closing months and years: what can be closed, what keeps from it, what is still undecided."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from finance.books.models.claims import Claim
from finance.books.models.ledger import Closing, Posting, Transaction
from finance.books.models.periods import PeriodName
from finance.books.queries.chart import whole_chart
from finance.books.queries.claims import evenings_to_decide
from finance.books.queries.ledger import booking_day, closed_through, days_below_zero
from finance.books.queries.money import tills
from finance.books.queries.vouchers import without_voucher
from finance.errors import IllegalError
from league.events.models import Event
from league.people.models.people import Person


class ToDecide(NamedTuple):
    """An evening and how many of its proposals are undecided."""

    event: Event
    number: int


@dataclass(frozen=True)
class Preview:
    """The consequences of closing up to `through`. With `blocks` it cannot be closed.

    `undecided` are evenings with proposals, `dues` proposals without an evening; `transit` are
    cents that left one book and did not arrive in the other, `missing` bookings without a voucher.
    """

    through: date
    start: date | None
    bookings: int
    blocks: list[str]
    undecided: list[ToDecide]
    dues: int
    missing: int
    transit: int

    @property
    def is_year(self) -> bool:
        return (self.through.month, self.through.day) == (12, 31)

    @property
    def has_warnings(self) -> bool:
        return bool(self.undecided or self.dues or self.missing or self.transit)


def closings() -> QuerySet[Closing]:
    return Closing.objects.select_related("closed_by__person")


def month_ends(today: date) -> list[date]:
    """Return the last days of the months that are over and not closed, oldest first."""
    first = first_open_day()
    if first is None:
        return []
    days, day = [], first
    while (end := end_of_month(day)) < today:
        days.append(end)
        day = end + timedelta(days=1)
    return days


def end_of_month(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def first_open_day() -> date | None:
    """Return the day after the last closing, or the day of the first booking; None
    without either.
    """
    closed = closed_through()
    if closed is not None:
        return booking_day(closed)
    return Transaction.objects.order_by("date").values_list("date", flat=True).first()


def day_before(today: date) -> date:
    """Return the day an opening balance is best booked on: before the first booking, if it is open.

    While nothing else is booked, the day of what was opened before; in empty books yesterday.
    """
    closed = closed_through()
    if closed is not None:
        return booking_day(closed)
    opening = Transaction.Kind.OPENING
    booked = Transaction.objects.exclude(kind=opening).exclude(reverses__kind=opening)
    first = booked.order_by("date").values_list("date", flat=True).first()
    if first is not None:
        return first - timedelta(days=1)
    opened = Transaction.objects.filter(kind=opening).order_by("-date")
    return opened.values_list("date", flat=True).first() or today - timedelta(days=1)


def preview(through: date, today: date) -> Preview:
    """Return the consequences of closing every day up to `through`, for the page before it."""
    start = first_open_day()
    span = _in_span(closed_through(), through)
    under_way = Posting.objects.filter(account__code="transit", transaction__date__lte=through)
    dues = Claim.objects.filter(
        event=None, is_current=True, state__in=Claim.UNDECIDED, day__lte=through
    )
    undecided = evenings_to_decide().filter(business_date__lte=through)
    return Preview(
        through=through,
        start=start,
        bookings=Transaction.objects.filter(span).count(),
        blocks=[str(error) for error in obstacles(through, today)],
        undecided=[
            ToDecide(event, event.number) for event in undecided.annotate(number=F("undecided"))
        ],
        dues=dues.count(),
        missing=without_voucher().filter(span).count(),
        transit=sum(under_way.values_list("amount", flat=True)),
    )


def obstacles(through: date, today: date) -> Iterator[IllegalError]:
    """Yield the reasons why the days up to `through` cannot be closed."""
    if through >= today:
        yield IllegalError("day_not_over", _("A day can be closed only once it is over."))
    for till in tills():
        if short := [day for day, _cents in days_below_zero(till.code) if day <= through]:
            yield IllegalError(
                "cash_was_below_zero",
                _(
                    "%(till)s: on %(day)s there would have been less than nothing in it. Sort "
                    "that out first."
                )
                % {"till": gettext(till.label), "day": f"{short[0]:%d.%m.%Y}"},
            )


def names_of_period(before: date | None, closing: Closing) -> list[PeriodName]:
    """Return the names of all persons and accounts in the days after `before`, up to a closing."""
    spoken = spoken_of(before, closing.through)
    entered = Transaction.objects.filter(_in_span(before, closing.through))
    persons = Person.objects.filter(
        Q(pk__in=[person for person, _code in spoken if person is not None])
        | Q(pk__in=entered.values("entered_by__person"))
    )
    names = whole_chart()
    return [
        *(
            PeriodName(closing=closing, person=person, name=person.name)
            for person in persons.order_by("pk")
        ),
        *(
            PeriodName(closing=closing, account=code, name=names[code].name)
            for code in sorted(code for _person, code in spoken if code)
        ),
    ]


def spoken_of(before: date | None, through: date) -> set[tuple[int | None, str]]:
    """Return the persons (with no code) and the codes of accounts that bookings of
    these days name.
    """
    booked = Transaction.objects.filter(_in_span(before, through))
    mentions: set[tuple[int | None, str]] = set()
    postings = Posting.objects.filter(transaction__in=booked).order_by()
    for person, code in postings.values_list("account__person", "account__code").distinct():
        mentions |= {(None, code)} | ({(person, "")} if person is not None else set())
    paid = booked.exclude(payout=None).values_list("payout__person", flat=True)
    return mentions | {(person, "") for person in paid}


def _in_span(before: date | None, through: date) -> Q:
    return Q(date__lte=through) & (Q() if before is None else Q(date__gt=before))
