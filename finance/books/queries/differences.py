"""Cash differences: those large or frequent enough to need a second person."""

from datetime import date

from finance.books.models.ledger import Transaction
from finance.books.queries.settings import till_settings

Kind = Transaction.Kind


def needs_second(cents: int, day: date) -> bool:
    """Return whether a difference of so many cents on that day needs a second person.

    It does above the club's limit, and from the club's number of differences in a year on: what
    was reversed does not count.
    """
    settings = till_settings()
    booked = Transaction.objects.filter(kind=Kind.DIFFERENCE, date__year=day.year, reversal=None)
    return is_large(cents) or booked.count() + 1 >= settings.differences_a_year


def is_large(cents: int) -> bool:
    """Return whether a difference is above the club's limit."""
    return abs(cents) > till_settings().difference_above


def is_large_difference(booking: Transaction) -> bool:
    """Return whether a booking is a difference above the limit: its Storno moves as much cash."""
    if booking.kind != Kind.DIFFERENCE:
        return False
    posting = booking.postings.filter(account__code=booking.head.journal).first()
    return posting is not None and is_large(posting.amount)
