"""The access that somebody gives to a program of his own: it reads what he sees, and no more."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.guards.kinds import Trigger, guard
from league.people.models.fields import by_user
from league.people.models.people import Person


class ReadToken(models.Model):
    """One program of a person. The secret itself is stored nowhere, only its sha256.

    It is never deleted: who had access from when until when stays to be read.
    """

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="read_tokens")
    name = models.CharField(_("What for"), max_length=60)
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
            models.UniqueConstraint(
                fields=["person", "client_id"], name="read_token_client_id_once"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="read_token_has_a_name"),
            models.CheckConstraint(
                condition=Q(revoked_at=None) | Q(revoked_at__gte=F("made_at")),
                name="read_token_revoked_later",
            ),
        ]

    def __str__(self) -> str:
        return self.name


guard(
    # Who gave a program access, from when until when, stays; and what was revoked stays so.
    Trigger(
        "league_readtoken_kept",
        "league_readtoken",
        "UPDATE",
        "read_token_kept",
        "NEW.digest <> OLD.digest OR NEW.person_id <> OLD.person_id"
        " OR NEW.with_money <> OLD.with_money OR NEW.made_at <> OLD.made_at"
        " OR (OLD.revoked_at IS NOT NULL"
        " AND (NEW.revoked_at IS NULL OR NEW.revoked_at <> OLD.revoked_at))",
    ),
    Trigger(
        "league_readtoken_no_delete", "league_readtoken", "DELETE", "league_readtoken_append_only"
    ),
)
