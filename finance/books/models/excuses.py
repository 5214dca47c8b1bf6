"""„Entschuldigt“: who does not pay the absentees' average of an evening, and why."""

from django.db import models
from django.db.models import Q

from finance.books.trigger_kinds import all_but_words
from league.events.models import Event
from league.guards.constraints import unique
from league.guards.kinds import guard, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Person


class Excuse(Versioned):
    """A person excused before the average is charged: nothing is booked, and the reason stays.

    A withdrawn excuse does not count.
    """

    WORDS = ("reason",)

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="excuses")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="excuses")
    reason = models.CharField(max_length=200)
    excused_by = by_user()
    excused_at = models.DateTimeField()
    is_withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [unique("excuse_once", "event", "person", where=Q(is_withdrawn=False))]

    def __str__(self) -> str:
        return f"{self.person}: {self.event}"


guard(
    "finance_excuse",
    *all_but_words("reason", "id event_id person_id excused_by_id excused_at"),
    refuse_update(
        "stays_withdrawn", "excuse_withdrawn", "OLD.is_withdrawn AND NOT NEW.is_withdrawn"
    ),
)
