"""An evening's report: attendance, games, their outcome, the König. No money."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from config.site.reports.figures import figure_columns, figures_of
from league.evenings.queries.greetings import greetings
from league.events.models import Event, Participation
from league.events.queries import participations
from league.kings.queries import king_of
from league.reports.models import Report
from league.reports.paper import Facts, Paper, Section, Table, Tell, Text, day, paper
from league.results.models.results import Result
from league.results.queries import results as results_queries
from league.standings import scoring

HERE = (Participation.Attendance.PRESENT, Participation.Attendance.LATE)


def make(report: Report, tell: Tell, now: datetime) -> Paper:
    event = Event.objects.select_related("host").get(pk=report.subject)
    here = [
        participation for participation in participations(event) if participation.attendance in HERE
    ]
    results = list(results_queries.results(event))
    tell(50)
    where = event.place or (event.host.name if event.host else event.get_venue_display())
    return paper(
        over=_("Evening report"),
        title=f"{event.name}, {day(event.business_date)}",
        under=where,
        as_of=now,
        sections=[
            Section(_("In figures"), [_facts(len(here), results)]),
            Section(_("König"), [Text([_king(event)])]),
            Section(_("Congratulations"), _greetings(event)),
            Section(_("The evening as a table"), _ranking(results)),
            Section(_("All games"), _games(results)),
            Section(
                _("Who was there"),
                [Text([", ".join(participation.name for participation in here)])] if here else [],
            ),
        ],
    )


def _facts(here: int, results: Sequence[Result]) -> Facts:
    strokes = sum(line.schock_aus or 0 for result in results for line in result.lines.all())
    return Facts(
        [
            (str(here), _("were there")),
            (str(len({result.table_id for result in results})), _("Tables")),
            (str(len(results)), _("Games")),
            (str(strokes), _("Schock-Aus")),
        ]
    )


def _greetings(event: Event) -> list[Text]:
    """Return birthdays and jubilees of those who want them read there."""
    read_out = greetings(event.business_date, event)
    return [Text([greeting.sentence for greeting in read_out])] if read_out else []


def _king(event: Event) -> str:
    king = king_of(event)
    if king is None:
        return _("Nobody has been crowned yet.")
    if king.person is None:
        return _("Nobody had a Schock-Aus, so there is no König.")
    return _("%(name)s with %(n)s Schock-Aus.") % {"name": king.person.name, "n": king.schock_aus}


def games_of(results: Sequence[Result]) -> list[scoring.Game]:
    """Return results as `league.standings.scoring` reads them."""
    return [
        scoring.Game(
            result.table.block.event_id,
            result.ended_by,
            tuple(
                scoring.Line(
                    line.seat.participation.person_id,
                    line.lost_first,
                    line.lost_second,
                    line.lost_game,
                    line.schock_aus,
                )
                for line in result.lines.all()
            ),
        )
        for result in results
    ]


def _ranking(results: Sequence[Result]) -> list[Table]:
    """Rank the evening by the season's criteria."""
    names = {
        line.seat.participation.person_id: line.seat.participation.name
        for result in results
        for line in result.lines.all()
    }
    rows = scoring.table(games_of(results))
    if not rows:
        return []
    return [
        Table(
            [_("Place"), _("Name"), *figure_columns()],
            [[str(row.rank), names[row.person], *figures_of(row)] for row in rows],
            figures=2,
            wide=1,
            ranked=True,
        )
    ]


def _games(results: Sequence[Result]) -> list[Table]:
    if not results:
        return []
    columns = [_("Table"), _("Game"), _("1st half"), _("2nd half"), _("Lost")]
    return [Table(columns, [_game(result) for result in results], figures=9, wide=4)]


def _game(result: Result) -> list[str]:
    lost = {"lost_first": "–", "lost_second": "–", "lost_game": "–"}
    for line in result.lines.all():
        for part in lost:
            if getattr(line, part):
                lost[part] = line.seat.participation.name
    text = lost["lost_game"]
    if result.ended_by == Result.EndedBy.ABANDONED:
        text = _("abandoned")
    elif result.ended_by == Result.EndedBy.SWEEP:
        text = _("%(name)s, Blattschuss") % {"name": text}
    if result.is_corrected:
        text = _("%(outcome)s (corrected)") % {"outcome": text}
    first = [str(result.table.number), str(result.number)]
    return [*first, lost["lost_first"], lost["lost_second"], text]
