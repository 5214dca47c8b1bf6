"""Split a text into records and cells by the separator it uses.

Quotation marks that a program did not double („"Beitrag "Runde" November";…“) end a cell only if a
separator or the line end follows.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence

Record = list[str]
SEPARATORS = ("\t", ";", ",", "|")
_SAYS_IT = re.compile(r"sep=(.)\Z", re.IGNORECASE)
_MOST_TRIED = 400


def records(text: str) -> list[Record]:
    """Return all records of a text, blank ones too: the first is row 1 of a spreadsheet.

    Without a separator each line is a record of one cell. A first line „sep=;“ says the separator
    and is no row, as in Excel.
    """
    first, _end, rest = text.partition("\n")
    if said := _SAYS_IT.match(first.strip("\ufeff \"'")):
        return split(rest, said[1])
    return split(text, separator_of(text))


def separator_of(text: str) -> str:
    """Return the separator that most lines use, or nothing if each line is one cell."""
    start = "\n".join(text.split("\n")[:_MOST_TRIED])
    best, most = "", 0
    for separator in SEPARATORS:
        widths = Counter(len(record) for record in split(start, separator) if any(record))
        lines = sum(widths.values())
        width, count = max(
            ((width, count) for width, count in widths.items() if width > 1),
            key=lambda pair: (pair[0] - 1) * pair[1],
            default=(1, 0),
        )
        # A short row below a wide heading is one all the same.
        usual = (width > 2 and count > 1) or lines - widths[1] > lines / 2
        weight = (width - 1) * count
        if (usual or count * 2 > lines) and weight > most:
            best, most = separator, weight
    return best


def split(text: str, separator: str) -> list[Record]:
    """Return the records of a text with a known separator; an empty one keeps lines whole."""
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    if not separator:
        return [[line] if line.strip() else [] for line in lines]
    found: list[Record] = []
    at = 0
    while at < len(lines):
        for record, after in _strictly(lines, separator, at):
            found.append(record)
            at = after
        if at < len(lines):
            found.append(_leniently(lines[at], separator))
            at += 1
    return found


def _strictly(lines: Sequence[str], separator: str, start: int) -> Iterator[tuple[Record, int]]:
    """Yield each record with the place of the line after it, until one is not well formed."""
    reader = csv.reader((f"{line}\n" for line in lines[start:]), delimiter=separator, strict=True)
    try:
        for record in reader:
            yield record, start + reader.line_num
    except csv.Error:
        return


def _leniently(line: str, separator: str) -> Record:
    """Return the cells of one line with quotation marks that were not doubled."""
    sign = re.escape(separator)
    cell = re.compile(rf'\s*"(?P<quoted>.*?)"\s*(?=(?:{sign}|\Z))|(?P<plain>[^{sign}]*)')
    cells: Record = []
    at = 0
    while at <= len(line):
        match = cell.match(line, at)
        assert match is not None  # the second alternative matches nothing as well
        quoted = match["quoted"]
        cells.append(match["plain"] if quoted is None else quoted.replace('""', '"'))
        at = match.end() + 1
    return cells
