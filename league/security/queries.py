"""Reading the security log."""

from collections.abc import Iterator

from django.db.models import QuerySet

from league.people.models.people import Person
from league.security import rules
from league.security.models import SecurityEntry, SecurityMonth

PER_PAGE = 50


def entries(kind: str = "") -> QuerySet[SecurityEntry]:
    """All that are there, the newest first; of one kind where that is one."""
    there = SecurityEntry.objects.select_related("private").order_by("-number")
    return there.filter(kind=kind) if kind in SecurityEntry.Kind.values else there


def names_in(shown: list[SecurityEntry]) -> dict[int, str]:
    """The names of the persons in these entries who are still there. One query."""
    keys = {key for entry in shown for key in (entry.actor, entry.subject) if key is not None}
    return dict(Person.objects.filter(pk__in=keys).values_list("pk", "name"))


def first_broken() -> int | None:
    """The number of the first entry that does not follow from those before; None where all do."""
    gone = SecurityMonth.objects.order_by("-month").first()
    number, head = (gone.last_number, gone.head_hash) if gone else (0, "")
    return rules.first_broken(_stored(), number, head)


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
