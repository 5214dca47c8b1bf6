"""Jubilees of evenings and of years of membership, and the day a birthday is kept.

Pure: days and counts are arguments.
"""

from collections.abc import Iterable
from datetime import date

# Every fiftieth evening to the three hundredth, then every hundredth.
EVERY, UNTIL, THEN_EVERY = 50, 300, 100
YEARS = (10, 25, 40, 50, 60, 70)


def is_jubilee(evenings: int) -> bool:
    """Return True if a person's evening with this number is to be celebrated."""
    return evenings > 0 and evenings % (EVERY if evenings <= UNTIL else THEN_EVERY) == 0


def has_birthday(born: date, day: date) -> bool:
    """Return True on a person's birthday.

    One on a leap day is kept on the last of February in other years.
    """
    if day < born:
        return False
    return _in_year(born, day.year) == day


def years_to_celebrate(spans: Iterable[tuple[date, date | None]], day: date) -> int:
    """Return the years of membership that a person completes on this day if that is a jubilee.

    0 otherwise. `spans` are half-open; a member who left and came back later begins anew.
    """
    since, until = day, date.min
    for start, end in sorted(spans, key=lambda span: span[0]):
        if start > until:
            since = start
        until = max(until, end or date.max)
    if not since < day < until:
        return 0
    years = day.year - since.year
    return years if years in YEARS and _in_year(since, day.year) == day else 0


def _in_year(first: date, year: int) -> date:
    try:
        return first.replace(year=year)
    except ValueError:
        return date(year, 2, 28)
