"""Writes about evenings: seasons, events, who is here, tables and seats."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from league import signals
from league.errors import IllegalError, InvalidError, StaleError
from league.events.models import AttendanceMark, Block, Event, Participation, Seat, Table
from league.events.queries import participations, season_on, waiting
from league.people.models.people import Person
from league.people.queries.people import called, members
from league.people.services.people import create_person
from league.seasons.models import Season
from league.standings.models import Standing
from league.standings.services import mark_stale

# Whoever is marked later than this after the Anwurf did not come then: somebody filled in the list.
NIGHT = timedelta(hours=10)
LATEST = NIGHT // timedelta(minutes=1)
LONGEST_ID = 64  # of what a phone notes


def create_season(*, name: str, start: date, end: date) -> Season:
    """A new season, half-open. Raises InvalidError; seasons do not overlap."""
    if end <= start:
        raise InvalidError("season_ends_early", _("The end must come after the start."))
    with transaction.atomic():
        if Season.objects.filter(start__lt=end, end__gt=start).exists():
            raise IllegalError("season_overlaps", _("There is already a season in that period."))
        season = Season.objects.create(name=name, start=start, end=end)
        Standing.objects.create(scope=Standing.Scope.SEASON, season=season)
        return season


def season_for(day: date) -> Season:
    """The season of this day; where there is none, the calendar year less what others cover.

    An evening is never refused because nobody thought of the new season.
    """
    if season := season_on(day):
        return season
    start, end = date(day.year, 1, 1), date(day.year + 1, 1, 1)
    for other in Season.objects.filter(start__lt=end, end__gt=start):
        if other.end is not None and other.end <= day:
            start = max(start, other.end)
        else:
            end = min(end, other.start)
    taken = set(Season.objects.values_list("name", flat=True))
    names = [str(day.year), *(f"{day.year}/{number}" for number in range(2, 400))]
    name = next(name for name in names if name not in taken)
    return create_season(name=name, start=start, end=end)


def create_evening(
    *,
    name: str,
    business_date: date,
    venue: str,
    rulebook: str,
    house_rules: dict[str, Any] | None = None,
    start_time: time | None = None,
    end_time: time | None = None,
    host: Person | None = None,
    place: str = "",
    answer_until: date | None = None,
) -> Event:
    """A new evening with one block and every active and passive member invited.

    Asked for the same name and day again it answers with the evening there is. `rulebook` and
    `house_rules` are taken as they are; whoever knows rulebooks has checked them. InvalidError for
    an official end without a start, or answers that end after the evening.
    """
    check_when(business_date, start_time, end_time, answer_until)
    with transaction.atomic():
        season = season_for(business_date)
        if season.is_closed:
            raise IllegalError(
                "season_closed",
                _("The season %(name)s is closed.") % {"name": season.name},
            )
        event, created = Event.objects.get_or_create(
            name=name,
            business_date=business_date,
            defaults={
                "season": season,
                "venue": venue,
                "rulebook": rulebook,
                "house_rules": house_rules or {},
                "start_time": start_time,
                "end_time": end_time,
                "host": host,
                "place": " ".join(place.split())[:80],
                "answer_until": answer_until,
            },
        )
        if not created:
            return event
        Block.objects.create(event=event, number=1)
        Participation.objects.bulk_create(
            Participation(event=event, person=person) for person in members(business_date)
        )
        return event


def check_when(
    business_date: date, start: time | None, end: time | None, answer_until: date | None
) -> None:
    """InvalidError where times or days of an evening contradict each other."""
    if end is not None and start is None:
        raise InvalidError("end_without_start", _("An end needs a first throw."), field="end_time")
    if end is not None and end == start:
        raise InvalidError(
            "end_is_start", _("The end must come after the first throw."), field="end_time"
        )
    if answer_until is not None and answer_until > business_date:
        raise InvalidError(
            "answers_too_late",
            _("Answers are due on the evening itself at the latest."),
            field="answer_until",
        )


def set_when(
    *,
    event: Event,
    start_time: time | None,
    end_time: time | None,
    host: Person | None,
    place: str,
    answer_until: date | None,
    now: datetime,
) -> Event:
    """Anwurf, official end, host and place of an evening. The same again changes nothing.

    Locks the event. InvalidError as in `create_evening`.
    """
    check_when(event.business_date, start_time, end_time, answer_until)
    place = " ".join(place.split())[:80]
    wanted = (start_time, end_time, host.pk if host else None, place, answer_until)
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if wanted == (
            event.start_time,
            event.end_time,
            event.host_id,
            event.place,
            event.answer_until,
        ):
            return event
        event.start_time, event.end_time, event.host = start_time, end_time, host
        event.place, event.answer_until = place, answer_until
        event.revision, event.changed_at = event.revision + 1, now
        event.save(
            update_fields=[
                "start_time",
                "end_time",
                "host",
                "place",
                "answer_until",
                "revision",
                "changed_at",
            ]
        )
        return event


def set_rules(*, event: Event, rulebook: str, venue: str, house_rules: dict[str, Any]) -> Event:
    """Rulebook, venue and house rules for the games to come; results keep what they were played by.

    Locks the event.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        event.rulebook, event.venue, event.house_rules = rulebook, venue, house_rules
        event.save(update_fields=["rulebook", "venue", "house_rules"])
        return event


def set_public(*, event: Event, is_public: bool) -> Event:
    """Lets everybody see tables and results of the event, or nobody any more. Locks the event."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        event.is_public = is_public
        event.save(update_fields=["is_public"])
        return event


@dataclass(frozen=True)
class Noted:
    """What a phone knew when it noted something, maybe hours ago without a network."""

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
    """Somebody is here, late, absent, or open again. Locks the participation.

    With `now` it is noted how many minutes after the Anwurf somebody late came, where that is known
    and it is the night of the evening. What lateness costs the rulebook's catalogue says, not this.
    Whoever still sits at a table cannot be absent: IllegalError. What was `noted` is counted once
    by its id, and is StaleError where somebody noted something else meanwhile.
    """
    if attendance not in Participation.Attendance.values:
        raise InvalidError("attendance_unknown", _("Choose “here”, “later” or “absent”."))
    with transaction.atomic():
        # The worker writes rows that name it while it holds the rankings we wait for below.
        locked = Participation.objects.select_for_update(no_key=True)
        participation = locked.get(pk=participation.pk)
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
    """Keeps the id of what was noted; whether it has not been counted yet."""
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
    """Everybody who was not noted yet, and has not said no, is here; how many these were.

    With `only_coming` those who said yes. Who has said no stays as he is: neither here nor absent.
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
    """Whole minutes since the Anwurf; none before it, or the day after."""
    if event.starts_at is None:
        return None
    late = now - event.starts_at.astimezone(UTC)
    return int(late / timedelta(minutes=1)) or None if timedelta(0) < late < NIGHT else None


def set_minutes_late(*, participation: Participation, minutes: int | None) -> Participation:
    """How many minutes after the Anwurf somebody came who is marked late; None: nobody looked.

    Locks the participation. IllegalError for whoever is not marked late, InvalidError for minutes
    that no night has.
    """
    if minutes is not None and not 1 <= minutes <= LATEST:
        raise InvalidError(
            "minutes_out_of_range",
            _("Lateness goes from 1 to %(most)s minutes.") % {"most": LATEST},
            field="minutes",
        )
    with transaction.atomic():
        participation = Participation.objects.select_for_update().get(pk=participation.pk)
        if participation.attendance != Participation.Attendance.LATE:
            raise IllegalError(
                "not_late",
                _("%(name)s is not marked as “later”.") % {"name": participation.person.name},
            )
        participation.minutes_late = minutes
        participation.save(update_fields=["minutes_late"])
        return participation


def add_participant(*, event: Event, person: Person) -> Participation:
    """A person comes to the evening who was not invited. Repeating it changes nothing."""
    participation, _created = Participation.objects.get_or_create(
        event=event, person=person, defaults={"attendance": Participation.Attendance.PRESENT}
    )
    return participation


def add_guest(*, event: Event, name: str) -> Participation:
    """A guest nobody knows yet is here. A guest of the same name is taken to be the same person.

    Raises InvalidError where a member has this name: the member is on the list already.
    """
    name = " ".join(name.split())
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        known = called(name) if name else None
        if known is not None and participations(event).filter(person=known).exists():
            raise InvalidError(
                "already_on_the_list",
                _("%(name)s is on the list already.") % {"name": known.name},
                field="name",
            )
        return add_participant(event=event, person=known or create_person(name=name))


def add_table(*, event: Event) -> Table:
    """One more table in the last block; while one stands empty, that one. Locks the block."""
    with transaction.atomic():
        block = Block.objects.select_for_update().filter(event=event).latest("number")
        if empty := block.tables.filter(seats=None).first():
            return empty
        last = block.tables.aggregate(last=Max("number"))["last"] or 0
        return Table.objects.create(block=block, number=last + 1)


def open_table_for(*, event: Event, chosen: Collection[int] | None = None) -> Table | None:
    """Seats those who are here and sit nowhere at one more table, clockwise by name.

    Of these only the participations in `chosen`, in that order. None where nobody of them waits, so
    that a repeat opens no second table. Locks the block.
    """
    with transaction.atomic():
        Block.objects.select_for_update().filter(event=event).latest("number")
        people = {participation.pk: participation for participation in waiting(event)}
        keys = people if chosen is None else [key for key in chosen if key in people]
        if not keys:
            return None
        table = add_table(event=event)
        seat_all(table=table, participations=[people[key] for key in keys])
        return table


def seat_all(*, table: Table, participations: Iterable[Participation]) -> None:
    """Seats several at the table, clockwise in this order; all or nobody, as `seat` says."""
    with transaction.atomic():
        for participation in participations:
            seat(table=table, participation=participation)


def seat(*, table: Table, participation: Participation) -> Seat:
    """Seats somebody at the table, last in the circle; elsewhere in the block the seat is given up.

    Repeating it changes nothing. Locks the block. Whoever is not here cannot sit: IllegalError.
    """
    with transaction.atomic():
        Block.objects.select_for_update().get(pk=table.block_id)
        participation = Participation.objects.select_for_update().get(pk=participation.pk)
        if participation.event_id != table.block.event_id:
            raise InvalidError("other_event", _("This person belongs to another evening."))
        if table.block.event.is_cancelled:
            raise IllegalError("event_cancelled", _("This evening is called off."))
        if not participation.is_here:
            raise IllegalError(
                "not_here",
                _("%(name)s is not here yet. Note the attendance first.")
                % {"name": participation.person.name},
            )
        own = Seat.objects.filter(table=table, participation=participation).first()
        if own is not None and own.active:
            return own
        for left in Seat.objects.filter(
            participation=participation, active=True, table__block=table.block_id
        ):
            _give_up(left)
        position = 1 + (
            table.seats.filter(active=True).aggregate(last=Max("position"))["last"] or 0
        )
        if own is None:
            return Seat.objects.create(table=table, participation=participation, position=position)
        own.active, own.position = True, position
        own.save(update_fields=["active", "position"])
        return own


def unseat(*, seat: Seat) -> None:
    """Somebody gets up; the games played there stay. Repeatable. Locks the block."""
    with transaction.atomic():
        Block.objects.select_for_update().get(pk=seat.table.block_id)
        seat = Seat.objects.get(pk=seat.pk)
        if seat.active:
            _give_up(seat)


def move_seat(*, seat: Seat, step: int) -> None:
    """Moves a seat clockwise (1) or back (-1), by changing places. Locks the block."""
    with transaction.atomic():
        Block.objects.select_for_update().get(pk=seat.table.block_id)
        circle = list(Seat.objects.filter(table=seat.table_id, active=True).order_by("position"))
        places = [place.pk for place in circle]
        if seat.pk not in places or len(circle) < 2:
            return
        here = places.index(seat.pk)
        there = (here + step) % len(circle)
        circle[here], circle[there] = circle[there], circle[here]
        _renumber(circle)


def _give_up(seat: Seat) -> None:
    seat.active = False
    seat.save(update_fields=["active"])
    _renumber(list(Seat.objects.filter(table=seat.table_id, active=True).order_by("position")))


def _renumber(circle: list[Seat]) -> None:
    # Positions are unique among active seats at every moment, so they first move out of the way.
    for offset in (1000, 0):
        for number, place in enumerate(circle, start=1):
            place.position = number + offset
            place.save(update_fields=["position"])


def _announce(event: Event) -> None:
    signals.event_changed.send(sender=Event, event_id=event.pk)
