"""Invitations of people, by mail or by a link that is handed over."""

from django.db import models
from django.db.models import F, Q

from league.guards.constraints import check, unique
from league.people.models.people import Person


class Invitation(models.Model):
    """An invitation of one person. Its state goes forward only, and one of a person is open at a
    time.

    `ends_at` is when the link stops working, `opened_at` when its page was first looked at. A
    person who came in `by_link` proved nothing else.
    """

    class State(models.TextChoices):
        MAILED = "mailed"  # its mail is in the outbox or has gone out
        BY_HAND = "by_hand"  # no address: the club hands the link over
        ACCEPTED = "accepted"
        WITHDRAWN = "withdrawn"

    OPEN = (State.MAILED, State.BY_HAND)

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="invitations")
    state = models.CharField(max_length=9, choices=State.choices)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    ends_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    by_link = models.BooleanField(default=False)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["person", "pk"]
        constraints = [
            unique("invitation_one_open", "person", where=Q(state__in=["mailed", "by_hand"])),
            check(
                "invitation_state",
                Q(state__in=["mailed", "by_hand"], done_at=None)
                | Q(state__in=["accepted", "withdrawn"], done_at__isnull=False),
            ),
            check("invitation_ends", ends_at__gt=F("made_at")),
            check("invitation_by_link", Q(by_link=False) | Q(state="accepted")),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.state}"

    @property
    def about(self) -> str:
        """Return the name by which its mail in the outbox refers to it."""
        return f"invitation:{self.pk}"

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN
