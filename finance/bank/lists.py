"""Lists of the bank's files and their lines."""

from typing import Any

from django.db.models import F, Q
from django.db.models.functions import Abs
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance.bank import labels as bank_words
from finance.bank.models.bank import BankImport, BankLine
from finance.bank.queries import bank
from finance.books import booking_labels as booking_words
from league.files.lists import Column, Listing, Order, choice, days
from league.files.lists import words as search

IMPORTS: Listing[BankImport] = Listing(
    title=_("Files read in"),
    filters=(search("file_name"), *days("imported_at__date")),
    orders=(
        Order("newest", _("newest first"), ("-pk",)),
        Order("oldest", _("oldest first"), ("pk",)),
    ),
    columns=(
        Column(_("Read so far"), lambda row: row.imported_at, "moment"),
        Column(_("File"), lambda row: row.file_name),
        Column("IBAN", lambda row: row.iban),
        Column(_("undone"), lambda row: row.undone_at, "moment"),
        Column("SHA-256", lambda row: row.sha256),
    ),
    annotate=lambda rows: rows,
    per_page=12,
)

_STATES_OF_LINES: dict[str, tuple[Any, Q]] = {
    "open": (_("to be dealt with"), Q(ignored=False) & ~Q(done=F("cents"))),
    "booked": (_("booked"), Q(done=F("cents"))),
    "ignored": (_("ignored"), Q(ignored=True)),
}


def _booked_as(line: BankLine) -> str:
    return ", ".join(booking_words.label(booking.transaction) for booking in bank.standing_of(line))


BANK_LINES: Listing[BankLine] = Listing(
    title=_("Lines of the bank"),
    filters=(
        search("text__name", "text__text", "text__iban"),
        choice(
            "state",
            pgettext_lazy("how it is", "Status"),
            lambda: [(name, label) for name, (label, _where) in _STATES_OF_LINES.items()],
            where=lambda chosen: _STATES_OF_LINES[chosen][1],
        ),
        choice(
            "direction",
            _("Incoming or outgoing"),
            lambda: [("in", _("Incoming")), ("out", _("Outgoing"))],
            where=lambda chosen: Q(cents__gt=0) if chosen == "in" else Q(cents__lt=0),
        ),
        *days("day"),
    ),
    orders=(
        Order("newest", _("Date, the newest first"), ("-day", "-pk")),
        Order("date", _("Date, the oldest first"), ("day", "pk")),
        Order("amount", _("Amount, the largest first"), (Abs("cents").desc(), "pk")),
    ),
    columns=(
        Column(_("Date"), lambda row: row.day, "day"),
        Column(_("Who"), lambda row: row.text.name),
        Column("IBAN", lambda row: row.text.iban),
        Column(_("Purpose"), lambda row: row.text.text),
        Column(_("Amount"), lambda row: row.cents, "cents"),
        Column(_("Booked"), lambda row: row.done, "cents"),
        Column(pgettext_lazy("how it is", "Status"), bank_words.line_state),
        Column(_("Reason"), lambda row: row.reason),
        Column(_("Booking"), _booked_as),
        Column(_("File"), lambda row: str(row.bank_import)),
    ),
    annotate=bank.with_words,
)
