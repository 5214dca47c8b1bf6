"""Take the cast in: persons, logins, memberships, offices."""

from datetime import date, timedelta

from config.demo.cast import CAST, Part
from league.people.models.people import Person
from league.people.services import people


def admit_all(today: date) -> dict[str, Person]:
    """Admit the whole cast and return it by name."""
    admitted = {part.name: _admit(part, today) for part in CAST}
    for part in CAST:
        for duty in part.duties:
            office = people.appoint(
                person=admitted[part.name], role=duty.role, start=_ago(today, duty.since)
            )
            if duty.until is not None:
                people.dismiss(office=office, end=_ago(today, duty.until))
    return admitted


def those_admitted() -> dict[str, Person]:
    """Return the cast of a club that was begun, under any present names: they came first."""
    first = Person.objects.order_by("pk")[: len(CAST)]
    return {part.name: person for part, person in zip(CAST, first, strict=True)}


def _admit(part: Part, today: date) -> Person:
    person = people.create_member(
        name=part.name,
        email=part.email,
        kind=part.was or part.kind,
        start=_ago(today, part.joined),
    )
    if part.was:
        people.start_membership(person=person, kind=part.kind, start=_ago(today, part.changed))
    if part.left is not None:
        people.end_membership(person=person, end=_ago(today, part.left))
    if part.seen_as in Person.SeenAs.values:
        return people.show_as(person=person, seen_as=part.seen_as)
    return people.show_as(person=person, seen_as=Person.SeenAs.NICKNAME, nickname=part.seen_as)


def _ago(today: date, weeks: int) -> date:
    return today - timedelta(weeks=weeks)
