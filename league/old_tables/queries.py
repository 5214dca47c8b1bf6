"""Reading the tables of before."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from league.access.queries.rights import is_member
from league.old_tables.models import OldTable
from league.people.models.people import Person, sort_key


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
    """Who bears one of these names today, by the name as it was written. One query."""
    keys = {name: sort_key(name) for name in names}
    persons = Person.objects.filter(sort_key__in=keys.values()).select_related("merge__kept")
    there = {
        person.sort_key: person.merge.kept if hasattr(person, "merge") else person
        for person in persons
    }
    return {name: there[key] for name, key in keys.items() if key in there}
