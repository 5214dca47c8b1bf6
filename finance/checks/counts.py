"""Counts of the cash against the books: each difference is booked as it was counted."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from finance import booking, chart
from finance.booking import Entry
from finance.models import CashCount, Transaction
from finance.words import booking_label, day_label, money


def check_counts() -> Iterator[str]:
    found = CashCount.objects.exclude(transaction=None).select_related("transaction")
    for count in found.prefetch_related("transaction__postings__account").order_by("pk"):
        booked = count.transaction
        if booked is None or tuple(
            Entry(one.account.code, one.amount, one.account.person_id, one.sphere)
            for one in sorted(booked.postings.all(), key=lambda one: one.account.code)
        ) != booking.difference(count.difference):
            yield _("Kassensturz vom %(day)s: Gebucht ist etwas anderes als %(amount)s.") % {
                "day": day_label(count.day),
                "amount": money(count.difference, chart.EUR),
            }
    strays = Transaction.objects.filter(kind="difference", cash_count=None)
    for one in strays.select_related("head").order_by("pk"):
        yield _("%(where)s: Eine Kassendifferenz, zu der niemand gezählt hat.") % {
            "where": booking_label(one.head.journal, one.head.year, one.number)
        }
