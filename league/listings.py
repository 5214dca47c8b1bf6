"""What the league's lists hold as sheets: the columns of the page, by the names one reads there.

`als=csv` or `als=xlsx` behind the address of a page hands its list out (`league.lists.handed_out`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league import formats
from league.lists import Column, Listing, Order, days, words
from league.models import Event, King, Person, Registration, ResultLine, StandingRow
from league.queries import Naming
from league.queries.year import YearLine

Columns = tuple[Column[Any], ...]


def _joined(words: Any) -> str:
    return ", ".join(str(word) for word in words)


# --- people and evenings --------------------------------------------------------------------
def _kind(person: Person) -> str:
    held = getattr(person, "memberships_now", [])
    return _joined(one.get_kind_display() for one in held) or str(_("Gast"))


def _offices(person: Person) -> str:
    return _joined(one.get_role_display() for one in getattr(person, "offices_now", []))


PEOPLE: Columns = (
    Column(_("Name"), lambda row: row.name),
    Column(_("Mitgliedschaft"), _kind),
    Column(_("Ämter"), _offices),
)


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


def _tournament_state(event: Event) -> str:
    if event.is_cancelled:
        return str(_("abgesagt"))
    if event.tournament.finished_at:
        return str(_("abgeschlossen"))
    return str(_("Anmeldung offen")) if event.tournament.registration_open else ""


TOURNAMENTS: Columns = (
    *EVENINGS[:5],
    Column(pgettext_lazy("how it is", "Stand"), _tournament_state),
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


def kings(streaks: Mapping[int, int]) -> Listing[King]:
    """Who was König when; `streaks` says by evening how many in a row that made."""
    return Listing(
        title=_("Könige"),
        filters=(words("person__name"), *days("event__business_date")),
        orders=(
            Order("neueste", _("der letzte zuerst"), ("-event__business_date", "-event_id")),
            Order("aelteste", _("der erste zuerst"), ("event__business_date", "event_id")),
            Order(
                "meiste",
                _("meiste Schock-Aus zuerst"),
                ("-schock_aus", "-event__business_date", "-event_id"),
            ),
        ),
        columns=(
            Column(_("Datum"), lambda row: row.event.business_date, "day"),
            Column(_("Abend"), lambda row: row.event.name),
            Column(_("König"), lambda row: row.person.name if row.person else ""),
            Column(_("Schock-Aus"), lambda row: row.schock_aus, "number"),
            Column(_("im Stechen"), lambda row: row.by_playoff, "yes"),
            Column(_("in Folge"), lambda row: streaks.get(row.event_id), "number"),
        ),
        dress=lambda rows: rows,
    )


# --- standings ------------------------------------------------------------------------------
def standing(naming: Naming) -> Columns:
    """Of the season's table and the all-time one."""

    def rank(row: StandingRow) -> int | None:
        return row.rank if row.is_ranked else None

    return (
        Column(_("Platz"), rank, "number"),
        Column(_("Name"), lambda row: naming.of(row.person)),
        Column(_("Spiele"), lambda row: row.games, "number"),
        Column(_("verloren"), lambda row: row.games_lost, "number"),
        Column(_("Anteil"), lambda row: round(float(row.share_lost), 4), "number"),
        Column(_("Vorletzter"), lambda row: row.next_to_last, "number"),
        Column(_("Hälften"), lambda row: row.halves_lost, "number"),
        Column(_("Blattschüsse"), lambda row: row.sweeps, "number"),
        Column(_("Schock-Aus"), lambda row: row.schock_aus, "number"),
        Column(_("Abende"), lambda row: row.evenings, "number"),
        Column(_("gestrichen"), lambda row: row.dropped, "number"),
    )


def _results(line: YearLine) -> str:
    return _joined(one.rank for _event, one in line.results)


YEAR: Columns = (
    Column(_("Platz"), lambda row: row.rank, "number"),
    Column(_("Name"), lambda row: row.name),
    Column(_("Punkte"), lambda row: float(row.points), "number"),
    Column(_("Plätze der Reihe nach"), _results),
    Column(_("gestrichen"), lambda row: row.dropped, "number"),
    Column(_("nicht dabei"), lambda row: row.missed, "number"),
)


def _event_of(line: ResultLine) -> Event:
    return line.result.table.block.event


PERSON_GAMES: Columns = (
    Column(_("Datum"), lambda row: _event_of(row).business_date, "day"),
    Column(_("Abend"), lambda row: _event_of(row).name),
    Column(_("Tisch"), lambda row: row.result.table.number, "number"),
    Column(_("Spiel"), lambda row: row.result.number, "number"),
    Column(_("1. Hälfte verloren"), lambda row: row.lost_first, "yes"),
    Column(_("2. Hälfte verloren"), lambda row: row.lost_second, "yes"),
    Column(_("Spiel verloren"), lambda row: row.lost_game, "yes"),
    Column(_("Ende"), lambda row: row.result.get_ended_by_display()),
    Column(_("Schock-Aus"), lambda row: row.schock_aus, "number"),
)

# --- tournaments ----------------------------------------------------------------------------
# Of the rows as the page has them: `who` under the name that may be read.
_WHO: Columns = (
    Column(_("Name"), lambda row: row["who"].name),
    Column(_("Startnummer"), lambda row: row["who"].start_number, "number"),
    Column(_("Mannschaft"), lambda row: row["who"].team.name if row["who"].team else ""),
)


def _ranked_by(
    row_of: Callable[[Any], formats.Row], total_of: Callable[[Any], formats.Tally]
) -> Columns:
    """Points, or the lives where these count, and what was played."""
    return (
        Column(
            _("Punkte"),
            lambda one: float(row_of(one).points) if row_of(one).lives is None else None,
            "number",
        ),
        Column(_("Leben"), lambda one: row_of(one).lives, "number"),
        Column(_("Spiele"), lambda one: total_of(one).games, "number"),
        Column(_("verloren"), lambda one: total_of(one).games_lost, "number"),
        Column(_("Schock-Aus"), lambda one: total_of(one).schock_aus, "number"),
    )


PLACES: Columns = (
    Column(_("Platz"), lambda row: row["placed"].rank, "number"),
    *_WHO,
    Column(_("Durchgang"), lambda row: row["block"].name),
    *_ranked_by(lambda one: one["placed"].row, lambda one: one["day"]),
)
BLOCK: Columns = (
    Column(_("Platz"), lambda row: row["row"].rank, "number"),
    *_WHO,
    *_ranked_by(lambda one: one["row"], lambda one: one["row"].total),
    Column(_("weiter"), lambda row: row["goes_on"], "yes"),
)
TEAMS: Columns = (
    Column(_("Platz"), lambda row: row["row"].rank, "number"),
    Column(_("Mannschaft"), lambda row: row["name"]),
    Column(_("Punkte"), lambda row: float(row["row"].points), "number"),
    Column(_("Wer"), lambda row: _joined(one["who"].name for one in row["members"])),
)


def ranking(context: Mapping[str, Any]) -> tuple[str, Columns, Any]:
    """What the page of a ranking shows: that of a block, or of the day."""
    if context["rows"]:
        return "durchgang", BLOCK, context["rows"]
    return "tabelle", PLACES, context["placed"]


def teams(context: Mapping[str, Any]) -> tuple[str, Columns, Any]:
    return "mannschaften", TEAMS, context["teams"]


def _of(name: str) -> Callable[[Registration], Any]:
    """Of whoever plays by now, nothing of those the desk has not decided about."""
    return lambda row: getattr(row.participation, name) if row.participation else None


# For the desk, which reads real names.
REGISTRATIONS: Columns = (
    Column(_("Name"), lambda row: row.participation.person.name if row.participation else row.name),
    Column(_("Öffentlich als"), lambda row: _of("name")(row) or row.get_shown_display()),
    Column(_("Mannschaft"), lambda row: row.team_name),
    Column(pgettext_lazy("how it is", "Stand"), lambda row: row.get_state_display()),
    Column(_("Startnummer"), _of("start_number"), "number"),
    Column(_("Eingecheckt"), _of("checked_in_at"), "moment"),
    Column(_("Angemeldet am"), lambda row: row.registered_at, "moment"),
)
