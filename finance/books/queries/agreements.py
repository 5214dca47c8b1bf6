"""Guests and what they have agreed to."""

from collections.abc import Collection
from datetime import date
from typing import Any

from django.db.models import QuerySet

from finance.books.models.agreements import GuestAgreement
from finance.books.queries.access import require_reader
from league.events.models import Event
from league.people.models.people import Membership, Person
from league.web.rows import row_or_404


def agreements() -> QuerySet[GuestAgreement]:
    """Return all past and present agreements, the newest first."""
    return GuestAgreement.objects.select_related("person", "entered_by__person")


def get_agreement_for(user: Any, pk: int, today: date) -> GuestAgreement:
    require_reader(user, today)
    return row_or_404(agreements(), pk=pk)


def guests_among(event: Event, persons: Collection[Person]) -> set[int]:
    """Return those of these persons, by key, who were no members that day: they pay the same
    evening.
    """
    members = Membership.objects.on(event.business_date).filter(person__in=persons)
    return {person.pk for person in persons} - set(members.values_list("person_id", flat=True))
