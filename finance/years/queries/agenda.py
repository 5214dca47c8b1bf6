"""Figures of the books beside an item of a members' meeting."""

from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from finance.books.queries import bookings
from finance.books.queries.access import may_see_year_ends
from league.assemblies.models.calling import AgendaItem

Kind = AgendaItem.Kind
ABOUT_THE_YEAR = (Kind.ACCOUNTS, Kind.AUDIT, Kind.DISCHARGE)


def agenda_link(user: Any, item: AgendaItem, today: date) -> tuple[str, str] | None:
    """Return the year before the meeting: its figures, the auditors' word, the discharge to be
    entered.
    """
    if item.kind not in ABOUT_THE_YEAR or not may_see_year_ends(user, today):
        return None
    year = item.assembly.day.year - 1
    if year not in bookings.years():
        return None
    return _("Year end %(year)s") % {"year": year}, reverse("finance:year", args=[year])
