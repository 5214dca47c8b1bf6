"""A tournament's report: programme, standings of each block, final ranking, teams, prizes.

All people are named as at the tournament. Of money it has only what was announced to all: shares of
the pot, never who paid.
"""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from finance.books.booking_labels import award
from league.events.models import Event
from league.reports.models import Report
from league.reports.paper import Facts, Paper, Points, Section, Table, Tell, Text, day, paper
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.labels import rankings as words
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState


def make(report: Report, tell: Tell, now: datetime) -> Paper:
    event = Event.objects.select_related("tournament", "host").get(pk=report.subject)
    state = TournamentState(event)
    tell(50)
    finished = event.tournament.finished_at
    return paper(
        over=_("Tournament report"),
        title=f"{event.name}, {day(event.business_date)}",
        under=event.place or event.get_venue_display(),
        as_of=finished or now,
        sections=[
            Section(_("In figures"), [_facts(state)]),
            Section(
                _("Final standings") if finished else _("Standings of the day"), _ranking(state)
            ),
            Section(_("Special prizes"), _specials(state)),
            Section(_("Prizes"), _prizes(event)),
            Section(_("Teams"), _teams(state)),
            Section(_("Programme"), _programme(state)),
            *(
                Section(block.name, _standing(state, block))
                for block in state.blocks.values()
                if block.rows
            ),
        ],
    )


def _facts(state: TournamentState) -> Facts:
    tables = [table for block in state.blocks.values() for table in block.played]
    return Facts(
        [
            (str(len(state.people)), _("took part")),
            (str(len(state.blocks)), pgettext("of a tournament", "Rounds")),
            (str(len(tables)), _("Tables")),
            (str(sum(table.played for table in tables)), _("Games")),
        ]
    )


def _team(state: TournamentState, person: int) -> str:
    return str(state.people[person].team or "")


def _ranking(state: TournamentState) -> list[Table]:
    if not state.ranking:
        return []
    teams = bool(state.teams)
    columns = [_("Place"), _("Name"), *([_("Team")] if teams else []), _("got to")]
    rows = [
        [
            str(placed.rank),
            state.people[placed.person].name,
            *([_team(state, placed.person)] if teams else []),
            state.blocks[placed.block].name,
        ]
        for placed in state.ranking
    ]
    return [Table(columns, rows, figures=9, wide=1, ranked=True)]


def _specials(state: TournamentState) -> list[Text]:
    group = state.event.tournament.group
    texts = [
        f"{words.special(prize, group)}: "
        + words.listed([state.people[who].name for who in prize.people])
        for prize in state.specials
    ]
    return [Text(texts)] if texts else []


def _prizes(event: Event) -> list[Table]:
    rows = [
        [
            award(prize),
            prize.thing or "–",
            prize.sponsor or "–",
            f"{prize.pot_percent} %" if prize.pot_percent else "–",
        ]
        for prize in event.prizes.all()
    ]
    columns = [_("What for"), _("Prize in kind"), _("donated by"), _("Share of the pot")]
    return [Table(columns, rows, figures=3, wide=1)] if rows else []


def _teams(state: TournamentState) -> list[Table]:
    names = {person.team_id: str(person.team) for person in state.people.values() if person.team_id}
    rows = [
        [
            str(team.rank),
            names[team.team],
            words.listed([state.people[member.person].name for member in team.members]),
            words.number(team.points),
        ]
        for team in state.teams
    ]
    columns = [_("Place"), _("Team"), _("With"), _("Points")]
    return [Table(columns, rows, figures=3, wide=2, ranked=True)] if rows else []


def _programme(state: TournamentState) -> list[Table]:
    rows = [
        [block.name, line.about, line.sentence]
        for number, block in state.blocks.items()
        for line in format_words.block_lines(state.format, number)
    ]
    columns = [_("Block"), _("What"), _("How")]
    return [Table(columns, rows, figures=9, wide=2)] if rows else []


def _standing(state: TournamentState, block: BlockState) -> list[Points | Table | Text]:
    criteria = [str(format_words.CRITERIA[code]) for code in block.setting.ties]
    rows = [[str(row.rank), state.people[row.person].name, *words.cells(row)] for row in block.rows]
    columns = [_("Place"), _("Name"), *words.columns(block.setting)]
    missing = block.given_up
    lacks = [
        ngettext(
            "One card is missing and does not count.",
            "%(n)s cards are missing and do not count.",
            missing,
        )
        % {"n": missing}
    ]
    return [
        Text([_("What decides, in this order:")], soft=True),
        Points(criteria),
        Table(columns, rows, figures=2, wide=1, ranked=True),
        *([Text(lacks, soft=True)] if missing else []),
    ]
