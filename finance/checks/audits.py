"""Check signed audits against the books: an audited year is closed, and as it was when signed."""

from collections.abc import Iterator
from datetime import date

from django.db.models import F
from django.utils.translation import gettext as _

from finance.books.booking_labels import label
from finance.books.models.ledger import Closing
from finance.years.models import AuditMark
from finance.years.queries.audits import (
    counting,
    drawable,
    samples_of,
    seal_of_year,
    standings,
    steps_of,
)


def check_years() -> Iterator[str]:
    """Check that the seal under which auditors signed is the books', and samples can be drawn
    again.
    """
    closed = Closing.objects.order_by("through").last()
    for year, standing in sorted(standings().items()):
        signed = {step.seal for step in counting(steps_of(year))}
        if standing.is_final and signed != {seal_of_year(year)}:
            yield _("%(year)s was changed after the auditors had signed.") % {"year": year}
        if standing.is_final and (closed is None or closed.through < date(year, 12, 31)):
            yield _("%(year)s is audited and yet not closed.") % {"year": year}
        there = drawable(year)
        for sample in (drawn.sample for drawn in samples_of(year)):
            if any(there.get(journal, 0) < last for journal, last in sample.numbers.items()):
                yield _("%(year)s: The sample “%(seed)s” names bookings that are missing.") % {
                    "year": year,
                    "seed": sample.seed,
                }
    strays = AuditMark.objects.exclude(transaction__head__year=F("year_end__year"))
    for mark in strays.select_related("transaction__head").order_by("pk"):
        yield _("%(where)s: The verdict belongs to another year.") % {
            "where": label(mark.transaction)
        }
