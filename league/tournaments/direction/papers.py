"""The papers of a tournament from plain values: their content and their words.

No model and no clock here. Every name arrives as the one that may be shown. The design of a paper
is in templates/reports; words go there as data, so a paper speaks German and English.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext

from league.club.queries import NO_HEAD, PaperHead
from league.files.pictures import qr_svg
from league.files.printing.typeset import pdf
from league.people.models.people import sort_key


@dataclass(frozen=True, kw_only=True)
class Occasion:
    """The occasion of a paper: the tournament, its day, the block if any, and the letterhead."""

    tournament: str
    day: date
    block: str = ""
    head: PaperHead = NO_HEAD


@dataclass(frozen=True)
class CardSeat:
    """A player and the number of the place, used for entering the card."""

    name: str
    place: int
    start_number: int | None = None


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """One table's card. `seats` go clockwise; `link` is the address its QR code opens.

    Number 0 is a table whose number is written by hand.
    """

    number: int
    seats: Sequence[CardSeat]
    deckel: int | None = None
    # The code by which the entry page finds the card.
    code: str = ""
    link: str = ""
    valid_until: datetime | None = None


@dataclass(frozen=True)
class Games:
    """A card for `count` games, each with two halves and the final."""

    count: int


@dataclass(frozen=True)
class Lives:
    """A card with `count` lives each, to be crossed out."""

    count: int


def table_cards(
    occasion: Occasion,
    cards: Sequence[TableCard],
    *,
    written: Games | Lives,
    how: str = "",
    language: str,
    now: datetime,
) -> bytes:
    """Render the cards for the tables, two on a sheet. `how` explains the fields."""
    with override(language):
        data = {
            **heading(occasion),
            **card_sheet(written, how),
            "cards": [card_data(card) for card in cards],
            "words": card_words(),
        }
        title = _("Table cards: %(what)s") % {"what": _what(occasion)}
        return pdf("table_cards", data, title=title, language=language, now=now)


def card_sheet(written: Games | Lives, how: str) -> dict[str, object]:
    """Return the part common to all cards of a round, in the current language."""
    is_games = isinstance(written, Games)
    legend = _("1 and 2: halves, F: final. Schock-Aus: one stroke for each.")
    return {
        "games": written.count if is_games else 0,
        "lives": 0 if is_games else written.count,
        "legend": legend if is_games else _("Cross out lost lives."),
        "how": how,
    }


def card_words() -> dict[str, str]:
    """Return the words of a card, in the current language."""
    return {
        "code": pgettext("of a paper card", "Card"),
        "player": _("Name"),
        "start_number": _("No."),
        "place": _("Place"),
        "game": _("Game %(number)s") % {"number": "{n}"},
        "first": "1",
        "second": "2",
        "final": "F",
        "schock_aus": _("Schock-Aus"),
        "sum": _("Sum"),
        "lives": _("Lives"),
        "left": _("left"),
        "scan": _("Scan, tap your name, keep score: the code opens this table, no login needed."),
        "returned": _("Card handed in at %(time)s") % {"time": "{blank}"},
        "signature": _("Signature"),
    }


@dataclass(frozen=True)
class PlanSeat:
    name: str
    begins: bool = False


@dataclass(frozen=True)
class PlanTable:
    number: int
    seats: Sequence[PlanSeat]


def seating_plan(
    occasion: Occasion, tables: Sequence[PlanTable], *, language: str, now: datetime
) -> bytes:
    """Render all tables of a block, seats clockwise, and then all people by name."""
    with override(language):
        people = sorted(
            ((seat.name, table.number) for table in tables for seat in table.seats),
            key=lambda pair: sort_key(pair[0]),
        )
        data = {
            **heading(occasion),
            "tables": [
                {
                    "title": _table(table.number),
                    "seats": [{"name": seat.name, "first": seat.begins} for seat in table.seats],
                }
                for table in tables
            ],
            "people": [
                {"name": name, "table": _table(number), "letter": sort_key(name)[:1]}
                for name, number in people
            ],
            "words": {
                "title": _("Seating plan"),
                "by_name": _("Who sits where?"),
                "begins": _("Seat 1"),
                "clockwise": _("The seats run clockwise."),
                "page": page_words(),
            },
        }
        title = _("Seating plan: %(what)s") % {"what": _what(occasion)}
        return pdf("seating_plan", data, title=title, language=language, now=now)


@dataclass(frozen=True, kw_only=True)
class RankingRow:
    """One line. `rank` is empty for a person who is shown without a place."""

    rank: int | None
    name: str
    team: str = ""
    cells: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """A ranking. `criteria` are in words, in their order; `columns` head the cells."""

    title: str
    criteria: Sequence[str]
    columns: Sequence[str]
    rows: Sequence[RankingRow]
    footnotes: Sequence[str] = ()


def ranking(occasion: Occasion, table: Ranking, *, language: str, now: datetime) -> bytes:
    """Render a ranking as it is at `now`."""
    with override(language):
        data = {
            "paper_head": asdict(occasion.head),
            "title": table.title,
            "subtitle": f"{_what(occasion)} · {_day(occasion.day)}",
            "as_of": pgettext("on paper", "As of %(when)s") % {"when": moment(now)},
            "criteria": list(table.criteria),
            "columns": list(table.columns),
            "rows": [
                {
                    "rank": "" if row.rank is None else f"{row.rank}",
                    "podium": row.rank is not None and row.rank <= 3,
                    "name": row.name,
                    "team": row.team,
                    "cells": list(row.cells),
                }
                for row in table.rows
            ],
            "footnotes": list(table.footnotes),
            "words": {
                "rank": _("Place"),
                "name": _("Name"),
                "team": _("Team"),
                "criteria": _("What decides, in this order:"),
                "page": page_words(),
            },
        }
        title = f"{table.title}: {_what(occasion)}"
        return pdf("ranking", data, title=title, language=language, now=now)


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """A certificate for a place, for a title or special prize in words, or for both."""

    name: str
    place: int | None = None
    honour: str = ""


def certificates(
    occasion: Occasion,
    honoured: Sequence[Certificate],
    *,
    where: str = "",
    signed_by: str = "",
    language: str,
    now: datetime,
) -> bytes:
    """Render one page each.

    `signed_by` is printed under the line, by default the tournament's direction.
    """
    with override(language):
        data = {
            "paper_head": asdict(occasion.head),
            "tournament": occasion.tournament,
            "where": ", ".join(filter(None, [where, _day(occasion.day)])),
            "signed_by": signed_by or _("Tournament director"),
            "certificates": [
                {
                    "name": certificate.name,
                    "number": "" if certificate.place is None else f"{certificate.place}",
                    "place": ""
                    if certificate.place is None
                    else _place(certificate.place, language),
                    "honour": certificate.honour,
                }
                for certificate in honoured
            ],
            "words": {"certificate": _("Certificate")},
        }
        title = _("Certificates: %(what)s") % {"what": occasion.tournament}
        return pdf("certificates", data, title=title, language=language, now=now)


def heading(occasion: Occasion) -> dict[str, object]:
    """Return the heading of every paper about its tournament, in the current language."""
    return {
        "paper_head": asdict(occasion.head),
        "tournament": occasion.tournament,
        "block": occasion.block,
        "day": _day(occasion.day),
        "what": _what(occasion),
        "under": " · ".join(filter(None, [occasion.block, _day(occasion.day)])),
    }


def _what(occasion: Occasion) -> str:
    return ", ".join(filter(None, [occasion.tournament, occasion.block]))


def _day(day: date) -> str:
    return date_format(day, _("j F Y"))


def moment(when: datetime) -> str:
    """Format a day and a time, in the current language."""
    local = localtime(when)
    return f"{_day(local.date())}, {local:%H:%M}"


def _table(number: int) -> str:
    return _("Table %(number)s") % {"number": number}


def page_words() -> str:
    """Return the words of a page number; the template fills in the numbers."""
    return _("Page %(number)s of %(all)s") % {"number": "{page}", "all": "{pages}"}


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def _place(place: int, language: str) -> str:
    """Return „3. Platz“, “3rd place”: a catalogue cannot express English endings."""
    if not language.startswith("en"):
        return _("Place %(place)s") % {"place": place}
    last = place % 10 if place % 100 not in {11, 12, 13} else 0
    return f"{place}{_ENDINGS.get(last, 'th')} place"


def card_data(card: TableCard) -> dict[str, object]:
    """Return a card as the template draws it, in the current language."""
    until = card.valid_until
    return {
        "title": _table(card.number) if card.number else _("Table"),
        "code": card.code,
        "deckel": card.deckel or 0,
        "deckel_words": ngettext("%(n)d Deckel", "%(n)d Deckel", card.deckel or 0)
        % {"n": card.deckel or 0},
        "qr": qr_svg(card.link) if card.link else None,
        "alt": _("QR code for table %(number)s") % {"number": card.number},
        "until": _("Valid until %(until)s.") % {"until": moment(until)} if until else "",
        "seats": [
            {
                "name": seat.name,
                "place": f"{seat.place}",
                "number": "" if seat.start_number is None else f"{seat.start_number}",
            }
            for seat in card.seats
        ],
    }
