"""Writes about lists of people: taken in as one, asked in as one, taken back as one."""

from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction
from django.db.models import ForeignObjectRel
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.people.models.imports import ImportedLine, PeopleColumns, PeopleImport
from league.people.models.people import Membership, Person, User
from league.people.models.postal import PostalAddress
from league.people.queries.imports import Planned, columns_known, digest_of, to_ask_in
from league.people.services.addresses import change_address
from league.people.services.founding import lock_founding
from league.people.services.people import create_member, email_taken
from league.people.services.postal import set_postal_address

Outcome = ImportedLine.Outcome
# What came with the list itself; whatever else names a person refers to what came.
_CAME_ALONG = (Membership, PostalAddress, ImportedLine)


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
    """Takes in everybody of a list as it was seen, remembers what its columns are, and reports each
    line. Nobody is asked in yet, and whoever is there already stays as he is.

    All or nothing; a repeat of the same `client_id` answers as the first time and is refused where
    it says something else. Locks the club. InvalidError where nobody would be new.
    """
    digest = digest_of(planned)
    with transaction.atomic():
        lock_founding()
        if known := PeopleImport.objects.filter(client_id=client_id).first():
            if known.digest != digest:
                raise InvalidError("id_reused", _("This was sent before and said something else."))
            return known
        if not any(row.outcome == Outcome.ADDED for row in planned):
            raise InvalidError("nobody_new", _("Nobody on this list is new."))
        if columns_known(heading) != tuple(roles):
            PeopleColumns.objects.create(
                heading=heading, roles=",".join(roles), entered_by=by, entered_at=now
            )
        made = PeopleImport.objects.create(
            client_id=client_id, digest=digest, made_by=by, made_at=now
        )
        for row in planned:
            person = row.person
            if row.outcome == Outcome.ADDED:
                person = _added(row, today)
            ImportedLine.objects.create(
                people_import=made,
                number=row.line.number,
                outcome=row.outcome,
                problem=row.problem,
                name=row.line.name[:200],
                email=row.line.email[:254] if person is not None else "",
                person=person,
            )
        return made


def _added(row: Planned, today: date) -> Person:
    line = row.line
    person = create_member(name=line.name, email="", kind=row.kind, start=row.start or today)
    if row.postal:
        set_postal_address(
            person=person,
            street=line.street,
            postcode=line.postcode,
            town=line.town,
            country=PostalAddress.Country.DE,
        )
    return person


def ask_in(*, people_import: PeopleImport, by: Person | None, now: datetime) -> int:
    """Gives whoever came with an address and has no login yet that login, which invites by mail;
    how many these were. Repeatable. Locks the club.

    All or nobody. InvalidError where somebody logs in with one of the addresses by now.
    """
    with transaction.atomic():
        lock_founding()
        lines = list(to_ask_in(people_import))
        taken = User.objects.filter(email__in=[line.email for line in lines])
        if taken.exists():
            raise email_taken()
        persons = Person.objects.in_bulk([line.person_id for line in lines])
        for line in lines:
            change_address(person=persons[line.person_id or 0], email=line.email, by=by, now=now)
            line.email = ""
            line.save(update_fields=["email"])
        return len(lines)


def undo(*, people_import: PeopleImport, now: datetime) -> int:
    """Takes back everybody who came with the list, while nothing refers to any of them; how many.

    A repeat changes nothing. Locks the club. IllegalError names who is in use by now.
    """
    with transaction.atomic():
        lock_founding()
        people_import = PeopleImport.objects.select_for_update().get(pk=people_import.pk)
        if people_import.undone_at is not None:
            return 0
        lines = people_import.lines.filter(outcome=Outcome.ADDED, person__isnull=False)
        persons = list(Person.objects.filter(pk__in=lines.values("person")).order_by("pk"))
        used = _in_use(persons)
        if used:
            names = ", ".join(person.name for person in persons if person.pk in used)
            raise IllegalError(
                "people_in_use",
                _("There is more about these people by now, so the list stays: %(names)s")
                % {"names": names},
            )
        Membership.objects.filter(person__in=persons).delete()
        for person in persons:
            person.delete()
        people_import.lines.update(name="", email="")
        people_import.undone_at = now
        people_import.save(update_fields=["undone_at"])
        return len(persons)


def _in_use(persons: Sequence[Person]) -> set[int]:
    """Those who can log in, or whom a row names that did not come with the list, by their keys."""
    used = {person.pk for person in persons if person.user_id is not None}
    for relation in Person._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel) or relation.related_model in _CAME_ALONG:
            continue
        field = relation.field.name
        rows = relation.related_model._base_manager.filter(**{f"{field}__in": persons})
        used |= set(rows.values_list(field, flat=True))
    memberships = Membership.objects.filter(person__in=persons).order_by("pk")
    counted: list[int] = list(memberships.values_list("person_id", flat=True))
    return used | {key for key in counted if counted.count(key) > 1}
