"""Reading the security log, and from it the history of changes to a person or a thing."""

from collections.abc import Iterable, Iterator

from django.db.models import QuerySet

from league.people.models.people import Person
from league.security import labels, rules
from league.security.models import SecurityEntry, SecurityMonth
from league.web.changes import Change

PER_PAGE = 50
MOST_CHANGES = 30
Kind = SecurityEntry.Kind
OF_PROGRAMS = (Kind.PROGRAM_LET_IN, Kind.PROGRAM_SHUT_OUT)
# The entries that are changes to a person; a login is none.
OF_A_PERSON = (
    *(Kind.PERSON_CHANGED, Kind.OFFICE_GIVEN, Kind.OFFICE_ENDED, Kind.INVITATION_USED),
    *(Kind.ADDRESS_ASKED, Kind.ADDRESS_CHANGED, Kind.PASSKEY_ADDED, Kind.PASSKEY_REMOVED),
    *(Kind.LOGIN_LINK, *OF_PROGRAMS),
)


def entries(kind: str = "") -> QuerySet[SecurityEntry]:
    """Return all existing entries, the newest first; only those of `kind` if it is a known one."""
    there = SecurityEntry.objects.select_related("private").order_by("-number")
    return there.filter(kind=kind) if kind in SecurityEntry.Kind.values else there


def names_in(shown: list[SecurityEntry]) -> dict[int, str]:
    """Return the names of the persons in these entries who still exist. One query."""
    keys = {key for entry in shown for key in (entry.actor, entry.subject) if key is not None}
    return dict(Person.objects.filter(pk__in=keys).values_list("pk", "name"))


def changes_of(person: Person, kinds: Iterable[Kind] = OF_A_PERSON) -> list[Change]:
    """Return the changes to a person with their authors, the newest first. Two queries."""
    of_these = SecurityEntry.objects.filter(subject=person.pk, kind__in=kinds)
    shown = list(of_these.order_by("-number")[:MOST_CHANGES])
    names = names_in(shown)
    rows = [labels.row(entry, names) for entry in shown]
    return [
        Change(row.entry.at, row.who, f"{row.what}: {row.about}" if row.about else row.what)
        for row in rows
    ]


def changes_by_code(kind: Kind) -> list[tuple[str, Change]]:
    """Return the changes of a kind by author, the newest first, each with the code in `about`."""
    shown = list(SecurityEntry.objects.filter(kind=kind).order_by("-number")[:MOST_CHANGES])
    names = names_in(shown)
    return [
        (
            entry.about.partition(":")[2],
            Change(entry.at, names.get(entry.actor or 0, ""), str(labels.KINDS[kind])),
        )
        for entry in shown
    ]


def first_broken() -> int | None:
    """Return the number of the first entry that does not follow from those before; else None."""
    gone = SecurityMonth.objects.order_by("-month").first()
    number, head = (gone.last_number, gone.head_hash) if gone else (0, "")
    return rules.first_broken(_stored(), number, head)


def first_changed() -> int | None:
    """Return the number of the first entry in another month, or with other words beside it."""
    month = SecurityMonth.objects.order_by("-month").values_list("month", flat=True).first() or 0
    for entry in SecurityEntry.objects.select_related("private").order_by("number").iterator():
        beside, month = getattr(entry, "private", None), max(month, rules.month_of(entry.at))
        if entry.month != month or (
            beside is not None
            and beside.erased_at is None
            and rules.private_digest(beside.salt, beside.email, beside.ip, beside.agent)
            != entry.private_digest
        ):
            return entry.number
    return None


def _stored() -> Iterator[rules.Stored]:
    for entry in SecurityEntry.objects.order_by("number").iterator():
        yield rules.Stored(
            rules.Link(
                number=entry.number,
                at=entry.at,
                kind=entry.kind,
                actor=entry.actor,
                subject=entry.subject,
                about=entry.about,
                private=entry.private_digest,
            ),
            entry.previous_hash,
            entry.hash,
        )
