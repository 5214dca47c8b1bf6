"""Notes that a reader needs to trust the report, in sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.books import chart
from finance.books.queries.settings import till_settings
from finance.receipts.queries import Span, unbooked_lines
from finance.receipts.rules import CREDIT, Statement
from finance.receipts.thresholds import threshold_of
from league.web.money import euro


def notes(span: Span, statement: Statement) -> list[str]:
    """Return the rules of counting, and the money left out, as sentences."""
    texts = [
        _(
            "A receipt counts on the day on which it lies in the till or at the bank, a payment on "
            "the day on which it leaves. What is owed and not paid is not in here."
        )
    ]
    credit = sum(line.total for line in statement.receipts if line.account == CREDIT)
    if credit > 0:
        texts.append(
            _("%(sum)s was paid in advance and has paid nothing yet: it is credit.")
            % {"sum": euro(credit)}
        )
    if any(line.set_off for line in (*statement.receipts, *statement.payments)):
        texts.append(
            _("What was set off came in and went out without money; both sides are equal.")
        )
    if any(line.reclassified for line in statement.receipts):
        texts.append(
            _(
                "What was reclassified came in before these days and was used, or set free again, "
                "in them: it moves no money."
            )
        )
    if any(line.is_passing for line in (*statement.receipts, *statement.payments)):
        texts.append(
            _("Prize pots and debts taken over only pass through and are nobody's surplus.")
        )
    if span.year is not None and till_settings().tax_privileged:
        texts.append(_threshold(span.year, statement))
    if unbooked := unbooked_lines(span):
        texts.append(
            ngettext(
                "One line of the bank of these days is not booked yet and not in here.",
                "%(n)s lines of the bank of these days are not booked yet and not in here.",
                unbooked,
            )
            % {"n": unbooked}
        )
    return texts


def _threshold(year: int, statement: Statement) -> str:
    """Return how the taxable business of a tax-privileged club compares with that year's limit."""
    came = sum(part.receipts for part in statement.spheres if part.sphere == chart.BUSINESS)
    threshold = threshold_of(year)
    if threshold is None:
        return _(
            "The club's taxable business received %(came)s. The limit for %(year)s is not known "
            "here: ask your tax office (§ 64 (3) AO)."
        ) % {"came": euro(came), "year": year}
    sentence = (
        _("The club's taxable business received %(came)s of at most %(limit)s (%(source)s).")
        if came <= threshold.cents
        else _(
            "The club's taxable business received %(came)s, more than %(limit)s (%(source)s): its "
            "profit is taxed. Talk to a tax adviser."
        )
    )
    values = {"came": euro(came), "limit": euro(threshold.cents), "source": threshold.source}
    return sentence % values
