"""Choose the backups to keep, and say if one is due. Pure: moments in, moments out.

A backup is of the day that its night ends: one made at three in the morning is of the day before,
so the first of January still keeps the year's end.
"""

from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta

NIGHT = time(3)  # from here on the day before is over
DAYS, WEEKS, MONTHS = 7, 4, 12


def day_of(made: datetime) -> date:
    """Return the club's day that a backup is of; `made` is the time on the wall."""
    return made.date() if made.time() >= time(6) else made.date() - timedelta(days=1)


def to_retain(backups: Iterable[datetime], years: int | None = None) -> set[datetime]:
    """Return the newest of each of the last 7 days, 4 weeks and 12 months with any, and of each
    year.

    With `years` only of the last ones. All others may go.
    """
    newest_first = sorted(backups, reverse=True)
    spans: list[tuple[Callable[[date], object], int | None]] = [
        (lambda day: day, DAYS),
        (lambda day: day.isocalendar()[:2], WEEKS),
        (lambda day: (day.year, day.month), MONTHS),
        (lambda day: day.year, years),
    ]
    moments: set[datetime] = set()
    for span_of, most in spans:
        newest: dict[object, datetime] = {}
        for made in newest_first:
            newest.setdefault(span_of(day_of(made)), made)
        moments |= set(list(newest.values())[:most])
    return moments


def is_due(now: datetime, newest: datetime | None) -> bool:
    """Return True if none was made since the last night began, also if the machine slept then."""
    begun = datetime.combine(now.date(), NIGHT, now.tzinfo)
    if now < begun:
        begun -= timedelta(days=1)
    return newest is None or newest < begun
