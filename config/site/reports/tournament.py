"""A tournament's report: programme, standings of each block, final ranking, teams, prizes.

Everybody stands here as shown at the tournament. Of money it knows what was announced to all:
shares of the pot, never who paid.
"""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from finance.books.labels import award
from league.events.models import Event
from league.reports.models import Report
from league.reports.paper import Facts, Paper, Points, Section, Table, Tell, Text, day, paper
from league.tournaments.labels import formats as format_words
from league.tournaments.labels import rankings as words
from league.tournaments.queries.course import BlockCourse, Course


def make(report: Report, tell: Tell, now: datetime) -> Paper:
    event = Event.objects.select_related("tournament", "host").get(pk=report.subject)
    course = Course(event)
    tell(50)
    finished = event.tournament.finished_at
    return paper(
        over=_("Tournament report"),
        title=f"{event.name}, {day(event.business_date)}",
        under=event.place or event.get_venue_display(),
        as_of=finished or now,
        sections=[
            Section(_("In figures"), [_facts(course)]),
            Section(
                _("Final standings") if finished else _("Standings of the day"), _ranking(course)
            ),
            Section(_("Special prizes"), _specials(course)),
            Section(_("Prizes"), _prizes(event)),
            Section(_("Teams"), _teams(course)),
            Section(_("Programme"), _programme(course)),
            *(
                Section(one.name, _standing(course, one))
                for one in course.blocks.values()
                if one.rows
            ),
        ],
    )


def _facts(course: Course) -> Facts:
    tables = [table for one in course.blocks.values() for table in one.played]
    return Facts(
        [
            (str(len(course.people)), _("took part")),
            (str(len(course.blocks)), pgettext("of a tournament", "Rounds")),
            (str(len(tables)), _("Tables")),
            (str(sum(table.played for table in tables)), _("Games")),
        ]
    )


def _team(course: Course, person: int) -> str:
    return str(course.people[person].team or "")


def _ranking(course: Course) -> list[Table]:
    if not course.ranking:
        return []
    teams = bool(course.teams)
    columns = [_("Place"), _("Name"), *([_("Team")] if teams else []), _("got to")]
    rows = [
        [
            str(one.rank),
            course.people[one.person].name,
            *([_team(course, one.person)] if teams else []),
            course.blocks[one.block].name,
        ]
        for one in course.ranking
    ]
    return [Table(columns, rows, figures=9, wide=1, ranked=True)]


def _specials(course: Course) -> list[Text]:
    said = [
        f"{words.special(one)}: {words.listed([course.people[who].name for who in one.people])}"
        for one in course.specials
    ]
    return [Text(said)] if said else []


def _prizes(event: Event) -> list[Table]:
    rows = [
        [
            award(one),
            one.thing or "–",
            one.sponsor or "–",
            f"{one.pot_percent} %" if one.pot_percent else "–",
        ]
        for one in event.prizes.all()
    ]
    columns = [_("What for"), _("Prize in kind"), _("donated by"), _("Share of the pot")]
    return [Table(columns, rows, figures=3, wide=1)] if rows else []


def _teams(course: Course) -> list[Table]:
    names = {one.team_id: str(one.team) for one in course.people.values() if one.team_id}
    rows = [
        [
            str(one.rank),
            names[one.team],
            words.listed([course.people[member.person].name for member in one.members]),
            words.number(one.points),
        ]
        for one in course.teams
    ]
    columns = [_("Place"), _("Team"), _("With"), _("Points")]
    return [Table(columns, rows, figures=3, wide=2, ranked=True)] if rows else []


def _programme(course: Course) -> list[Table]:
    rows = [
        [one.name, line.about, line.sentence]
        for number, one in course.blocks.items()
        for line in format_words.block_lines(course.format, number)
    ]
    columns = [_("Block"), _("What"), _("How")]
    return [Table(columns, rows, figures=9, wide=2)] if rows else []


def _standing(course: Course, block: BlockCourse) -> list[Points | Table | Text]:
    criteria = [str(format_words.CRITERIA[code]) for code in block.setting.ties]
    rows = [
        [str(row.rank), course.people[row.person].name, *words.cells(row)] for row in block.rows
    ]
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
