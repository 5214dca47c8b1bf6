"""Time and place of play: events, blocks, tables, seats, participations.

The contents of a rulebook are not known here: `rulebook` and `house_rules` are kept for code that
does know them.
"""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.guards.constraints import check, index, unique
from league.guards.fields import NameField
from league.guards.kinds import (
    append_only,
    guard,
    refuse_insert,
    refuse_insert_and_update,
    refuse_update,
)
from league.people.models.fields import by_user
from league.people.models.people import Person, sort_key
from league.seasons.models import Season

# Seats around a table: fewer is no game, more is a warning (Schock4Life, Z. 27: ideal are 4 to 8).
MIN_SEATS, GOOD_SEATS = 2, 8


class Venue(models.TextChoices):
    """Kinds of venue; some rulebooks ask for it (Schock4Life, Z. 45)."""

    CLUB_NIGHT = "club_night", _("Club night")
    PUB = "pub", _("Pub")
    PRIVATE = "private", _("private")


class Event(models.Model):
    """An evening, a tournament or a match. Its business date holds past midnight."""

    class Kind(models.TextChoices):
        EVENING = "evening", pgettext_lazy("kind of event", "Evening")
        TOURNAMENT = "tournament", _("Tournament")
        MATCH = "match", _("League match")

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="events")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.EVENING)
    name = NameField(_("Name"), max_length=80)
    business_date = models.DateField(_("Date"))
    venue = models.CharField(
        _("Venue"), max_length=10, choices=Venue.choices, default=Venue.CLUB_NIGHT
    )
    rulebook = models.CharField(_("Rulebook"), max_length=20)
    house_rules = models.JSONField(_("House rules"), default=dict, blank=True)
    # Tables and results for the public; never money, infractions or votes.
    is_public = models.BooleanField(_("public"), default=False)
    # Wall clock of the club. An official end at or before the start is after midnight.
    start_time = models.TimeField(_("First throw"), null=True, blank=True)
    end_time = models.TimeField(_("official end"), null=True, blank=True)
    host = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.PROTECT, related_name="hosted"
    )
    place = models.CharField(_("Where exactly"), max_length=80, blank=True)
    # The last day on which members answer for themselves; without one, until it begins.
    answer_until = models.DateField(_("Answer by"), null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = by_user(models.SET_NULL)
    cancel_reason = models.CharField(_("Reason"), max_length=200, blank=True)
    # Deleted: called off, and no longer shown. Rows that keep their past (draws, charges) stay.
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = by_user(models.SET_NULL)
    # The number of changes of time, place or cancellation: calendars ask for it.
    revision = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-business_date", "-pk"]
        indexes = [
            # The evenings of a season and the club's next evening (queries.events).
            index("event_by_date", "business_date", "id"),
        ]
        constraints = [
            check("event_has_a_name", ~Q(name="")),
            check("event_has_a_rulebook", ~Q(rulebook="")),
            unique("event_name_once_a_day", "business_date", "name", where=Q(removed_at=None)),
            check(
                "event_removed_is_called_off", Q(removed_at=None) | Q(cancelled_at__isnull=False)
            ),
            check("event_kind", kind__in=["evening", "tournament", "match"]),
            check("event_venue", venue__in=["club_night", "pub", "private"]),
            check(
                "event_end_needs_a_start",
                Q(end_time=None) | (Q(start_time__isnull=False) & ~Q(end_time=F("start_time"))),
            ),
            check(
                "event_answers_before_it",
                Q(answer_until=None) | Q(answer_until__lte=F("business_date")),
            ),
            check(
                "event_cancelled_says_why",
                Q(cancelled_at=None, cancel_reason="")
                | (Q(cancelled_at__isnull=False) & ~Q(cancel_reason="")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_cancelled(self) -> bool:
        return self.cancelled_at is not None

    @property
    def starts_at(self) -> datetime | None:
        """Return the Anwurf as a moment, None without a known time."""
        return None if self.start_time is None else _moment(self.business_date, self.start_time)

    @property
    def ends_at(self) -> datetime | None:
        """Return the official end as a moment.

        What is finished later is outside the official time.
        """
        if self.start_time is None or self.end_time is None:
            return None
        over_midnight = timedelta(days=self.end_time <= self.start_time)
        return _moment(self.business_date + over_midnight, self.end_time)

    @property
    def answers_end(self) -> datetime:
        """Return the moment until which members answer for themselves.

        It is the last day's end, at the latest the start.
        """
        start = self.starts_at or _moment(self.business_date + timedelta(days=1), time(0))
        if self.answer_until is None:
            return start
        return min(start, _moment(self.answer_until + timedelta(days=1), time(0)))


_RESULTS = (
    "EXISTS (SELECT 1 FROM league_result r"
    " JOIN league_table t ON t.id = r.table_id JOIN league_block b ON b.id = t.block_id"
    " WHERE b.event_id = NEW.id"
)
_WAS_PLAYED, _PLAYED_AND_COUNTED = f"{_RESULTS})", f"{_RESULTS} AND r.is_current)"
# An event with games that count is not called off: charges and seasons depend on it.
guard(
    "league_event",
    refuse_update(
        "cancelled_late",
        "event_was_played",
        f"NEW.cancelled_at IS NOT NULL AND {_PLAYED_AND_COUNTED}",
        "cancelled_at",
    ),
    # An event with games stays on its day: charges and seasons depend on it.
    refuse_update(
        "moved_late",
        "event_was_played",
        f"NEW.business_date <> OLD.business_date AND {_WAS_PLAYED}",
        "business_date",
    ),
)


def _moment(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock, ZoneInfo(settings.TIME_ZONE))


class Block(models.Model):
    """A drawn set of tables. An evening has one, a tournament a chain of them.

    At a tournament its steps are taken one by one: the draw is released (then tables and seats
    exist), the clock started, „scharf“ called, cards locked, the ranking released.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="blocks")
    number = models.PositiveSmallIntegerField(default=1)
    # As `league.formats.Block` writes it; empty at an evening.
    settings = models.JSONField(default=dict, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    # The moment the clock says „scharf“; empty while it is stopped, or without a clock.
    ends_at = models.DateTimeField(null=True, blank=True)
    sharp_at = models.DateTimeField(null=True, blank=True)
    locked_at = models.DateTimeField(null=True, blank=True)
    ranked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [
            unique("block_number_unique", "event", "number"),
            check("block_number_from_one", number__gte=1),
            check(
                "block_step_by_step",
                (Q(started_at=None) | Q(released_at__isnull=False))
                & (Q(ends_at=None) | Q(started_at__isnull=False))
                & (Q(sharp_at=None) | Q(started_at__isnull=False))
                & (Q(locked_at=None) | Q(released_at__isnull=False))
                & (Q(ranked_at=None) | Q(locked_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} / {self.number}"


class Table(models.Model):
    """One table of a block. Empty `rulebook` and null `house_rules` mean: as at the event."""

    block = models.ForeignKey(Block, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    rulebook = models.CharField(max_length=20, blank=True)
    house_rules = models.JSONField(null=True, blank=True)
    # At a tournament: its card is back, or the direction goes on without it and says why.
    card_in_at = models.DateTimeField(null=True, blank=True)
    card_missing = models.CharField(max_length=200, blank=True)
    # The number of the game that is being scored here, as its scorer reports it.
    playing = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["block_id", "number"]
        constraints = [
            unique("table_number_unique", "block", "number"),
            check("table_number_from_one", number__gte=1),
            check("table_card_in_or_missing", Q(card_missing="") | Q(card_in_at=None)),
            check("table_plays_a_numbered_game", Q(playing=None) | Q(playing__gte=1)),
        ]

    def __str__(self) -> str:
        return str(_("Table %(number)s") % {"number": self.number})


class TableOpening(models.Model):
    """A list of names with which play began: kept so that a repeat begins nothing twice.

    `digest` is of what was asked for; the same id with another one is refused.
    """

    client_id = models.CharField(max_length=64, unique=True)
    digest = models.CharField(max_length=64)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="openings")
    opened_by = by_user(models.SET_NULL)
    opened_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.client_id


class Team(models.Model):
    """Players who form a team at a tournament. Team mates are kept apart by the draw."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="teams")
    name = NameField(_("Team"), max_length=60)
    sort_key = models.CharField(max_length=100, editable=False)

    class Meta:
        ordering = ["event_id", "sort_key", "pk"]
        constraints = [
            check("team_has_a_name", ~Q(name="")),
            unique("team_name_once", "event", "sort_key"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.sort_key = sort_key(self.name)[:100]
        super().save(*args, **kwargs)


class Participation(models.Model):
    """One person and one event: invited or registered, answered, present or not."""

    class Answer(models.TextChoices):
        NONE = "", _("no answer")
        YES = "yes", _("coming")
        NO = "no", _("not coming")
        MAYBE = "maybe", _("perhaps")

    class Attendance(models.TextChoices):
        OPEN = "", _("open")
        PRESENT = "present", _("here")
        LATE = "late", _("here later")
        ABSENT = "absent", _("absent")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="participations")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="participations")
    answer = models.CharField(max_length=5, choices=Answer.choices, blank=True, default="")
    answered_at = models.DateTimeField(null=True, blank=True)
    attendance = models.CharField(max_length=7, choices=Attendance.choices, blank=True, default="")
    # Minutes after the Anwurf, noted with the mark „later“; null if the time was not noted.
    minutes_late = models.PositiveSmallIntegerField(null=True, blank=True)
    # The name that the person wants in public; empty for the real one.
    shown_as = NameField(max_length=80, blank=True, default="")
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="participations"
    )
    # On the card and the list of a tournament.
    start_number = models.PositiveSmallIntegerField(null=True, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    # Of those whom a tournament ranks among each other besides, as it says in `Tournament.group`.
    in_group = models.BooleanField(default=False)

    class Meta:
        ordering = ["event_id", "person__sort_key", "person_id"]
        constraints = [
            unique("participation_start_number", "event", "start_number"),
            unique("participation_once", "event", "person"),
            check("participation_answer", answer__in=["", "yes", "no", "maybe"]),
            check("participation_attendance", attendance__in=["", "present", "late", "absent"]),
            check(
                "participation_minutes_of_the_late",
                Q(minutes_late=None) | Q(attendance="late", minutes_late__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} / {self.event}"

    # Not stored: the name that a public page uses instead, see `queries.names`.
    called = ""

    @property
    def name(self) -> str:
        """Return the name used at this event by all readers outside its direction."""
        return self.called or self.shown_as or self.person.name

    @property
    def both_names(self) -> str:
        """Return the name as the direction says it: the real one, and the public one if it
        differs.
        """
        if self.name == self.person.name:
            return self.name
        return f"{self.person.name} ({self.name})"

    @property
    def is_here(self) -> bool:
        return self.attendance in {self.Attendance.PRESENT, self.Attendance.LATE}


class Seat(models.Model):
    """A place at a table, clockwise. Results and logs name seats; only this row knows who sat.

    A player who gets up keeps the seat with `active` off, so that the games played stay theirs.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    participation = models.ForeignKey(Participation, on_delete=models.PROTECT, related_name="seats")
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["table_id", "position", "pk"]
        constraints = [
            unique("seat_position_unique", "table", "position", where=Q(active=True)),
            unique("seat_once_per_table", "table", "participation"),
            check("seat_position_from_one", position__gte=1),
            # One active seat per block and person: a trigger, see below.
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.position}"


guard("league_tableopening", *append_only("id client_id digest table_id opened_at"))
guard(
    "league_seat",
    *refuse_insert_and_update(
        "once",
        "seat_once_per_block",
        "NEW.active AND EXISTS (SELECT 1 FROM league_seat s JOIN league_table t"
        " ON t.id = s.table_id WHERE s.active AND s.participation_id = NEW.participation_id"
        " AND s.id <> COALESCE(NEW.id, -1)"
        " AND t.block_id = (SELECT block_id FROM league_table WHERE id = NEW.table_id))",
    ),
    refuse_insert(
        "same_event",
        "seat_of_another_event",
        "(SELECT event_id FROM league_participation WHERE id = NEW.participation_id) <>"
        " (SELECT b.event_id FROM league_block b JOIN league_table t ON t.block_id = b.id"
        " WHERE t.id = NEW.table_id)",
    ),
    # A cancelled evening has no player at a table and no game, and one with games is not
    # cancelled any more.
    *refuse_insert_and_update(
        "cancelled",
        "event_cancelled",
        "NEW.active AND EXISTS (SELECT 1 FROM league_table t JOIN league_block b"
        " ON b.id = t.block_id JOIN league_event e ON e.id = b.event_id"
        " WHERE t.id = NEW.table_id AND e.cancelled_at IS NOT NULL)",
    ),
)
