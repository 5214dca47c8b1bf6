"""A list of opening balances, pasted or from a file, read line by line. Pure: no Django.

A line is „name; amount“ or „name; amount; text“, with semicolons or tabs: an amount may hold a
comma. Without a sign it is a debt, with a minus a credit.
"""

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from typing import Literal

from league.files.reading import amounts, tables
from league.files.reading.faults import TableError
from league.people.reading.amounts import MOST_CENTS

# Why a line cannot be booked; the words are in `labels`.
Problem = Literal["", "fields", "nobody", "several", "amount", "too_large", "twice", "opened"]

_HEADINGS = {"name", "wer", "mitglied", "person", "who", "member"}
MOST_LINES = 1000


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


def read(typed: str, names: Mapping[int, str], opened: frozenset[int] = frozenset()) -> list[Line]:
    """The lines that say something, in order. `names` are those of all persons, by key; `opened`
    are the persons of whom an opening balance is booked.
    """
    lines: list[Line] = []
    first: dict[int, int] = {}
    text = typed.replace("\t", ";")
    try:
        rows = tables.of_text(f"sep=;\n{text}", most_rows=MOST_LINES).rows
    except TableError:
        return []
    decimal = amounts.decimal_of(row[1] for row in rows)
    for row in rows:
        if not lines and row[0].casefold() in _HEADINGS:
            continue
        line = _line(row, names, decimal)
        person = line.person
        if person is not None and not line.problem:
            if person in opened:
                line = _with(line, "opened")
            elif person in first:
                line = _with(line, "twice", before=first[person])
            first.setdefault(person, row.number)
        lines.append(line)
    return lines


def text_of(content: bytes) -> str:
    """The rows of a file as they would be pasted, each on its own line number. Raise TableError."""
    found = tables.open_tables(content, most_rows=MOST_LINES, keeps_formulas=True)
    rows = tables.only(found).rows
    by_number = {row.number: row.cells for row in rows}
    written = StringIO()
    writer = csv.writer(written, delimiter=";", lineterminator="\n")
    writer.writerows(by_number.get(n, ()) for n in range(1, max(by_number) + 1))
    return written.getvalue()


def _line(row: tables.Row, names: Mapping[int, str], decimal: amounts.Decimals) -> Line:
    number, name, amount = row.number, row[0], row[1]
    if len(row.cells) < 2:
        return Line(number, name, "", problem="fields")
    text = " ".join(field for field in row.cells[2:] if field)
    persons = _named(name, names)
    cents = amounts.cents_of(amount, decimal)
    person = persons[0] if len(persons) == 1 else None
    problem: Problem = ""
    if not persons:
        problem = "nobody"
    elif person is None:
        problem = "several"
    elif cents is None:
        problem = "amount"
    elif abs(cents) > MOST_CENTS:
        problem = "too_large"
    could_be = tuple(names[key] for key in persons) if person is None else ()
    return Line(number, name, amount, text, person, cents or 0, problem, could_be)


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
