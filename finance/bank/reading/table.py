"""Reads the rows of a bank's table, by what its columns are.

Pure. Each row is read, or left out with its number and the reason; nothing is dropped in silence.
"""

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from finance.bank.reading.balances import NAMED, Foot, balances_of
from finance.bank.reading.columns import CAME_IN, MEMO, WENT_OUT, Columns
from finance.bank.reading.sheet import Sheet, doubt_about, guessed, open_sheet
from finance.bank.reading.statements import (
    LONGEST_NAME,
    LONGEST_TEXT,
    BankFileError,
    Line,
    Statement,
    account_in,
    glued,
    iban_of,
    tidy,
)
from league.files.reading import amounts, days
from league.files.reading.tables import Row

# `pending`, `cancelled`, `memo`, `nothing` (0.00) and `foot` are no bookings; a `balance` with a
# day may be one, and the others could not be read.
Why = Literal[
    "pending",
    "cancelled",
    "memo",
    "nothing",
    "foot",
    "balance",
    "currency",
    "day",
    "amount",
    "sign",
]
UNREAD: frozenset[Why] = frozenset({"balance", "currency", "day", "amount", "sign"})

_PENDING = ("vorgemerkt", "ausstehend", "pending", "offen", "angekündigt", "--")
_CANCELLED = ("reverted", "declined", "failed", "cancel", "abgelehnt", "abgebrochen", "denied")
# „Auftraggeber: Anna Bolte Buchungstext: Beitrag Ref. 4711“, all in one column.
_PACKED = re.compile(
    r"(?:(?:Auftraggeber|Empfänger|Zahlungspflichtiger|Zahlungsempfänger|Begünstigter):"
    r"\s*(?P<name>.*?)\s*)?"
    r"(?:Kto/IBAN:\s*(?P<iban>\S+)\s*)?(?:BLZ/BIC:\s*\S+\s*)?"
    r"Buchungstext:\s*(?P<text>.*?)(?:\s*Ref\.\s*\S+)?"
)
# Where people write „Saldo“ as well.
_WORDS = ("text", "name", "payer", "payee")
_FEES = ("entgelt", "kontoführung", "abschluss", "gebühr")
_RETURNS = (
    *("rückbuchung", "rueckbuchung", "retoure", "rückgabe", "rueckgabe", "rückläufer"),
    *("ruecklaeufer", "rücklastschrift", "ruecklastschrift"),
)


@dataclass(frozen=True)
class LeftOut:
    """A row that is no line. `number` is the one its own program shows."""

    number: int
    why: Why
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """The content of a table: its statement, how many rows are below its heading, and what is left.

    `unused` are the headings of columns that say something and are not read.
    """

    statement: Statement
    rows: int
    left_out: tuple[LeftOut, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def unread(self) -> tuple[LeftOut, ...]:
        """Return the unreadable rows that may hold money."""
        return tuple(left for left in self.left_out if left.why in UNREAD)


def read(content: bytes) -> Statement:
    """Return the statement of a file whose columns are known by their headings. Raises
    BankFileError.
    """
    sheet = open_sheet(content)
    return whole(reading_of(sheet, known_columns(sheet))).statement


def known_columns(sheet: Sheet) -> Columns:
    """Return the columns by their headings. Raises BankFileError with a `csv_` code if a person has
    to look at them.
    """
    columns = guessed(sheet)
    if doubt := doubt_about(sheet, columns):
        raise BankFileError(f"csv_{doubt.removeprefix('columns_')}")
    return columns


def whole(reading: Reading) -> Reading:
    """Return the same if each row could be read. Raises BankFileError for the first
    that could not.
    """
    for left in reading.unread:
        raise BankFileError(f"csv_row_{left.why}", str(left.number))
    return reading


def reading_of(sheet: Sheet, columns: Columns) -> Reading:
    """Read each row of a table by what its columns are."""
    rows = _Rows(sheet, columns)
    lines: list[tuple[Line, ...]] = []
    standings: list[int | None] = []
    left: list[LeftOut] = []
    feet: list[Foot] = []
    for row in sheet.rows:
        if row.cells == sheet.names[: len(row.cells)]:
            left.append(LeftOut(row.number, "foot", row.cells))
            continue
        cells = rows.of(row)
        read_ = cells.lines()
        if isinstance(read_, str):
            left.append(LeftOut(row.number, read_, row.cells))
            feet += [Foot(row.cells, rows.order)] if read_ in {"foot", "balance"} else []
        else:
            lines.append(read_)
            standings.append(cells.cents("standing"))
    above = [row for row in sheet.above if NAMED.match(row.cells[0])]
    feet = [*(Foot(row.cells, rows.order, below=False) for row in above), *feet]
    lines, balances = balances_of(lines, standings, feet)
    statement = Statement(
        iban=rows.own_iban,
        account="" if rows.own_iban else rows.own_account,
        lines=tuple(line for row_lines in lines for line in row_lines),
        balances=balances,
        pending=sum(left_row.why == "pending" for left_row in left),
    )
    if len(balances) == 2 and statement.adds_up:
        left = [replace(row, why="foot") if row.why == "balance" else row for row in left]
    return Reading(statement, len(sheet.rows), tuple(left), tuple(sheet.unused(columns)))


class _Rows:
    """The facts that hold for all rows of a table: how it writes amounts and days, and
    whose it is.
    """

    def __init__(self, sheet: Sheet, columns: Columns) -> None:
        self.columns = columns
        roles = ("amount", "debit", "credit", "fee", "standing")
        self.decimal = amounts.decimal_of(sheet.cells(columns, *roles))
        booked = sheet.cells(columns, "booked", "valued")
        self.order = columns.days or days.order_of(booked) or "dmy"
        owners = sheet.cells(columns, "own")
        ibans = {iban for cell in owners if (iban := iban_of(cell))}
        if sheet.iban:
            ibans.add(sheet.iban)
        if len(ibans) > 1:
            raise BankFileError("several_accounts")
        self.own_iban = next(iter(ibans), "")
        numbers = dict.fromkeys(cell for cell in owners if re.search(r"\d{4}", cell))
        if not self.own_iban and len(numbers) > 1:
            raise BankFileError("several_accounts")
        self.own_account = next(iter(numbers), "") or account_in([row.cells for row in sheet.above])

    def of(self, row: Row) -> "_Cells":
        return _Cells(row, self)


class _Cells:
    """A row by what its columns are; what it has not is empty."""

    def __init__(self, row: Row, rows: _Rows) -> None:
        self._row, self._rows = row, rows

    def __getitem__(self, role: str) -> str:
        places = self._rows.columns.places(role)
        return glued([self._row[place] for place in places if self._row[place]])

    def cents(self, role: str) -> int | None:
        return amounts.cents_of(self[role], self._rows.decimal)

    def lines(self) -> tuple[Line, ...] | Why:
        """Return the row's booking, with the fee the bank took in the same row; or why
        it is none.
        """
        booked, status = self["booked"], self["status"].casefold()
        if any(word in status for word in _CANCELLED):
            return "cancelled"
        if any(word in f"{status} {booked.casefold()}" for word in _PENDING):
            return "pending"
        day = self._day()
        if day is None:
            return "foot" if self._is_foot() else "day"
        if self._names_a_balance():
            return "balance"
        if self["currency"].upper() not in {"", "EUR", "€"}:
            return "currency"
        if self["sign"].casefold() in MEMO:
            return "memo"
        cents = self._signed()
        if not isinstance(cents, int):
            return cents
        fee = self.cents("fee") if self["fee"] else 0
        if fee is None:
            return "amount"
        if not cents and not fee:
            return "nothing"
        line = self._line(day, cents)
        if not fee:
            return (line,)
        about = tidy(f"{self['kind']} {line.name}", LONGEST_TEXT)
        return line, Line(booked=day, cents=-abs(fee), text=about, is_fee=True)

    def _line(self, day: date, cents: int) -> Line:
        sides = ("payer", "payee") if cents > 0 else ("payee", "payer")
        # HypoVereinsbank has one of them, which is the other side in both directions.
        has_both = self._rows.columns.has(*sides)
        name = self["name"] or self[sides[0]] or ("" if has_both else self[sides[1]])
        kind, text, iban = self["kind"], self["text"], self["iban"]
        if packed := _PACKED.fullmatch(text):
            name, iban = name or packed["name"] or "", iban or packed["iban"] or ""
            text = packed["text"]
        texts = [text, self["more"]]
        return Line(
            booked=day,
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

    def _day(self) -> date | None:
        """Return the booking's day; if it has no year, that next to the value date. A day in no
        calendar (30 February) is the last of its month.
        """
        order = self._rows.order
        day = days.day_of(self["booked"], order, last_of_month=True)
        valued = days.day_of(self["valued"], order, last_of_month=True)
        return day or (days.day_near(self["booked"], valued) if valued else None)

    def _signed(self) -> int | Why:
        """Return the amount with its sign; with two columns, what is in debit went out."""
        columns = self._rows.columns
        if columns.has("debit", "credit") and (self["debit"] or self["credit"]):
            debit = self.cents("debit") if self["debit"] else 0
            credit = self.cents("credit") if self["credit"] else 0
            if debit is None or credit is None or (debit and credit):
                return "amount"
            return credit or -abs(debit)
        cents = self.cents("amount")
        if cents is None:
            return "amount"
        if not columns.has("sign"):
            return -cents if columns.amounts == "out" and cents > 0 else cents
        sign = self["sign"].casefold()
        out, in_ = (CAME_IN, WENT_OUT) if columns.amounts == "turned" else (WENT_OUT, CAME_IN)
        if sign in out:
            return -abs(cents)
        return cents if sign in in_ and cents >= 0 else "sign"

    def _is_foot(self) -> bool:
        """Tell if a row without a day is a balance or a sum, or says no amount either."""
        if any(map(NAMED.match, self._row.cells)):
            return True
        has_amount = self["amount"] or self["debit"] or self["credit"]
        return not (has_amount or self["booked"][:1].isdigit())

    def _names_a_balance(self) -> bool:
        """Tell if „Endsaldo“ follows a day, in a column that is for something else."""
        words = {place for role in _WORDS for place in self._rows.columns.places(role)}
        return any(
            NAMED.fullmatch(cell)
            for place, cell in enumerate(self._row.cells)
            if place not in words
        )
