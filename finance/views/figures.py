"""The year in drawings: what was there, what came in and what went out."""

from collections.abc import Sequence
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dates import MONTHS_3
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from finance.queries import figures as queries
from finance.views.doors import reads
from finance.words import euro, whole_euro
from league import drawings
from league.drawings import Bar, Said


@reads
def figures(request: HttpRequest, year: int | None = None) -> HttpResponse:
    today = timezone.localdate()
    years = queries.years() or [today.year]
    chosen = years[0] if year is None else year
    if chosen not in years:
        raise Http404
    start, end = date(chosen, 1, 1), date(chosen, 12, 31)
    until = min(end, max(start, today))
    # The same days of the year before, so that nobody compares eleven months with twelve.
    earlier = date(chosen - 1, 1, 1), _year_before(until)
    first = queries.began() or start
    begin = min(max(start, first), until)
    course = queries.course(start, until)
    found = queries.earnings((start, until), earlier)
    context = {
        "year": chosen,
        "years": years,
        "until": until,
        "is_over": until == end,
        "course": course,
        "months": _months(course, begin, until),
        "found": found,
        "earlier": earlier[1],
        "was_before": first < start,
        "compared": first <= earlier[1],
        "line": _line(course, (start, end), begin, until),
        "income": _bars(_("Einnahmen nach Art"), found.income, chosen),
        "expense": _bars(_("Ausgaben nach Art"), found.expense, chosen),
    }
    return render(request, "finance/figures.html", context)


def _year_before(day: date) -> date:
    return day.replace(year=day.year - 1, day=28 if (day.month, day.day) == (2, 29) else day.day)


def _line(course: queries.Course, year: tuple[date, date], begin: date, until: date) -> SafeString:
    start, end = year
    said = Said(
        _("Kasse und Bank %(year)s") % {"year": start.year},
        _("Am Anfang %(before)s, zuletzt %(last)s.")
        % {"before": euro(course.before), "last": euro(course.last)},
    )
    return SafeString(
        drawings.course(
            said,
            course.days,
            start,
            end,
            before=course.before,
            begin=begin,
            until=until,
            months=[str(MONTHS_3[month]).capitalize() for month in range(1, 13)],
            money=whole_euro,
        )
    )


def _bars(title: str, kinds: Sequence[queries.Kind], year: int) -> SafeString:
    compared = any(one.before for one in kinds)
    lines = [
        Bar(gettext(one.account.name), one.now, one.before if compared else None) for one in kinds
    ]
    said = Said(title, "; ".join(f"{one.name}: {euro(one.now)}" for one in lines))
    legend = {"now": str(year), "before": str(year - 1)} if compared else {}
    return SafeString(drawings.bars(said, lines, money=euro, **legend))


def _months(course: queries.Course, begin: date, until: date) -> list[tuple[str, int]]:
    """What was there at the end of each month so far in which there was a book."""
    found, standing, days = [], course.before, list(course.days)
    for month in range(begin.month, until.month + 1):
        while days and days[0][0].month == month:
            standing = days.pop(0)[1]
        found.append((date_format(date(begin.year, month, 1), "F"), standing))
    return found
