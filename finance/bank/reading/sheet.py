"""A bank's table: its rows, what its columns are by their headings, and what has to be asked.

Pure. Headings win over contents. What nothing says for sure (which of two days, what went out) is
asked once for each row of headings; without one, by the number of columns.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from finance.bank.reading.columns import CAME_IN, MEMO, SEVERAL, WENT_OUT, WORDS, Columns
from finance.bank.reading.statements import MOST_BYTES, MOST_LINES, BankFileError, iban_of
from league.files.reading import amounts, days, headings
from league.files.reading.faults import TableError
from league.files.reading.tables import Row, Table, only, open_tables

_LONGEST_HEADING = 900
# Wider than any bank's.
_MOST_COLUMNS = 60
_PURPOSES = frozenset({"verwendungszweck", "vwz", "verwendungszweckzeile"})
_INCOMING = ("gutschr", "eingang", "credit", "zahlungseingang", "einzahlung")


@dataclass(frozen=True)
class Sheet:
    """The rows of a table below the one that names the columns, and those `above` it."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    above: tuple[Row, ...] = ()

    @property
    def heading(self) -> str:
        """Return the heading that the file is known by the next time: its columns' names, or how
        many columns it has.
        """
        return ";".join(self.names)[:_LONGEST_HEADING] if any(self.names) else f"#{self.width}"

    @property
    def width(self) -> int:
        return len(self.names)

    @property
    def iban(self) -> str:
        """Return the account's own IBAN, if the rows above name it."""
        cells = [part for row in self.above for cell in row.cells for part in cell.split("/")]
        return next(filter(None, map(iban_of, cells)), "")

    def unused(self, columns: Columns) -> list[str]:
        """Return the names of columns that say something and are not read."""
        return [
            name
            for place, (name, role) in enumerate(zip(self.names, columns.roles, strict=False))
            if not role and name and any(row[place] for row in self.rows)
        ]

    def cells(self, columns: Columns, *roles: str) -> list[str]:
        """Return the cells in the columns of these roles, without empty ones."""
        places = [place for role in roles for place in columns.places(role)]
        return [row[place] for row in self.rows for place in places if row[place]]


def open_sheet(content: bytes) -> Sheet:
    """Read the rows of a CSV or a workbook. Raises BankFileError if it has no rows with a day and
    an amount, or several sheets with such rows.
    """
    try:
        tables = open_tables(content, most_bytes=MOST_BYTES, most_rows=MOST_LINES)
        of_bookings = [table for table in tables if any(map(_is_booking, table.rows))]
        if of_bookings:
            return _sheet(only(of_bookings))
    except TableError as error:
        raise BankFileError(error.code, error.place, error.choices) from error
    # Nothing is booked, or nothing in it can be read: the heading tells.
    for table in tables:
        sheet = _sheet(table)
        if by_heading(sheet).has("booked"):
            return sheet
    raise BankFileError("csv_no_heading")


def _sheet(table: Table) -> Sheet:
    rows = table.rows
    bookings = [place for place, row in enumerate(rows) if _is_booking(row)]
    usual = Counter(len(rows[place].cells) for place in bookings).most_common(1)
    first = next((place for place in bookings if len(rows[place].cells) == usual[0][0]), len(rows))
    at = headings.find([row.cells for row in rows[: first + 1]], WORDS)
    if at is None and first:
        # Without a word known here it is the row above the first booking, if it is as wide.
        before = rows[first - 1]
        wide = usual and len(before.cells) >= usual[0][0] - 1
        at = first - 1 if wide and not _is_booking(before) else None
    named = rows[at].cells if at is not None else ()
    below = rows[at + 1 :] if at is not None else rows[first:]
    width = max([len(named), *(len(row.cells) for row in below if _is_booking(row))])
    width = min(width, _MOST_COLUMNS)
    return Sheet(
        names=(*named, *[""] * (width - len(named)))[:width],
        rows=below,
        above=rows[: at if at is not None else first],
    )


def by_heading(sheet: Sheet) -> Columns:
    """Return the columns by their headings alone."""
    roles = list(headings.roles(sheet.names, WORDS))
    plain = [headings.plain(name) for name in sheet.names]
    for place, name in enumerate(plain):
        if not roles[place] and name in _PURPOSES:
            roles[place] = "text"
    # GLS and Volksbanken put the own account's number in front, others the other side's behind.
    if "iban" in roles and "booked" in roles and "own" not in roles:
        place = roles.index("iban")
        if plain[place] == "kontonummer" and place < roles.index("booked"):
            roles[place] = "own"
    return Columns(tuple(roles))


def guessed(sheet: Sheet) -> Columns:
    """Guess the columns by their headings, and by their contents if the headings say nothing."""
    roles = list(by_heading(sheet).roles)
    bookings = [row for row in sheet.rows if _is_booking(row)]
    for place, role in enumerate(roles):
        cells = [row[place] for row in bookings if row[place]]
        if role == "sign" and not _says_signs(cells):
            roles[place] = role = ""
        if not role:
            guess = _by_content(cells, few=len(bookings))
            roles[place] = guess if guess not in roles else ""
    if "sign" not in roles and "kind" in roles and not _says_its_signs(sheet, roles):
        # „Eingang“ and „Ausgang“ are the only kinds; a direct debit may be the club's own.
        place = roles.index("kind")
        cells = [row[place] for row in bookings]
        if _says_signs(cells) and not {"lastschrift", "gutschrift"} & set(map(str.casefold, cells)):
            roles[place] = "sign"
    if not {"text", "name", "payer", "payee"} & set(roles):
        # The longest words were written by a person.
        free = [place for place, role in enumerate(roles) if not role]
        if free:
            roles[max(free, key=lambda place: sum(len(row[place]) for row in bookings))] = "text"
    if "debit" in roles and "credit" in roles and "amount" in roles:
        # Deutsche Bank has a third one that stays empty, or holds what it was in another currency.
        roles[roles.index("amount")] = ""
    return Columns(tuple(roles))


def _by_content(cells: Sequence[str], few: int) -> str:
    if not cells:
        return ""
    if all(days.is_day(cell) for cell in cells):
        return "booked"
    if all(iban_of(cell) for cell in cells):
        return "iban"
    if all(amounts.is_amount(cell) and amounts.has_cents(cell) for cell in cells):
        return "amount"
    return "sign" if len(cells) * 2 >= few and _says_signs(cells) else ""


def _says_signs(cells: Sequence[str]) -> bool:
    return bool(cells) and {cell.casefold() for cell in cells} <= WENT_OUT | CAME_IN | MEMO


def _says_its_signs(sheet: Sheet, roles: Sequence[str]) -> bool:
    return _has_minus(sheet, roles) or {"debit", "credit"} <= set(roles)


def _has_minus(sheet: Sheet, roles: Sequence[str]) -> bool:
    cells = sheet.cells(Columns(tuple(roles)), "amount", "fee")
    return any((amounts.cents_of(cell) or 0) < 0 for cell in cells)


# --- what has to be asked ------------------------------------------------------------------------
def fault_of(sheet: Sheet, columns: Columns) -> str:
    """Return what is missing before the file can be read: a code, or an empty text."""
    count = Counter(role for role in columns.roles if role)
    if not count["booked"]:
        return "columns_day"
    if not (count["amount"] or (count["debit"] and count["credit"])):
        return "columns_amount"
    if any(number > 1 for role, number in count.items() if role not in SEVERAL):
        return "columns_twice"
    if not any(count[role] for role in ("text", "name", "payer", "payee")):
        return "columns_words"
    if is_order_unclear(sheet, columns):
        return "columns_order"
    return "columns_sign" if is_sign_unclear(sheet, columns) else ""


def is_sign_unclear(sheet: Sheet, columns: Columns) -> bool:
    """Tell if nothing says what came in and what went out: no minus, no column of its own."""
    if columns.amounts != "signed" or not columns.has("amount"):
        return False
    if columns.has("sign") or _has_minus(sheet, columns.roles):
        return False
    kinds = sheet.cells(columns, "kind")
    says_incoming = kinds and all(
        any(word in kind.casefold() for word in _INCOMING) for kind in kinds
    )
    return bool(sheet.cells(columns, "amount")) and not says_incoming


def is_order_unclear(sheet: Sheet, columns: Columns) -> bool:
    """Tell if „02/11“ could be in February."""
    return not columns.days and days.order_of(sheet.cells(columns, "booked", "valued")) is None


def doubt_about(sheet: Sheet, columns: Columns) -> str:
    """Return why columns that were found by their headings alone have to be looked at: a code, or
    an empty text.

    A column of letters or signs can mean two things, unless the amounts have their minus and agree.
    """
    if fault := fault_of(sheet, columns):
        return fault
    if columns.has("sign") and not _signs_agree(sheet, columns):
        return "columns_letters"
    return "columns_guessed" if _is_guessed(sheet, columns) else ""


def _is_guessed(sheet: Sheet, columns: Columns) -> bool:
    """Tell if a column that cannot be done without is not known by its heading."""
    known = by_heading(sheet).roles
    pairs = zip(columns.roles, known, strict=True)
    return any(role in {"booked", "amount", "sign", "text"} and role != by for role, by in pairs)


def _signs_agree(sheet: Sheet, columns: Columns) -> bool:
    (sign, *_), amount = columns.places("sign"), columns.places("amount")
    if not amount:
        return True
    pairs = [
        (row[sign].casefold(), cents)
        for row in sheet.rows
        if row[sign] and (cents := amounts.cents_of(row[amount[0]]))
    ]
    return _has_minus(sheet, columns.roles) and all(
        cents < 0 if sign in WENT_OUT else cents > 0 for sign, cents in pairs if sign not in MEMO
    )


def _is_booking(row: Row) -> bool:
    """Tell if a row has a day and, in another cell, an amount."""
    places = [place for place, cell in enumerate(row.cells) if days.is_day(cell)]
    return bool(places) and any(
        amounts.is_amount(cell) for place, cell in enumerate(row.cells) if place not in places
    )
