"""„Rückblick“: a person's own year, for that person alone. The cost is the own account's."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime

from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.site.figures import throws as throw_figures
from config.site.reports import figured
from config.site.reports.evening import games_of
from config.site.reports.figures import figure_columns, figures_of
from finance.books.labels import rounds
from finance.books.queries.costs import costs_of, rounds_of
from games.luck.queries.throws import Which
from league.events.queries import seasons
from league.figures import Person as Counts
from league.figures import queries as figures
from league.figures.services import compute_where_stale
from league.files import drawings
from league.files.drawings import Bar, Caption
from league.kings.models import King
from league.kings.queries import crowned
from league.people.models.people import Person
from league.reports.models import Report
from league.reports.paper import (
    Drawing,
    Facts,
    Paper,
    Part,
    Section,
    Table,
    Tell,
    Text,
    paper,
    short_day,
)
from league.reports.queries import played_evenings, results_of_year
from league.results.models.results import Result
from league.standings import scoring
from league.web.money import euro


def make(report: Report, tell: Tell, now: datetime) -> Paper:
    me, year = report.person, report.subject
    assert me is not None, "the database keeps a review with its person"
    results = list(results_of_year(me, year))
    tell(30)
    counts = figures.figures_of_year(me, figured.AT_EVENINGS, year)
    tell(60)
    which = Which(year=year, occasion=figured.AT_EVENINGS.occasion)
    luck = throw_figures.luck(which, me)
    tell(80)
    evenings = {result.table.block.event_id for result in results}
    row = next((row for row in scoring.table(games_of(results)) if row.person == me.pk), None)
    kings = (
        crowned()
        .filter(person=me, event__business_date__year=year)
        .order_by("event__business_date", "event")
    )
    return paper(
        over=_("Year in review"),
        title=_("%(name)s, your year %(year)s") % {"name": me.name, "year": year},
        under=_("For you alone. Nobody else in the club can get this report."),
        as_of=now,
        sections=[
            Section(_("In figures"), _facts(row, len(evenings), _evenings_held(year))),
            Section(_("Where you lost"), figured.phases(counts) if counts else []),
            Section(_("Your streaks"), figured.streaks(counts) if counts else []),
            Section(_("König"), _kings(list(kings))),
            Section(_("Luck and skill"), figured.luck(me.name, luck)),
            Section(_("Which hands you had"), figured.hands(which, me)),
            Section(_("Your rating"), _rating(me, year, now)),
            Section(_("Whom you played with"), _company(me, results, counts)),
            Section(_("Your evenings"), _evenings(me, results)),
            Section(_("Your year month by month"), _months(results)),
            Section(_("Over time"), figured.over_time(me, counts) if counts else []),
            Section(_("What it cost you"), _cost(me, year)),
        ],
    )


def _evenings_held(year: int) -> int:
    """Count the evenings that could be attended."""
    return played_evenings().filter(business_date__year=year).count()


def _facts(
    row: scoring.Row | None, evenings: int, evenings_held: int
) -> list[Facts | Table | Text]:
    if row is None:
        return [Text([_("No game of yours is recorded this year.")])]
    survived = row.games - row.games_lost
    return [
        Facts(
            [
                (str(evenings), _("of %(n)s evenings") % {"n": evenings_held}),
                (str(row.games), _("Games")),
                (str(survived), _("games not lost")),
                (str(row.schock_aus), _("Schock-Aus")),
            ]
        ),
        Table(figure_columns(), [figures_of(row)], figures=0),
    ]


def _evenings(me: Person, results: Sequence[Result]) -> list[Table]:
    by_event: dict[int, list[Result]] = {}
    for result in results:
        by_event.setdefault(result.table.block.event_id, []).append(result)
    rows = []
    for results_of_evening in by_event.values():
        event = results_of_evening[0].table.block.event
        own = next(
            (row for row in scoring.table(games_of(results_of_evening)) if row.person == me.pk),
            None,
        )
        if own is not None:
            counts = [str(own.games), str(own.games_lost), str(own.next_to_last)]
            rows.append([short_day(event.business_date), event.name, *counts, str(own.schock_aus)])
    columns = [_("Date"), _("Evening"), _("Games"), _("lost"), _("Next to last"), _("Schock-Aus")]
    return [Table(columns, rows, figures=2, wide=1)] if rows else []


def _months(results: Sequence[Result]) -> list[Drawing]:
    counts = Counter(result.table.block.event.business_date.month for result in results)
    if len(counts) < 2:
        return []
    lines = [Bar(str(MONTHS[month]), counts[month]) for month in sorted(counts)]
    words = "; ".join(f"{line.name}: {line.now}" for line in lines)
    title = _("Games per month")
    return [Drawing(drawings.bars(Caption(title, words), lines, money=str), f"{title}. {words}")]


def _rating(me: Person, year: int, now: datetime) -> list[Part]:
    first, next_year = date(year, 1, 1), date(year + 1, 1, 1)
    for season in seasons().filter(start__lt=next_year, end__gt=first):
        compute_where_stale(season=season, now=now)
    last = figures.last_rating(me, figured.AT_EVENINGS, year)
    return figured.rating(*last) if last is not None else []


def _company(me: Person, results: Sequence[Result], counts: Counts | None) -> list[Part]:
    """Say who was met most often, and who lost most often at the same table."""
    with_whom, lost, names = Counter[str](), Counter[str](), {}
    for result in results:
        for line in result.lines.all():
            person = line.seat.participation.person
            if person == me:
                continue
            names[person.pk] = person.name
            with_whom[person.name] += 1
            lost[person.name] += line.lost_game
    texts = []
    if with_whom:
        name, count = with_whom.most_common(1)[0]
        texts.append(
            ngettext(
                "%(name)s sat at your table most often: in one game.",
                "%(name)s sat at your table most often: in %(n)s games.",
                count,
            )
            % {"name": name, "n": count}
        )
    if lost and lost.most_common(1)[0][1]:
        name, count = lost.most_common(1)[0]
        texts.append(
            ngettext(
                "%(name)s lost most often beside you: one game.",
                "%(name)s lost most often beside you: %(n)s games.",
                count,
            )
            % {"name": name, "n": count}
        )
    parts: list[Part] = [Text(texts)] if texts else []
    return [*parts, *(figured.company(counts, names) if counts is not None else [])]


def _kings(kings: Sequence[King]) -> list[Text]:
    if not kings:
        return []
    days = ", ".join(short_day(king.event.business_date) for king in kings)
    sentence = ngettext(
        "You were König on one evening: %(days)s.",
        "You were König on %(n)s evenings: %(days)s.",
        len(kings),
    )
    return [Text([sentence % {"n": len(kings), "days": days}])]


def _cost(me: Person, year: int) -> list[Part]:
    span = date(year, 1, 1), date(year + 1, 1, 1)
    costs, drinks = costs_of(me, *span), rounds_of(me, *span)
    parts: list[Part] = []
    if costs:
        rows = [[cost.kind, str(cost.count), euro(cost.cents)] for cost in costs]
        sums = [_("Sum"), "", euro(sum(cost.cents for cost in costs))]
        parts.append(Table([_("What for"), _("How often"), _("Amount")], rows, sums=sums))
    if drinks:
        parts.append(Text([_("Drinks besides: %(rounds)s.") % {"rounds": rounds(drinks)}]))
    return parts or [Text([_("Nothing was charged to you this year.")])]
