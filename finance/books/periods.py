"""Periods of dues (months, quarters, years), and the part of one a membership covers. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

MONTH: Final = "month"
QUARTER: Final = "quarter"
YEAR: Final = "year"
KINDS: Final = (MONTH, QUARTER, YEAR)

# The dues for a period joined in its middle: the months begun, all of it, nothing.
MONTHS: Final = "months"
WHOLE: Final = "whole"
NEXT: Final = "next"
JOINING: Final = (MONTHS, WHOLE, NEXT)
_MONTHS: Final = {MONTH: 1, QUARTER: 3, YEAR: 12}


@dataclass(frozen=True)
class Span:
    """Half-open days of a membership of one kind; without an end it goes on."""

    kind: str
    start: date
    end: date | None = None

    def meets(self, start: date, end: date) -> bool:
        return self.start < end and (self.end is None or self.end > start)


@dataclass(frozen=True)
class Period:
    """A whole month, quarter or year of the calendar."""

    kind: str
    start: date

    @property
    def months(self) -> list[date]:
        """Return the first day of each of its months."""
        return [_later(self.start, n) for n in range(_MONTHS[self.kind])]

    @property
    def end(self) -> date:
        """Return the first day after it."""
        return _later(self.start, _MONTHS[self.kind])


def _later(first: date, months: int) -> date:
    years, month = divmod(first.month - 1 + months, 12)
    return date(first.year + years, month + 1, 1)


def begun(kind: str, start: date, end: date | None, through: date) -> Iterator[Period]:
    """Yield the periods whose first day lies in the half-open span and is not after `through`."""
    length = _MONTHS[kind]
    first = date(start.year, (start.month - 1) // length * length + 1, 1)
    if first < start:
        first = _later(first, length)
    while first <= through and (end is None or first < end):
        yield Period(kind, first)
        first = _later(first, length)


def months_in(period: Period, kind: str, spans: Sequence[Span]) -> list[date]:
    """Return the months of a period that count for a kind: each that was begun as a member counts
    whole.

    Of a month in which the kind changed, the one before the change counts.
    """
    days = []
    for first in period.months:
        meeting = [span for span in spans if span.meets(first, _later(first, 1))]
        if meeting and min(meeting, key=lambda span: span.start).kind == kind:
            days.append(first)
    return days


def counted(period: Period, kind: str, spans: Sequence[Span], joining: str) -> list[date]:
    """Return the months of a period to be paid for as this kind.

    Unless months count, the first kind held in the period pays for all of it. Where new members
    begin with the next period, a person who was not a member in its first month pays nothing.
    """
    months = months_in(period, kind, spans)
    if joining == MONTHS or not months:
        return months
    first = months[0]
    if first > period.start and any(span.meets(period.start, first) for span in spans):
        return []
    return [] if joining == NEXT and first != period.start else period.months


def reduced(cents: int, percent: int) -> int:
    """Return so many percent of an amount in cents; half a cent goes up."""
    return (2 * cents * percent + 100) // 200


def share(cents: int, period: Period, months: int) -> int:
    """Return the price of so many months, of `cents` for the whole period; half a cent goes up."""
    whole = len(period.months)
    return (2 * cents * months + whole) // (2 * whole)
