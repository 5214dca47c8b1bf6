"""The report that the meeting hears: a page, beside it what is owed, and both as files."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from finance.books.permissions import sees_years
from finance.books.queries import bookings
from finance.books.queries.funds import Fund, funds_of
from finance.books.queries.settings import till_settings
from finance.receipts import queries
from finance.receipts.forms import SpanForm
from finance.receipts.notes import notes
from finance.receipts.paper import receipts_paper
from finance.receipts.queries import Span, year_span
from finance.receipts.rules import Statement
from finance.receipts.tables import beside, earmarked_tables, tables
from league.files import sheets
from league.files.printing.typeset import pdf
from league.files.sheets import Column, Sheet


@sees_years
def receipts(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """Show receipts and payments of a year, or of the days that the query asks for."""
    form, span = _asked(request, year)
    statement = queries.report(span)
    accounts, *lines, spheres = tables(statement, span.end)
    context = {
        **_head(form, span),
        "total": statement.total,
        "accounts": accounts,
        "tables": [table for table in lines if table.rows],
        "spheres": None if till_settings().simple else spheres,
        "notes": notes(span, statement),
    }
    return render(request, "finance/receipts.html", context, status=200 if form.is_valid() else 400)


@sees_years
def owed(request: HttpRequest) -> HttpResponse:
    """Show debts, waivers and money held for winners in the same days."""
    form, span = _asked(request, None)
    all_tables = [
        *beside(queries.owed(span), queries.pots(span), queries.bridge(span)),
        *earmarked_tables(funds_of(*span.days), queries.report(span).total.closing),
    ]
    context = {**_head(form, span), "tables": [table for table in all_tables if table.rows]}
    return render(
        request, "finance/receipts_owed.html", context, status=200 if form.is_valid() else 400
    )


@sees_years
def file(request: HttpRequest, form: str) -> HttpResponseBase:
    """Send the report as PDF, CSV or Excel."""
    asked, span = _asked(request, None)
    if not asked.is_valid():
        raise Http404
    name = f"kassenbericht-{span.start}-bis-{span.end}"
    if form in sheets.FORMATS:
        report_sheet = sheet(queries.report(span), span.end, funds_of(*span.days))
        return sheets.respond(report_sheet, form, name)
    if form != "pdf":
        raise Http404
    now = timezone.now()
    paper = receipts_paper(span, now)
    made = pdf(
        paper.template,
        dict(paper.data),
        title=paper.title,
        language=get_language() or "de",
        now=now,
    )
    answer = HttpResponse(made, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer


def sheet(statement: Statement, day: date, funds: Sequence[Fund]) -> Sheet:
    """Return all tables in one: the accounts as columns, spheres and funds below with their sums
    alone.
    """
    *with_accounts, spheres = tables(statement, day)
    columns, place = with_accounts[0].columns, with_accounts[0].main

    def rows() -> Iterator[list[Any]]:
        for table in with_accounts:
            for row in table.rows:
                yield [table.title, row.name, *row.cents]
        for table in (spheres, *earmarked_tables(funds, statement.total.closing)):
            for row in table.rows:
                for name, cents in zip(table.columns, row.cents, strict=True):
                    amounts: list[int | None] = [None] * len(columns)
                    amounts[place] = cents
                    yield [f"{table.title}: {row.name}", name, *amounts]

    named = [Column(_("Part")), Column(_("Kind"))]
    amounts = [Column(f"{column} (€)", "cents") for column in columns]
    return Sheet(_("Receipts and payments"), [*named, *amounts], rows())


def _asked(request: HttpRequest, year: int | None) -> tuple[SpanForm, Span]:
    """Return the form and its days; for invalid input this year and the form with its error."""
    today = timezone.localdate()
    if year is not None and year not in [*bookings.years(), today.year]:
        raise Http404
    whole = {"since": year_span(year).start, "until": year_span(year).end} if year else {}
    form = SpanForm(whole or request.GET, today)
    return form, form.cleaned_data["span"] if form.is_valid() else form.year


def _head(form: SpanForm, span: Span) -> dict[str, Any]:
    """Return the common context of both pages: the days, and the other years."""
    return {
        "form": form,
        "span": span,
        "query": f"since={span.start}&until={span.end}",
        "years": bookings.years(),
    }
