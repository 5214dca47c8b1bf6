"""The league's pages, split by what they show."""

from league.views.evenings import (
    add_guest,
    add_table,
    attendance,
    change_seat,
    evening,
    evenings,
    new_evening,
    seat,
)
from league.views.people import (
    appoint,
    dismiss,
    give_login,
    membership,
    new_person,
    people,
    person,
)
from league.views.standings import current_table, season_person, season_table

__all__ = [
    "add_guest",
    "add_table",
    "appoint",
    "attendance",
    "change_seat",
    "current_table",
    "dismiss",
    "evening",
    "evenings",
    "give_login",
    "membership",
    "new_evening",
    "new_person",
    "people",
    "person",
    "season_person",
    "season_table",
    "seat",
]
