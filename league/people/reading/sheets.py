"""Open a list of people of any format as rows of cells under the names of its columns.

Its content tells the format, never its name. Its rows go on as text, one line each with tabs
between the cells and each on its own line number, so that nothing has to be stored before the
keeper has seen how it is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.files.reading import headings, tables
from league.files.reading.faults import TableError
from league.files.reading.tables import Row, Table
from league.people.reading import vcards
from league.people.reading.headings import WORDS, guessed

MOST_BYTES = 2_000_000
# An address book brings photographs along.
MOST_CARD_BYTES = 20_000_000
MOST_LINES, MOST_COLUMNS = 1000, 60


@dataclass(frozen=True)
class Sheet:
    """The rows of a list, and the names of its columns where a row names them (`heading_at`, the
    number of that row; 0 without one). Rows keep the numbers that the file's own program shows.
    `beside` are the names of the workbook's other sheets, which name no columns of people.
    """

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    heading_at: int = 0
    beside: tuple[str, ...] = ()

    @property
    def has_heading(self) -> bool:
        return self.heading_at > 0

    @property
    def is_of_cards(self) -> bool:
        """Return whether it was an address book: then each row is a card."""
        return self.names[:1] == (vcards.CARD,)

    @property
    def heading(self) -> str:
        """Return the text that tells such lists: the columns' names, or their number."""
        return ";".join(self.names)[:900] if self.has_heading else f"#{len(self.names)}"

    @property
    def text(self) -> str:
        """Return all rows as text, which `read` reads back as the same sheet."""
        by_number = {row.number: row.cells for row in self.rows}
        if self.has_heading:
            by_number[self.heading_at] = self.names
        return Table(tuple(Row(number, cells) for number, cells in by_number.items())).text

    def column(self, place: int) -> list[str]:
        """Return the cells of a column that are not empty."""
        return [row[place] for row in self.rows if row[place]]

    def guessed(self) -> tuple[str, ...]:
        """Return the probable role of each column; empty for none."""
        columns = [self.column(place) for place in range(len(self.names))]
        return guessed(self.names, columns, has_heading=self.has_heading)


def open_list(content: bytes) -> Sheet:
    """Open a file as it was chosen. Raise TableError for one that is no list or too long."""
    if vcards.is_one(content):
        if len(content) > MOST_CARD_BYTES:
            raise TableError("too_large")
        return _of_cards(content)
    found = tables.open_tables(
        content, most_bytes=MOST_BYTES, most_rows=MOST_LINES + 50, keeps_formulas=True
    )
    if len(found) > 1:  # the one sheet that names columns of people, beside others
        named = [table for table in found if _heading_of(table) is not None]
        if len(named) == 1:
            beside = tuple(table.name for table in found if table not in named)
            return replace(sheet_of(named[0]), beside=beside)
    return sheet_of(tables.only(found))


def read(text: str) -> Sheet:
    """Read a list that was pasted. Raise TableError where nothing is in it, or too much."""
    if vcards.is_one(content := text.encode()):
        return _of_cards(content)
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) == 1 and not {"\t", ";", "@"} & set(lines[0]) and "," in lines[0]:
        text = "\n".join(name.strip() for name in lines[0].split(","))  # names in one line
    return sheet_of(tables.of_text(text, most_rows=MOST_LINES + 50))


def sheet_of(table: Table) -> Sheet:
    """Return the rows below the names of the columns; without such a row all of them."""
    width = min(table.width, MOST_COLUMNS)
    place = _heading_of(table)
    if place is None:
        sheet = Sheet(("",) * width, table.rows)
    else:
        row = table.rows[place]
        names = tuple(row[n] for n in range(width))
        sheet = Sheet(names, table.rows[place + 1 :], row.number)
    if len(sheet.rows) > MOST_LINES:
        raise TableError("too_many_lines", str(MOST_LINES))
    return sheet


def with_heading(sheet: Sheet) -> Sheet:
    """Return the list with its first row as heading."""
    first, *rows = sheet.rows
    names = tuple(first[n] for n in range(len(sheet.names)))
    return replace(sheet, names=names, rows=tuple(rows), heading_at=first.number)


def _of_cards(content: bytes) -> Sheet:
    heading, *cards = vcards.rows_of(content)
    if len(cards) > MOST_LINES:
        raise TableError("too_many_lines", str(MOST_LINES))
    rows = []
    for number, cells in enumerate(cards, start=2):
        last = max(place for place, cell in enumerate(cells, start=1) if cell)
        rows.append(Row(number, tuple(cells[:last])))
    return Sheet(tuple(heading), tuple(rows), 1)


def _heading_of(table: Table) -> int | None:
    """Return the place of the row that names the columns, or None. One known heading alone is
    enough only below lines of one cell.
    """
    rows: Sequence[Sequence[str]] = [row.cells for row in table.rows]
    place = headings.find(rows, WORDS)
    if place is None:
        place = headings.find(rows, WORDS, at_least=1)
        if place is not None and any(row.filled > 1 for row in table.rows[:place]):
            return None
    if place is None or any("@" in cell for cell in rows[place]):
        return None
    return place
