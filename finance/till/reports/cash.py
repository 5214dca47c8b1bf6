"""Kassenbericht: a year of the till in figures and drawings, without names."""

from collections.abc import Sequence
from datetime import date, datetime

from django.utils.dates import MONTHS_3
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from finance.books.labels import whole_euro
from finance.receipts.day_sums import Years
from finance.receipts.paper import sections
from finance.receipts.queries import year_span
from finance.till.queries import figures
from finance.years.paper import owed_texts
from finance.years.queries import year_figures
from league.files import drawings
from league.files.drawings import Bar, Caption
from league.reports.models import Report
from league.reports.paper import (
    Drawing,
    Paper,
    Section,
    Table,
    Tell,
    Text,
    day,
    paper,
)
from league.web.money import euro

# Longer lists are in the tables alone.
DRAWN = 12


def make(report: Report, tell: Tell, now: datetime) -> Paper:
    year, today = report.subject, localdate(now)
    start, end = date(year, 1, 1), date(year, 12, 31)
    until = min(end, max(start, today))
    result = year_figures.result_of(year)
    tell(40)
    history = figures.balance_history(start, until, Years())
    tell(70)
    over = until == end
    return paper(
        over=_("Treasurer's report"),
        title=_("Till %(year)s") % {"year": year},
        under=_("1 January to %(day)s") % {"day": day(until)},
        as_of=now,
        sections=[
            *sections(year_span(year)),
            Section(
                _("Cash and bank over the year"), [*_balance_history(history, (start, end), until)]
            ),
            *_drawings(result, year),
            Section(_("Open claims"), [Text([owed_texts(year, over=over)])]),
        ],
    )


def _balance_history(
    history: figures.BalanceHistory, year: tuple[date, date], until: date
) -> list[Drawing | Table]:
    """Return the drawing and, month by month, the figures behind it."""
    start, end = year
    title = _("Cash and bank %(year)s") % {"year": start.year}
    sentence = _("%(before)s at the start, %(last)s at the end.") % {
        "before": euro(history.before),
        "last": euro(history.last),
    }
    begin = min(max(start, figures.began() or start), until)
    svg = drawings.balance_line(
        Caption(title, sentence),
        history.days,
        start,
        end,
        before=history.before,
        begin=begin,
        until=until,
        months=[str(MONTHS_3[month]).capitalize() for month in range(1, 13)],
        money=whole_euro,
    )
    rows, standing, days = [], history.before, list(history.days)
    for month in range(1, until.month + 1):
        while days and days[0][0].month == month:
            standing = days.pop(0)[1]
        rows.append([date_format(date(start.year, month, 1), "F"), euro(standing)])
    return [
        Drawing(svg, f"{title}. {sentence}"),
        Table([_("End of the month"), _("Balance")], rows),
    ]


def _drawings(result: year_figures.Result, year: int) -> list[Section]:
    return [
        _bars(title, drawn, year)
        for title, drawn in (
            (_("Receipts by kind"), result.income),
            (_("Payments by kind"), result.expense),
        )
        if drawn
    ]


def _bars(title: str, kinds: Sequence[year_figures.Figure], year: int) -> Section:
    largest = sorted(kinds, key=lambda figure: -figure.now)[:DRAWN]
    compared = any(figure.before for figure in largest)
    lines = [
        Bar(gettext(figure.account.label), figure.now, figure.before if compared else None)
        for figure in largest
    ]
    text = "; ".join(f"{line.name}: {euro(line.now)}" for line in lines)
    legend = {"now": str(year), "before": str(year - 1)} if compared else {}
    drawn = drawings.bars(Caption(title, text), lines, money=euro, **legend)
    return Section(title, [Drawing(drawn, f"{title}. {text}")])
