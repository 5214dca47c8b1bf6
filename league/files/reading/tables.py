"""From the bytes of a file, or from pasted text, to rows of cells."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

from league.files.reading import separated, text, workbook
from league.files.reading.faults import Choice, TableError

MOST_BYTES = 5_000_000
MOST_ROWS = 20_000
# Wider than any list or bank's file; a workbook is as wide as a cell was once coloured.
MOST_COLUMNS = 100


@dataclass(frozen=True)
class Row:
    """One row that is not blank. `number` is the one that the file's own program shows."""

    number: int
    cells: tuple[str, ...]

    def __getitem__(self, place: int) -> str:
        """Return a cell; empty if the row is shorter."""
        return self.cells[place] if place < len(self.cells) else ""

    @property
    def filled(self) -> int:
        """Return the number of cells that are not empty."""
        return sum(map(bool, self.cells))


@dataclass(frozen=True)
class Table:
    """The rows of a text or of one sheet (`name`) of a workbook, as wide as their widest."""

    rows: tuple[Row, ...]
    name: str = ""

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows), default=0)

    @property
    def text(self) -> str:
        """Return the rows as text with tabs, each on its own line number; `of_text` reads it."""
        by_number = {row.number: row.cells for row in self.rows}
        written = StringIO()
        written.write("sep=\t\n")
        writer = csv.writer(written, delimiter="\t", lineterminator="\n")
        writer.writerows(by_number.get(n, ()) for n in range(1, max(by_number) + 1))
        return written.getvalue()

    @property
    def example(self) -> str:
        """Return words out of the first two rows below the one that names the columns."""
        widest = max(row.filled for row in self.rows)
        rows = [row for row in self.rows if row.filled * 2 > widest]
        words = [[cell for cell in row.cells if cell[:1].isalpha()] for row in rows[1:] or rows]
        return ", ".join([" ".join(found[:2])[:60] for found in words if found][:2])


def open_tables(
    content: bytes,
    *,
    most_bytes: int = MOST_BYTES,
    most_rows: int = MOST_ROWS,
    keeps_formulas: bool = False,
) -> list[Table]:
    """Return the tables in a file, at least one. Raise TableError if it has none.

    A formula without a calculated value refuses the file. With `keeps_formulas` it is a text, which
    the reader of its cell refuses.
    """
    if len(content) > most_bytes:
        raise TableError("too_large")
    if not content.strip():
        raise TableError("empty")
    if content.startswith(b"PK"):
        found = workbook.sheets(
            content,
            most_rows=most_rows + 1,
            most_columns=MOST_COLUMNS,
            keeps_formulas=keeps_formulas,
        )
        tables = [_table(rows, most_rows, name) for name, rows in found]
        tables = [table for table in tables if table.rows]
        if not tables:
            raise TableError("empty")
        return tables
    return [of_text(text.decoded(content), most_rows=most_rows)]


def of_text(pasted: str, *, most_rows: int = MOST_ROWS) -> Table:
    """Return the table in a text. Raise TableError if it is blank or too long."""
    table = _table(separated.records(pasted.replace("\r\n", "\n").replace("\r", "\n")), most_rows)
    if not table.rows:
        raise TableError("empty")
    return table


def only(tables: Sequence[Table]) -> Table:
    """Return the table if the file has a single one.

    Raise TableError `several_sheets` with `choices`.
    """
    if len(tables) > 1:
        choices = tuple(Choice(table.name, f"{table.name}: {table.example}") for table in tables)
        raise TableError("several_sheets", ", ".join(table.name for table in tables), choices)
    return tables[0]


def settled(content: bytes, key: str) -> bytes:
    """Return the file as a text in UTF-8, in the way that the `key` of a choice names.

    Any other key leaves it as it is.
    """
    if not content.startswith(b"PK"):
        return text.recoded(content, key)
    found = open_tables(content, keeps_formulas=True)
    return next((table.text.encode() for table in found if table.name == key), content)


def _table(records: Sequence[Sequence[str]], most_rows: int, name: str = "") -> Table:
    rows = []
    for number, record in enumerate(records, start=1):
        cells = [" ".join(cell.split()) for cell in record[:MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            rows.append(Row(number, tuple(cells)))
    if len(rows) > most_rows:
        raise TableError("too_many_lines", str(most_rows))
    return Table(tuple(rows), name)
