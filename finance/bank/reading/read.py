"""From the bytes of an uploaded file to what is in it: XML, MT940, CSV, XLSX, or a ZIP of these.

Pure. What kind of file it is is seen from its content, never from its name.
"""

import lzma
import zipfile
import zlib
from io import BytesIO

from finance.bank.reading import camt, mt940, table
from finance.bank.reading.sheet import open_sheet
from finance.bank.reading.statements import (
    MOST_BYTES,
    MOST_LINES,
    BankFileError,
    Contents,
    Statement,
)
from league.files.reading.faults import Choice, TableError
from league.files.reading.text import decoded

# A year of daily statements.
_MOST_PARTS = 400
# A RuntimeError asks for a password, a ValueError points outside of the file.
_BROKEN_ZIP = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
    *(RuntimeError, ValueError, EOFError, OSError),
)


def read(content: bytes) -> Contents:
    """Read a bank's file. Raises BankFileError if nothing, or too much, can be read."""
    if not content.strip():
        raise BankFileError("empty")
    if len(content) > MOST_BYTES:
        raise BankFileError("too_large")
    if content.startswith(b"%PDF"):
        raise BankFileError("pdf")
    passed_over: tuple[str, ...] = ()
    if content.startswith(b"PK") and not _is_workbook(content):
        kind, statements, passed_over = _unpacked(content)
    else:
        kind, statements = _statements_in(content)
    if sum(len(statement.lines) for statement in statements) > MOST_LINES:
        raise BankFileError("too_many_lines", str(MOST_LINES))
    if not any(statement.lines or statement.balances for statement in statements):
        raise BankFileError("nothing_booked")
    return Contents(kind, tuple(statements), passed_over)


def _statements_in(content: bytes) -> tuple[str, list[Statement]]:
    if _looks_like_xml(content):
        return "camt", camt.read(content)
    if mt940.looks_like(content):
        return "mt940", mt940.read(_text(content))
    return "csv", [table.read(content)]


def _text(content: bytes) -> str:
    try:
        return decoded(content)
    except TableError as error:
        raise BankFileError(error.code, error.place, error.choices) from error


def choices_of(content: bytes) -> tuple[Choice, ...]:
    """Return the ways in which a file can be meant whose letters or sheets leave that open."""
    try:
        if mt940.looks_like(content):
            _text(content)
        elif content.strip() and is_table(content):
            open_sheet(content)
    except BankFileError as error:
        return error.choices
    return ()


def is_table(content: bytes) -> bool:
    """Return whether a file is read by its columns: neither XML, MT940, PDF nor an archive."""
    if content.startswith(b"PK"):
        return _is_workbook(content)
    other = content.startswith(b"%PDF") or _looks_like_xml(content) or mt940.looks_like(content)
    return not other


def _looks_like_xml(content: bytes) -> bool:
    start = (
        content[:200].replace(b"\0", b"").removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe \t\r\n")
    )
    return start.startswith(b"<")


def _is_workbook(content: bytes) -> bool:
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return any(name.startswith("xl/") for name in archive.namelist())
    except _BROKEN_ZIP as error:
        raise BankFileError("zip_broken") from error


def _unpacked(content: bytes) -> tuple[str, list[Statement], tuple[str, ...]]:
    """Read the files in a ZIP, together no larger than one alone may be, and name those that cannot
    be read.

    Raises BankFileError if none of them can, with the first one's reason.
    """
    kinds: set[str] = set()
    statements: list[Statement] = []
    failed: dict[str, BankFileError] = {}
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            parts = [part for part in archive.infolist() if not _is_of_a_mac(part)]
            if len(parts) > _MOST_PARTS:
                raise BankFileError("too_large")
            left = MOST_BYTES
            for part in sorted(parts, key=lambda zip_info: zip_info.filename):
                with archive.open(part) as opened:
                    inner = opened.read(left + 1)
                left -= len(inner)
                if left < 0:
                    raise BankFileError("too_large")
                try:
                    if inner.startswith(b"%PDF"):
                        raise BankFileError("pdf")
                    kind, unpacked = _statements_in(inner)
                except BankFileError as error:
                    failed[part.filename.rpartition("/")[2]] = error
                else:
                    kinds.add(kind)
                    statements += unpacked
    except BankFileError:
        raise
    except _BROKEN_ZIP as error:
        raise BankFileError("zip_broken") from error
    if failed and not statements:
        raise next(iter(failed.values()))
    return "/".join(sorted(kinds)), statements, tuple(failed)


def _is_of_a_mac(part: zipfile.ZipInfo) -> bool:
    """Tell if it is a folder, or a file that Finder puts beside each file."""
    name = part.filename
    hidden = name.rpartition("/")[2].startswith(".") or name.startswith("__MACOSX/")
    return part.is_dir() or hidden
