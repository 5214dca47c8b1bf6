"""The club's own link to join by, and the requests made with it."""

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Lower

from league.guards.constraints import check
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard, no_revival
from league.people.models.fields import by_user
from league.people.models.people import Person


class ClubInvitation(models.Model):
    """A link to pass on, by which any visitor may ask to join until it ends or is revoked.

    The address carries our signature of this row's key, so it is stored nowhere. One is open.
    """

    made_by = by_user(models.SET_NULL)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                Value(1), condition=Q(revoked_at=None), name="club_invitation_one_open"
            ),
            check("club_invitation_ends", ends_at__gt=F("made_at")),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class JoinRequest(models.Model):
    """A request to join. Name and address are erased once it is decided: then only the person has
    them, if it was approved.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        APPROVED = "approved"
        REFUSED = "refused"

    invitation = models.ForeignKey(
        ClubInvitation, on_delete=models.PROTECT, related_name="requests"
    )
    name = NameField(max_length=80, blank=True)
    email = models.EmailField(blank=True)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    decided_by = by_user(models.SET_NULL)
    decided_at = models.DateTimeField(null=True)
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                Lower("email"), condition=Q(state="waiting"), name="join_request_once"
            ),
            check(
                "join_request_state",
                Q(state="waiting", decided_at=None)
                | Q(state__in=["approved", "refused"], decided_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"


guard(
    "league_clubinvitation",
    *append_only("id made_at ends_at"),
    no_revival("link_revoked_for_ever"),
)
