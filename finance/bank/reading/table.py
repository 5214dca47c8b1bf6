"""Reads what banks call CSV: every house names its columns as it likes, and so they are found.

Pure. A file is a preamble nobody needs except for the account's IBAN and balance, a row of column
names, and lines below it. Known are those of Sparkassen, Volksbanken, ING, DKB and whoever uses
the same words.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import StringIO
from itertools import pairwise

from finance.bank.reading.statements import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_LINES,
    Balance,
    BankFileError,
    Line,
    Statement,
    iban_of,
    tidy,
)

# What the columns are called, in small letters and without anything but letters.
_COLUMNS: dict[str, tuple[str, ...]] = {
    "booked": ("buchungstag", "buchungsdatum", "buchung", "bookingdate"),
    "amount": ("betrag", "betrageur", "betragineur", "umsatz", "umsatzineur", "amount"),
    "text": ("verwendungszweck", "vorgangverwendungszweck", "buchungsdetails"),
    "name": (
        "namezahlungsbeteiligter",
        "beguenstigterzahlungspflichtiger",
        "begünstigterzahlungspflichtiger",
        "auftraggeberempfänger",
        "auftraggeberbegünstigter",
        "auftraggeberzahlungsempfänger",
        "empfängerauftraggeber",
        "name",
    ),
    "payer": ("zahlungspflichtiger", "zahlungspflichtige", "auftraggeber"),
    "payee": ("zahlungsempfänger", "zahlungsempfängerin", "empfänger"),
    "iban": ("ibanzahlungsbeteiligter", "kontonummeriban", "iban", "ibankontonummer"),
    "kind": ("buchungstext", "umsatztyp", "vorgang"),
    "more": ("kundenreferenzendtoend", "kundenreferenz"),
    "own": ("ibanauftragskonto", "auftragskonto"),
    "currency": ("waehrung", "währung", "currency"),
    "standing": ("saldonachbuchung", "saldo", "kontostand"),
    "status": ("status", "info", "umsatzstatus"),
}
_NEEDED = ("booked", "amount", "text")
# Rows before the one that names the columns.
_LONGEST_PREAMBLE = 40
_AMOUNT = re.compile(r"([+-]?)([0-9]{1,3}(?:\.[0-9]{3})+|[0-9]{1,9})(?:,([0-9]{1,2}))?([+-]?)")
_ENGLISH = re.compile(r"([+-]?)([0-9]{1,9})\.([0-9]{2})()")
_DAYS = ("%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d")
_FEES = ("entgelt", "kontoführung", "abschluss", "gebühr")
_RETURNS = ("rückbuchung", "rueckbuchung", "retoure", "rückgabe", "rückläufer", "rücklastschrift")


def read(content: bytes) -> list[Statement]:
    """The statement of a file. Raises BankFileError."""
    text = decoded(content)
    separator, names, columns = _heading(text)
    # Strictly: a quotation mark that is never closed would swallow all lines after it.
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        rows = list(reader)
    except csv.Error as error:
        raise BankFileError("csv_broken", str(reader.line_num)) from error
    own = ""
    for row in rows[:names]:
        own = own or next(filter(None, (iban_of(cell) for cell in row)), "")
    lines: list[Line] = []
    standings: list[int | None] = []
    pending = 0
    for number, row in enumerate(rows[names + 1 :], start=names + 2):
        cells = _Cells(row, columns, number)
        if not any(cell.strip() for cell in row):
            continue
        if len(row) < len(rows[names]) - 1 and not cells["booked"]:
            continue
        if "vorgemerkt" in cells["status"].casefold() or not cells["booked"]:
            pending += 1
            continue
        own = own or iban_of(cells["own"])
        lines.append(_line(cells))
        standings.append(_cents(cells["standing"], number) if cells["standing"] else None)
        if len(lines) > MOST_LINES:
            raise BankFileError("too_many_lines", str(MOST_LINES))
    balances = tuple(_balances(lines, standings))
    return [Statement(iban=own, lines=tuple(lines), balances=balances, pending=pending)]


def decoded(content: bytes) -> str:
    """The text of a file, in one of the encodings banks use. Raises BankFileError."""
    marks = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    marked = next((name for mark, name in marks.items() if content.startswith(mark)), None)
    for encoding in [marked] if marked else ["utf-8", "cp1252"]:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text
    raise BankFileError("encoding")


def _heading(text: str) -> tuple[str, int, dict[str, int]]:
    """The separator, the row that names the columns, and where each column is."""
    missing: list[str] = list(_NEEDED)
    for separator in ";,\t":
        reader = csv.reader(StringIO(text, newline=""), delimiter=separator)
        try:
            for number, row in zip(range(_LONGEST_PREAMBLE), reader, strict=False):
                columns = _columns(row)
                lacking = [name for name in _NEEDED if name not in columns]
                if not lacking:
                    return separator, number, columns
                if len(lacking) < len(missing):
                    missing = lacking
        except csv.Error as error:
            raise BankFileError("csv_broken", str(reader.line_num)) from error
    if len(missing) < len(_NEEDED):
        raise BankFileError("csv_column", missing[0])
    raise BankFileError("csv_no_heading")


def _columns(row: Sequence[str]) -> dict[str, int]:
    names = ["".join(sign for sign in cell.casefold() if sign.isalpha()) for cell in row]
    found: dict[str, int] = {}
    for column, known in _COLUMNS.items():
        for name in known:
            if name in names:
                found[column] = names.index(name)
                break
    return found


class _Cells:
    """A row by the names of its columns; what it has not is empty."""

    def __init__(self, row: Sequence[str], columns: dict[str, int], number: int) -> None:
        self._row, self._columns, self.number = row, columns, number

    def __getitem__(self, column: str) -> str:
        place = self._columns.get(column)
        return self._row[place].strip() if place is not None and place < len(self._row) else ""


def _line(cells: _Cells) -> Line:
    if (currency := cells["currency"]) and currency.upper() not in {"EUR", "€"}:
        raise BankFileError("currency", currency[:3])
    cents = _cents(cells["amount"], cells.number)
    name = cells["name"] or (cells["payer"] if cents > 0 else cells["payee"])
    kind = cells["kind"]
    said = [cells["text"], cells["more"]]
    return Line(
        booked=_day(cells["booked"], cells.number),
        cents=cents,
        name=tidy(name, LONGEST_NAME),
        iban=iban_of(cells["iban"]),
        text=tidy(" ".join(filter(None, said)) or kind, LONGEST_TEXT),
        is_return=any(word in kind.casefold() for word in _RETURNS),
        is_fee=any(word in kind.casefold() for word in _FEES) and cents < 0,
    )


def _cents(text: str, number: int) -> int:
    plain = re.sub(r"[\s€]|EUR", "", text).replace("\u2212", "-")
    found = _AMOUNT.fullmatch(plain) or _ENGLISH.fullmatch(plain)
    if found is None:
        raise BankFileError("csv_amount", str(number))
    before, whole, rest, after = found.groups()
    cents = int(Decimal(f"{whole.replace('.', '')}.{rest or 0}") * 100)
    return -cents if "-" in (before, after) else cents


def _day(text: str, number: int) -> date:
    for form in _DAYS:
        try:
            # A day has no time zone.
            return datetime.strptime(text, form).date()  # noqa: DTZ007
        except ValueError:
            continue
    raise BankFileError("csv_day", str(number))


def _balances(lines: Sequence[Line], standings: Sequence[int | None]) -> Iterator[Balance]:
    """Where each line says what was there after it, and they follow from each other."""
    pairs = [(line, cents) for line, cents in zip(lines, standings, strict=True)]
    for order in (pairs, pairs[::-1]):
        known = [(line, cents) for line, cents in order if cents is not None]
        if not known or len(known) < len(pairs):
            return
        follows = all(
            before + line.cents == after for (_line, before), (line, after) in pairwise(known)
        )
        if follows and known[0][0].booked <= known[-1][0].booked:
            first, after_first = known[0]
            yield Balance(first.booked, after_first - first.cents, "opening")
            yield Balance(known[-1][0].booked, known[-1][1], "closing")
            return
