"""Time and place of an event, in one line each: on pages and in mails."""

from django.utils.dateformat import time_format
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.events.models import Event, Participation


def when(event: Event) -> str:
    """Return the day, and the hours if they are set."""
    day = date_format(event.business_date, _("l, j F Y"))
    if event.start_time is None:
        return day
    begins = _("first throw at %(time)s") % {"time": time_format(event.start_time, "H:i")}
    if event.end_time is None:
        return f"{day}, {begins}"
    ends = _(", officially until %(time)s") % {"time": time_format(event.end_time, "H:i")}
    return f"{day}, {begins}{ends}"


def where(event: Event, host: str = "") -> str:
    """Return the kind of place, the place itself, and the host."""
    place = ", ".join(filter(None, [event.get_venue_display(), event.place]))
    if not host:
        return place
    return place + " · " + _("Host: %(name)s") % {"name": host}


def not_here(participation: Participation) -> str:
    """Return the noted reason for an absence.

    Without attendance, „declined“ for a person who said no.
    """
    match participation.attendance, participation.answer:
        case Participation.Attendance.LATE, _:
            return _("later")
        case Participation.Attendance.ABSENT, _:
            return _("absent")
        case "", Participation.Answer.NO:
            return _("declined")
    return ""
