"""A person's evenings as an iCalendar feed (RFC 5545). The caller brings the rows."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from league.events.models import Event, Participation

if TYPE_CHECKING:
    from icalendar import Event as Entry

# How often a calendar is asked to come again.
REFRESH = timedelta(hours=6)


def feed(
    events: Iterable[Event],
    answers: Mapping[int, str],
    addresses: Mapping[int, str],
    *,
    name: str,
) -> bytes:
    """The calendar called `name`, with its time zone. `answers` and `addresses` are by evening."""
    # Only here: a process that never makes a calendar is 3 MB smaller without.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Schockwart//Abende//DE")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", REFRESH)
    for event in events:
        calendar.add_component(
            _entry(event, answers.get(event.pk, ""), addresses.get(event.pk, ""))
        )
    calendar.add_missing_timezones()
    return calendar.to_ical()


def uid(event: Event) -> str:
    """The same for ever, whatever the evening is called and wherever it is moved to."""
    return f"abend-{event.pk}-{event.created_at:%Y%m%dT%H%M%S%f}@schockwart"


def _entry(event: Event, answer: str, address: str) -> "Entry":
    from icalendar import Event as Entry

    entry = Entry()
    changed: datetime = event.changed_at or event.created_at
    entry.add("uid", uid(event))
    entry.add("dtstamp", changed)
    entry.add("last-modified", changed)
    entry.add("sequence", event.revision)
    entry.add("summary", event.name)
    if event.starts_at is None:
        entry.add("dtstart", event.business_date)
    else:
        entry.add("dtstart", event.starts_at)
        if event.ends_at is not None:
            entry.add("dtend", event.ends_at)
    entry.add("location", ", ".join(filter(None, [event.place, event.get_venue_display()])))
    entry.add("status", "CANCELLED" if event.is_cancelled else "CONFIRMED")
    entry.add("transp", "TRANSPARENT" if event.is_cancelled else "OPAQUE")
    entry.add("description", "\n".join(_description(event, answer)))
    if address:
        entry.add("url", address)
    return entry


def _description(event: Event, answer: str) -> Iterable[str]:
    if event.is_cancelled:
        yield _("Called off: %(reason)s") % {"reason": event.cancel_reason}
    if event.host is not None:
        yield _("Host: %(name)s") % {"name": event.host.name}
    word = Participation.Answer(answer)
    yield _("Your answer: %(answer)s") % {"answer": word.label}
