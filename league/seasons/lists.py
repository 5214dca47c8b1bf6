"""The tables of a season and the games behind a row as sheets: the columns of their pages."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext_lazy as _

from league.events.models import Event
from league.files.lists import Column, Columns, joined
from league.old_tables.models import OldTable
from league.people.queries.names import Naming
from league.results.models.results import ResultLine
from league.seasons.queries.year import YearLine
from league.standings.models import StandingRow


def standing(naming: Naming) -> Columns:
    """Return the columns of the season's table and the all-time one."""

    def rank(row: StandingRow) -> int | None:
        return row.rank if row.is_ranked else None

    return (
        Column(_("Place"), rank, "number"),
        Column(_("Name"), lambda row: naming.of(row.person)),
        Column(_("Games"), lambda row: row.games, "number"),
        Column(_("lost"), lambda row: row.games_lost, "number"),
        Column(_("Share"), lambda row: round(float(row.share_lost), 4), "number"),
        Column(_("Next to last"), lambda row: row.next_to_last, "number"),
        Column(_("Halves"), lambda row: row.halves_lost, "number"),
        Column(_("Blattschuss"), lambda row: row.sweeps, "number"),
        Column(_("Schock-Aus"), lambda row: row.schock_aus, "number"),
        Column(_("Evenings"), lambda row: row.evenings, "number"),
        Column(_("dropped"), lambda row: row.dropped, "number"),
    )


def before(tables: Sequence[OldTable]) -> Columns:
    """Return a column for each table of before, as `figures_before` wrote it to the rows."""

    def of(place: int) -> Callable[[StandingRow], str]:
        return lambda row: row.before[place]

    return tuple(Column(table.title, of(place)) for place, table in enumerate(tables))


def _results(line: YearLine) -> str:
    return joined(year_result.rank for _event, year_result in line.results)


YEAR: Columns = (
    Column(_("Place"), lambda row: row.rank, "number"),
    Column(_("Name"), lambda row: row.name),
    Column(_("Points"), lambda row: float(row.points), "number"),
    Column(_("Places in order"), _results),
    Column(_("dropped"), lambda row: row.dropped, "number"),
    Column(_("missed"), lambda row: row.missed, "number"),
)


def _event_of(line: ResultLine) -> Event:
    return line.result.table.block.event


PERSON_GAMES: Columns = (
    Column(_("Date"), lambda row: _event_of(row).business_date, "day"),
    Column(_("Evening"), lambda row: _event_of(row).name),
    Column(_("Table"), lambda row: row.result.table.number, "number"),
    Column(_("Game"), lambda row: row.result.number, "number"),
    Column(_("Lost the 1st half"), lambda row: row.lost_first, "yes"),
    Column(_("Lost the 2nd half"), lambda row: row.lost_second, "yes"),
    Column(_("Lost the game"), lambda row: row.lost_game, "yes"),
    Column(_("Ending"), lambda row: row.result.get_ended_by_display()),
    Column(_("Schock-Aus"), lambda row: row.schock_aus, "number"),
)
