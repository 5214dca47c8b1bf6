"""Read days as people, banks and spreadsheets write them."""

import calendar
import re
from collections.abc import Iterable
from datetime import date
from typing import Literal

# The first of the numbers: the day („04.11.2026“) or the month („11/04/2026“).
Order = Literal["dmy", "mdy"]

_TIME = (
    r"(?:[T ,]+\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[AP]M)?(?: ?(?:Z|[A-Z]{2,5}|[+-]\d\d:?\d\d))?)?"
)
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-./]?)(\d\d?)\2(\d\d?){_TIME}", re.IGNORECASE)
_NUMBERS = re.compile(
    rf"(?:[A-Za-z]{{2,3}},? )?(\d{{1,2}})\s?([-./])\s?(\d{{1,2}})\s?\2\s?(\d{{4}}|\d\d){_TIME}",
    re.IGNORECASE,
)
_WORDS = re.compile(
    rf"(?:[a-zä]+,? )?(?:(?P<day>\d{{1,2}})\.?[ -](?P<month>[a-zä]{{3,9}})\.?"
    r"|(?P<month_first>[a-z]{3,9})\.? (?P<day_second>\d{1,2}))"
    rf",?[ -](?P<year>\d{{4}}|\d\d){_TIME}",
    re.IGNORECASE,
)
_MONTH = re.compile(r"(\d{1,2})[./-](\d{4})|(\d{4})-(\d\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_WITHOUT_YEAR = re.compile(r"(\d{1,2})\.(\d{1,2})\.?")
_MONTHS = (
    *(("jan", "jän"), ("feb",), ("mar", "mär", "mrz", "mae"), ("apr",), ("mai", "may"), ("jun",)),
    *(("jul",), ("aug",), ("sep",), ("okt", "oct"), ("nov",), ("dez", "dec")),
)


def order_of(cells: Iterable[str]) -> Order | None:
    """Return the order of day and month in a column, or None if it has to be asked.

    A number above twelve tells; with points between them the day comes first unless one speaks
    against it. That the column goes up in one order tells nothing: few rows do so by chance.
    """
    found = [match for cell in cells if (match := _NUMBERS.fullmatch(cell.strip()))]
    first = any(int(match[1]) > 12 for match in found)
    second = any(int(match[3]) > 12 for match in found)
    if first != second:
        return "dmy" if first else "mdy"
    if first and second:
        return None
    if all(match[2] == "." or match[1] == match[3] for match in found):
        return "dmy"
    return None


def day_of(
    cell: str,
    order: Order = "dmy",
    *,
    latest: date | None = None,
    last_of_month: bool = False,
    periods: bool = False,
) -> date | None:
    """Return the day a cell names, or None.

    `latest` is the last day that can be meant: years of two figures are as late as it allows
    („1.2.58“ of a birthday is 1958), and a later day is none. Without it they are of this century.
    `last_of_month` reads „30.02.“, as banks write it, as the month's last day; `periods` reads
    „12/2005“ and „2005“ as their first day.
    """
    text = " ".join(cell.split())
    found = _read(text, order, latest, last_of_month=last_of_month)
    if found is None and periods:
        if match := _MONTH.fullmatch(text):
            year, month = (match[2], match[1]) if match[2] else (match[3], match[4])
            found = _date(int(year), int(month), 1)
        elif _YEAR.fullmatch(text):
            found = date(int(text), 1, 1)
    return None if found and latest and found > latest else found


def is_day(cell: str) -> bool:
    """Return True if a cell can be read as a day, in one order or the other."""
    orders: tuple[Order, ...] = ("dmy", "mdy")
    return any(day_of(cell, order, last_of_month=True) for order in orders)


def day_near(cell: str, near: date) -> date | None:
    """Return the day of „04.11.“ that is next to another one, or None."""
    match = _WITHOUT_YEAR.fullmatch(cell.strip())
    if match is None:
        return None
    years = (near.year - 1, near.year, near.year + 1)
    days = [_date(year, int(match[2]), int(match[1]), last_of_month=True) for year in years]
    return min(filter(None, days), key=lambda day: abs(day - near), default=None)


def month_end(year: int, month: int, day: int) -> date | None:
    """Return the day, or the last of the month for the 29th and 30th that February has not."""
    return _date(year, month, day, last_of_month=True)


def _read(text: str, order: Order, latest: date | None, *, last_of_month: bool) -> date | None:
    if match := _YEAR_FIRST.fullmatch(text):
        if not match[2] and len(match[3] + match[4]) != 4:
            return None
        year, month, day = int(match[1]), int(match[3]), int(match[4])
        if not match[2] and not 1900 <= year < 2100:
            return None
        return _date(year, month, day, last_of_month=last_of_month)
    if match := _NUMBERS.fullmatch(text):
        first, second = int(match[1]), int(match[3])
        numbers = (second, first) if order == "dmy" else (first, second)
        year_text = match[4]
    elif match := _WORDS.fullmatch(text):
        word = (match["month"] or match["month_first"]).lower()
        number = next((n for n, months in enumerate(_MONTHS, 1) if word[:3] in months), 0)
        numbers = number, int(match["day"] or match["day_second"])
        year_text = match["year"]
    else:
        return None
    return _date(_year(year_text, numbers, latest), *numbers, last_of_month=last_of_month)


def _year(text: str, month_and_day: tuple[int, int], latest: date | None) -> int:
    if len(text) == 4:
        return int(text)
    if latest is None:
        return 2000 + int(text)
    year = latest.year // 100 * 100 + int(text)
    return year - 100 if (year, *month_and_day) > (latest.year, latest.month, latest.day) else year


def _date(year: int, month: int, day: int, *, last_of_month: bool = False) -> date | None:
    try:
        if last_of_month and month == 2 and 28 < day <= 30:
            day = calendar.monthrange(year, month)[1]
        return date(year, month, day)
    except ValueError:  # calendar.IllegalMonthError is one as well
        return None
