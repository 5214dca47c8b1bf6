"""Writes about seasons and evenings: created, when they are, by which rules, who may see them."""

from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Block, Event, Participation
from league.events.queries import season_on
from league.people.models.people import Person
from league.people.queries.people import members
from league.seasons.models import Season
from league.standings.models import Standing


def create_season(*, name: str, start: date, end: date) -> Season:
    """Create a season, half-open. Raises InvalidError; seasons do not overlap."""
    if end <= start:
        raise InvalidError("season_ends_early", _("The end must come after the start."))
    with transaction.atomic():
        if Season.objects.filter(start__lt=end, end__gt=start).exists():
            raise IllegalError("season_overlaps", _("There is already a season in that period."))
        season = Season.objects.create(name=name, start=start, end=end)
        Standing.objects.create(scope=Standing.Scope.SEASON, season=season)
        return season


def season_for(day: date) -> Season:
    """Return the season of this day.

    If none exists, create the calendar year less what others cover. An evening is never refused
    because the new season was forgotten.
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
    """Create an evening with one block and every active and passive member invited.

    Asked for the same name and day again it answers with the existing evening. `rulebook` and
    `house_rules` are taken as they are; the caller knows rulebooks and has checked them.
    InvalidError for an official end without a start, or answers that end after the evening.
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
            removed_at=None,
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
    """Raise InvalidError if times or days of an evening contradict each other."""
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
    """Set Anwurf, official end, host and place of an evening. The same again changes nothing.

    Locks the event. InvalidError as in `create_evening`.
    """
    check_when(event.business_date, start_time, end_time, answer_until)
    place = " ".join(place.split())[:80]
    wanted = (start_time, end_time, host.pk if host else None, place, answer_until)
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
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
    """Set rulebook, venue and house rules for the games to come.

    Results keep what they were played by. Locks the event.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        event.rulebook, event.venue, event.house_rules = rulebook, venue, house_rules
        event.save(update_fields=["rulebook", "venue", "house_rules"])
        return event


def set_public(*, event: Event, is_public: bool) -> Event:
    """Make tables and results of the event public, or take that back. Locks the event."""
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        event.is_public = is_public
        event.save(update_fields=["is_public"])
        return event
