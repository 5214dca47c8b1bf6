"""Reading lists of people: the expected outcome of each line, and the outcome of earlier ones."""

import hashlib
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from league.access.queries.rights import may_keep_people
from league.people.balances import books
from league.people.models.details import PersonDetails
from league.people.models.imports import ImportedLine, PeopleColumns, PeopleImport
from league.people.models.merges import PersonMerge
from league.people.models.people import Membership, Person, User, sort_key
from league.people.models.postal import PostalAddress
from league.people.queries.kinds import kind_choices
from league.people.reading.lines import QUIET, Line, Note
from league.web.plain_words import is_visible
from league.web.rows import row_or_404

Outcome = ImportedLine.Outcome
# The details that a list fills in where they are empty, each with the role of its column.
FILLED = {
    "nickname": "nickname",
    "phone": "phone",
    "second_phone": "second_phone",
    "birthday": "birthday",
    "member_number": "number",
    "notes": "notes",
}
FIELD_OF = {"notes": "remark"}


# A kind of membership that is created with the list, in front of what it counts as and its name.
NEW_KIND = "new:"


@dataclass(frozen=True)
class Planned:
    """The outcome of a line: as it was `read`, and without parts that cannot be stored.

    `person` is the existing record: of a new one too, if a list was taken back and the books kept
    the name. `alike` are names that may be the same person. `fills` are the parts that are added to
    a known person.
    """

    read: Line
    line: Line
    outcome: str
    kind: str  # empty for a guest; see `NEW_KIND`
    start: date
    person: Person | None = None
    alike: tuple[str, ...] = ()
    fills: tuple[str, ...] = ()

    @property
    def needs_a_look(self) -> bool:
        noted = any(note.code not in QUIET for note in self.line.notes)
        return bool(self.line.problem or noted or self.alike)

    @property
    def has_left(self) -> bool:
        return self.line.is_over(self.start)


def kinds_by_word(today: date, guest: str) -> dict[str, str]:
    """Return the codes of memberships by their words in small letters; empty for `guest`."""
    words = {word.casefold(): code for code, word in kind_choices(today)}
    return words | {code: code for code in words.values()} | {guest.casefold(): ""}


@dataclass(frozen=True)
class _There:
    """The known persons, with all that lines are compared with.

    `persons` and `nicknames` have sort keys as keys, `logins` addresses, `numbers` those of
    members; each value names the person. `joined` is the first day of membership, `running` are
    those whose membership has no end. `left` are those whom only the books know, `accounts` those
    with a running account, `named` the addresses that earlier lists gave to a person.
    """

    persons: Mapping[str, Person]
    nicknames: Mapping[str, Person]
    logins: Mapping[str, int]
    numbers: Mapping[str, int]
    details: Mapping[int, PersonDetails]
    postal: Set[int]
    joined: Mapping[int, date]
    running: Set[int]
    left: Set[int]
    accounts: Set[int]
    named: Set[tuple[int | None, str]]


def plan(lines: Sequence[Line], kind: str, start: date) -> list[Planned]:
    """Plan the outcome of each line; `kind` and `start` are for lines without one. A fixed number
    of queries.
    """
    records = Person.objects.filter(merge=None).select_related("user")
    persons = {person.sort_key: person for person in records}
    for merge in PersonMerge.objects.select_related("kept__user", "absorbed"):
        persons[merge.absorbed.sort_key] = merge.kept
    known = {key: persons[key] for line in lines if (key := sort_key(line.name)) in persons}
    details = {row.person_id: row for row in PersonDetails.objects.all()}
    by_key = {person.pk: person for person in persons.values()}
    there = _There(
        persons=persons,
        nicknames={
            sort_key(row.nickname): by_key[key]
            for key, row in details.items()
            if row.nickname and key in by_key
        },
        logins=dict(User.objects.values_list("email", "person__pk")),
        numbers={row.member_number: key for key, row in details.items() if row.member_number},
        details=details,
        postal=set(PostalAddress.objects.values_list("person", flat=True)),
        joined=dict(Membership.objects.order_by("-start").values_list("person", "start")),
        running=set(Membership.objects.filter(end=None).values_list("person", flat=True)),
        left=set(left_in_the_books().values_list("pk", flat=True)),
        named=set(ImportedLine.objects.exclude(email="").values_list("person", "email")),
        accounts=books().has_account([person.pk for person in known.values()]),
    )
    planned: list[Planned] = []
    met: set[int] = set()
    for line in lines:
        row = _planned(line, there, kind, start)
        if row.person is not None and row.person.pk in met:  # by the name of a merged record
            row = _planned(replace(line, problem="twice"), there, kind, start)
        elif row.person is not None:
            met.add(row.person.pk)
        planned.append(row)
    return planned


def left_in_the_books() -> QuerySet[Person]:
    """Return people of lists that were taken back who remain because the books have the name."""
    came = ImportedLine.objects.filter(
        outcome=Outcome.ADDED, people_import__undone_at__isnull=False
    )
    return Person.objects.filter(pk__in=came.values("person"), user=None, memberships=None)


def _planned(line: Line, there: _There, kind: str, start: date) -> Planned:
    if not line.problem and not is_visible(line.name):
        line = replace(line, problem="name_long")
    read, key = line, sort_key(line.name)
    person = None if line.problem else there.persons.get(key)
    is_new = person is None or person.pk in there.left
    line = _without_what_others_have(line, person, there)
    fills: tuple[str, ...] = ()
    kind = line.kind if line.kind is not None else kind
    if person is not None and not is_new:
        joins = "" if line.is_over(line.start or start) else kind
        line, fills = _filling(line, person, there, joins)
    outcome = Outcome.ADDED if is_new else Outcome.KNOWN
    return Planned(
        read=read,
        line=line,
        outcome=Outcome.LEFT_OUT if line.problem else outcome,
        kind=kind,
        start=line.start or start,
        person=person,
        alike=() if person or line.problem else _alike(key, line, there),
        fills=fills,
    )


def _alike(key: str, line: Line, there: _There) -> tuple[str, ...]:
    """Return names that may be the same person: „Bernd“ or „Piet“ of the first evening is „Bernd
    Filz“ or „Peter Möllenbeck“ on the list.
    """
    first = key.partition(" ")[0]
    called = {first, sort_key(line.nickname)} - {"", key}
    names = [
        other.name
        for other_key, other in there.persons.items()
        if other_key in called or other_key.startswith(f"{key} ")
    ]
    if key in there.nicknames:
        names.append(there.nicknames[key].name)
    return tuple(dict.fromkeys(names))


def _without_what_others_have(line: Line, person: Person | None, there: _There) -> Line:
    own = person.pk if person is not None else None
    if not line.problem and line.email in there.logins and there.logins[line.email] != own:
        line = line.without("email", Note("email", "email_taken", line.email))
    number = line.member_number
    if not line.problem and number in there.numbers and there.numbers[number] != own:
        line = line.without("member_number", Note("number", "number_taken", number))
    return line


def _filling(line: Line, person: Person, there: _There, kind: str) -> tuple[Line, tuple[str, ...]]:
    """Return the line with notes on what is left out, and the parts that `person` gets."""
    fills: list[str] = []
    details = there.details.get(person.pk)
    for field, role in FILLED.items():
        said = getattr(line, FIELD_OF.get(field, field))
        known = getattr(details, field, None)
        if said and not known:
            fills.append(field)
        elif said and said != known:
            code = "birthday_other" if field == "birthday" else "kept"
            line = line.noting(Note(role, code, str(said), str(known)))
    if line.street and person.pk not in there.postal:
        fills.append("postal")
    joined = there.joined.get(person.pk)
    if joined is None and kind:
        fills.append("membership")
    elif joined and line.start and line.start != joined:
        line = line.noting(Note("start", "kept", str(line.start), str(joined)))
    if line.end and person.pk in there.running:
        line = line.noting(Note("end", "end_kept", str(line.end)))
    if person.user is None and line.email and (person.pk, line.email) not in there.named:
        fills.append("email")
    elif person.user and line.email not in {"", person.user.email}:
        line = line.noting(Note("email", "kept", line.email, person.user.email))
    if line.cents and person.pk in there.accounts:
        line = line.without("cents", Note("balance", "amount_known"))
    elif line.cents:
        fills.append("balance")
    return line, tuple(fills)


def digest_of(planned: Sequence[Planned]) -> str:
    """Return the digest of a list as it was read: the same for a repeat, when it was stored."""
    rows = [(replace(row.read, kind=None), row.read.word or row.kind, row.start) for row in planned]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def seen_of(planned: Sequence[Planned]) -> str:
    """Return the digest of all that a page shows of a list, so that just this is confirmed."""
    return hashlib.sha256(repr(planned).encode()).hexdigest()


def columns_known(heading: str) -> tuple[str, ...] | None:
    """Return the roles that were once given to the columns of such a list."""
    known = PeopleColumns.objects.filter(heading=heading).order_by("-pk").first()
    return tuple(known.roles.split(",")) if known else None


def imports() -> QuerySet[PeopleImport]:
    return PeopleImport.objects.select_related("made_by__person").order_by("-pk")


def get_import_for(user: Any, pk: int, today: date) -> PeopleImport:
    """Return a list for its keepers; with balances also for users who may book them. Else 404."""
    people_import = row_or_404(imports(), pk=pk)
    has_balances = people_import.booked_at is not None or to_book(people_import).exists()
    books_it = has_balances and books().may_book(user, today)
    if not books_it and not may_keep_people(user, today):
        raise Http404
    return people_import


def waiting_for_booking() -> QuerySet[PeopleImport]:
    """Return the lists whose people's debts are not booked yet."""
    owing = ImportedLine.objects.exclude(cents=0).filter(person__isnull=False)
    return imports().filter(booked_at=None, undone_at=None, pk__in=owing.values("people_import"))


def to_book(people_import: PeopleImport) -> QuerySet[ImportedLine]:
    """Return the lines whose people owed something, or had something to come."""
    lines = people_import.lines.filter(person__isnull=False).exclude(cents=0)
    return lines.select_related("person")


def import_of(client_id: str) -> PeopleImport | None:
    return PeopleImport.objects.filter(client_id=client_id).first()


def to_ask_in(people_import: PeopleImport) -> QuerySet[ImportedLine]:
    """Return the lines whose people came with an address and cannot log in yet."""
    lines = people_import.lines.filter(person__isnull=False, person__user=None).exclude(email="")
    return lines.select_related("person")
