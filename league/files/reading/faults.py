"""Name the reasons for which a file cannot be read as a table."""

from dataclasses import dataclass
from typing import Literal

Code = Literal[
    "empty",
    "too_large",
    "too_many_lines",
    # No text in any encoding known here.
    "encoding",
    # Encodings make different letters of it, and each could be meant: `choices`.
    "encoding_unclear",
    # A letter was lost before the file came here (U+FFFD); `place` is its line.
    "encoding_lost",
    "workbook_broken",
    # A formula without a value, as programs write it that do not calculate; `place` is the cell.
    "formula",
    # `place` holds the names of the sheets: `choices`.
    "several_sheets",
]


@dataclass(frozen=True)
class Choice:
    """One way in which a file can be meant; the label holds the first words it makes of it."""

    key: str
    label: str


class TableError(ValueError):
    """A file that cannot be read.

    `code` says why; `place` where, or what it is about. With `choices` it can be read once the user
    has said which of them is right.
    """

    def __init__(self, code: Code, place: str = "", choices: tuple[Choice, ...] = ()) -> None:
        super().__init__(f"{code}: {place}" if place else code)
        self.code: Code = code
        self.place = place
        self.choices = choices
