"""Reading lists of people: what would come of each line, and what came of earlier ones."""

import hashlib
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from league.access.queries.rights import may_keep_people
from league.people.balances import books
from league.people.models.details import PersonDetails
from league.people.models.imports import ImportedLine, PeopleColumns, PeopleImport
from league.people.models.merges import PersonMerge
from league.people.models.people import Person, User, sort_key
from league.people.queries.kinds import kind_choices
from league.people.reading.lines import Line
from league.web.rows import row_or_404

Outcome = ImportedLine.Outcome


@dataclass(frozen=True)
class Planned:
    """What would come of a line. `alike` are names that may be the same person. Somebody new is a
    `person` already where only the books know him, since a list was taken back.
    """

    line: Line
    outcome: str
    problem: str
    kind: str  # empty for a guest
    start: date | None
    person: Person | None = None
    alike: tuple[str, ...] = ()

    @property
    def postal(self) -> bool:
        """Whether the address can be stored: whole, and with a German postcode."""
        digits = self.line.postcode
        return self.line.has_address and len(digits) == 5 and digits.isascii() and digits.isdigit()


def kinds_by_word(today: date, guest: str) -> dict[str, str]:
    """What a list may say of a membership, in small letters, with its code; `guest` for none."""
    words = {word.casefold(): code for code, word in kind_choices(today)}
    return words | {code: code for code in words.values()} | {guest.casefold(): ""}


@dataclass(frozen=True)
class _There:
    """Who and what there is already: persons by their sort key, persons by the addresses they log
    in with, persons only the books know, member numbers.
    """

    persons: Mapping[str, Person]
    logins: Mapping[str, int]
    left: Set[int]
    numbers: Set[str]


def plan(lines: Sequence[Line], kind: str, start: date) -> list[Planned]:
    """What would come of each line; who says no kind or day gets these. Five queries."""
    persons = {person.sort_key: person for person in Person.objects.filter(merge=None)}
    for merge in PersonMerge.objects.select_related("kept", "absorbed"):
        persons[merge.absorbed.sort_key] = merge.kept
    there = _There(
        persons=persons,
        logins=dict(User.objects.values_list("email", "person__pk")),
        left=set(left_in_the_books().values_list("pk", flat=True)),
        numbers=set(PersonDetails.objects.values_list("member_number", flat=True)) - {""},
    )
    return [_planned(line, there, kind, start) for line in lines]


def left_in_the_books() -> QuerySet[Person]:
    """Who came with a list that was taken back, and stayed because the books have the name."""
    came = ImportedLine.objects.filter(
        outcome=Outcome.ADDED, people_import__undone_at__isnull=False
    )
    return Person.objects.filter(pk__in=came.values("person"), user=None, memberships=None)


def _planned(line: Line, there: _There, kind: str, start: date) -> Planned:
    key = sort_key(line.name)
    person, logins = there.persons.get(key), there.logins
    is_new = person is None or person.pk in there.left
    problem: str = line.problem
    if not problem and line.email in logins and (person is None or logins[line.email] != person.pk):
        problem = "email_taken"
    elif not problem and is_new and line.member_number in there.numbers:
        problem = "number_taken"
    outcome = Outcome.ADDED if is_new else Outcome.KNOWN
    # „Bernd“ of the first evening is „Bernd Filz“ on the list.
    first = key.partition(" ")[0]
    alike = tuple(
        other.name
        for other_key, other in there.persons.items()
        if (other_key == first and first != key) or other_key.startswith(f"{key} ")
    )
    return Planned(
        line=line,
        outcome=Outcome.LEFT_OUT if problem else outcome,
        problem=problem,
        kind=line.kind if line.kind is not None else kind,
        start=line.start or start,
        person=None if problem else person,
        alike=() if person or problem else alike,
    )


def digest_of(planned: Sequence[Planned]) -> str:
    """What a list says once it was read: whoever confirms it has seen just that."""
    text = repr([(row.line, row.kind, row.start) for row in planned])
    return hashlib.sha256(text.encode()).hexdigest()


def columns_known(heading: str) -> tuple[str, ...] | None:
    """What somebody said the columns of such a list are."""
    known = PeopleColumns.objects.filter(heading=heading).order_by("-pk").first()
    return tuple(known.roles.split(",")) if known else None


def imports() -> QuerySet[PeopleImport]:
    return PeopleImport.objects.select_related("made_by__person").order_by("-pk")


def get_import_for(user: Any, pk: int, today: date) -> PeopleImport:
    """For whoever keeps the list of the people; with balances also for whoever books them."""
    people_import = row_or_404(imports(), pk=pk)
    has_balances = people_import.booked_at is not None or to_book(people_import).exists()
    books_it = has_balances and books().may_book(user, today)
    if not books_it and not may_keep_people(user, today):
        raise Http404
    return people_import


def waiting_for_booking() -> QuerySet[PeopleImport]:
    """The lists of which nobody has booked yet what the people owed."""
    owing = ImportedLine.objects.exclude(cents=0).filter(person__isnull=False)
    return imports().filter(booked_at=None, undone_at=None, pk__in=owing.values("people_import"))


def to_book(people_import: PeopleImport) -> QuerySet[ImportedLine]:
    """The lines whose people owed something, or had something to come."""
    lines = people_import.lines.filter(person__isnull=False).exclude(cents=0)
    return lines.select_related("person")


def import_of(client_id: str) -> PeopleImport | None:
    return PeopleImport.objects.filter(client_id=client_id).first()


def to_ask_in(people_import: PeopleImport) -> QuerySet[ImportedLine]:
    """The lines whose people came with an address and cannot log in yet."""
    lines = people_import.lines.filter(person__isnull=False, person__user=None).exclude(email="")
    return lines.select_related("person")
