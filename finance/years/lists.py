"""The bookings of a year as auditors choose among them: all payments, large ones, special ones."""

from django.db.models import Q, Sum
from django.utils.translation import gettext_lazy as _

from finance.books import booking_labels as booking_words
from finance.books.models.ledger import Posting, Transaction
from finance.books.queries.ledger import with_words
from finance.books.queries.money import of_money
from finance.years.queries.audits import SPECIAL
from league.files.lists import Column, Filter, Listing, Order, choice
from league.web.forms import EuroField

Kind = Transaction.Kind
WHICH = {
    "payments": _("all payments"),
    "special": _("waivers, reversals, cash differences"),
}


def _which(chosen: str) -> Q:
    if chosen == "special":
        return Q(kind__in=SPECIAL)
    left = Posting.objects.filter(of_money("account__code"), amount__lt=0)
    moved = Q(kind__in=[Kind.TRANSFER, Kind.REVERSAL, Kind.DIFFERENCE])
    return Q(pk__in=left.values("transaction")) & ~moved


def _at_least(cents: int) -> Q:
    """Select bookings that move so much or more."""
    moved = Posting.objects.filter(amount__gt=0).values("transaction").order_by()
    large = moved.annotate(sum=Sum("amount")).filter(sum__gte=cents)
    return Q(pk__in=large.values("transaction"))


AUDITED: Listing[Transaction] = Listing(
    title=_("Bookings to look at"),
    filters=(
        choice("which", _("Which"), lambda: list(WHICH.items()), where=_which),
        Filter("least", lambda: EuroField(label=_("From this amount up")), _at_least),
    ),
    orders=(
        Order("date", _("Date"), ("date", "pk")),
        Order("number", _("Number, the oldest first"), ("head__journal", "number")),
        Order("newest", _("Date, the newest first"), ("-date", "-pk")),
    ),
    columns=(
        Column(_("Number"), booking_words.label),
        Column(_("Date"), lambda row: row.date, "day"),
        Column(_("Kind"), lambda row: row.get_kind_display()),
        Column(_("What"), booking_words.title),
        Column(_("Text"), booking_words.text_of),
        Column(_("Amount"), lambda row: row.own, "cents"),
    ),
    annotate=with_words,
)
