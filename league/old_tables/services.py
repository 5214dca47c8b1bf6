"""Writes of the tables of before: taken over as they are, and taken back as a whole."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError
from league.old_tables.models import OldTable, OldTableLine
from league.old_tables.queries import persons_called
from league.old_tables.reading import Table
from league.people.models.people import Person, User
from league.people.services.founding import lock_founding
from league.people.services.imports import remember_columns


def take_over(
    *,
    table: Table,
    kind: str,
    title: str,
    source: str,
    heading: str,
    roles: Sequence[str],
    client_id: str,
    by: User | None,
    now: datetime,
) -> OldTable:
    """Store a table as it was seen, and remember the roles of the columns under its heading;
    nothing of it is counted anywhere.

    A person who bears the name today is tied to the line. A repeat of the same `client_id` answers
    as the first time and is refused if it says something else. Locks the club. InvalidError for a
    table without people, a title or a source.
    """
    title, source = " ".join(title.split())[:80], " ".join(source.split())[:200]
    if not title or not source:
        raise InvalidError("source_missing", _("Say what it is called and where it is from."))
    if not table.rows:
        raise InvalidError("empty", _("There is nobody on this list."))
    with transaction.atomic():
        lock_founding()
        if known := OldTable.objects.filter(client_id=client_id).first():
            if known.digest != table.digest:
                raise InvalidError("id_reused", _("This was sent before and said something else."))
            return known
        remember_columns(heading=heading, roles=roles, by=by, now=now)
        made = OldTable.objects.create(
            client_id=client_id,
            digest=table.digest,
            kind=kind,
            title=title,
            source=source,
            columns=list(table.columns),
            entered_by=by,
            entered_at=now,
        )
        persons = persons_called(row.name for row in table.rows)
        OldTableLine.objects.bulk_create(
            OldTableLine(
                table=made,
                number=number,
                place=row.place,
                name=row.name,
                cells=list(row.cells),
                person=persons.get(row.name),
            )
            for number, row in enumerate(table.rows, start=1)
        )
        return made


def link_lines(*, table: OldTable, persons: Mapping[int, Person]) -> int:
    """Tie lines of a table, by their keys, to the people they mean; return how many were tied.

    A line that is tied already stays as it is. Repeatable; locks the table.
    """
    with transaction.atomic():
        table = OldTable.objects.select_for_update(no_key=True).get(pk=table.pk)
        lines = table.lines.filter(person=None, pk__in=persons)
        for line in lines:
            line.person = persons[line.pk]
            line.save(update_fields=["person"])
        return len(lines)


def undo(*, table: OldTable, now: datetime) -> None:
    """Take the table back: nothing of its lines is left. Repeatable; locks it."""
    with transaction.atomic():
        table = OldTable.objects.select_for_update(no_key=True).get(pk=table.pk)
        table.lines.all().delete()
        if table.undone_at is None:
            table.undone_at = now
            table.save(update_fields=["undone_at"])
