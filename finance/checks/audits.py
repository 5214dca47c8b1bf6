"""What was signed against the books: an audited year is closed, and as it was when signed."""

from collections.abc import Iterator
from datetime import date

from django.db.models import F
from django.utils.translation import gettext as _

from finance.books.labels import label
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
    """The seal under which auditors signed is that of the books; samples can be drawn again."""
    closed = Closing.objects.order_by("through").last()
    for year, standing in sorted(standings().items()):
        signed = {step.seal for step in counting(steps_of(year))}
        if standing.is_final and signed != {seal_of_year(year)}:
            yield _("%(year)s wurde nach der Unterschrift der Kassenprüfung verändert.") % {
                "year": year
            }
        if standing.is_final and (closed is None or closed.through < date(year, 12, 31)):
            yield _("%(year)s ist geprüft und trotzdem nicht abgeschlossen.") % {"year": year}
        there = drawable(year)
        for one in samples_of(year):
            if any(there.get(journal, 0) < last for journal, last in one.numbers.items()):
                yield _("%(year)s: Die Stichprobe „%(seed)s“ nennt Buchungen, die fehlen.") % {
                    "year": year,
                    "seed": one.seed,
                }
    strays = AuditMark.objects.exclude(transaction__head__year=F("year_end__year"))
    for mark in strays.select_related("transaction__head").order_by("pk"):
        yield _("%(where)s: Das Urteil gehört zu einem anderen Jahr.") % {
            "where": label(mark.transaction)
        }
