"""„Rückblick“: somebody's own year, for that person alone. The cost is the own account's."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.reports.evening import games_of
from config.desk.reports.figures import figure_columns, figures_of
from config.desk.reports.paper import (
    Drawing,
    Facts,
    Paper,
    Section,
    Table,
    Tell,
    Text,
    paper,
    short_day,
)
from finance.queries.own_year import cost_of
from finance.words import euro, rounds
from league import drawings, scoring
from league.drawings import Bar, Said
from league.models import Event, King, Person, Report, Result
from league.queries.reports import results_of_year


def make(report: Report, tell: Tell, now: datetime) -> Paper:
    me, year = report.person, report.subject
    assert me is not None, "the database keeps a review with its person"
    results = list(results_of_year(me, year))
    tell(60)
    evenings = {one.table.block.event_id: one.table.block.event for one in results}
    row = next((one for one in scoring.table(games_of(results)) if one.person == me.pk), None)
    kings = King.objects.filter(
        is_current=True, person=me, event__business_date__year=year
    ).select_related("event")
    return paper(
        over=_("Rückblick"),
        title=_("%(name)s, dein Jahr %(year)s") % {"name": me.name, "year": year},
        under=_("Nur für dich. Niemand sonst im Club kann diesen Bericht abrufen."),
        as_of=now,
        sections=[
            Section(_("In Zahlen"), _facts(row, evenings, results)),
            Section(_("Deine Abende"), _evenings(me, results)),
            Section(_("Dein Jahr Monat für Monat"), _months(results)),
            Section(_("Mit wem du gespielt hast"), _company(me, results)),
            Section(_("König"), _kings(list(kings))),
            Section(_("Was es dich gekostet hat"), _cost(me, year)),
        ],
    )


def _facts(
    row: scoring.Row | None, evenings: dict[int, Event], results: Sequence[Result]
) -> list[Facts | Table | Text]:
    if row is None:
        return [Text([_("In diesem Jahr ist kein Spiel von dir eingetragen.")])]
    survived = row.games - row.games_lost
    return [
        Facts(
            [
                (str(len(evenings)), _("Abende")),
                (str(row.games), _("Spiele")),
                (str(survived), _("Spiele nicht verloren")),
                (str(row.schock_aus), _("Schock-Aus")),
            ]
        ),
        Table(figure_columns(), [figures_of(row)], figures=0),
    ]


def _evenings(me: Person, results: Sequence[Result]) -> list[Table]:
    by_event: dict[int, list[Result]] = {}
    for one in results:
        by_event.setdefault(one.table.block.event_id, []).append(one)
    rows = []
    for found in by_event.values():
        event = found[0].table.block.event
        own = next((row for row in scoring.table(games_of(found)) if row.person == me.pk), None)
        if own is not None:
            counts = [str(own.games), str(own.games_lost), str(own.next_to_last)]
            rows.append([short_day(event.business_date), event.name, *counts, str(own.schock_aus)])
    columns = [_("Datum"), _("Abend"), _("Spiele"), _("verloren"), _("Vorletzter"), _("Schock-Aus")]
    return [Table(columns, rows, figures=2, wide=1)] if rows else []


def _months(results: Sequence[Result]) -> list[Drawing]:
    counts = Counter(one.table.block.event.business_date.month for one in results)
    if len(counts) < 2:
        return []
    lines = [Bar(str(MONTHS[month]), counts[month]) for month in sorted(counts)]
    words = "; ".join(f"{one.name}: {one.now}" for one in lines)
    title = _("Spiele je Monat")
    return [Drawing(drawings.bars(Said(title, words), lines, money=str), f"{title}. {words}")]


def _company(me: Person, results: Sequence[Result]) -> list[Text]:
    """With whom most often, and who lost most often where one sat at the table."""
    with_whom, lost = Counter[str](), Counter[str]()
    for one in results:
        for line in one.lines.all():
            if line.seat.participation.person_id == me.pk:
                continue
            with_whom[line.seat.participation.person.name] += 1
            lost[line.seat.participation.person.name] += line.lost_game
    said = []
    if with_whom:
        name, count = with_whom.most_common(1)[0]
        said.append(
            ngettext(
                "Am häufigsten saß %(name)s mit am Tisch: in einem Spiel.",
                "Am häufigsten saß %(name)s mit am Tisch: in %(n)s Spielen.",
                count,
            )
            % {"name": name, "n": count}
        )
    if lost and lost.most_common(1)[0][1]:
        name, count = lost.most_common(1)[0]
        said.append(
            ngettext(
                "Am häufigsten verlor neben dir %(name)s: ein Spiel.",
                "Am häufigsten verlor neben dir %(name)s: %(n)s Spiele.",
                count,
            )
            % {"name": name, "n": count}
        )
    return [Text(said)] if said else []


def _kings(kings: Sequence[King]) -> list[Text]:
    if not kings:
        return []
    days = ", ".join(short_day(one.event.business_date) for one in kings)
    said = ngettext(
        "An einem Abend warst du König: %(days)s.",
        "An %(n)s Abenden warst du König: %(days)s.",
        len(kings),
    )
    return [Text([said % {"n": len(kings), "days": days}])]


def _cost(me: Person, year: int) -> list[Table | Text]:
    found = cost_of(me, year)
    if not found.lines:
        return [Text([_("In diesem Jahr ist dir nichts berechnet worden.")])]
    rows = [[what, euro(cents)] for what, cents in found.lines if cents]
    parts: list[Table | Text] = [
        Table([_("Wofür"), _("Betrag")], rows, sums=[_("Summe"), euro(found.cents)])
    ]
    if found.rounds:
        parts.append(Text([_("Dazu Getränke: %(rounds)s.") % {"rounds": rounds(found.rounds)}]))
    return parts
