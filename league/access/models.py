"""Records of access: programs that read along for a person, and the devices with a login."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check, unique
from league.guards.fields import NameField
from league.guards.kinds import guard, no_delete, refuse_update
from league.people.models.fields import by_user
from league.people.models.people import Person


class ReadToken(models.Model):
    """One program of a person. Only the sha256 of the secret is stored, never the secret itself.

    The row is never deleted: it remains readable who had access from when until when.
    """

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="read_tokens")
    name = NameField(_("What for"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    with_money = models.BooleanField(default=False)
    client_id = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    last_used = models.DateField(null=True)
    revoked_at = models.DateTimeField(null=True)
    revoked_by = by_user(models.SET_NULL)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            unique("read_token_client_id_once", "person", "client_id"),
            check("read_token_has_a_name", ~Q(name="")),
            check("read_token_revoked_later", Q(revoked_at=None) | Q(revoked_at__gte=F("made_at"))),
        ]

    def __str__(self) -> str:
        return self.name


guard(
    "league_readtoken",
    # The owner and the span of an access stay, and a revoked access stays revoked.
    refuse_update(
        "kept",
        "read_token_kept",
        "NEW.digest <> OLD.digest OR NEW.person_id <> OLD.person_id"
        " OR NEW.with_money <> OLD.with_money OR NEW.made_at <> OLD.made_at"
        " OR (OLD.revoked_at IS NOT NULL"
        " AND (NEW.revoked_at IS NULL OR NEW.revoked_at <> OLD.revoked_at))",
    ),
    no_delete(),
)


class LoginSession(models.Model):
    """A device on which a user is logged in, as long as the session of this key lasts."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="login_sessions"
    )
    session_key = models.CharField(max_length=40, unique=True)
    agent = models.CharField(max_length=60, blank=True)  # `agents.called`
    logged_in_at = models.DateTimeField()
    seen_on = models.DateField()

    class Meta:
        ordering = ["-seen_on", "-pk"]

    def __str__(self) -> str:
        return self.agent
