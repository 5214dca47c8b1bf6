"""The till as lists for files: what somebody outside of it wants to read, by year or all of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy, pgettext_lazy

from finance.cash.coins import DENOMINATIONS
from finance.years.exports import rows
from league.files.sheets import Cell, Column, Sheet
from league.web.money import euro


@dataclass(frozen=True)
class Listing:
    """A list that there is: its code in addresses, what it is called, what is in it."""

    code: str
    title: Any
    about: Any
    columns: tuple[tuple[Any, Cell], ...]
    rows: Callable[[int | None], Iterator[rows.Row]]

    def sheet(self, year: int | None) -> Sheet:
        columns = [Column(str(title), cell) for title, cell in self.columns]
        return Sheet(str(self.title), columns, self.rows(year))


_EURO, _ROUNDS = gettext_lazy("Betrag (€)"), gettext_lazy("Runden")
_DAY, _WHO = gettext_lazy("Datum"), gettext_lazy("Person")
_BOOKING = gettext_lazy("Buchung")

_LISTINGS = (
    Listing(
        "buchungen",
        gettext_lazy("Buchungen"),
        gettext_lazy("Jeder Posten jeder Buchung: Konto, Betrag, Bereich, Prüfsumme."),
        (
            (gettext_lazy("Buch"), "text"),
            (gettext_lazy("Jahr"), "number"),
            (gettext_lazy("Nummer"), "number"),
            (_DAY, "day"),
            (gettext_lazy("Erfasst"), "moment"),
            (gettext_lazy("Was"), "text"),
            (gettext_lazy("Text"), "text"),
            (gettext_lazy("Konto"), "text"),
            (_WHO, "text"),
            (gettext_lazy("Soll + / Haben − (€)"), "cents"),
            (_ROUNDS, "number"),
            (gettext_lazy("Bereich"), "text"),
            (gettext_lazy("Prüfsumme"), "text"),
        ),
        rows.posted,
    ),
    Listing(
        "konten",
        gettext_lazy("Summen und Salden"),
        gettext_lazy("Jedes Konto mit Anfang, Soll, Haben und Ende."),
        (
            (gettext_lazy("Konto"), "text"),
            (gettext_lazy("Art"), "text"),
            (gettext_lazy("Anfang (€)"), "cents"),
            (gettext_lazy("Soll (€)"), "cents"),
            (gettext_lazy("Haben (€)"), "cents"),
            (gettext_lazy("Ende (€)"), "cents"),
            (gettext_lazy("Anfang (Runden)"), "number"),
            (gettext_lazy("Soll (Runden)"), "number"),
            (gettext_lazy("Haben (Runden)"), "number"),
            (gettext_lazy("Ende (Runden)"), "number"),
        ),
        rows.sums,
    ),
    Listing(
        "personen",
        gettext_lazy("Wer schuldet was"),
        gettext_lazy("Der Stand jeder Person am Ende des Jahres; ein Guthaben steht mit Minus."),
        (
            (gettext_lazy("Schlüssel"), "number"),
            (_WHO, "text"),
            (gettext_lazy("Schuldet (€)"), "cents"),
            (gettext_lazy("Schuldet (Runden)"), "number"),
        ),
        rows.owing,
    ),
    Listing(
        "forderungen",
        gettext_lazy("Forderungen"),
        gettext_lazy("Wofür jemand belastet wurde, was davon bezahlt ist und wie es steht."),
        (
            (gettext_lazy("Schlüssel"), "number"),
            (_DAY, "day"),
            (_WHO, "text"),
            (gettext_lazy("Abend"), "text"),
            (gettext_lazy("Wofür"), "text"),
            (_EURO, "cents"),
            (_ROUNDS, "number"),
            (gettext_lazy("Bezahlt (€)"), "cents"),
            (gettext_lazy("Ausgegeben (Runden)"), "number"),
            (pgettext_lazy("how it is", "Stand"), "text"),
            (gettext_lazy("Grund"), "text"),
            (_BOOKING, "text"),
        ),
        rows.claims,
    ),
    Listing(
        "zahlungen",
        gettext_lazy("Zahlungen"),
        gettext_lazy("Wer wann wie gezahlt hat, und wie viel davon verrechnet ist."),
        (
            (gettext_lazy("Schlüssel"), "number"),
            (_DAY, "day"),
            (_WHO, "text"),
            (gettext_lazy("Art"), "text"),
            (_EURO, "cents"),
            (_ROUNDS, "number"),
            (gettext_lazy("Verrechnet (€)"), "cents"),
            (gettext_lazy("Verrechnet (Runden)"), "number"),
            (gettext_lazy("Storniert"), "yes"),
            (gettext_lazy("Text"), "text"),
            (_BOOKING, "text"),
        ),
        rows.payments,
    ),
    Listing(
        "verrechnungen",
        gettext_lazy("Verrechnungen"),
        gettext_lazy("Welche Zahlung welche Forderung beglichen hat."),
        (
            (_DAY, "day"),
            (_WHO, "text"),
            (gettext_lazy("Zahlung"), "text"),
            (gettext_lazy("Schlüssel der Zahlung"), "number"),
            (gettext_lazy("Forderung"), "text"),
            (gettext_lazy("Schlüssel der Forderung"), "number"),
            (_EURO, "cents"),
            (_ROUNDS, "number"),
        ),
        rows.settled,
    ),
    Listing(
        "runden",
        gettext_lazy("Ausgegebene Runden"),
        gettext_lazy("Wer welche Runde wann an wen ausgegeben hat."),
        (
            (gettext_lazy("Erfasst"), "moment"),
            (_WHO, "text"),
            (gettext_lazy("Schlüssel der Forderung"), "number"),
            (gettext_lazy("Abend"), "text"),
            (gettext_lazy("An wen"), "text"),
            (gettext_lazy("Zurückgenommen"), "yes"),
        ),
        rows.given,
    ),
    Listing(
        "belege",
        gettext_lazy("Belege"),
        gettext_lazy(
            "Jeder Beleg und Eigenbeleg mit seinen Buchungen; die Dateien sind in der Sicherung."
        ),
        (
            (gettext_lazy("Jahr"), "number"),
            (gettext_lazy("Nummer"), "number"),
            (gettext_lazy("Art"), "text"),
            (gettext_lazy("Erfasst"), "moment"),
            (gettext_lazy("Datei"), "text"),
            (gettext_lazy("An wen"), "text"),
            (gettext_lazy("Wofür"), "text"),
            (gettext_lazy("Warum kein Beleg"), "text"),
            (_DAY, "day"),
            (_EURO, "cents"),
            (_BOOKING, "text"),
            (gettext_lazy("Prüfsumme"), "text"),
        ),
        rows.vouchers,
    ),
    Listing(
        "zaehlungen",
        gettext_lazy("Kassenzählungen"),
        gettext_lazy("Was gezählt wurde, Stück für Stück, und was das Buch sagte."),
        (
            (_DAY, "day"),
            (gettext_lazy("Gezählt"), "moment"),
            (gettext_lazy("Abend"), "text"),
            (gettext_lazy("Laut Buch (€)"), "cents"),
            (gettext_lazy("Gezählt (€)"), "cents"),
            (gettext_lazy("Differenz (€)"), "cents"),
            (_BOOKING, "text"),
            *((lazy(euro, str)(cents), "number") for cents in DENOMINATIONS.values()),
        ),
        rows.counted,
    ),
    Listing(
        "bank",
        gettext_lazy("Umsätze der Bank"),
        gettext_lazy("Jede eingelesene Zeile des Kontos, und wo sie gebucht ist."),
        (
            (_DAY, "day"),
            (gettext_lazy("Name"), "text"),
            ("IBAN", "text"),
            (gettext_lazy("Verwendungszweck"), "text"),
            (_EURO, "cents"),
            (gettext_lazy("Gebucht (€)"), "cents"),
            (gettext_lazy("Ignoriert"), "yes"),
            (gettext_lazy("Grund"), "text"),
            (_BOOKING, "text"),
        ),
        rows.from_the_bank,
    ),
)
LISTINGS = {listing.code: listing for listing in _LISTINGS}


def everything(year: int | None) -> Iterator[Sheet]:
    """All lists, one after the other."""
    return (listing.sheet(year) for listing in _LISTINGS)
