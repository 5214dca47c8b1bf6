"""The table and the fixtures of a league of teams as sheets."""

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.files.lists import Column, Columns, export_response
from league.matches.models import TeamLeague
from league.matches.queries.leagues import MatchRow, Overview
from league.web.asked import asked_text

# Of (row, team).
TABLE: Columns = (
    Column(_("Place"), lambda pair: pair[0].place, "number"),
    Column(_("Team"), lambda pair: pair[1].name),
    Column(_("Matches"), lambda pair: pair[0].played, "number"),
    Column(pgettext_lazy("matches", "won"), lambda pair: pair[0].won, "number"),
    Column(pgettext_lazy("matches", "drawn"), lambda pair: pair[0].drawn, "number"),
    Column(pgettext_lazy("matches", "lost"), lambda pair: pair[0].lost, "number"),
    Column(_("Sets won"), lambda pair: pair[0].sets_won, "number"),
    Column(_("Sets lost"), lambda pair: pair[0].sets_lost, "number"),
    Column(_("Tables won"), lambda pair: pair[0].tables_won, "number"),
    Column(_("Tables lost"), lambda pair: pair[0].tables_lost, "number"),
    Column(_("Points"), lambda pair: pair[0].points, "number"),
)


def _sets(side: str) -> Any:
    """Return what a side won by tables, once the match counts."""

    def value(row: MatchRow) -> Any:
        outcome = row.standing.outcome
        return getattr(outcome, f"{side}_tables") if row.standing.counts else None

    return value


FIXTURES: Columns = (
    Column(_("Match day"), lambda row: row.match.day, "number"),
    Column(_("Date"), lambda row: row.match.event.business_date, "day"),
    Column(_("Home"), lambda row: row.match.home.name),
    Column(_("Away"), lambda row: row.match.away.name),
    Column(_("Tables home"), _sets("home"), "number"),
    Column(_("Tables away"), _sets("away"), "number"),
)


def export(request: HttpRequest, league: TeamLeague, overview: Overview) -> HttpResponseBase | None:
    """Return the table as a file, with `?sheet=days` the fixtures; None for the page itself."""
    if asked_text(request, "sheet") == "days":
        rows = (row for matches in overview.days.values() for row in matches)
        return export_response(request, league.name, FIXTURES, rows, "spielplan")
    pairs = ((row, overview.teams[row.team]) for row in overview.ranking)
    return export_response(request, league.name, TABLE, pairs, "liga")
