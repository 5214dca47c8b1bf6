"""The columns of an old table: place, name, and figures that stay as they were written."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from league.people.reading import lines, sheets
from league.people.reading.sheets import Sheet

# The roles of a column; empty for one that is not taken over.
PLACE, FIGURE, NAMES = "place", "figure", ("name", "first", "last")
_PLACES = ("platz", "pl", "rang", "nr", "place", "rank", "")
LONGEST = {"place": 10, "name": 80, "cell": 40}


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    place: str
    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """The headings of the figures, and the lines that have a name; `left_out` numbers the others,
    as they are counted in the list.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    left_out: tuple[int, ...] = ()

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()


def with_heading(sheet: Sheet) -> Sheet:
    """Return the list with its first row as heading, even one of unknown words, if a word in it is
    above nothing but numbers.
    """
    if sheet.has_heading or len(sheet.rows) < 2:
        return sheet
    first, *rows = sheet.rows
    above_numbers = any(
        word and not _is_number(word) and all(_is_number(row[n]) for row in rows)
        for n, word in enumerate(first.cells)
    )
    return sheets.with_heading(sheet) if above_numbers else sheet


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"-?\d+([.,]\d+)?\.?", cell))


def proposed(sheet: Sheet) -> tuple[str, ...]:
    """Return the probable role of each column. A place is a column of that heading, or numbers in
    front of the names; a column that is neither place nor name is a figure.
    """
    place = _place(sheet)
    names = [role if n != place else PLACE for n, role in enumerate(sheet.guessed())]
    if not set(names) & set(NAMES):
        names[next((n for n in range(len(names)) if n != place), 0)] = "name"
    return tuple(role if role in {PLACE, *NAMES} else FIGURE for role in names)


def fault_of(roles: Sequence[str]) -> str:
    """Return the code of what is missing before the lines name people, or nothing."""
    return lines.fault_of([role for role in roles if role != FIGURE])


def table_of(sheet: Sheet, roles: Sequence[str]) -> Table:
    """Return the table in a list that was read, by the roles of its columns."""
    names = {role: roles.index(role) for role in NAMES if role in roles}
    place = next((n for n, role in enumerate(roles) if role == PLACE), None)
    figures = [n for n, role in enumerate(roles) if role == FIGURE]
    rows, left_out = [], []
    for row in sheet.rows:
        name = lines.name_of({role: row[n] for role, n in names.items()})[: LONGEST["name"]]
        if name:
            cells = tuple(row[n][: LONGEST["cell"]] for n in figures)
            stood = row[place].rstrip(".")[: LONGEST["place"]] if place is not None else ""
            rows.append(Row(stood, name, cells))
        else:
            left_out.append(row.number)
    headings = tuple(sheet.names[n][: LONGEST["cell"]] for n in figures)
    return Table(headings, tuple(rows), tuple(left_out))


def _place(sheet: Sheet) -> int | None:
    """Return the first column of such a heading in front of the first one with words in it."""
    for n, heading in enumerate(sheet.names):
        if not all(re.fullmatch(r"\d{1,3}\.?|", row[n]) for row in sheet.rows):
            return None
        if re.sub(r"[^a-z]", "", heading.casefold()) in _PLACES:
            return n
    return None
