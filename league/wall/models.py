"""The links of screens on the wall, and the results that they hide until the ceremony."""

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce

from league.events.models import Event
from league.guards.constraints import check
from league.guards.kinds import append_only, guard, no_revival
from league.people.models.fields import by_user


class WallLink(models.Model):
    """Opens the screen of an event, or without one that of the club, until it is revoked.

    The address carries our signature of this row's key, so it is stored nowhere.
    """

    event = models.ForeignKey(Event, null=True, on_delete=models.PROTECT, related_name="wall_links")
    made_by = by_user(models.SET_NULL)
    made_at = models.DateTimeField()
    revoked_by = by_user(models.SET_NULL)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                Coalesce("event", Value(0)),
                condition=Q(revoked_at=None),
                name="wall_link_one_open",
            ),
            check("wall_link_revoked_later", Q(revoked_at=None) | Q(revoked_at__gte=F("made_at"))),
        ]

    def __str__(self) -> str:
        return f"{self.event or ''} #{self.pk}".strip()


guard(
    "league_walllink",
    *append_only("id event_id made_at"),
    no_revival("link_revoked_for_ever"),
)


class Ceremony(models.Model):
    """The ceremony of an event: whether the screens hide its results, and the progress so far.

    `revealed` counts the places that are shown, from the last one up; None before it begins.
    """

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="ceremony")
    hides_results = models.BooleanField(default=False)
    revealed = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            check("ceremony_shows_what_was_hidden", Q(revealed=None) | Q(hides_results=True))
        ]

    def __str__(self) -> str:
        return str(self.event)
