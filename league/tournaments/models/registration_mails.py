"""Mails about a registration that are still to be written, by the process that claims the row."""

from django.db import models
from django.db.models import Q

from league.guards.constraints import index, one_of, unique
from league.tournaments.models.tournaments import Registration


class RegistrationMail(models.Model):
    """A mail about a registration and the event it reports.

    Its row is claimed with the mail in the outbox, so each is written once.
    """

    class Kind(models.TextChoices):
        CONFIRMED = "confirmed"
        MOVED_UP = "moved_up"
        CANCELLED = "cancelled"
        MOVED = "moved"
        CALLED_OFF = "called_off"
        REINSTATED = "reinstated"

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="mails")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    wanted_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # For the sweep, which looks for unclaimed mails (registration.queries.registrations).
            index("registration_mail_unclaimed", "wanted_at", where=Q(claimed_at=None)),
        ]
        constraints = [
            unique("registration_mail_once_per_kind", "registration", "kind"),
            one_of(
                "registration_mail_kind",
                "kind",
                "confirmed moved_up cancelled moved called_off reinstated",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.registration}: {self.kind}"
