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
    """Return those that were not taken back, the newest first."""
    return OldTable.objects.filter(undone_at=None).select_related("entered_by__person")


def all_time_tables() -> QuerySet[OldTable]:
    return old_tables().filter(kind=OldTable.Kind.ALL_TIME)


def get_table_for(user: Any, pk: int, today: date) -> OldTable:
    table = old_tables().filter(pk=pk).first() if is_member(user, today) else None
    if table is None:
        raise Http404
    return table


def persons_called(names: Iterable[str]) -> dict[str, Person]:
    """Return the people who bear these names today, by the name as it was written. One query.

    „Schäfer Karl-Heinz“ counts, and so does a nickname that only one person has.
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
    """A line without a person, with all people it may mean, the likeliest first."""

    line: OldTableLine
    people: tuple[Person, ...]


def unlinked(table: OldTable, today: date) -> list[Unlinked]:
    """Return the lines of a table that are not linked. Four queries."""
    lines = list(table.lines.filter(person=None))
    meant = recognise([line.name for line in lines], today)
    persons = list(Person.objects.filter(merge=None, erased_at=None))
    return [
        Unlinked(line, tuple(dict.fromkeys([*one.candidates, *persons])))
        for line, one in zip(lines, meant, strict=True)
    ]


def figures_before() -> dict[int, dict[int, str]]:
    """Return the figures in the all-time tables of before, by the key of the table, then of the
    person. One query.
    """
    lines = OldTableLine.objects.filter(table__in=all_time_tables(), person__isnull=False)
    said: dict[int, dict[int, str]] = {}
    for line in lines:
        if line.person_id is not None:
            said.setdefault(line.table_id, {})[line.person_id] = line.said
    return said
