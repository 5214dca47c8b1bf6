"""Counts of the cash and closes of evenings against the books that they speak of."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from finance.books import booking, chart
from finance.books.booking import Entry
from finance.books.booking_labels import booking_label
from finance.books.labels import day_label, money
from finance.books.models.ledger import Transaction
from finance.cash.models import CashCount
from finance.close.models import EveningClose
from finance.close.statement import books_of, digest


def check_counts() -> Iterator[str]:
    """Check that each difference is booked as it was counted, and none without a count."""
    cash_counts = CashCount.objects.exclude(transaction=None).select_related("transaction")
    for count in cash_counts.prefetch_related("transaction__postings__account").order_by("pk"):
        booked = count.transaction
        if booked is None or tuple(
            Entry(posting.account.code, posting.amount, posting.account.person_id, posting.sphere)
            for posting in sorted(booked.postings.all(), key=lambda posting: posting.account.code)
        ) != booking.difference(count.till, count.difference):
            yield _("Cash count of %(day)s: something else than %(amount)s is booked.") % {
                "day": day_label(count.day),
                "amount": money(count.difference, chart.EUR),
            }
    strays = Transaction.objects.filter(kind="difference", cash_count=None)
    for stray in strays.select_related("head").order_by("pk"):
        yield _("%(where)s: a cash difference for which nobody counted.") % {
            "where": booking_label(stray.head.journal, stray.head.year, stray.number)
        }


def check_closes() -> Iterator[str]:
    """Check that a close is what was signed, and that its books are those of the ledger."""
    for close in EveningClose.objects.select_related("event").prefetch_related("signatures"):
        name = {"event": close.event.name, "day": day_label(close.event.business_date)}
        signatures = close.signatures.all()
        if (
            digest(close.event_id, close.version, close.statement) != close.digest
            or any(signature.digest != close.digest for signature in signatures)
            or not signatures
        ):
            yield (_("Close of “%(event)s” on %(day)s: something else was signed.") % name)
        for head in books_of(close.statement):
            transactions = Transaction.objects.filter(
                head__journal=head.journal,
                head__year=head.year,
                number=head.number,
                hash=head.hash,
            )
            if not transactions.exists():
                where = booking_label(head.journal, head.year, head.number)
                yield _(
                    "Close of “%(event)s” on %(day)s: %(where)s does not stand in the "
                    "books like that."
                ) % {**name, "where": where}
