"""The König of an evening: the person with most Schock-Aus within the official time."""

from django.db import models
from django.db.models import Q

from league.events.models import Event, Table
from league.guards.constraints import check, unique
from league.guards.kinds import append_only, guard, refuse_insert, refuse_update
from league.people.models.fields import by_user
from league.people.models.people import Person


class King(models.Model):
    """A crowning in one version; the highest counts. Without a person where none had a Schock-Aus.

    A crowning is an act of the evening, so it remains as it was: a card corrected later does not
    change the König by itself. Those who run evenings may then crown anew, with a reason.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="kings")
    version = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    person = models.ForeignKey(
        Person, null=True, on_delete=models.PROTECT, related_name="kingships"
    )
    schock_aus = models.PositiveSmallIntegerField()
    # Others had equally many; this one won the half that was played for it.
    by_playoff = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    decided_by = by_user(models.SET_NULL)
    decided_at = models.DateTimeField()

    class Meta:
        ordering = ["event_id", "version"]
        constraints = [
            unique("king_version_unique", "event", "version"),
            unique("king_one_current", "event", where=Q(is_current=True)),
            check(
                "king_had_a_schock_aus",
                Q(person=None, schock_aus=0, by_playoff=False)
                | Q(person__isnull=False, schock_aus__gte=1),
            ),
            check("king_changed_for_a_reason", Q(version=1) | (Q(version__gt=1) & ~Q(reason=""))),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.person or '–'}"


guard(
    "league_king",
    # A crowning remains; its author may be erased, and another version takes its place.
    *append_only("id event_id version person_id schock_aus by_playoff decided_at"),
    refuse_update("no_revival", "king_superseded", "NEW.is_current AND NOT OLD.is_current"),
    refuse_insert(
        "was_there",
        "king_was_not_there",
        "NEW.person_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM league_participation p"
        " WHERE p.event_id = NEW.event_id AND p.person_id = NEW.person_id)",
    ),
)


class GameTime(models.Model):
    """A statement on whether a game was over within the official time.

    Only asked for cards that were entered after it: the end of those games is not known.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="game_times")
    number = models.PositiveSmallIntegerField()
    in_time = models.BooleanField()
    decided_by = by_user(models.SET_NULL)
    decided_at = models.DateTimeField()

    class Meta:
        constraints = [unique("game_time_once", "table", "number")]

    def __str__(self) -> str:
        return f"{self.table} / {self.number}"
