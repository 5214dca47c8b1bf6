"""Open a workbook (XLSX): numbers as numbers, days as days, formulas by their value."""

import re
import zipfile
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from typing import Any

from league.files.reading.faults import TableError

# The bytes to which it may grow when it is unpacked.
_MOST_UNPACKED = 40_000_000


def sheets(
    content: bytes, *, most_rows: int, most_columns: int, keeps_formulas: bool
) -> list[tuple[str, list[list[str]]]]:
    """Return the name and the rows of each sheet that is shown, cells as text.

    „1040,50“ is a number, „2026-11-04“ a day; leading zeros of a number format are kept. Raise
    TableError `workbook_broken`, `too_large`, or `formula` for one without a calculated value.
    """
    # Only here: openpyxl takes 10 MB of every process that has it, and few read a workbook.
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > _MOST_UNPACKED:
                raise TableError("too_large")
        values = load_workbook(BytesIO(content), read_only=True, data_only=True)
        formulas = load_workbook(BytesIO(content), read_only=True)
        shown = [sheet for sheet in values.worksheets if sheet.sheet_state == "visible"]
        limits = {"max_row": most_rows, "max_col": most_columns}
        found = []
        for sheet in shown:
            pairs = zip(
                sheet.iter_rows(**limits), formulas[sheet.title].iter_rows(**limits), strict=True
            )
            rows = [
                [
                    _cell(cell, formula, keeps=keeps_formulas)
                    for cell, formula in zip(row, row_of_formulas, strict=True)
                ]
                for row, row_of_formulas in pairs
            ]
            found.append((sheet.title, rows))
        return found
    except TableError:
        raise
    except (
        *(zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, IndexError),
        *(TypeError, AttributeError, EOFError, OSError, RuntimeError),
    ) as error:
        raise TableError("workbook_broken") from error


def _cell(cell: Any, formula: Any, *, keeps: bool) -> str:
    value = cell.value
    if value is None:
        # An empty text is a value; a number that is missing was never calculated.
        if formula.data_type == "f" and cell.data_type == "n":
            if keeps:
                return str(formula.value)
            raise TableError("formula", formula.coordinate)
        return ""
    if isinstance(value, datetime | date):
        return f"{value:%Y-%m-%d}"
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(value, str(cell.number_format))
    return str(value)


def _number(value: float, form: str) -> str:
    """Return a number with a decimal comma and at least two figures behind it, or none.

    Never with three: that could be read as thousands.
    """
    if re.fullmatch(r"0{2,}", form):
        return f"{round(value):0{len(form)}}"
    # Excel calculates with fifteen figures and shows no more.
    exact = Decimal(f"{value:.15g}")
    if re.search(r"0\.00(?!0)", form):
        exact = round(exact, 2)
    whole, _point, rest = f"{exact:f}".partition(".")
    rest = rest.rstrip("0")
    if not rest:
        return whole
    rest = rest.ljust(4 if len(rest) == 3 else 2, "0")
    return f"{whole},{rest}"
