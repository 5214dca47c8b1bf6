"""Decide when a reminder goes out, and which comes next. Pure; days and hours are the
club's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

# A demand for money wakes no one.
FIRST_HOUR, LAST_HOUR = time(8), time(20)
# So long a link to pay can be opened.
LINK_DAYS = 30


@dataclass(frozen=True)
class Step:
    """One step: what it is called and says, its fee in cents, and how many days after the one
    before it comes at the earliest.
    """

    number: int
    title: str
    text: str
    fee: int
    wait: int


def next_step(steps: Sequence[Step], last: int | None) -> Step | None:
    """Return the step after the `last` one that was taken; None after the last of all."""
    return next((step for step in steps if last is None or step.number > last), None)


def is_too_early(step: Step, reminded: date | None, today: date) -> bool:
    """Tell if a person who was reminded on that day is left alone for now."""
    return reminded is not None and today < reminded + timedelta(days=step.wait)


def daytime(local: datetime) -> datetime:
    """Return this moment if it is by day, else the next morning; in the same zone."""
    if local.time() < FIRST_HOUR:
        return datetime.combine(local.date(), FIRST_HOUR, local.tzinfo)
    if local.time() >= LAST_HOUR:
        return datetime.combine(local.date() + timedelta(days=1), FIRST_HOUR, local.tzinfo)
    return local
