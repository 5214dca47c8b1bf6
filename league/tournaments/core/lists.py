"""Tournaments, the rankings of one and its registrations as sheets."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league import formats
from league.evenings.lists import EVENINGS
from league.events.models import Event
from league.files.lists import Column, Columns, joined
from league.tournaments.models.tournaments import Registration


def _tournament_state(event: Event) -> str:
    if event.is_cancelled:
        return str(_("called off"))
    if event.tournament.finished_at:
        return str(_("closed"))
    return str(_("Registration open")) if event.tournament.registration_open else ""


TOURNAMENTS: Columns = (
    *EVENINGS[:5],
    Column(pgettext_lazy("how it is", "Status"), _tournament_state),
)


# For the rows of the page: `who` under the name the reader may see.
_WHO: Columns = (
    Column(_("Name"), lambda row: row["who"].name),
    Column(_("Start number"), lambda row: row["who"].start_number, "number"),
    Column(_("Team"), lambda row: row["who"].team.name if row["who"].team else ""),
)


def _ranked_by(
    row_of: Callable[[Any], formats.Row], total_of: Callable[[Any], formats.Tally]
) -> Columns:
    """Return the columns of points or lives, whichever count, and of the games played."""
    return (
        Column(
            _("Points"),
            lambda row: float(row_of(row).points) if row_of(row).lives is None else None,
            "number",
        ),
        Column(_("Lives"), lambda row: row_of(row).lives, "number"),
        Column(_("Games"), lambda row: total_of(row).games, "number"),
        Column(_("lost"), lambda row: total_of(row).games_lost, "number"),
        Column(_("Schock-Aus"), lambda row: total_of(row).schock_aus, "number"),
    )


PLACES: Columns = (
    Column(_("Place"), lambda row: row["placed"].rank, "number"),
    *_WHO,
    Column(_("Block"), lambda row: row["block"].name),
    *_ranked_by(lambda row: row["placed"].row, lambda row: row["day"]),
)


BLOCK: Columns = (
    Column(_("Place"), lambda row: row["row"].rank, "number"),
    *_WHO,
    *_ranked_by(lambda row: row["row"], lambda row: row["row"].total),
    Column(_("advances"), lambda row: row["goes_on"], "yes"),
)


TEAMS: Columns = (
    Column(_("Place"), lambda row: row["row"].rank, "number"),
    Column(_("Team"), lambda row: row["name"]),
    Column(_("Points"), lambda row: float(row["row"].points), "number"),
    Column(_("Who"), lambda row: joined(member["who"].name for member in row["members"])),
)


def ranking(context: Mapping[str, Any]) -> tuple[str, Columns, Any]:
    """Return the file name, columns and rows of a ranking: a block's or the day's."""
    if context["rows"]:
        return "durchgang", BLOCK, context["rows"]
    return "tabelle", PLACES, context["placed"]


def teams(context: Mapping[str, Any]) -> tuple[str, Columns, Any]:
    return "mannschaften", TEAMS, context["teams"]


def _of(name: str) -> Callable[[Registration], Any]:
    """Read an attribute of the participation; None while the desk has not decided."""
    return lambda row: getattr(row.participation, name) if row.participation else None


# For the desk, which reads real names.
REGISTRATIONS: Columns = (
    Column(_("Name"), lambda row: row.participation.person.name if row.participation else row.name),
    Column(_("In public as"), lambda row: _of("name")(row) or row.get_shown_display()),
    Column(_("Team"), lambda row: row.team_name),
    Column(pgettext_lazy("how it is", "Status"), lambda row: row.get_state_display()),
    Column(_("Start number"), _of("start_number"), "number"),
    Column(_("Checked in"), _of("checked_in_at"), "moment"),
    Column(_("Registered on"), lambda row: row.registered_at, "moment"),
)
