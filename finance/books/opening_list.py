"""A list of opening balances, pasted or from a file, read line by line. Pure: no Django.

Without a heading a line is „name; amount“ or „name; amount; text“, with semicolons or tabs: an
amount may hold a comma. With one the columns are those of a list of people.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Literal

from league.files.reading import amounts, tables
from league.files.reading.faults import TableError
from league.people.reading.amounts import MOST_CENTS, Example, example_of, owed, signed_column
from league.people.reading.headings import MONEY
from league.people.reading.lines import is_total, name_of
from league.people.reading.sheets import Sheet, sheet_of

# Why a line cannot be booked; the words are in `labels`.
Problem = Literal["", "fields", "nobody", "several", "amount", "too_large", "twice", "opened"]
# The meaning of a minus; empty if it was not asked.
Sign = Literal["", "minus_owes", "minus_has"]

MOST_LINES = 1000
_USED = frozenset({"name", "first", "last", "notes", "side", *MONEY})


@dataclass(frozen=True)
class Line:
    """One line as it was read: `cents` are above zero for a debt, below for a credit."""

    number: int
    name: str
    amount: str
    text: str = ""
    person: int | None = None
    cents: int = 0
    problem: Problem = ""
    # Whom the name could mean, where it is several; the earlier line, where it is there twice.
    names: tuple[str, ...] = ()
    before: int = 0

    @property
    def is_faulty(self) -> bool:
        """Return True if it cannot be booked; a stranger without an amount needs nothing."""
        return bool(self.problem) and not (self.is_stranger and not self.amount)

    @property
    def is_stranger(self) -> bool:
        return self.problem == "nobody"


@dataclass(frozen=True)
class Total:
    """The list's own total: its line, and its cents as debts; None where they cannot be read."""

    number: int
    cents: int | None


@dataclass(frozen=True)
class Reading:
    """The whole content of a list. `asks` is an amount whose sign is ambiguous; until that is
    answered the cents of the lines are nothing to book by. `unused` are the headings of columns
    that say something and are not read.
    """

    lines: tuple[Line, ...] = ()
    total: Total | None = None
    asks: Example | None = None
    unused: tuple[str, ...] = ()


def read(
    typed: str,
    names: Mapping[int, str],
    opened: frozenset[int] = frozenset(),
    sign: Sign = "",
) -> Reading:
    """Return the lines that say something, in order. `names` are those of all persons, by key;
    `opened` are the persons of whom an opening balance is booked.
    """
    text = typed.replace("\t", ";")
    try:
        sheet, roles = _columns(tables.of_text(f"sep=;\n{text}", most_rows=MOST_LINES))
    except TableError:
        return Reading()
    asks = None
    place = signed_column(sheet, roles)
    if place is not None:
        asks = example_of(sheet, roles, place)
        roles = (*roles[:place], sign or "minus_has", *roles[place + 1 :])
    decimals = {
        role: amounts.decimal_of(sheet.column(n)) for n, role in enumerate(roles) if role in MONEY
    }
    lines: list[Line] = []
    first: dict[int, int] = {}
    total = None
    for row in sheet.rows:
        cells = {role: row[n] for n, role in enumerate(roles) if role}
        # An amount without a name is a total only at the end of a list with a heading.
        may_be_nameless = sheet.has_heading and row is sheet.rows[-1]
        if is_total(cells) and (may_be_nameless or name_of(cells)):
            if any(cells.get(role) for role in MONEY):
                total = Total(row.number, owed(cells, decimals))
            continue
        if not sheet.has_heading:
            cells["notes"] = " ".join(field for field in row.cells[2:] if field)
        line = _line(row.number, cells, names, decimals)
        if not sheet.has_heading and not line.amount and line.problem in {"", "nobody", "several"}:
            line = Line(row.number, line.name, "", problem="fields")
        person = line.person
        if person is not None and not line.problem:
            if person in opened:
                line = _with(line, "opened")
            elif person in first:
                line = _with(line, "twice", before=first[person])
            first.setdefault(person, row.number)
        lines.append(line)
    unused = tuple(
        name
        for n, (name, role) in enumerate(zip(sheet.names, roles, strict=True))
        if role not in _USED and name and sheet.column(n)
    )
    return Reading(tuple(lines), total, asks, unused)


def _columns(table: tables.Table) -> tuple[Sheet, tuple[str, ...]]:
    """Return the rows below the heading, and what each column is. Nothing but titles of one cell
    may be above a heading.
    """
    sheet = sheet_of(table)
    above = [row for row in table.rows if row.number < sheet.heading_at]
    if not sheet.has_heading or any(row.filled > 1 for row in above):
        sheet = Sheet(("",) * max(table.width, 2), table.rows)
        return sheet, ("name", "debt", *[""] * (len(sheet.names) - 2))
    roles = sheet.guessed()
    if not set(MONEY) & set(roles):
        free = [
            n
            for n, role in enumerate(roles)
            if not role and any(map(amounts.is_amount, sheet.column(n)))
        ]
        roles = tuple("balance" if [n] == free[-1:] else role for n, role in enumerate(roles))
    return sheet, roles


def text_of(content: bytes) -> str:
    """Return the rows of a file as they would be pasted, each on its own line number. Raise
    TableError.
    """
    found = tables.open_tables(content, most_rows=MOST_LINES, keeps_formulas=True)
    rows = tables.only(found).rows
    by_number = {row.number: row.cells for row in rows}
    written = StringIO()
    writer = csv.writer(written, delimiter=";", lineterminator="\n")
    writer.writerows(by_number.get(n, ()) for n in range(1, max(by_number) + 1))
    return written.getvalue()


def _line(
    number: int,
    cells: Mapping[str, str],
    names: Mapping[int, str],
    decimals: Mapping[str, amounts.Decimals],
) -> Line:
    name = name_of(cells)
    written = [cells[role] for role in MONEY if cells.get(role)]
    cents = owed(cells, decimals)
    persons = _named(name, names)
    person = persons[0] if len(persons) == 1 else None
    problem: Problem = ""
    if not persons:
        problem = "nobody"
    elif person is None:
        problem = "several"
    elif cents is None:
        problem = "too_large" if _is_too_large(written) else "amount"
    could_be = tuple(names[key] for key in persons) if person is None else ()
    amount, text = " ".join(written), cells.get("notes", "")
    return Line(number, name, amount, text, person, cents or 0, problem, could_be)


def _is_too_large(written: Sequence[str]) -> bool:
    return any(abs(amounts.cents_of(cell) or 0) > MOST_CENTS for cell in written)


def _named(typed: str, names: Mapping[int, str]) -> list[int]:
    """Return the persons of exactly that name, else all whose name contains each word."""
    words = _words(typed)
    if not words:
        return []
    exact = [key for key, name in names.items() if _words(name) == words]
    if exact:
        return exact
    return [key for key, name in names.items() if set(words) <= set(_words(name))]


def _words(name: str) -> list[str]:
    return re.findall(r"[^\s,]+", name.casefold())


def _with(line: Line, problem: Problem, before: int = 0) -> Line:
    values = vars(line) | {"problem": problem, "before": before}
    return Line(**values)
