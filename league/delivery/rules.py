"""The times at which the daily mail goes out. Pure; days and hours are the club's own."""

from datetime import date, datetime, time, timedelta

# No mail of a day goes out between 10 pm and 8 am.
FIRST_HOUR, LAST_HOUR = time(8), time(22)


def day_of_digest(local: datetime) -> date:
    """Return the day whose morning's mail carries what is written at this moment."""
    return local.date() if local.time() < FIRST_HOUR else local.date() + timedelta(days=1)


def written_before(local: datetime) -> datetime | None:
    """Return the moment before which a text must be written to go out now; None at night."""
    if not FIRST_HOUR <= local.time() < LAST_HOUR:
        return None
    return datetime.combine(local.date(), FIRST_HOUR, local.tzinfo)
