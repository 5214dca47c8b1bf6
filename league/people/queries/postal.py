"""Reading postal addresses."""

from datetime import date
from typing import Any

from django.http import Http404

from league.access.queries.rights import KEEPS_PEOPLE, holds, person_of
from league.people.models.people import Person
from league.people.models.postal import PostalAddress
from league.web.rows import row_or_404


def postal_address(person: Person) -> PostalAddress | None:
    """Return the postal address of a person, None if it is not known."""
    return PostalAddress.objects.filter(person=person).first()


def get_person_to_write_to(user: Any, pk: int, today: date) -> Person:
    """Return the person whose address the user may read and change: the own, and any for keepers of
    the list of people. Else 404.
    """
    own = person_of(user)
    if own is not None and own.pk == pk:
        return own
    person = row_or_404(Person.objects, pk=pk)
    if not holds(user, KEEPS_PEOPLE, today):
        raise Http404
    return person
