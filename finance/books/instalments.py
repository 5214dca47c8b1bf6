"""Instalments: when how much is due, and what of it is paid. Pure; amounts are cents."""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

# Three years of months: a longer plan is a typing error.
MOST = 36


@dataclass(frozen=True)
class Due:
    """One instalment: its last day to pay, its cents, and what of them is paid."""

    day: date
    cents: int
    paid: int = 0

    @property
    def open(self) -> int:
        return self.cents - self.paid


def held_against(agreed: Sequence[Due], left: int) -> list[Due]:
    """Return the instalments by day, with what is paid of a debt of which `left` is open.

    What was paid counts against the oldest one first.
    """
    paid = max(0, sum(due.cents for due in agreed) - left)
    counted = []
    for due in sorted(agreed, key=lambda due: due.day):
        part = min(due.cents, paid)
        counted.append(replace(due, paid=part))
        paid -= part
    return counted


def overdue(dues: Sequence[Due], today: date) -> list[Due]:
    """Return the instalments whose day is over and which are not paid in full."""
    return [due for due in dues if due.day < today and due.open]


def is_broken(dues: Sequence[Due], today: date) -> bool:
    """Return whether two instalments are overdue, or the last one."""
    late = overdue(dues, today)
    return len(late) > 1 or any(due is dues[-1] for due in late)


def monthly(first: date, cents: int, debt: int) -> list[Due]:
    """Return a `debt` in instalments of `cents`, one a month from `first` on; the rest comes last.

    At most one more than `MOST`.
    """
    dues: list[Due] = []
    while debt > 0 and len(dues) <= MOST:
        years, month = divmod(first.month - 1 + len(dues), 12)
        year = first.year + years
        day = min(first.day, monthrange(year, month + 1)[1])
        dues.append(Due(date(year, month + 1, day), min(cents, debt)))
        debt -= cents
    return dues
