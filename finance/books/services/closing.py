"""Closing days: nothing is booked there any more, and its names stay what they are."""

from datetime import date, datetime

from django.db import transaction

from finance.books.models.ledger import Closing
from finance.books.models.periods import PeriodName
from finance.books.queries.claims import evenings_to_decide
from finance.books.queries.ledger import closed_through
from finance.books.queries.periods import names_of_period, obstacles
from finance.books.services.reconcile import reconcile
from finance.books.services.tables import lock_books
from league.people.models.people import User


def close_through(*, through: date, by: User | None, today: date, now: datetime) -> Closing:
    """Close every day up to and including `through`; the database books nothing there any more.

    The persons and accounts of those days keep their present names. A repeat changes nothing, and a
    day is never opened again. IllegalError for a day that is not over, or while the till would have
    held less than nothing on some past day. Locks all books.
    """
    closing = close_days(through=through, by=by, today=today, now=now)
    # Outside of the locks: proposals of closed days say so from now on.
    tell_proposals(closing, now)
    return closing


def close_days(*, through: date, by: User | None, today: date, now: datetime) -> Closing:
    """Close the days inside of a caller's transaction.

    Call `tell_proposals` once it has ended.
    """
    with transaction.atomic():
        lock_books()
        done = closed_through()
        if done is not None and through <= done:
            return Closing.objects.get(through=done)
        for obstacle in obstacles(through, today):
            raise obstacle
        closing = Closing.objects.create(through=through, closed_by=by, closed_at=now)
        PeriodName.objects.bulk_create(names_of_period(done, closing))
        return closing


def tell_proposals(closing: Closing, now: datetime) -> None:
    """Give proposals of closed days their reason to be open. Locks as `reconcile`."""
    for event in list(evenings_to_decide().filter(business_date__lte=closing.through)):
        reconcile(event_id=event.pk, now=now)
