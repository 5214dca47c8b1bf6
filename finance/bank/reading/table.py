"""Reads what banks call CSV: every bank names its columns as it likes, and so they are found.

Pure. A file is a preamble nobody needs except for the account's IBAN and balance, a row of column
names, and lines below it. Known are those of Sparkassen (also the old ones, whose days have no
year), Volksbanken, ING, DKB, HypoVereinsbank, Deutsche Bank and Postbank (debit and credit in two
columns, a balance as the last row), comdirect and Commerzbank (all words in one column), N26,
PayPal (a fee in each row) and whoever uses the same words.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from datetime import date
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
from league.files.days import read_day

# What the columns are called, in small letters and without anything but letters.
_COLUMNS: dict[str, tuple[str, ...]] = {
    "booked": ("buchungstag", "buchungsdatum", "buchung", "bookingdate", "datum", "date"),
    "valued": ("valutadatum", "wertstellung", "wert", "valuta"),
    "amount": (
        *("betrag", "betrageur", "betragineur", "umsatz", "umsatzineur", "amount", "amounteur"),
        *("brutto", "gross"),
    ),
    "debit": ("soll",),
    "credit": ("haben",),
    "fee": ("gebühr", "fee"),
    "text": (
        *("verwendungszweck", "vorgangverwendungszweck", "buchungsdetails", "paymentreference"),
        # PayPal says it there; where a bank has one column for all words, it is this one.
        *("betreff", "subject", "buchungstext"),
    ),
    "name": (
        "namezahlungsbeteiligter",
        "beguenstigterzahlungspflichtiger",
        "begünstigterzahlungspflichtiger",
        "auftraggeberempfänger",
        "auftraggeberbegünstigter",
        "auftraggeberzahlungsempfänger",
        "empfängerauftraggeber",
        "begünstigterauftraggeber",
        "partnername",
        "name",
    ),
    "payer": ("zahlungspflichtiger", "zahlungspflichtige", "auftraggeber"),
    "payee": ("zahlungsempfänger", "zahlungsempfängerin", "empfänger"),
    "iban": (
        *("ibanzahlungsbeteiligter", "kontonummeriban", "iban", "ibankontonummer", "partneriban"),
        "kontonummer",
    ),
    "kind": ("umsatzart", "vorgang", "umsatztyp", "buchungstext", "typ", "type"),
    "more": ("kundenreferenzendtoend", "kundenreferenz"),
    "own": ("ibanauftragskonto", "auftragskonto", "ibankontoinhaber"),
    "currency": ("waehrung", "währung", "currency"),
    "standing": ("saldonachbuchung", "saldo", "kontostand"),
    "status": ("status", "info", "umsatzstatus"),
}
_NEEDED = ("booked", "amount", "text")
# Rows before the one that names the columns.
_LONGEST_PREAMBLE = 40
_AMOUNT = re.compile(r"([+-]?)([0-9]{1,3}(?:\.[0-9]{3})+|[0-9]{1,9})(?:,([0-9]{1,2}))?([+-]?)")
_ENGLISH = re.compile(r"([+-]?)([0-9]{1,9})\.([0-9]{1,2})()")
_WITHOUT_YEAR = re.compile(r"\d{1,2}\.\d{1,2}\.?")
# „Auftraggeber: Anna Bolte Buchungstext: Beitrag Ref. 4711“, all in one column.
_PACKED = re.compile(
    r"(?:(?:Auftraggeber|Empfänger):\s*(?P<name>.*?)\s*)?"
    r"(?:Kto/IBAN:\s*(?P<iban>\S+)\s*)?(?:BLZ/BIC:\s*\S+\s*)?"
    r"Buchungstext:\s*(?P<text>.*?)(?:\s*Ref\.\s*\S+)?"
)
_CLOSING = "kontostand"
_PENDING = ("vorgemerkt", "ausstehend", "pending")
_FEES = ("entgelt", "kontoführung", "abschluss", "gebühr")
_RETURNS = (
    *("rückbuchung", "rueckbuchung", "retoure", "rückgabe", "rueckgabe", "rückläufer"),
    *("ruecklaeufer", "rücklastschrift", "ruecklastschrift"),
)


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
    closing: list[Balance] = []
    pending = 0
    for number, row in enumerate(rows[names + 1 :], start=names + 2):
        cells = Cells(row, columns, number)
        if not any(cell.strip() for cell in row):
            continue
        if row[0].strip().casefold().startswith(_CLOSING):
            closing += _closing(row)
            continue
        if len(row) < len(rows[names]) - 1 and not cells["booked"]:
            continue
        if any(word in cells["status"].casefold() for word in _PENDING) or not cells["booked"]:
            pending += 1
            continue
        if own and iban_of(cells["own"]) not in {"", own}:
            raise BankFileError("several_accounts")
        own = own or iban_of(cells["own"])
        of_row = lines_of(cells)
        lines += of_row
        standing = cents_of(cells["standing"], number) if cells["standing"] else None
        standings += [standing] * len(of_row)
        if len(lines) > MOST_LINES:
            raise BankFileError("too_many_lines", str(MOST_LINES))
    balances = tuple(closing) if closing else tuple(_balances(lines, standings))
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
                columns = columns_of(row)
                lacking = [name for name in _NEEDED if name not in columns]
                if "amount" in lacking and {"debit", "credit"} <= columns.keys():
                    lacking.remove("amount")
                if not lacking:
                    return separator, number, columns
                if len(lacking) < len(missing):
                    missing = lacking
        except csv.Error as error:
            raise BankFileError("csv_broken", str(reader.line_num)) from error
    if len(missing) < len(_NEEDED):
        raise BankFileError("csv_column", missing[0])
    raise BankFileError("csv_no_heading")


def columns_of(row: Sequence[str]) -> dict[str, int]:
    names = ["".join(sign for sign in cell.casefold() if sign.isalpha()) for cell in row]
    columns_of: dict[str, int] = {}
    for column, known in _COLUMNS.items():
        for name in known:
            if name in names:
                columns_of[column] = names.index(name)
                break
    return columns_of


class Cells:
    """A row by the names of its columns; what it has not is empty."""

    def __init__(self, row: Sequence[str], columns: dict[str, int], number: int) -> None:
        self._row, self._columns, self.number = row, columns, number

    def __getitem__(self, column: str) -> str:
        place = self._columns.get(column)
        return self._row[place].strip() if place is not None and place < len(self._row) else ""


def lines_of(cells: Cells) -> list[Line]:
    """A row's booking; where the bank took a fee in the same row, that is one of its own."""
    if (currency := cells["currency"]) and currency.upper() not in {"EUR", "€"}:
        raise BankFileError("currency", currency[:3])
    cents = _amount(cells)
    name = cells["name"] or (cells["payer"] if cents > 0 else cells["payee"])
    kind, text, iban = cells["kind"], cells["text"], cells["iban"]
    if packed := _PACKED.fullmatch(text):
        name, iban = name or packed["name"] or "", iban or packed["iban"] or ""
        text = packed["text"]
    texts = [text, cells["more"]]
    booked = _booked(cells)
    line = Line(
        booked=booked,
        cents=cents,
        name=tidy(name, LONGEST_NAME),
        iban=iban_of(iban),
        text=tidy(" ".join(filter(None, texts)) or kind, LONGEST_TEXT),
        # Without a column for it only the words tell, and only of what went out.
        is_return=any(
            word in (kind or (text if cents < 0 else "")).casefold() for word in _RETURNS
        ),
        is_fee=any(word in kind.casefold() for word in _FEES) and cents < 0,
    )
    fee = cents_of(cells["fee"], cells.number) if cells["fee"] else 0
    if not fee:
        return [line]
    about = tidy(f"{kind} {name}", LONGEST_TEXT)
    return [line, Line(booked=booked, cents=-abs(fee), text=about, is_fee=True)]


def _amount(cells: Cells) -> int:
    """The amount with its sign; where there are two columns, what is in debit went out."""
    debit, credit = cells["debit"], cells["credit"]
    if cells["amount"] or not (debit or credit):
        return cents_of(cells["amount"], cells.number)
    if debit:
        return -abs(cents_of(debit, cells.number))
    return abs(cents_of(credit, cells.number))


def _booked(cells: Cells) -> date:
    """The booking's day; where it has no year, that of the value date next to it."""
    text = cells["booked"]
    if not _WITHOUT_YEAR.fullmatch(text):
        return day_of(text, cells.number)
    valued = day_of(cells["valued"], cells.number)
    years = (valued.year - 1, valued.year, valued.year + 1)
    days = [day_of(f"{text.rstrip('.')}.{year}", cells.number) for year in years]
    return min(days, key=lambda day: abs(day - valued))


def _closing(row: Sequence[str]) -> Iterator[Balance]:
    """„Kontostand;31.10.2026;;;1.234,56;EUR“, where it can be read."""
    cells = [cell.strip() for cell in row[1:] if cell.strip()]
    days = [cell for cell in cells if re.fullmatch(r"\d{1,2}\.\d{1,2}\.\d{4}", cell)]
    amounts = [cell for cell in cells if cell not in days and _AMOUNT.fullmatch(cell)]
    if days and amounts:
        yield Balance(day_of(days[0], 0), cents_of(amounts[-1], 0), "closing")


def cents_of(text: str, number: int) -> int:
    plain = re.sub(r"[\s€]|EUR", "", text).replace("\u2212", "-")
    match = _AMOUNT.fullmatch(plain) or _ENGLISH.fullmatch(plain)
    if match is None:
        raise BankFileError("csv_amount", str(number))
    before, whole, rest, after = match.groups()
    cents = int(Decimal(f"{whole.replace('.', '')}.{rest or 0}") * 100)
    return -cents if "-" in (before, after) else cents


def day_of(text: str, number: int) -> date:
    day = read_day(text)
    if day is None:
        raise BankFileError("csv_day", str(number))
    return day


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
