"""Reading ahead: the days of a series of evenings, and the evenings already on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from league.events.models import Event

# A season of weekly evenings has 52; more is a slip of the year.
MOST_EVENINGS = 60


@dataclass(frozen=True)
class Planned:
    """One day of a series. `there` is the evening that is on this day already."""

    day: date
    there: Event | None


def series_days(first: date, last: date, weeks: int) -> list[date]:
    """Return every `weeks` weeks from `first` on, on its weekday, up to and with `last`."""
    days = range(0, (last - first).days + 1, 7 * weeks)
    return [first + timedelta(days=gap) for gap in days[: MOST_EVENINGS + 1]]


def planned(days: Sequence[date]) -> list[Planned]:
    """Return the days of a series with the evenings already on them. A cancelled one counts too."""
    there: dict[date, Event] = {}
    for event in Event.objects.filter(business_date__in=days, kind=Event.Kind.EVENING):
        there.setdefault(event.business_date, event)
    return [Planned(day, there.get(day)) for day in days]
