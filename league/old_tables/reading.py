"""What the columns of an old table are: place, name, and figures that stay as they were written."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from league.people.reading.sheets import Sheet, guessed

_PLACE = ("platz", "pl", "rang", "nr", "place", "rank", "")
LONGEST = {"place": 10, "name": 80, "cell": 40}


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    place: str
    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """The headings of the figures, and the lines that have a name."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()


def table_of(sheet: Sheet) -> Table:
    """The table in a list that was read. A place is a column of that heading, or numbers in front
    of the names.
    """
    roles = guessed(sheet)
    names = [n for n, role in enumerate(roles) if role in {"name", "first", "last"}]
    place = _place(sheet, names)
    figures = [n for n in range(len(sheet.names)) if n not in names and n != place]
    rows = []
    for row in sheet.rows:
        name = " ".join(row[n] for n in _in_order(roles, names) if row[n])[: LONGEST["name"]]
        if name:
            cells = tuple(row[n][: LONGEST["cell"]] for n in figures)
            stood = row[place].rstrip(".")[: LONGEST["place"]] if place is not None else ""
            rows.append(Row(stood, name, cells))
    return Table(tuple(sheet.names[n][: LONGEST["cell"]] for n in figures), tuple(rows))


def _in_order(roles: Sequence[str], names: Sequence[int]) -> list[int]:
    """The first name before the last."""
    return sorted(names, key=lambda n: (roles[n] == "last", n))


def _place(sheet: Sheet, names: Sequence[int]) -> int | None:
    for n, heading in enumerate(sheet.names):
        plain = re.sub(r"[^a-z]", "", heading.casefold())
        numbers = all(re.fullmatch(r"\d{1,3}\.?|", row[n]) for row in sheet.rows)
        if numbers and plain in _PLACE and names and n < names[0]:
            return n
    return None
