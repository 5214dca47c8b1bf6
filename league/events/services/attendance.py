"""Writes about who is here: marked present, late or absent, members and guests who come by."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league import signals
from league.errors import IllegalError, InvalidError, StaleError
from league.events.models import AttendanceMark, Event, Participation
from league.events.queries import participations
from league.people.models.people import Person
from league.people.queries.people import called
from league.people.services.people import create_person
from league.standings.services import mark_stale

# A mark later than this after the Anwurf is no arrival: the list was filled in afterwards.
NIGHT = timedelta(hours=10)
LATEST = NIGHT // timedelta(minutes=1)
LONGEST_ID = 64  # of what a phone notes


@dataclass(frozen=True)
class Noted:
    """The phone's own knowledge when it noted something, maybe hours ago without a network."""

    client_id: str
    seen: str  # the attendance it showed
    at: datetime  # by its own clock


def mark_attendance(
    *,
    participation: Participation,
    attendance: str,
    now: datetime | None = None,
    noted: Noted | None = None,
) -> Participation:
    """Mark a participant as present, late, absent, or open again. Locks the participation.

    With `now` the minutes after the Anwurf are noted for a latecomer, if the Anwurf is known and it
    is the night of the evening. The cost of lateness is in the rulebook's catalogue, not here. A
    player who still sits at a table cannot be absent: IllegalError. What was `noted` is counted
    once by its id, and is StaleError if another person noted something else meanwhile.
    """
    if attendance not in Participation.Attendance.values:
        raise InvalidError("attendance_unknown", _("Choose “here”, “later” or “absent”."))
    with transaction.atomic():
        # The worker writes rows that name it while it holds the rankings we wait for below.
        locked = Participation.objects.select_for_update(no_key=True, of=("self",))
        participation = locked.select_related("event").get(pk=participation.pk)
        if noted and now and not _is_new(participation, attendance, noted, now):
            return participation
        if noted and now:
            now = min(now, noted.at)
        here = attendance in {
            Participation.Attendance.PRESENT,
            Participation.Attendance.LATE,
        }
        if not here and participation.seats.filter(active=True).exists():
            raise IllegalError(
                "still_seated",
                _("%(name)s is still sitting at a table and has to get up there first.")
                % {"name": participation.person.name},
            )
        if attendance != participation.attendance:
            late = attendance == Participation.Attendance.LATE
            minutes = _minutes_late(participation.event, now) if late and now else None
            participation.attendance, participation.minutes_late = attendance, minutes
            participation.save(update_fields=["attendance", "minutes_late"])
            if participation.event.kind == Event.Kind.TOURNAMENT:
                mark_stale(event=participation.event)  # who has gone makes room for the next
        _announce(participation.event)
        return participation


def _is_new(participation: Participation, attendance: str, noted: Noted, now: datetime) -> bool:
    """Keep the id of what was noted; return True if it has not been counted yet."""
    mark, is_new = AttendanceMark.objects.get_or_create(
        participation=participation,
        client_id=noted.client_id,
        defaults={"attendance": attendance, "marked_at": now},
    )
    if mark.attendance != attendance:
        raise InvalidError("id_reused", _("This was sent before and said something else."))
    if is_new and participation.attendance not in {noted.seen, attendance}:
        raise StaleError(
            "attendance_changed",
            _("%(name)s is already noted as “%(attendance)s”.")
            % {
                "name": participation.person.name,
                "attendance": participation.get_attendance_display(),
            },
        )
    return is_new


def mark_all_here(*, event: Event, only_coming: bool = False) -> int:
    """Mark all as present who are not noted yet and have not said no; return their number.

    With `only_coming` only those who said yes. A person who said no stays as is: neither here nor
    absent.
    """
    answers = {str(Participation.Answer.YES)}
    if not only_coming:
        answers |= {str(Participation.Answer.MAYBE), str(Participation.Answer.NONE)}
    with transaction.atomic():
        locked = Participation.objects.select_for_update(no_key=True)
        unmarked = locked.filter(event=event, attendance=Participation.Attendance.OPEN)
        coming = list(unmarked.filter(answer__in=answers).order_by("pk"))
        for participation in coming:
            participation.attendance = Participation.Attendance.PRESENT
            participation.save(update_fields=["attendance"])
        _announce(event)
        return len(coming)


def _minutes_late(event: Event, now: datetime) -> int | None:
    """Return whole minutes since the Anwurf; None before it, or the day after."""
    if event.starts_at is None:
        return None
    late = now - event.starts_at.astimezone(UTC)
    return int(late / timedelta(minutes=1)) or None if timedelta(0) < late < NIGHT else None


def set_minutes_late(*, participation: Participation, minutes: int | None) -> Participation:
    """Set the minutes after the Anwurf of a participant marked late.

    None if the time was not noted. Locks the participation. IllegalError for a participant who is
    not marked late, InvalidError for minutes that no night has.
    """
    if minutes is not None and not 1 <= minutes <= LATEST:
        raise InvalidError(
            "minutes_out_of_range",
            _("Lateness goes from 1 to %(most)s minutes.") % {"most": LATEST},
            field="minutes",
        )
    with transaction.atomic():
        participation = Participation.objects.select_for_update(no_key=True).get(
            pk=participation.pk
        )
        if participation.attendance != Participation.Attendance.LATE:
            raise IllegalError(
                "not_late",
                _("%(name)s is not marked as “later”.") % {"name": participation.person.name},
            )
        participation.minutes_late = minutes
        participation.save(update_fields=["minutes_late"])
        return participation


def add_participant(*, event: Event, person: Person) -> Participation:
    """Add a person who was not invited to the evening. Repeating it changes nothing."""
    participation, _created = Participation.objects.get_or_create(
        event=event, person=person, defaults={"attendance": Participation.Attendance.PRESENT}
    )
    return participation


def add_guest(*, event: Event, name: str) -> Participation:
    """Add a new guest who is here. A guest of the same name is taken to be the same person.

    Raises InvalidError if a person of this name is on the list already.
    """
    name = " ".join(name.split())
    with transaction.atomic():
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        known = called(name) if name else None
        if known is not None and participations(event).filter(person=known).exists():
            raise InvalidError(
                "already_on_the_list",
                _("%(name)s is on the list already.") % {"name": known.name},
                field="name",
            )
        return add_participant(event=event, person=known or create_person(name=name))


def _announce(event: Event) -> None:
    signals.event_changed.send(sender=Event, event_id=event.pk)
