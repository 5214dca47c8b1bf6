"""Until when somebody may pay later, as was agreed last."""

from datetime import date

from finance.books.models.deferrals import Deferral
from league.people.models.people import Person


def last_deferral(person: Person) -> Deferral | None:
    """What was agreed with a person last, also where its day is over or nothing is agreed now."""
    return Deferral.objects.filter(person=person).order_by("-pk").first()


def deferral_of(person: Person, today: date) -> Deferral | None:
    """What is agreed with a person and not over yet."""
    last = last_deferral(person)
    return last if last is not None and last.until is not None and last.until >= today else None
