"""Registrations sent without a login, until the owner of the address confirms them.

Where no mail goes out the desk accepts them instead.
"""

from django.db import models
from django.db.models import F

from league.events.models import Event
from league.guards.constraints import check, index, unique
from league.tournaments.models.tournaments import Registration


class RegistrationRequest(models.Model):
    """A request for a place. It takes none, and only the desk reads it.

    The typed data is deleted once it is confirmed, accepted or declined, and with the row when its
    time is up.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="registration_requests")
    client_id = models.CharField(max_length=64)
    email = models.EmailField(blank=True)
    # The arguments of `services.registering.register`.
    typed = models.JSONField(default=dict)
    language = models.CharField(max_length=8, blank=True, default="")
    asked_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    registration = models.OneToOneField(
        Registration, null=True, on_delete=models.CASCADE, related_name="request"
    )

    class Meta:
        ordering = ["pk"]
        indexes = [index("registration_request_by_email", "email", "asked_at")]
        constraints = [
            unique("registration_request_once", "event", "client_id"),
            check("registration_request_ends", ends_at__gt=F("asked_at")),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"
