"""Cash differences: those large or frequent enough to need a second person."""

from datetime import date

from finance.books.models.ledger import Transaction
from finance.books.models.settings import TillSettings
from finance.books.queries.settings import till_settings
from league.people.models.people import User

Kind = Transaction.Kind


def needs_second(cents: int, day: date, by: User) -> bool:
    """Return whether a difference of so many cents on that day needs a second person.

    It does above the club's limit, and from the club's number of differences in a year on: what
    was reversed does not count.
    """
    above, number = _limits(by)
    booked = Transaction.objects.filter(kind=Kind.DIFFERENCE, date__year=day.year, reversal=None)
    return abs(cents) > above or booked.count() + 1 >= number


def _limits(by: User) -> tuple[int, int]:
    """Return the limit in cents and the number of a year that hold for `by`.

    What `by` has raised oneself does not count: it would be the way round the second person.
    """
    now = till_settings()
    if now.set_by_id != by.pk:
        return now.difference_above, now.differences_a_year
    others = TillSettings.objects.exclude(set_by=by).last() or TillSettings()
    return (
        min(now.difference_above, others.difference_above),
        min(now.differences_a_year, others.differences_a_year),
    )


def is_large_difference(booking: Transaction, by: User) -> bool:
    """Return whether a booking is a difference above the limit: its Storno moves as much cash."""
    if booking.kind != Kind.DIFFERENCE:
        return False
    posting = booking.postings.filter(account__code=booking.head.journal).first()
    return posting is not None and abs(posting.amount) > _limits(by)[0]
