"""Counts of the cash box, with their times."""

from datetime import date

from django.db.models import QuerySet

from finance.cash.models import CashCount
from league.events.models import Event


def counts() -> QuerySet[CashCount]:
    """Return every count, the newest first, with its difference's booking and who counted."""
    return CashCount.objects.select_related(
        "event",
        "transaction__head",
        "transaction__text",
        "transaction__reversal__head",
        "counted_by__person",
    )


def last_count(event: Event | None = None, through: date | None = None) -> CashCount | None:
    """Return the newest count of the first till, of an event if one is named, none
    after `through`.
    """
    cash_counts = counts().filter(till="cash")
    if event is not None:
        cash_counts = cash_counts.filter(event=event)
    if through is not None:
        cash_counts = cash_counts.filter(day__lte=through)
    return cash_counts.first()
