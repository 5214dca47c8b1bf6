"""The lists of evenings and of their games as sheets: the columns of their pages."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.events.models import Event
from league.files.lists import Column, Columns


def _evening_state(event: Event) -> str:
    return str(_("called off")) if event.is_cancelled else ""


EVENINGS: Columns = (
    Column(_("Date"), lambda row: row.business_date, "day"),
    Column(_("Name"), lambda row: row.name),
    Column(
        _("First throw"), lambda row: row.start_time.strftime("%H:%M") if row.start_time else None
    ),
    Column(_("Venue"), lambda row: row.get_venue_display()),
    Column(_("Where exactly"), lambda row: row.place),
    Column(pgettext_lazy("how it is", "Status"), _evening_state),
)


# Of a table and one of its games, as `queries.public_tables` tells them.
GAMES: Columns = (
    Column(_("Table"), lambda row: row[0].number, "number"),
    Column(_("Game"), lambda row: row[1].number, "number"),
    Column(_("1st half"), lambda row: row[1].lost_first),
    Column(_("2nd half"), lambda row: row[1].lost_second),
    Column(_("Lost the game"), lambda row: row[1].lost_game),
    Column(_("provisional"), lambda row: row[1].provisional, "yes"),
)
