"""Around the evenings to come: the secret link of somebody's calendar, and reminders sent."""

from django.db import models
from django.db.models import F, Q

from league.models.events import Participation
from league.models.people import Person


class CalendarLink(models.Model):
    """Opens the feed of a person's evenings to whoever has the address, until it is revoked.

    The address carries our signature of this row's key, so it is stored nowhere.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="calendar_links")
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(revoked_at=None), name="calendar_link_one_open"
            ),
            models.CheckConstraint(
                condition=Q(revoked_at=None) | Q(revoked_at__gte=F("made_at")),
                name="calendar_link_revoked_later",
            ),
        ]

    def __str__(self) -> str:
        return str(self.person)


class Reminder(models.Model):
    """One mail that asked for an answer. The row is made before the mail is sent: nobody gets two.

    Where the post office was never reached the row goes again, and the next sweep tries.
    """

    participation = models.OneToOneField(
        Participation, on_delete=models.CASCADE, related_name="reminder"
    )
    claimed_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(sent_at=None) | Q(sent_at__gte=F("claimed_at")),
                name="reminder_claimed_first",
            ),
        ]

    def __str__(self) -> str:
        return str(self.participation)
