"""Agreements to pay later, the last of each person."""

from datetime import date

from finance.books.models.deferrals import Deferral
from league.people.models.people import Person


def last_deferral(person: Person) -> Deferral | None:
    """Return the last agreement with a person, also one that is over or was lifted."""
    return Deferral.objects.filter(person=person).order_by("-pk").first()


def deferral_of(person: Person, today: date) -> Deferral | None:
    """Return the agreement with a person that is in force today, or None."""
    last = last_deferral(person)
    return last if last is not None and last.until is not None and last.until >= today else None
