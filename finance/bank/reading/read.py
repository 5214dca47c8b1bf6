"""From the bytes of an uploaded file to what is in it: XML, CSV, or a ZIP of such files.

Pure. What kind of file it is is seen from its content, never from its name.
"""

import lzma
import zipfile
import zlib
from io import BytesIO

from finance.bank.reading import camt, mt940, table
from finance.bank.reading.statements import (
    MOST_BYTES,
    MOST_LINES,
    BankFileError,
    Contents,
    Statement,
)

# A year of daily statements.
_MOST_PARTS = 400
# A RuntimeError asks for a password, a ValueError points outside of the file.
_BROKEN_ZIP = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
    *(RuntimeError, ValueError, EOFError, OSError),
)


def read(content: bytes) -> Contents:
    """What the bank says. Raises BankFileError where nothing, or too much, can be read."""
    if not content.strip():
        raise BankFileError("empty")
    if len(content) > MOST_BYTES:
        raise BankFileError("too_large")
    if content.startswith(b"%PDF"):
        raise BankFileError("pdf")
    if content.startswith(b"PK"):
        kind, statements = _unpacked(content)
    else:
        kind, statements = _statements_in(content)
    if sum(len(statement.lines) for statement in statements) > MOST_LINES:
        raise BankFileError("too_many_lines", str(MOST_LINES))
    if not any(statement.lines or statement.balances for statement in statements):
        raise BankFileError("nothing_booked")
    return Contents(kind, tuple(statements))


def _statements_in(content: bytes) -> tuple[str, list[Statement]]:
    if _looks_like_xml(content):
        return "camt", camt.read(content)
    if mt940.looks_like(content):
        return "mt940", mt940.read(table.decoded(content))
    return "csv", table.read(content)


def _looks_like_xml(content: bytes) -> bool:
    start = (
        content[:200].replace(b"\0", b"").removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe \t\r\n")
    )
    return start.startswith(b"<")


def _unpacked(content: bytes) -> tuple[str, list[Statement]]:
    """The files in a ZIP, together no larger than one alone may be."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            parts = [zip_info for zip_info in archive.infolist() if not zip_info.is_dir()]
            if len(parts) > _MOST_PARTS:
                raise BankFileError("too_large")
            kinds: set[str] = set()
            statements: list[Statement] = []
            left = MOST_BYTES
            for part in sorted(parts, key=lambda zip_info: zip_info.filename):
                with archive.open(part) as opened:
                    inner = opened.read(left + 1)
                left -= len(inner)
                if left < 0:
                    raise BankFileError("too_large")
                kind, unpacked = _statements_in(inner)
                kinds.add(kind)
                statements += unpacked
    except BankFileError:
        raise
    except _BROKEN_ZIP as error:
        raise BankFileError("zip_broken") from error
    return "/".join(sorted(kinds)), statements
