"""Pages for the tax adviser: the place of each account, and the bookings to take along."""

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books.permissions import reads
from finance.books.places import CHARTS, form_of, source
from finance.books.queries import bookings
from finance.receipts.queries import Span, year_span
from finance.years.adviser_forms import AdviserForm
from finance.years.exports.adviser import batch, sheet
from finance.years.queries.adviser import form_lines, placed
from league.access.reauthentication import asks_again
from league.club.queries import club_name
from league.files import sheets


@reads
def adviser(request: HttpRequest, year: int) -> HttpResponse:
    today = timezone.localdate()
    if year not in [*bookings.years(), today.year]:
        raise Http404
    span = year_span(year)
    days = {"since": span.start.isoformat(), "until": span.end.isoformat()}
    return _page(request, AdviserForm(days, today), span)


@reads
@asks_again(shows=True)
def adviser_file(request: HttpRequest, form: str) -> HttpResponseBase:
    """Send it as a list, or for DATEV: a batch of DATEV is of one year."""
    today = timezone.localdate()
    asked = AdviserForm(request.GET, today)
    if form not in {"datev", "csv", "xlsx"}:
        raise Http404
    if not asked.is_valid():
        return _page(request, asked, year_span(today.year), status=400)
    span, skr, basis = (asked.cleaned_data[name] for name in ("span", "skr", "basis"))
    if form != "datev":
        name = f"steuerberatung-skr{skr}-{span.start}-bis-{span.end}"
        return sheets.respond(sheet(span, skr, basis), "csv" if form == "csv" else "xlsx", name)
    if span.start.year != span.end.year:
        asked.add_error(
            "until",
            _("DATEV takes the days of one year at a time. Take each year by itself."),
        )
        return _page(request, asked, year_span(span.end.year), status=400)
    pieces = batch(
        span,
        skr,
        adviser=asked.cleaned_data["adviser"],
        client=asked.cleaned_data["client"],
        title=club_name(),
        now=timezone.localtime(),
        basis=basis,
    )
    answer = StreamingHttpResponse(
        sheets.in_language(pieces, "de"), content_type="text/csv; charset=windows-1252"
    )
    name = f"EXTF_Buchungsstapel-{span.start}-bis-{span.end}.csv"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _page(request: HttpRequest, form: AdviserForm, span: Span, status: int = 200) -> HttpResponse:
    known = form_of(span.start.year)
    context = {
        "form": form,
        "year": span.start.year,
        "accounts": placed(),
        "form_lines": form_lines(span),
        "charts": [f"SKR {skr}" for skr in CHARTS],
        "known": known,
        "sources": [*map(source, CHARTS), known.source],
    }
    return render(request, "finance/adviser.html", context, status=status)
