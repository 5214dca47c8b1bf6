"""The bookings for a tax adviser: as a list, and as a batch in DATEV's format."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from finance.books import chart
from finance.books import labels as words
from finance.books.places import Skr, digits, form_of
from finance.receipts.queries import Span
from finance.years.exports import datev
from finance.years.exports.datev import Head, Line
from finance.years.queries.adviser import Basis, names, pairs
from league.files.sheets import Column, Sheet


def batch(
    span: Span,
    skr: Skr,
    *,
    adviser: int,
    client: int,
    title: str,
    now: datetime,
    basis: Basis = "cash",
) -> Iterator[bytes]:
    """Return a file that DATEV reads; what stays on one of its accounts is no booking there."""
    head = Head(
        made=now,
        adviser=adviser,
        client=client,
        start=span.start,
        end=span.end,
        digits=digits(skr),
        chart=skr,
        title=title,
    )
    return datev.batch(head, _lines(span, skr, basis))


def _lines(span: Span, skr: Skr, basis: Basis) -> Iterator[Line]:
    for pair in pairs(span, basis):
        debit, credit = pair.debit.number(skr), pair.credit.number(skr)
        if debit != credit:
            text = (
                f"{pair.booked.what}: {pair.booked.text}" if pair.booked.text else pair.booked.what
            )
            yield Line(
                day=pair.booked.day,
                cents=pair.cents,
                account=debit,
                contra=credit,
                voucher=pair.voucher,
                text=text,
                cost_centre=pair.cost_centre if skr == "42" else "",
            )


def sheet(span: Span, skr: Skr, basis: Basis = "cash") -> Sheet:
    """Return them as a list, with the club's own words and the line of the form."""
    columns = [
        *(Column(_("Booking")), Column(_("Date"), "day"), Column(_("What")), Column(_("Note"))),
        *(Column(_("Debit"), "number"), Column(_("Debit: name"))),
        *(Column(pgettext("side of an account", "Credit"), "number"), Column(_("Credit: name"))),
        *(Column(_("Amount"), "cents"), Column(_("Sphere"))),
        Column(_("Line of the form %(year)s") % {"year": form_of(span.start.year).year}, "number"),
    ]
    return Sheet(f"SKR {skr}", columns, _rows(span, skr, basis))


def _rows(span: Span, skr: Skr, basis: Basis) -> Iterator[list[Any]]:
    called = names()
    for pair in pairs(span, basis):
        sides = (pair.debit, pair.credit)
        yield [
            *(pair.booked.label, pair.booked.day, pair.booked.what, pair.booked.text),
            *(cell for side in sides for cell in (side.number(skr), called[side.code])),
            *(pair.cents, str(words.SPHERES.get(pair.result.sphere, ""))),
            # The form is about the taxable business alone.
            (pair.result.place.form or None) if pair.result.sphere == chart.BUSINESS else None,
        ]
