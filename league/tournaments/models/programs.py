"""Programs that do the direction's work at one tournament, and the requests they sent."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.events.models import Event
from league.guards.constraints import check, unique
from league.guards.fields import NameField
from league.guards.kinds import guard, no_delete, refuse_update
from league.people.models.fields import by_user


class TournamentToken(models.Model):
    """A program of a hall, for one tournament. Only the sha256 of its secret is stored.

    Until `ends_at` it has the rights its maker has there today. It is never deleted: the record of
    who gave a program access, and for which time, is kept.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="program_tokens")
    name = NameField(_("What for"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    client_id = models.CharField(max_length=64)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="program_tokens"
    )
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    last_used = models.DateField(null=True)
    revoked_at = models.DateTimeField(null=True)
    revoked_by = by_user(models.SET_NULL)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            unique("tournament_token_client_id_once", "event", "client_id"),
            check("tournament_token_has_a_name", ~Q(name="")),
            check("tournament_token_ends_later", ends_at__gt=F("made_at")),
        ]

    def __str__(self) -> str:
        return self.name


guard(
    "league_tournamenttoken",
    refuse_update(
        "kept",
        "tournament_token_kept",
        "NEW.digest <> OLD.digest OR NEW.event_id <> OLD.event_id"
        " OR NEW.made_by_id <> OLD.made_by_id OR NEW.made_at <> OLD.made_at"
        " OR NEW.ends_at <> OLD.ends_at"
        " OR (OLD.revoked_at IS NOT NULL"
        " AND (NEW.revoked_at IS NULL OR NEW.revoked_at <> OLD.revoked_at))",
    ),
    no_delete(),
)


class DirectedCall(models.Model):
    """A request of the write API by its sender's id: a repeat gets the first answer again.

    `digest` covers the content of the request, so that the same id with another content is refused.
    The row is deleted after some days.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="directed_calls")
    client_id = models.CharField(max_length=60)
    digest = models.CharField(max_length=64)
    answer = models.JSONField(default=dict)
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [unique("directed_call_once", "event", "client_id")]

    def __str__(self) -> str:
        return self.client_id
