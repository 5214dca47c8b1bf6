"""The lists of evenings and of their games as sheets: the columns of their pages."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.events.models import Event
from league.files.lists import Column, Columns


def _evening_state(event: Event) -> str:
    return str(_("abgesagt")) if event.is_cancelled else ""


EVENINGS: Columns = (
    Column(_("Datum"), lambda row: row.business_date, "day"),
    Column(_("Name"), lambda row: row.name),
    Column(_("Anwurf"), lambda row: row.start_time.strftime("%H:%M") if row.start_time else None),
    Column(_("Ort"), lambda row: row.get_venue_display()),
    Column(_("Wo genau"), lambda row: row.place),
    Column(pgettext_lazy("how it is", "Stand"), _evening_state),
)


# Of a table and one of its games, as `queries.public_tables` tells them.
GAMES: Columns = (
    Column(_("Tisch"), lambda row: row[0].number, "number"),
    Column(_("Spiel"), lambda row: row[1].number, "number"),
    Column(_("1. Hälfte"), lambda row: row[1].lost_first),
    Column(_("2. Hälfte"), lambda row: row[1].lost_second),
    Column(_("Spiel verloren"), lambda row: row[1].lost_game),
    Column(_("vorläufig"), lambda row: row[1].provisional, "yes"),
)
