"""Mails that tell players their seat after a release, written by the process that claims a row."""

from django.db import models
from django.db.models import Q

from league.events.models import Participation
from league.guards.constraints import index, unique
from league.tournaments.models.tournaments import Draw


class SeatMail(models.Model):
    """A mail about a seat. The table and the place are in the draw.

    Its row is claimed with the mail in the outbox, so each is written once.
    """

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="seat_mails")
    participation = models.ForeignKey(
        Participation, on_delete=models.CASCADE, related_name="seat_mails"
    )
    wanted_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # For the sweep, which looks for unclaimed mails (draws.queries.seat_mails_to_send).
            index("seat_mail_unclaimed", "wanted_at", where=Q(claimed_at=None)),
        ]
        constraints = [unique("seat_mail_once", "draw", "participation")]

    def __str__(self) -> str:
        return f"{self.draw}: {self.participation}"
