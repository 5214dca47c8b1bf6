"""Lists as files: rows and columns go out as CSV or as an Excel workbook, piece by piece.

Knows no list of its own: the owner of one makes a `Sheet` of it and answers with `respond`. Rows
may come from a cursor; they are read once, when they are written, in the reader's language.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import chain, islice
from tempfile import TemporaryFile
from typing import IO, Any, Literal, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import FileResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

# Kinds of a cell: `cents` are whole cents and come out as euro, `day` a date, `moment` a
# datetime, shown as the clock on the wall did; None is an empty cell everywhere.
Cell = Literal["text", "cents", "number", "day", "moment", "yes"]
Format = Literal["csv", "xlsx"]
FORMATS: tuple[Format, ...] = ("csv", "xlsx")

# A text that begins like this is a formula to a spreadsheet, and a stranger may have typed it.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
# Refused by every spreadsheet: control characters other than tab and line end.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_ROWS_AT_ONCE = 500
# Of one sheet of a workbook, with its headings.
MOST_ROWS = 1_048_576
_LONGEST_TEXT = 32_767
_WIDTH = {"text": 32, "cents": 14, "number": 10, "day": 12, "moment": 18, "yes": 8}
_SHOWN_AS = {"cents": "#,##0.00", "day": "DD.MM.YYYY", "moment": "DD.MM.YYYY HH:MM"}
_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
    "txt": "text/plain; charset=utf-8",
}
T = TypeVar("T")


@dataclass(frozen=True)
class Column:
    title: str
    cell: Cell = "text"


@dataclass(frozen=True)
class Sheet:
    """A list: each row has a value for each column, in order."""

    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Any]]


def respond(sheet: Sheet, form: Format, name: str) -> HttpResponseBase:
    """Return the list as a file to download; `name` is without its ending."""
    return csv_response(sheet, name) if form == "csv" else xlsx_response([sheet], name)


def csv_response(sheet: Sheet, name: str) -> StreamingHttpResponse:
    pieces = in_language(csv_pieces(sheet), get_language())
    return StreamingHttpResponse(pieces, **_sent_as(name, "csv"))


def xlsx_response(sheets: Iterable[Sheet], name: str) -> FileResponse:
    """Return all sheets in one workbook. It lies in a file meanwhile, not in memory."""
    out = TemporaryFile()  # noqa: SIM115  the response closes it
    write_xlsx(sheets, out)
    out.seek(0)
    return FileResponse(out, **_sent_as(name, "xlsx"))


def zip_response(sheets: Iterable[Sheet], name: str) -> FileResponse:
    """Return all sheets as CSV, a file for each, in one archive."""
    out = TemporaryFile()  # noqa: SIM115  the response closes it
    used: set[str] = set()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for sheet in sheets:
            inside = f"{slugify(_name(sheet.title, used), allow_unicode=True)}.csv"
            with archive.open(inside, "w", force_zip64=True) as part:
                for piece in csv_pieces(sheet):
                    part.write(piece)
    out.seek(0)
    return FileResponse(out, **_sent_as(name, "zip"))


def text_response(pieces: Iterable[str], name: str, language: str) -> StreamingHttpResponse:
    """Return plain text, piece by piece, in this language for every reader."""
    joined = ("".join(some).encode() for some in _some(pieces))
    return StreamingHttpResponse(in_language(joined, language), **_sent_as(name, "txt"))


def _sent_as(name: str, form: str) -> dict[str, Any]:
    """Return the headers of the file.

    A FileResponse guesses its type unless `content_type` is given.
    """
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-")
    headers = {
        "Content-Disposition": f'attachment; filename="{safe}.{form}"',
        "X-Content-Type-Options": "nosniff",
    }
    return {"content_type": _TYPES[form], "headers": headers}


def in_language(pieces: Iterator[bytes], language: str | None) -> Iterator[bytes]:
    """Make each of the pieces in this language: the request's own is gone when they are sent."""
    while True:
        with override(language):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


# --- CSV ------------------------------------------------------------------------------------
def csv_pieces(sheet: Sheet) -> Iterator[bytes]:
    """Yield the sheet as a German Excel opens it by a double click: UTF-8 with a mark, semicolons,
    „12,50“.

    Days are ISO. A text that a spreadsheet would take for a formula begins with an apostrophe.
    """
    cells = [column.cell for column in sheet.columns]
    head = [[_text(column.title) for column in sheet.columns]]
    written = (
        [_plain(value, cell) for value, cell in zip(row, cells, strict=True)] for row in sheet.rows
    )
    lines = chain(head, written)
    mark = "\ufeff"
    for some in _some(lines):
        out = io.StringIO()
        csv.writer(out, delimiter=";").writerows(some)
        yield (mark + out.getvalue()).encode()
        mark = ""


def _some(many: Iterable[T]) -> Iterator[list[T]]:
    left = iter(many)
    while some := list(islice(left, _ROWS_AT_ONCE)):
        yield some


def _plain(value: Any, cell: Cell) -> Any:
    if value is None:
        return ""
    if cell == "text" or isinstance(value, str):
        return _text(value)
    if cell == "cents":
        return f"{'-' if value < 0 else ''}{abs(value) // 100},{abs(value) % 100:02}"
    if cell == "day":
        return value.isoformat()
    if cell == "moment":
        return _on_the_wall(value).isoformat(" ", timespec="seconds")
    if cell == "yes":
        return _("yes") if value else _("no")
    # With a point a German Excel takes 27.06 for a day in June.
    return str(value).replace(".", ",")


def _text(value: Any) -> str:
    text = _CONTROL.sub(" ", str(value))
    return f"'{text}" if text.startswith(_FORMULA) else text


def _on_the_wall(moment: datetime) -> datetime:
    return timezone.localtime(moment).replace(tzinfo=None)


# --- Excel ----------------------------------------------------------------------------------
def write_xlsx(sheets: Iterable[Sheet], out: IO[bytes]) -> None:
    """Write a workbook with a sheet for each list; one too long for a sheet goes on in the next.

    Amounts are numbers and days are days. A text is always a text: even one that looks like a
    formula is never computed.
    """
    # Only here: openpyxl takes 10 MB of every process that has it, and few write a workbook.
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    used: set[str] = set()
    for sheet in sheets:
        rows = iter(sheet.rows)
        row = next(rows, None)
        while True:
            page = _Page(book, _name(sheet.title, used), sheet.columns)
            left = MOST_ROWS - 1
            while row is not None and left:
                page.write(row)
                row, left = next(rows, None), left - 1
            if row is None:
                break
    if not used:
        book.create_sheet(_("Empty"))
    book.save(out)


class _Page:
    """Writes rows into one sheet. A column has one cell, filled anew for each row: it is quick."""

    def __init__(self, book: Any, name: str, columns: Sequence[Column]) -> None:
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Font
        from openpyxl.utils import get_column_letter

        self.sheet = book.create_sheet(name)
        self.sheet.freeze_panes = "A2"
        for number, column in enumerate(columns, start=1):
            width = max(_WIDTH[column.cell], min(len(str(column.title)) + 2, 40))
            self.sheet.column_dimensions[get_column_letter(number)].width = width
        heads = [WriteOnlyCell(self.sheet) for _column in columns]
        for head, column in zip(heads, columns, strict=True):
            _put_text(head, column.title)
            head.font = Font(bold=True)
        self.sheet.append(heads)
        self.kinds = [column.cell for column in columns]
        self.cells = [WriteOnlyCell(self.sheet) for _column in columns]
        for cell, kind in zip(self.cells, self.kinds, strict=True):
            if kind in _SHOWN_AS:
                cell.number_format = _SHOWN_AS[kind]

    def write(self, row: Sequence[Any]) -> None:
        for cell, kind, value in zip(self.cells, self.kinds, row, strict=True):
            if value is None:
                cell.value = None
            elif kind == "text" or isinstance(value, str):
                _put_text(cell, value)
            elif kind == "cents":
                cell.value = Decimal(value) / 100
            elif kind == "moment":
                cell.value = _on_the_wall(value)
            elif kind == "yes":
                _put_text(cell, _("yes") if value else _("no"))
            else:
                cell.value = value
            if kind in _SHOWN_AS:
                # Setting a date sets a format of its own.
                cell.number_format = _SHOWN_AS[kind]
        self.sheet.append(self.cells)


def _put_text(cell: Any, value: Any) -> None:
    cell.value = _CONTROL.sub(" ", str(value))[:_LONGEST_TEXT]
    cell.data_type = "s"  # also if it begins with „=“


def _name(title: str, used: set[str]) -> str:
    """Return a name for a sheet: at most 31 characters, some not allowed, none twice."""
    plain = re.sub(r"[\[\]:*?/\\']", " ", str(title)).strip()[:31] or _("List")
    name, number = plain, 1
    while name.lower() in used:
        number += 1
        name = f"{plain[: 31 - len(str(number)) - 1]} {number}"
    used.add(name.lower())
    return name
