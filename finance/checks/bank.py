"""The bank's lines and what members announced, against the books."""

from collections.abc import Iterator

from django.db.models import F, Q, Sum
from django.utils.translation import gettext as _

from finance.bank.models.bank import BankBooking, BankLine
from finance.bank.models.notices import PaymentNotice
from finance.bank.queries.bank import standing_bookings
from finance.books import chart
from finance.books.booking_labels import label
from finance.books.labels import day_label, money


def check_bank() -> Iterator[str]:
    """Check that the done part of a line is booked, and each booking moves as much as it says."""
    done = dict(standing_bookings().values_list("line").annotate(Sum("cents")))
    for line in BankLine.objects.order_by("pk").iterator():
        if line.done != done.get(line.pk, 0):
            yield _("The bank's line of %(day)s: %(done)s should be done, it is %(found)s.") % {
                "day": day_label(line.day),
                "done": money(line.done, chart.EUR),
                "found": money(done.get(line.pk, 0), chart.EUR),
            }
    of_its_book = Q(transaction__postings__account__code=F("transaction__head__account"))
    on_account = Sum("transaction__postings__amount", filter=of_its_book)
    wrong = BankBooking.objects.annotate(moved=on_account).exclude(moved=F("cents"))
    for booking in wrong.select_related("transaction__head", "line").order_by("pk"):
        yield _("%(where)s: the bank's line says another amount.") % {
            "where": label(booking.transaction)
        }
    lost = PaymentNotice.objects.filter(state="seen").filter(
        Q(payment__is_reversed=True) | ~Q(payment__person=F("person"))
    )
    for notice in lost.select_related("person").order_by("pk"):
        yield _("Announcement by %(person)s of %(amount)s: its payment does not count.") % {
            "person": notice.person,
            "amount": money(notice.cents, chart.EUR),
        }
