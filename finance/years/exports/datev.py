"""A batch of bookings in DATEV's format: EXTF, header 700, category 21, Buchungsstapel 13.

Pure: no Django, no database. Written after DATEV's description of the format, which names each
field of header and booking. Amounts are cents and always positive; debit or credit says the sign.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from league.web.spelling import spelt

HEADER_VERSION, CATEGORY, NAME, VERSION = 700, 21, "Buchungsstapel", 13
ENCODING = "cp1252"

_ADDITIONS = [
    name
    for place in range(1, 21)
    for name in (f"Zusatzinformation - Art {place}", f"Zusatzinformation- Inhalt {place}")
]
_VOUCHERS = [
    name
    for place in range(1, 9)
    for name in (f"Beleginfo - Art {place}", f"Beleginfo - Inhalt {place}")
]
COLUMNS = (
    *("Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Kurs"),
    *("Basis-Umsatz", "WKZ Basis-Umsatz", "Konto", "Gegenkonto (ohne BU-Schlüssel)"),
    *("BU-Schlüssel", "Belegdatum", "Belegfeld 1", "Belegfeld 2", "Skonto", "Buchungstext"),
    *("Postensperre", "Diverse Adressnummer", "Geschäftspartnerbank", "Sachverhalt"),
    *("Zinssperre", "Beleglink", *_VOUCHERS, "KOST1 - Kostenstelle", "KOST2 - Kostenstelle"),
    *("Kost-Menge", "EU-Land u. UStID (Bestimmung)", "EU-Steuersatz (Bestimmung)"),
    *("Abw. Versteuerungsart", "Sachverhalt L+L", "Funktionsergänzung L+L"),
    *("BU 49 Hauptfunktionstyp", "BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung"),
    *(*_ADDITIONS, "Stück", "Gewicht", "Zahlweise", "Forderungsart", "Veranlagungsjahr"),
    *("Zugeordnete Fälligkeit", "Skontotyp", "Auftragsnummer", "Buchungstyp"),
    *("USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)", "Sachverhalt L+L (Anzahlungen)"),
    *("EU-Steuersatz (Anzahlungen)", "Erlöskonto (Anzahlungen)", "Herkunft-Kz", "Buchungs GUID"),
    *("KOST-Datum", "SEPA-Mandatsreferenz", "Skontosperre", "Gesellschaftername"),
    *("Beteiligtennummer", "Identifikationsnummer", "Zeichnernummer", "Postensperre bis"),
    *("Bezeichnung SoBil-Sachverhalt", "Kennzeichen SoBil-Buchung", "Festschreibung"),
    *("Leistungsdatum", "Datum Zuord. Steuerperiode", "Fälligkeit", "Generalumkehr (GU)"),
    *("Steuersatz", "Land", "Abrechnungsreferenz", "BVV-Position"),
    *("EU-Land u. UStID (Ursprung)", "EU-Steuersatz (Ursprung)", "Abw. Skontokonto"),
)
# The fields that are texts, counted from one: they are put in quotation marks, also if empty.
_TEXTS = {
    *(2, 3, 6, 9, 11, 12, 14, 16, *range(20, 39), 40, 42, *range(48, 88), 91, 95, 96, 98),
    *(102, 103, 105, 107, 109, 110, 112, 118, 120, 121, 123),
}
# Characters that may not be in the number of a voucher.
_VOUCHER = re.compile(r"[^A-Za-z0-9$&%*+\-/]")


@dataclass(frozen=True)
class Line:
    """`cents` in debit on `account` and in credit on `contra`; `cost_centre` may be empty."""

    day: date
    cents: int
    account: int
    contra: int
    voucher: str
    text: str
    cost_centre: str = ""


@dataclass(frozen=True)
class Head:
    """The fields of the first line: owner of the books, days, and chart."""

    made: datetime
    adviser: int
    client: int
    start: date
    end: date
    digits: int
    chart: str
    title: str


def batch(head: Head, lines: Iterable[Line]) -> Iterator[bytes]:
    """Yield the file, line by line: the header, the names of the fields, the bookings."""
    yield _written(_header(head))
    yield _written(list(COLUMNS))
    for line in lines:
        yield _written(_booking(line))


def _header(head: Head) -> list[str]:
    moment = f"{head.made:%Y%m%d%H%M%S}{head.made.microsecond // 1000:03}"
    return [
        *(_text("EXTF"), str(HEADER_VERSION), str(CATEGORY), _text(NAME), str(VERSION)),
        *(moment, "", _text("RE"), _text(""), _text(""), str(head.adviser), str(head.client)),
        *(f"{head.start.year}0101", str(head.digits), f"{head.start:%Y%m%d}", f"{head.end:%Y%m%d}"),
        # Ordinary bookings, for every purpose, not finalized: the adviser does that.
        *(_text(_spelt(head.title)[:30]), _text(""), "1", "0", "0", _text("EUR"), "", _text("")),
        *("", "", _text(head.chart), "", "", _text(""), _text("")),
    ]


def _booking(line: Line) -> list[str]:
    fields = {
        1: f"{line.cents // 100},{line.cents % 100:02}",
        2: "S",
        3: "EUR",
        7: str(line.account),
        8: str(line.contra),
        10: f"{line.day:%d%m}",
        11: _VOUCHER.sub("-", line.voucher)[:36],
        14: _spelt(line.text)[:60],
        37: line.cost_centre,
    }
    return [
        _text(fields.get(place, "")) if place in _TEXTS else fields.get(place, "")
        for place in range(1, len(COLUMNS) + 1)
    ]


def _spelt(text: str) -> str:
    """Return a text in the letters of the file, without anything that ends the line."""
    return spelt(text, _is_letter, otherwise="?")


def _is_letter(sign: str) -> bool:
    return sign.isprintable() and bool(sign.encode(ENCODING, errors="ignore"))


def _text(value: str) -> str:
    """Return a value in quotation marks, those within doubled."""
    return '"' + value.replace('"', '""') + '"'


def _written(fields: list[str]) -> bytes:
    return (";".join(fields) + "\r\n").encode(ENCODING)
