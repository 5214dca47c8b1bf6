"""What the bank says, as lists: its files and their lines."""

from typing import Any

from django.db.models import F, Q
from django.db.models.functions import Abs
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance.bank import labels as bank_words
from finance.bank.models.bank import BankImport, BankLine
from finance.bank.queries import bank
from finance.books import labels as words
from league.files.lists import Column, Listing, Order, choice, days
from league.files.lists import words as search

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
