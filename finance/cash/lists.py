"""Counts of the till as a list."""

from operator import attrgetter

from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from finance.books import booking_labels as booking_words
from finance.cash import labels as counting_words
from finance.cash.coins import DENOMINATIONS
from finance.cash.models import CashCount
from league.files.lists import Column, Listing, Order, choice, days


def _pieces(name: str) -> Column[CashCount]:
    return Column(counting_words.denomination(name), attrgetter(name), "number")


def _counted_by(row: CashCount) -> str:
    person = getattr(row.counted_by, "person", None)
    return str(person or "")


def _how(row: CashCount) -> str:
    return gettext("pieces") if row.by_pieces else gettext("sum only")


def _booked_difference(row: CashCount) -> str:
    return booking_words.label(row.transaction) if row.transaction else ""


COUNTS: Listing[CashCount] = Listing(
    title=_("Counts of the cash"),
    filters=(
        choice(
            "state",
            pgettext_lazy("how it is", "Status"),
            lambda: [("exact", _("right")), ("difference", _("with a difference"))],
            where=lambda chosen: Q(transaction__isnull=chosen == "exact"),
        ),
        *days("day"),
    ),
    orders=(
        Order("newest", _("newest first"), ("-counted_at", "-pk")),
        Order("oldest", _("oldest first"), ("counted_at", "pk")),
    ),
    columns=(
        Column(_("Counted"), lambda row: row.counted_at, "moment"),
        Column(_("Who"), _counted_by),
        Column(_("Till"), lambda row: booking_words.journal_name(row.till)),
        Column(_("Evening"), lambda row: row.event.name if row.event else ""),
        Column(_("By the book"), lambda row: row.expected, "cents"),
        Column(_("Amount counted"), lambda row: row.counted, "cents"),
        Column(_("Difference"), lambda row: row.difference, "cents"),
        Column(_("Booking"), _booked_difference),
        Column(_("Counted by"), _how),
        *(_pieces(name) for name in DENOMINATIONS),
    ),
    annotate=lambda rows: rows,
    per_page=20,
)
