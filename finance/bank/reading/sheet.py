"""A CSV of a bank that nobody here knows: its rows, and what somebody said its columns are.

Pure. What the columns are is said once for each row of column names; without one, by their number.
"""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Literal

from finance.bank.reading import table
from finance.bank.reading.statements import MOST_LINES, BankFileError, Line, Statement, iban_of

Amounts = Literal["signed", "in", "out"]
# What a column can be; of the purpose there may be several.
ROLES = ("booked", "amount", "debit", "credit", "sign", "name", "iban", "text", "kind")
# How banks mark in a column of its own what went out.
_WENT_OUT = {"s", "soll", "-", "d", "db", "dbit", "debit", "belastung", "lastschrift", "ausgang"}
# Wider than any bank's.
_MOST_COLUMNS = 60
_LONGEST_HEADING = 900


@dataclass(frozen=True)
class Columns:
    """What each column is, by its place; empty for one that is not needed.

    `amounts` says whether all of them came in or went out, where nothing in the file does.
    """

    roles: tuple[str, ...]
    amounts: Amounts = "signed"

    def places(self, role: str) -> list[int]:
        return [place for place, known in enumerate(self.roles) if known == role]


@dataclass(frozen=True)
class Sheet:
    """The rows of a file below the one that names the columns. `first` is their first's number."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    first: int
    iban: str = ""

    @property
    def heading(self) -> str:
        """What the file is known by the next time: its columns' names, or how many there are."""
        return ";".join(self.names)[:_LONGEST_HEADING] if any(self.names) else f"#{self.width}"

    @property
    def width(self) -> int:
        return len(self.names)


def open_sheet(content: bytes) -> Sheet:
    """The rows of a CSV. Raises BankFileError where no rows with a day and an amount are in it."""
    text = table.decoded(content)
    best: tuple[int, list[list[str]]] = (0, [])
    for separator in ";,\t|":
        reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
        try:
            rows = list(reader)
        except csv.Error:
            continue
        bookings = sum(1 for row in rows if _is_booking(row))
        best = max(best, (bookings, rows), key=lambda candidate: candidate[0])
    count, rows = best
    if not count:
        raise BankFileError("csv_no_heading")
    if len(rows) > MOST_LINES:
        raise BankFileError("too_many_lines", str(MOST_LINES))
    usual = Counter(len(row) for row in rows if _is_booking(row)).most_common(1)[0][0]
    first = next(
        number for number, row in enumerate(rows) if len(row) == usual and _is_booking(row)
    )
    width = min(usual, _MOST_COLUMNS)
    before = rows[first - 1] if first else []
    names = [cell.strip() for cell in before[:width]] if len(before) >= usual - 1 else []
    iban = next(filter(None, (iban_of(cell) for row in rows[:first] for cell in row)), "")
    return Sheet(
        names=tuple(names + [""] * (width - len(names))),
        rows=tuple(tuple(cell.strip() for cell in row[:width]) for row in rows[first:]),
        first=first + 1,
        iban=iban,
    )


def guessed(sheet: Sheet) -> Columns:
    """What the columns probably are, by their names and by what stands in them."""
    by_name = {place: role for role, place in table.columns_of(sheet.names).items()}
    bookings = [row for row in sheet.rows if len(row) == sheet.width and _is_booking(row)]
    roles: list[str] = []
    for place in range(sheet.width):
        cells = [row[place] for row in bookings if row[place]]
        role = by_name.get(place, "")
        if role not in ROLES:
            role = _by_content(cells)
        roles.append("" if role in roles and role != "text" else role)
    if "text" not in roles:
        # The longest words are what somebody wrote.
        free = [place for place, role in enumerate(roles) if not role]
        if free:
            roles[max(free, key=lambda place: sum(len(row[place]) for row in bookings))] = "text"
    return Columns(tuple(roles))


def _by_content(cells: Sequence[str]) -> str:
    if cells and all(_is_day(cell) for cell in cells):
        return "booked"
    if cells and all(iban_of(cell) for cell in cells):
        return "iban"
    if cells and all(_is_amount(cell) and re.search(r"[.,]\d\d\D*$", cell) for cell in cells):
        return "amount"
    return ""


def fault_of(sheet: Sheet, columns: Columns) -> str:
    """What is missing before the file can be read: a code, or nothing."""
    count = Counter(role for role in columns.roles if role)
    if not count["booked"]:
        return "columns_day"
    if not (count["amount"] or (count["debit"] and count["credit"])):
        return "columns_amount"
    if any(number > 1 for role, number in count.items() if role != "text"):
        return "columns_twice"
    if not (count["text"] or count["name"]):
        return "columns_words"
    return "columns_sign" if is_sign_unclear(sheet, columns) else ""


def is_sign_unclear(sheet: Sheet, columns: Columns) -> bool:
    """Whether nothing says what came in and what went out: no minus, no column of its own."""
    if columns.amounts != "signed" or not columns.places("amount"):
        return False
    if columns.places("sign") or columns.places("debit"):
        return False
    (place, *_more) = columns.places("amount")
    cells = [row[place] for row in sheet.rows if place < len(row)]
    return not any(sign in cell for cell in cells for sign in "-\u2212")


def lines_of(sheet: Sheet, columns: Columns, most: int = MOST_LINES) -> list[Line]:
    """The bookings of a file whose columns were said, the first `most`. Raises BankFileError."""
    cells = [
        _MappedRow(row, columns, number)
        for number, row in enumerate(sheet.rows, start=sheet.first)
        if any(row)
    ]
    # What stands below the last day is a balance or a sum.
    while cells and not _is_day(cells[-1]["booked"]):
        cells.pop()
    lines: list[Line] = []
    for row_said in cells[:most]:
        lines += table.lines_of(row_said)
    return lines


def read(sheet: Sheet, columns: Columns) -> Statement:
    """The statement of a file whose columns were said. Raises BankFileError."""
    return Statement(iban=sheet.iban, lines=tuple(lines_of(sheet, columns)))


class _MappedRow(table.Cells):
    """A row by what somebody said its columns are."""

    def __init__(self, row: Sequence[str], columns: Columns, number: int) -> None:
        super().__init__(row, {}, number)
        self._mapping = columns

    def __getitem__(self, column: str) -> str:
        cells = [
            self._row[place] for place in self._mapping.places(column) if place < len(self._row)
        ]
        text = " ".join(filter(None, cells))
        if column == "amount" and text and self._went_out():
            return f"-{text.lstrip('+-')}"
        if column in {"debit", "credit"} and not text.strip("0.,€ "):
            return ""  # the other column has it
        return text

    def _went_out(self) -> bool:
        return self._mapping.amounts == "out" or self["sign"].casefold() in _WENT_OUT


def _is_booking(row: Sequence[str]) -> bool:
    """Whether a row has a day and, in another cell, an amount."""
    days = [place for place, cell in enumerate(row) if _is_day(cell.strip())]
    return bool(days) and any(
        _is_amount(cell.strip()) for place, cell in enumerate(row) if place not in days
    )


def _is_day(text: str) -> bool:
    try:
        table.day_of(text, 0)
    except BankFileError:
        return False
    return True


def _is_amount(text: str) -> bool:
    try:
        table.cents_of(text, 0)
    except BankFileError:
        return False
    return True
