"""Reading the tables of before."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, QuerySet
from django.http import Http404

from league.access.queries.rights import is_member
from league.old_tables.models import OldTable, OldTableLine
from league.people.models.people import Person, sort_key
from league.people.queries.recognition import recognise


def old_tables() -> QuerySet[OldTable]:
    """Those that were not taken back, the newest first."""
    return OldTable.objects.filter(undone_at=None).select_related("entered_by__person")


def all_time_tables() -> QuerySet[OldTable]:
    return old_tables().filter(kind=OldTable.Kind.ALL_TIME)


def get_table_for(user: Any, pk: int, today: date) -> OldTable:
    table = old_tables().filter(pk=pk).first() if is_member(user, today) else None
    if table is None:
        raise Http404
    return table


def persons_called(names: Iterable[str]) -> dict[str, Person]:
    """Who bears one of these names today, by the name as it was written: „Schäfer Karl-Heinz“ and a
    nickname that only one has count too. One query.
    """
    persons = Person.objects.select_related("merge__kept").annotate(called=F("details__nickname"))
    by_name: dict[str, Person] = {}
    by_other: dict[str, set[Person]] = {}
    for person in persons:
        kept = person.merge.kept if hasattr(person, "merge") else person
        by_name[person.sort_key] = kept
        first, _space, last = person.sort_key.rpartition(" ")
        others = {f"{last} {first}", sort_key(getattr(person, "called", None) or "")}
        for key in others - {""}:
            by_other.setdefault(key, set()).add(kept)
    found = {}
    for name in names:
        key = sort_key(name)
        also = by_other.get(key, set())
        if key in by_name:
            found[name] = by_name[key]
        elif len(also) == 1:
            (found[name],) = also
    return found


@dataclass(frozen=True)
class Unlinked:
    """A line that is tied to nobody, with the people it may mean first."""

    line: OldTableLine
    likely: tuple[Person, ...]


def unlinked(table: OldTable, today: date) -> list[Unlinked]:
    lines = list(table.lines.filter(person=None))
    meant = recognise([line.name for line in lines], today)
    return [Unlinked(line, one.candidates) for line, one in zip(lines, meant, strict=True)]


def figures_before() -> dict[int, dict[int, str]]:
    """What the all-time tables of before say of people today: by the key of the table, then of the
    person. One query.
    """
    lines = OldTableLine.objects.filter(table__in=all_time_tables(), person__isnull=False)
    said: dict[int, dict[int, str]] = {}
    for line in lines.select_related("table"):
        if line.person_id is not None:
            said.setdefault(line.table_id, {})[line.person_id] = line.said
    return said
