"""Around the evenings: the secret link of a calendar, and mails to people."""

from django.db import models
from django.db.models import F, Q

from league.events.models import Participation
from league.guards.constraints import check, unique
from league.guards.kinds import guard, no_revival, no_update
from league.people.models.people import Person


class CalendarLink(models.Model):
    """Opens the feed of a person's evenings to every bearer of the address, until it is revoked.

    The address carries our signature of this row's key, so it is stored nowhere.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="calendar_links")
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            unique("calendar_link_one_open", "person", where=Q(revoked_at=None)),
            check(
                "calendar_link_revoked_later", Q(revoked_at=None) | Q(revoked_at__gte=F("made_at"))
            ),
        ]

    def __str__(self) -> str:
        return str(self.person)


guard(
    "league_calendarlink",
    no_update("id person_id made_at"),
    no_revival("link_revoked_for_ever"),
)


class Reminder(models.Model):
    """A mail that asked for an answer: made with the mail in the outbox, so no one gets two."""

    participation = models.OneToOneField(
        Participation, on_delete=models.CASCADE, related_name="reminder"
    )
    claimed_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.participation)


class Notice(models.Model):
    """One mail that an evening falls out, takes place after all, or is on another day.

    Written down with the change, for all who wanted to come; claimed with the mail in the outbox:
    no one gets two. While it is unclaimed, the next change takes its place.
    """

    class Kind(models.TextChoices):
        CANCELLED = "cancelled"
        REINSTATED = "reinstated"
        MOVED = "moved"

    participation = models.ForeignKey(
        Participation, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    # The day the person knew of, and the answer given for it.
    was_on = models.DateField()
    answer = models.CharField(max_length=5, choices=Participation.Answer.choices, blank=True)
    wanted_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            # Also finds the notices that the sweep asks for (queries.calendar.notices_to_send).
            unique("notice_one_waiting", "participation", where=Q(claimed_at=None)),
            check("notice_kind", kind__in=["cancelled", "reinstated", "moved"]),
            check("notice_answer", answer__in=["", "yes", "no", "maybe"]),
        ]

    def __str__(self) -> str:
        return f"{self.participation}: {self.kind}"
