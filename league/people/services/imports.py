"""Writes about lists of people: taken in, invited and taken back as a whole."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import ForeignObjectRel
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError, NotAllowedError
from league.people import balances
from league.people.models.details import PersonDetails
from league.people.models.imports import ImportedLine, PeopleColumns, PeopleImport
from league.people.models.people import Membership, Person, User
from league.people.models.postal import PostalAddress
from league.people.queries.imports import (
    FIELD_OF,
    FILLED,
    NEW_KIND,
    Planned,
    columns_known,
    digest_of,
    to_ask_in,
    to_book,
)
from league.people.reading.lines import Line
from league.people.services.addresses import change_address
from league.people.services.details import save_details
from league.people.services.founding import lock_founding
from league.people.services.kinds import add_kind
from league.people.services.people import (
    create_person,
    email_taken,
    end_membership,
    start_membership,
)
from league.people.services.postal import set_postal_address

Outcome = ImportedLine.Outcome
# Rows that come with the list itself; any other row that names a person keeps the list.
_CAME_ALONG = (Membership, PostalAddress, PersonDetails, ImportedLine)


def take_in(
    *,
    planned: Sequence[Planned],
    heading: str,
    roles: Sequence[str],
    client_id: str,
    by: User | None,
    now: datetime,
    today: date,
) -> PeopleImport:
    """Take in the people of a list as it was seen, remember its columns, and report each line.

    No invitation goes out yet. Known people get the parts they lack and keep the rest. Debts are
    booked if `by` keeps the till, else they wait for the treasurer.

    All or nothing; a repeat of the same `client_id` answers as the first time and is refused if it
    says something else. Locks the club, then the persons. InvalidError if the list says nothing
    new.
    """
    digest = digest_of(planned)
    with transaction.atomic():
        lock_founding()
        if known := PeopleImport.objects.filter(client_id=client_id).first():
            if known.digest != digest:
                raise InvalidError("id_reused", _("This was sent before and said something else."))
            return known
        if not any(row.outcome == Outcome.ADDED or row.fills for row in planned):
            raise InvalidError("nobody_new", _("Nobody on this list is new."))
        remember_columns(heading=heading, roles=roles, by=by, now=now)
        made = PeopleImport.objects.create(
            client_id=client_id, digest=digest, made_by=by, made_at=now
        )
        kinds = _created_kinds(planned, by)
        _lock([row.person.pk for row in planned if row.person is not None])
        for row in planned:
            row = replace(row, kind=kinds.get(row.kind, row.kind))
            person = _added(row, now) if row.outcome == Outcome.ADDED else row.person
            if row.fills and person is not None:
                _fill(person, row, now)
            ImportedLine.objects.create(
                people_import=made,
                number=row.line.number,
                outcome=row.outcome,
                problem=row.line.problem,
                name=row.line.name[:200],
                email=row.line.email[:254] if person is not None else "",
                cents=row.line.cents if person is not None else 0,
                person=person,
                filled=" ".join(row.fills),
                said=" ".join(f"{note.role}:{note.code}" for note in row.line.notes)[:600],
                notes_digest=_digest(client_id, row.line.remark) if row.line.remark else "",
            )
        if by is not None and balances.books().may_book(by, today):
            book_balances(people_import=made, by=by, today=today, now=now)
        return made


def remember_columns(*, heading: str, roles: Sequence[str], by: User | None, now: datetime) -> None:
    """Remember the roles for lists with this heading, in the caller's transaction. Repeatable."""
    if columns_known(heading) != tuple(roles):
        PeopleColumns.objects.create(
            heading=heading, roles=",".join(roles), entered_by=by, entered_at=now
        )


def book_balances(*, people_import: PeopleImport, by: User, today: date, now: datetime) -> int:
    """Book the debts and credits of a list's new people as their opening balances; return how many.

    All or nothing; a repeat books nothing. Locks the import. IllegalError if it was taken back or
    one of them has a balance meanwhile, NotAllowedError for a user who may not book.
    """
    if not balances.books().may_book(by, today):
        raise NotAllowedError("not_the_treasurer", _("Only the treasurer books."))
    with transaction.atomic():
        people_import = PeopleImport.objects.select_for_update(no_key=True).get(pk=people_import.pk)
        if people_import.undone_at is not None:
            raise IllegalError("list_taken_back", _("This list was taken back."))
        lines = list(to_book(people_import))
        if people_import.booked_at is not None or not lines:
            return 0
        owed = [(line.person, line.cents) for line in lines if line.person is not None]
        balances.books().book(owed, people_import.booking_id, by, today, now)
        people_import.booked_at = now
        people_import.save(update_fields=["booked_at"])
        return len(owed)


def _created_kinds(planned: Sequence[Planned], by: User | None) -> dict[str, str]:
    """Create the memberships the list asks for; return their codes by `Planned.kind`."""
    asked = dict.fromkeys(row.kind for row in planned if row.kind.startswith(NEW_KIND))
    made = {}
    for kind in asked:
        counts_as, _sign, name = kind.removeprefix(NEW_KIND).partition(":")
        made[kind] = add_kind(name=name, counts_as=counts_as, by=by).pk
    return made


def _added(row: Planned, now: datetime) -> Person:
    """Take in a new person, as a guest where the membership is over already."""
    person = row.person or create_person(name=row.line.name)
    if row.kind:
        _join(person, row)
    _set_postal(person, row.line)
    _save_details(person, row.line, FILLED, now)
    return person


def _fill(person: Person, row: Planned, now: datetime) -> None:
    """Add the parts that a known person lacks."""
    if "membership" in row.fills:
        _join(person, row)
    if "postal" in row.fills:
        _set_postal(person, row.line)
    _save_details(person, row.line, row.fills, now)


def _join(person: Person, row: Planned) -> None:
    """Begin the membership of a row, up to its last day; none if it is over already."""
    if row.has_left:
        return
    start_membership(person=person, kind=row.kind, start=row.start)
    if row.line.end is not None:
        end_membership(person=person, end=row.line.end + timedelta(days=1))


def _set_postal(person: Person, line: Line) -> None:
    if line.street:
        set_postal_address(
            person=person,
            street=line.street,
            postcode=line.postcode,
            town=line.town,
            country=PostalAddress.Country.DE,
        )


def _save_details(person: Person, line: Line, fields: Collection[str], now: datetime) -> None:
    said = {field: getattr(line, FIELD_OF.get(field, field)) for field in FILLED if field in fields}
    if any(said.values()):
        save_details(person=person, values=said, now=now)


def _digest(salt: str, text: str) -> str:
    return hashlib.sha256(f"{salt}:{text}".encode()).hexdigest()


def ask_in(*, people_import: PeopleImport, by: Person | None, now: datetime) -> int:
    """Give a login, with an invitation by mail, to all who came with an address and have none;
    return how many these were. Repeatable. Locks the club.

    All or none. InvalidError if one of the addresses is a login meanwhile.
    """
    with transaction.atomic():
        lock_founding()
        lines = list(to_ask_in(people_import))
        # Each address writes into the security log, and locks the next person after that.
        _lock([line.person_id for line in lines if line.person_id is not None])
        taken = User.objects.filter(email__in=[line.email for line in lines])
        if taken.exists():
            raise email_taken()
        persons = Person.objects.in_bulk([line.person_id for line in lines])
        for line in lines:
            change_address(person=persons[line.person_id or 0], email=line.email, by=by, now=now)
            line.email = ""
            line.save(update_fields=["email"])
        return len(lines)


def undo(
    *, people_import: PeopleImport, by: User | None, today: date, now: datetime
) -> list[Person]:
    """Take back all people who came with the list, while nothing else refers to any of them; its
    bookings are reversed. People named by the books stay, as guests: these are returned. Parts
    filled in for known people stay, too: they may have been corrected since.

    A repeat changes nothing. Locks the club. IllegalError names those in use meanwhile, and says so
    if part of a balance was paid; NotAllowedError for a user who may not reverse.
    """
    with transaction.atomic():
        lock_founding()
        people_import = PeopleImport.objects.select_for_update(no_key=True).get(pk=people_import.pk)
        if people_import.undone_at is not None:
            return []
        lines = people_import.lines.filter(outcome=Outcome.ADDED, person__isnull=False)
        persons = _lock([line.person_id for line in lines if line.person_id is not None])
        # Whom the books have: of this list, or of one that was taken back before it.
        before = ImportedLine.objects.filter(outcome=Outcome.ADDED, person__in=persons)
        before = before.exclude(people_import=people_import)
        booked = {key for key in before.values_list("person", flat=True) if key is not None}
        if people_import.booked_at is not None:
            booked |= _reversed(people_import, by, today, now)
        used = _in_use([person for person in persons if person.pk not in booked])
        used |= _in_use([person for person in persons if person.pk in booked], is_booked=True)
        if used:
            names = ", ".join(person.name for person in persons if person.pk in used)
            raise IllegalError(
                "people_in_use",
                _("There is more about these people by now, so the list stays: %(names)s")
                % {"names": names},
            )
        Membership.objects.filter(person__in=persons).delete()
        PostalAddress.objects.filter(person__in=booked).delete()
        PersonDetails.objects.filter(person__in=booked).delete()
        for person in persons:
            if person.pk not in booked:
                person.delete()
        people_import.lines.update(name="", email="", cents=0, notes_digest="")
        people_import.undone_at = now
        people_import.save(update_fields=["undone_at"])
        return [person for person in persons if person.pk in booked]


def _lock(keys: Sequence[int]) -> list[Person]:
    """Lock these persons in the order of their keys."""
    persons = Person.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=keys)
    return list(persons.order_by("pk"))


def _reversed(people_import: PeopleImport, by: User | None, today: date, now: datetime) -> set[int]:
    """Reverse the bookings of the list; return the keys of their persons."""
    if by is None or not balances.books().may_book(by, today):
        raise NotAllowedError(
            "not_the_treasurer",
            _("Balances were booked, so only the treasurer takes this list back."),
        )
    balances.books().take_back(people_import.booking_id, by, today, now)
    return {line.person_id for line in to_book(people_import) if line.person_id is not None}


def _is_noted(details: PersonDetails) -> bool:
    """Return whether the notes say more than came with the list."""
    if not details.notes:
        return False
    lines = ImportedLine.objects.filter(person=details.person_id).exclude(notes_digest="")
    digests = lines.values_list("people_import__client_id", "notes_digest")
    return all(_digest(salt, details.notes) != digest for salt, digest in digests)


def _in_use(persons: Sequence[Person], *, is_booked: bool = False) -> set[int]:
    """Return those who can log in, or whom a row names that did not come with the list, by their
    keys.

    For those whose balance is booked the books themselves know about further rows.
    """
    used = {person.pk for person in persons if person.user_id is not None}
    details = PersonDetails.objects.filter(person__in=persons)
    used |= {row.person_id for row in details if row.photo or row.reachable or _is_noted(row)}
    if is_booked:
        used |= balances.books().has_more([person.pk for person in persons])
    for relation in Person._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel) or relation.related_model in _CAME_ALONG:
            continue
        if is_booked and relation.related_model._meta.app_label != Person._meta.app_label:
            continue
        field = relation.field.name
        rows = relation.related_model._base_manager.filter(**{f"{field}__in": persons})
        used |= set(rows.values_list(field, flat=True))
    memberships = Membership.objects.filter(person__in=persons).order_by("pk")
    counted: list[int] = list(memberships.values_list("person_id", flat=True))
    return used | {key for key in counted if counted.count(key) > 1}
