"""The match sheet on paper: the seats of each round, the sets, the fines, two signatures."""

from dataclasses import asdict
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from league.club.queries import paper_head
from league.files.printing.typeset import pdf
from league.matches import rules
from league.matches.queries.sheets import Sheet, TableState


def match_sheet(sheet: Sheet, *, language: str, now: datetime) -> bytes:
    """Return the sheet, a page for each round, as filled in so far; the rest is written by hand."""
    match, standing = sheet.match, sheet.standing
    with override(language):
        rounds = [
            [_table(table) for table in round_state.tables] for round_state in sheet.rounds
        ] or [[_blank(number) for number in range(1, rules.TABLES + 1)]] * rules.ROUNDS
        data = {
            "paper_head": asdict(paper_head()),
            "league": match.league.name,
            "title": f"{match.home} – {match.away}",
            "home": match.home.name,
            "away": match.away.name,
            "under": " · ".join(
                part
                for part in (
                    _("Match day %(number)s") % {"number": match.day},
                    date_format(match.event.business_date, _("j F Y")),
                    match.event.place,
                )
                if part
            ),
            "rounds": rounds,
            "sets": rules.SETS,
            "outcome": _outcome(sheet) if standing.has_begun else "",
            "words": {
                "round": _("Round %(number)s") % {"number": "{n}"},
                "set": _("Set %(number)s") % {"number": "{n}"},
                "fines": _("Fines"),
                "result": _("Result"),
                "how": _(
                    "Under each set: a cross for whoever lost it. All three sets are played. "
                    "Then the guests go one table on, clockwise."
                ),
                # The template alone knows the numbers and puts them in.
                "page": _("Page %(number)s of %(all)s") % {"number": "{page}", "all": "{pages}"},
                "home": _("Captain of the home team"),
                "away": _("Captain of the guests"),
                "notes": _("Substitutes, anything else"),
            },
        }
        title = _("Match sheet: %(match)s") % {"match": str(match)}
        return pdf("match_sheet", data, title=title, language=language, now=now)


def _outcome(sheet: Sheet) -> str:
    result = sheet.standing.outcome
    return _("Tables %(home)s : %(away)s, sets %(home_sets)s : %(away_sets)s") % {
        "home": result.home_tables,
        "away": result.away_tables,
        "home_sets": result.home_sets,
        "away_sets": result.away_sets,
    }


def _table(table: TableState) -> dict[str, object]:
    return {
        "title": _("Table %(number)s") % {"number": table.number},
        "seats": [
            {
                "name": seat.participation.person.name,
                "is_home": rules.side_at(seat.position) == rules.HOME,
                "lost": [
                    number in table.sets and table.sets[number].seat == seat.pk
                    for number in range(1, rules.SETS + 1)
                ],
            }
            for seat in table.seats
        ],
        "result": f"{table.home_sets} : {table.away_sets}" if table.is_over else "",
    }


def _blank(number: int) -> dict[str, object]:
    return {
        "title": _("Table %(number)s") % {"number": number},
        "seats": [
            {
                "name": "",
                "is_home": rules.side_at(position) == rules.HOME,
                "lost": [False] * rules.SETS,
            }
            for position in range(1, 2 * rules.PAIR + 1)
        ],
        "result": "",
    }
