"""„Exporte“: the till as files to take away. Who may read it may take it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from finance.books.permissions import reads
from finance.books.queries import bookings
from finance.years.exports.listings import LISTINGS, everything
from finance.years.exports.tables import tables
from finance.years.queries import plaintext
from league.access.reauthentication import asks_again
from league.files import sheets

# Stands in addresses for all years, and for all lists.
ALL = "alle"


@reads
def exports(request: HttpRequest, span: str = "") -> HttpResponse:
    years = bookings.years() or [timezone.localdate().year]
    year = _year(span) if span else years[0]
    context = {
        "span": str(year) if year else ALL,
        "year": year,
        "years": years,
        "bookings": bookings.count(year),
        "listings": LISTINGS.values(),
    }
    return render(request, "finance/exports.html", context)


def _is_everything(_request: HttpRequest, code: str, **_address: str) -> bool:
    return code == ALL


@reads
@asks_again(shows=True, needs=_is_everything)
def listing(request: HttpRequest, span: str, code: str, form: str) -> HttpResponseBase:
    """Send one list, or all of them: in one workbook, or in one archive of CSV."""
    year = _year(span)
    if form not in sheets.FORMATS or (code not in LISTINGS and code != ALL):
        raise Http404
    if code != ALL:
        return sheets.respond(LISTINGS[code].sheet(year), form, _name(code, span))
    if form == "csv":
        return sheets.zip_response(everything(year), _name("kasse", span))
    return sheets.xlsx_response(everything(year), _name("kasse", span))


@reads
@asks_again(shows=True)
def journal(request: HttpRequest, span: str) -> HttpResponseBase:
    """Send the books in plain text, as beancount and hledger read them."""
    year = _year(span)
    title = _("Till %(year)s") % {"year": year} if year else _("Till, all years")
    return sheets.text_response(plaintext.journal(title, year), _name("journal", span), "de")


@reads
@asks_again(shows=True)
def stored(request: HttpRequest, form: str) -> HttpResponseBase:
    """Send every table of the till as it is stored."""
    if form not in sheets.FORMATS:
        raise Http404
    name = _name("tabellen", ALL)
    make = sheets.zip_response if form == "csv" else sheets.xlsx_response
    return make(tables(), name)


def _year(span: str) -> int | None:
    if span == ALL:
        return None
    if span in {str(year) for year in (*bookings.years(), timezone.localdate().year)}:
        return int(span)
    raise Http404


def _name(code: str, span: str) -> str:
    """Write „forderungen-2026-am-2026-11-21“: what is in it, and when it was taken."""
    return slugify(f"{code}-{span}-am-{timezone.localdate()}")
