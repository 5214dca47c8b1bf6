"""Evenings as an iCalendar feed (RFC 5545, RFC 7986). The caller brings the rows.

Moments are in UTC: Outlook reads time zones that list their changes wrongly, and a calendar shows
UTC by its own clock anyway. No evening repeats, so nothing has to follow the change of the clock.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from league.events.models import Event, Participation, Venue

if TYPE_CHECKING:
    from icalendar import Event as Entry

# The interval at which calendars are asked to fetch the feed again.
REFRESH = timedelta(hours=6)


def feed(
    events: Iterable[Event],
    addresses: Mapping[int, str],
    answers: Mapping[int, str] | None = None,
    *,
    name: str,
) -> bytes:
    """Return the calendar called `name`. `addresses` and `answers` are by event.

    Without `answers` it is public and says no more than the page of an event does: no host, no
    answer, and of an evening neither the place, which may be a home, nor why it is called off.
    """
    # Only here: a process that never makes a calendar is 3 MB smaller without.
    from icalendar import Calendar
    from icalendar.prop import vDuration

    calendar = Calendar()
    calendar.add("prodid", "-//Schockwart//Abende//DE")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH))
    for event in events:
        calendar.add_component(_entry(event, addresses[event.pk], answers))
    return calendar.to_ical()


def uid(event: Event) -> str:
    """Return the same id for ever, also after a new name or day of the evening."""
    return f"abend-{event.pk}-{event.created_at:%Y%m%dT%H%M%S%f}@schockwart"


def _entry(event: Event, address: str, answers: Mapping[int, str] | None) -> "Entry":
    from icalendar import Event as Entry

    entry = Entry()
    changed: datetime = event.changed_at or event.created_at
    entry.add("uid", uid(event))
    entry.add("dtstamp", changed.astimezone(UTC))
    entry.add("last-modified", changed.astimezone(UTC))
    entry.add("sequence", event.revision)
    # Some programs pass the status over.
    called_off = _("Called off: %(name)s") % {"name": event.name}
    entry.add("summary", called_off if event.is_cancelled else event.name)
    # An evening that began without a plan has the hour at which the first table was opened.
    starts_at: datetime | None = event.starts_at or getattr(event, "began_at", None)
    if starts_at is None:
        entry.add("dtstart", event.business_date)
    else:
        entry.add("dtstart", starts_at.astimezone(UTC))
    if event.ends_at is not None:
        entry.add("dtend", event.ends_at.astimezone(UTC))
    if event.place and _says_all(event, answers):
        entry.add("location", event.place)
    entry.add("status", "CANCELLED" if event.is_cancelled else "CONFIRMED")
    entry.add("transp", "TRANSPARENT" if event.is_cancelled else "OPAQUE")
    if description := "\n".join(_description(event, answers)):
        entry.add("description", description)
    entry.add("url", address)
    return entry


def _description(event: Event, answers: Mapping[int, str] | None) -> Iterable[str]:
    if event.is_cancelled and _says_all(event, answers):
        yield _("Called off: %(reason)s") % {"reason": event.cancel_reason}
    if event.venue != Venue.CLUB_NIGHT:
        yield str(event.get_venue_display())
    if answers is None:
        return
    if event.host is not None:
        yield _("Host: %(name)s") % {"name": event.host.name}
    word = Participation.Answer(answers.get(event.pk, ""))
    yield _("Your answer: %(answer)s") % {"answer": word.label}


def _says_all(event: Event, answers: Mapping[int, str] | None) -> bool:
    """Return True if place and reason are for the readers of this feed."""
    return answers is not None or event.kind != Event.Kind.EVENING
