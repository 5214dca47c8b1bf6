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

from finance.books.labels import whole_euro
from finance.books.permissions import reads
from finance.books.queries import bookings
from finance.receipts.day_sums import CarriedYears
from finance.till.queries import figures as queries
from league.files import drawings
from league.files.drawings import Bar, Caption
from league.web.money import euro


@reads
def figures(request: HttpRequest, year: int | None = None) -> HttpResponse:
    today = timezone.localdate()
    years = bookings.years() or [today.year]
    chosen = years[0] if year is None else year
    if chosen not in years:
        raise Http404
    span = queries.span_of(chosen, today)
    sums = CarriedYears()
    history = queries.balance_history(*span.now, sums)
    earnings = queries.earnings(span.now, span.earlier, sums)
    context = {
        "year": chosen,
        "years": years,
        "until": span.until,
        "is_over": span.is_over,
        "history": history,
        "months": _months(history, span.begin, span.until),
        "earnings": earnings,
        "earlier": span.earlier[1],
        "was_before": span.was_before,
        "compared": span.is_compared,
        "line": _line(history, span),
        "income": _bars(_("Receipts by kind"), earnings.income, chosen),
        "expense": _bars(_("Payments by kind"), earnings.expense, chosen),
    }
    return render(request, "finance/figures.html", context)


def _line(history: queries.BalanceHistory, span: queries.Span) -> SafeString:
    caption = Caption(
        _("Cash and bank %(year)s") % {"year": span.start.year},
        _("%(before)s at the start, %(last)s at the end.")
        % {"before": euro(history.before), "last": euro(history.last)},
    )
    return SafeString(
        drawings.balance_line(
            caption,
            history.days,
            span.start,
            span.end,
            before=history.before,
            begin=span.begin,
            until=span.until,
            months=[str(MONTHS_3[month]).capitalize() for month in range(1, 13)],
            money=whole_euro,
        )
    )


def _bars(title: str, kinds: Sequence[queries.Kind], year: int) -> SafeString:
    compared = any(kind.before for kind in kinds)
    lines = [
        Bar(gettext(kind.account.label), kind.now, kind.before if compared else None)
        for kind in kinds
    ]
    caption = Caption(title, "; ".join(f"{line.name}: {euro(line.now)}" for line in lines))
    legend = {"now": str(year), "before": str(year - 1)} if compared else {}
    return SafeString(drawings.bars(caption, lines, money=euro, **legend))


def _months(history: queries.BalanceHistory, begin: date, until: date) -> list[tuple[str, int]]:
    """Return the balance at the end of each month so far in which there was a book."""
    months, standing, days = [], history.before, list(history.days)
    for month in range(begin.month, until.month + 1):
        while days and days[0][0].month == month:
            standing = days.pop(0)[1]
        months.append((date_format(date(begin.year, month, 1), "F"), standing))
    return months
