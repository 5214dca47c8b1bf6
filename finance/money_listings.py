"""What lies in the till and what the bank says, as lists: counts, files of a bank, their lines."""

from operator import attrgetter
from typing import Any

from django.db.models import F, Q
from django.db.models.functions import Abs
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance import bank_words, closing_words, words
from finance.coins import DENOMINATIONS
from finance.models import BankImport, BankLine, CashCount
from finance.queries import bank
from league.lists import Column, Listing, Order, choice, days
from league.lists import words as search


# --- counts ---------------------------------------------------------------------------------
def _pieces(name: str) -> Column[CashCount]:
    return Column(closing_words.denomination(name), attrgetter(name), "number")


def _counted_by(row: CashCount) -> str:
    person = getattr(row.counted_by, "person", None)
    return str(person or "")


def _booked_difference(row: CashCount) -> str:
    return words.label(row.transaction) if row.transaction else ""


COUNTS: Listing[CashCount] = Listing(
    title=_("Zählungen der Kasse"),
    filters=(
        choice(
            "stand",
            pgettext_lazy("how it is", "Stand"),
            lambda: [("stimmt", _("stimmt")), ("differenz", _("mit Differenz"))],
            where=lambda chosen: Q(transaction__isnull=chosen == "stimmt"),
        ),
        *days("day"),
    ),
    orders=(
        Order("neueste", _("die neueste zuerst"), ("-counted_at", "-pk")),
        Order("aelteste", _("die älteste zuerst"), ("counted_at", "pk")),
    ),
    columns=(
        Column(_("Gezählt"), lambda row: row.counted_at, "moment"),
        Column(_("Wer"), _counted_by),
        Column(_("Abend"), lambda row: row.event.name if row.event else ""),
        Column(_("Laut Buch"), lambda row: row.expected, "cents"),
        Column(_("Gezählter Betrag"), lambda row: row.counted, "cents"),
        Column(_("Differenz"), lambda row: row.difference, "cents"),
        Column(_("Buchung"), _booked_difference),
        *(_pieces(name) for name in DENOMINATIONS),
    ),
    dress=lambda rows: rows,
    per_page=20,
)

# --- the bank -------------------------------------------------------------------------------
IMPORTS: Listing[BankImport] = Listing(
    title=_("Eingelesene Dateien"),
    filters=(search("file_name"), *days("imported_at__date")),
    orders=(
        Order("neueste", _("die neueste zuerst"), ("-pk",)),
        Order("aelteste", _("die älteste zuerst"), ("pk",)),
    ),
    columns=(
        Column(_("Eingelesen"), lambda row: row.imported_at, "moment"),
        Column(_("Datei"), lambda row: row.file_name),
        Column("IBAN", lambda row: row.iban),
        Column(_("rückgängig"), lambda row: row.undone_at, "moment"),
        Column("SHA-256", lambda row: row.sha256),
    ),
    dress=lambda rows: rows,
    per_page=12,
)

_STATES_OF_LINES: dict[str, tuple[Any, Q]] = {
    "offen": (_("zu klären"), Q(ignored=False) & ~Q(done=F("cents"))),
    "gebucht": (_("gebucht"), Q(done=F("cents"))),
    "ignoriert": (_("ignoriert"), Q(ignored=True)),
}


def _booked_as(line: BankLine) -> str:
    return ", ".join(words.label(one.transaction) for one in bank.standing_of(line))


BANK_LINES: Listing[BankLine] = Listing(
    title=_("Zeilen der Bank"),
    filters=(
        search("text__name", "text__text", "text__iban"),
        choice(
            "stand",
            pgettext_lazy("how it is", "Stand"),
            lambda: [(name, said) for name, (said, _where) in _STATES_OF_LINES.items()],
            where=lambda chosen: _STATES_OF_LINES[chosen][1],
        ),
        choice(
            "wohin",
            _("Eingänge oder Ausgänge"),
            lambda: [("gt", _("Eingänge")), ("lt", _("Ausgänge"))],
            where=lambda chosen: Q(**{f"cents__{chosen}": 0}),
        ),
        *days("day"),
    ),
    orders=(
        Order("neueste", _("Datum, das neueste zuerst"), ("-day", "-pk")),
        Order("datum", _("Datum, das älteste zuerst"), ("day", "pk")),
        Order("betrag", _("Betrag, der größte zuerst"), (Abs("cents").desc(), "pk")),
    ),
    columns=(
        Column(_("Datum"), lambda row: row.day, "day"),
        Column(_("Wer"), lambda row: row.text.name),
        Column("IBAN", lambda row: row.text.iban),
        Column(_("Verwendungszweck"), lambda row: row.text.text),
        Column(_("Betrag"), lambda row: row.cents, "cents"),
        Column(_("Gebucht"), lambda row: row.done, "cents"),
        Column(pgettext_lazy("how it is", "Stand"), bank_words.line_state),
        Column(_("Grund"), lambda row: row.reason),
        Column(_("Buchung"), _booked_as),
        Column(_("Datei"), lambda row: str(row.bank_import)),
    ),
    dress=bank.with_words,
)
