"""The times at which reports come by mail. Pure: the clock on the wall is an argument."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

# No phone shall ring at night.
QUIET_FROM, QUIET_UNTIL = time(22), time(8)
# A mail may come this much later if the worker was off on the day on which it was due.
LATE = timedelta(days=7)
# For this long an evening is news.
NEWS = timedelta(days=3)


@dataclass(frozen=True)
class Occasion:
    """The occasion of a mail, once for each subscription, and the subject of its report."""

    key: str
    subject: int


def is_quiet(local: datetime) -> bool:
    """Return whether nothing goes out now; `local` is the time on the club's wall."""
    return not QUIET_UNTIL <= local.time() < QUIET_FROM


def month_over(today: date) -> date | None:
    """Return the last day of the month that is just over; None later in the month."""
    last = today.replace(day=1) - timedelta(days=1)
    return last if today - last <= LATE else None


def year_over(today: date) -> int | None:
    """Return the year that is just over, all through January."""
    return today.year - 1 if today.month == 1 else None
