"""Days as lists of all kinds write them."""

from datetime import date, datetime

_FORMS = ("%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%d/%m/%Y")


def read_day(text: str) -> date | None:
    """Return the day, or None for an unreadable text: 3.1.2026, 3.1.26, 2026-01-03 or
    03/01/2026.
    """
    for form in _FORMS:
        try:
            # A day has no time zone.
            return datetime.strptime(text, form).date()  # noqa: DTZ007
        except ValueError:
            continue
    return None
