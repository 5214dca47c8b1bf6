"""When a report comes by mail. Pure: the clock on the wall is an argument."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

# Nobody's phone shall ring at night.
QUIET_FROM, QUIET_UNTIL = time(22), time(8)
# Where the worker was off on the day on which something was due, it may come so much later.
LATE = timedelta(days=7)
# An evening is news for so long.
NEWS = timedelta(days=3)


@dataclass(frozen=True)
class Occasion:
    """What a mail is for, once for each subscription, and what its report is about."""

    key: str
    subject: int


def is_quiet(local: datetime) -> bool:
    """Whether nothing goes out now; `local` is the time on the club's wall."""
    return not QUIET_UNTIL <= local.time() < QUIET_FROM


def month_over(today: date) -> date | None:
    """The last day of the month that is just over; None later in the month."""
    last = today.replace(day=1) - timedelta(days=1)
    return last if today - last <= LATE else None


def year_over(today: date) -> int | None:
    """The year that is just over, all through January."""
    return today.year - 1 if today.month == 1 else None
