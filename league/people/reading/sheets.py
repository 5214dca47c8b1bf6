"""Whatever list of people somebody has, as rows of cells, and what its columns probably are.

What a list is its content says, never its name. Its rows go on as text, one line each with tabs
between the cells, so that nothing has to be stored before somebody has seen how it is read.
"""

import csv
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO, StringIO

from league.people.reading import vcards

MOST_BYTES = 2_000_000
MOST_LINES, MOST_COLUMNS = 1000, 40
# What a column can be; a name is one column or two.
ROLES = (
    *("name", "first", "last", "email", "kind", "start"),
    *("street", "postcode", "town", "debt", "credit"),
    *("phone", "birthday", "number"),
)
_HEADINGS = {
    "name": (
        *("name", "mitglied", "person", "vollername", "namevorname", "vornamename", "fullname"),
        *("namen", "spieler", "spielerin", "wer", "player"),
    ),
    "first": ("vorname", "rufname", "firstname", "givenname"),
    "last": ("nachname", "familienname", "zuname", "lastname", "surname", "familyname"),
    "email": ("email", "emailadresse", "mail", "mailadresse", "emailaddress"),
    "kind": ("mitgliedsart", "art", "mitgliedschaft", "status", "kind", "membership"),
    "start": ("eintritt", "eintrittsdatum", "mitgliedseit", "seit", "beitritt", "since", "joined"),
    "street": ("straße", "strasse", "straßenr", "straßehausnummer", "anschrift", "street"),
    "postcode": ("plz", "postleitzahl", "postcode", "zip"),
    "town": ("ort", "stadt", "wohnort", "town", "city"),
    "debt": ("schulden", "schuld", "offen", "rückstand", "saldo", "debt", "owes"),
    "credit": ("guthaben", "haben", "credit"),
    "phone": (
        *("telefon", "telefonnummer", "telefonnr", "tel", "handy", "handynummer", "handynr"),
        *("mobil", "mobilnummer", "phone", "mobile"),
    ),
    "birthday": ("geburtstag", "geburtsdatum", "geboren", "gebdatum", "birthday", "dateofbirth"),
    "number": ("mitgliedsnummer", "mitgliedsnr", "mitgliednr", "membernumber", "memberno"),
}


_DAY = re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d")
# A PDF, a picture or an old workbook has them, a list has none.
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1b]")
# Lines of a title that may stand above the names of the columns.
MOST_TITLES = 5


class UnreadableError(Exception):
    """The list cannot be read; its message is a code."""


@dataclass(frozen=True)
class Sheet:
    """The rows of a list, and the names of its columns where its first row has them."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    has_heading: bool

    @property
    def heading(self) -> str:
        """What the list is known by the next time: its columns' names, or how many there are."""
        return ";".join(self.names)[:900] if self.has_heading else f"#{len(self.names)}"

    @property
    def text(self) -> str:
        """All rows as text, which `read` reads back as the same sheet."""
        rows = [self.names, *self.rows] if self.has_heading else list(self.rows)
        written = StringIO()
        csv.writer(written, delimiter="\t", lineterminator="\n").writerows(rows)
        return written.getvalue()


def open_list(content: bytes) -> Sheet:
    """A file as it was chosen. UnreadableError for one that is no list or too long."""
    if len(content) > MOST_BYTES:
        raise UnreadableError("too_large")
    if content.startswith(b"PK"):
        return _sheet(_workbook(content))
    if vcards.is_one(content):
        return _sheet(vcards.rows_of(content))
    text = _decoded(content)
    if _NO_TEXT.search(text):
        raise UnreadableError("unreadable")
    return read(text)


def read(text: str) -> Sheet:
    """A list that was pasted. UnreadableError where nothing is in it, or too much."""
    if vcards.is_one(content := text.encode()):
        return _sheet(vcards.rows_of(content))
    return _sheet(_rows(text))


def guessed(sheet: Sheet) -> tuple[str, ...]:
    """What each column probably is, by its name or by what stands in it; empty for nothing."""
    roles: list[str] = []
    for place, name in enumerate(sheet.names):
        cells = [row[place] for row in sheet.rows if row[place]]
        role = (_by_heading(name) if sheet.has_heading else "") or _by_content(cells)
        roles.append("" if role in roles else role)
    if not {"name", "last", "first"} & set(roles) and "" in roles:
        roles[roles.index("")] = "name"
    return tuple(roles)


def _decoded(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.strip()]
    separator = _separator(lines)
    if separator == "," and len(lines) == 1 and "@" not in text:
        return [[name] for name in lines[0].split(",") if name.strip()]  # names in one line
    if not separator:
        return [[line] for line in lines]
    return list(csv.reader(StringIO("\n".join(lines)), delimiter=separator))


def _separator(lines: Sequence[str]) -> str:
    """What stands between the cells of most lines; nothing where each line is a name."""
    counts = {sign: sum(1 for line in lines if sign in line) for sign in ("\t", ";", ",", "|")}
    best = max(counts, key=lambda sign: counts[sign])
    return best if counts[best] * 2 > len(lines) else ""


def _workbook(content: bytes) -> list[list[str]]:
    # Only here: openpyxl takes 10 MB of every process that has it, and few read a workbook.
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > 20 * MOST_BYTES:
                raise UnreadableError("too_large")
        book = load_workbook(BytesIO(content), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_row=MOST_LINES + 2, max_col=MOST_COLUMNS, values_only=True)
        return [[_cell(value) for value in row] for row in rows]
    except (zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, IndexError) as error:
        raise UnreadableError("unreadable") from error


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime | date):
        return f"{value:%Y-%m-%d}"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _sheet(raw: Sequence[Sequence[str]]) -> Sheet:
    rows = [[" ".join(str(cell).split()) for cell in row] for row in raw]
    rows = [row for row in rows if any(row)]
    if not rows:
        raise UnreadableError("empty")
    if len(rows) > MOST_LINES + 1:
        raise UnreadableError("too_many_lines")
    # A workbook is as wide as somebody once coloured a cell.
    last = max(place for row in rows for place, cell in enumerate(row, start=1) if cell)
    width = min(last, MOST_COLUMNS)
    rows = [[*row, *[""] * width][:width] for row in rows]
    rows = _without_title(rows)
    first = rows[0]
    has_heading = _names_columns(first)
    names = tuple(first) if has_heading else ("",) * width
    return Sheet(names, tuple(map(tuple, rows[has_heading:])), has_heading)


def _without_title(rows: list[list[str]]) -> list[list[str]]:
    """The rows from the names of the columns on, where above them are only lines of one cell."""
    for place, row in enumerate(rows[: MOST_TITLES + 1]):
        if sum(map(bool, row)) > 1:
            return rows[place:] if _names_columns(row) else rows
    return rows


def _names_columns(row: Sequence[str]) -> bool:
    return any(map(_by_heading, row)) and not any("@" in cell for cell in row)


def _by_heading(name: str) -> str:
    plain = re.sub(r"[^a-zäöüß]", "", name.casefold())
    return next((role for role, words in _HEADINGS.items() if plain in words), "")


def _by_content(cells: Sequence[str]) -> str:
    if cells and all("@" in cell for cell in cells):
        return "email"
    if cells and all(re.fullmatch(r"\d{5}", cell) for cell in cells):
        return "postcode"
    if cells and all(_DAY.fullmatch(cell) for cell in cells):
        return "start"
    return ""
