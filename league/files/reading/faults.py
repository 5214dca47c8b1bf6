"""Name the reasons for which a file cannot be read as a table."""

from typing import Literal

Code = Literal[
    "empty",
    "too_large",
    "too_many_lines",
    # No text in any encoding known here.
    "encoding",
    # Two encodings make different letters of it, and both could be meant; `place` holds both words.
    "encoding_unclear",
    # A letter was lost before the file came here (U+FFFD); `place` is its line.
    "encoding_lost",
    "workbook_broken",
    # A formula without a value, as programs write it that do not calculate; `place` is the cell.
    "formula",
    # `place` holds the names of the sheets.
    "several_sheets",
]


class TableError(ValueError):
    """A file that cannot be read. `code` says why; `place` where, or what it is about."""

    def __init__(self, code: Code, place: str = "") -> None:
        super().__init__(f"{code}: {place}" if place else code)
        self.code: Code = code
        self.place = place
