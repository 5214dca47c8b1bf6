"""Kassenbericht of any span of days as PDF: the report, and beside it what is owed."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from finance.books.queries.funds import funds_of
from finance.receipts import queries
from finance.receipts.notes import notes
from finance.receipts.queries import Span
from finance.receipts.rules import Balance
from finance.receipts.tables import Row, beside, earmarked_tables, tables
from finance.receipts.tables import Table as Figures
from league.reports.paper import Facts, Paper, Section, Table, Text, day, paper
from league.web.money import euro


def receipts_paper(span: Span, now: datetime) -> Paper:
    """Return the paper for the meeting, an interim audit, or a new treasurer."""
    return paper(
        over=_("Treasurer's report"),
        title=_("Receipts and payments"),
        under=span_text(span),
        as_of=now,
        sections=sections(span),
    )


def span_text(span: Span) -> str:
    return _("%(start)s to %(end)s") % {"start": day(span.start), "end": day(span.end)}


def sections(span: Span) -> list[Section]:
    """Return the report first, what is owed and held after it."""
    statement = queries.report(span)
    accounts, *others = tables(statement, span.end)
    figures = [
        *beside(queries.owed(span), queries.pots(span), queries.bridge(span)),
        *earmarked_tables(funds_of(*span.days), statement.total.closing),
    ]
    return [
        Section(_("In figures"), [Facts(four_numbers(statement.total))]),
        Section(accounts.title, [_table(accounts)]),
        *(Section(table.title, [_table(table)]) for table in others if table.rows),
        Section(_("How this is counted"), [Text(notes(span, statement), soft=True)]),
        *(Section(table.title, [_table(table)]) for table in figures if table.rows),
    ]


def four_numbers(total: Balance) -> list[tuple[str, str]]:
    """Return the four numbers: opening plus receipts less payments is the closing balance."""
    return [
        (euro(total.opening), _("Opening balance")),
        (euro(total.receipts, sign=True), _("Receipts")),
        (euro(-total.payments, sign=True), pgettext("report", "Payments")),
        (euro(total.closing), pgettext("report", "Closing balance")),
    ]


def _table(table: Figures) -> Table:
    rows, sums = [_cells(row) for row in table.rows], list[str]()
    if table.rows and table.rows[-1].is_sum:
        sums = rows.pop()
    return Table(["", *table.columns], rows, sums=sums)


def _cells(row: Row) -> list[str]:
    return [row.name, *("" if cents is None else euro(cents) for cents in row.cents)]
