"""The minutes as two people signed them, and what was added to them later."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.assemblies.models.calling import Assembly
from league.guards.constraints import check
from league.guards.kinds import append_only, guard, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user


class Minutes(Versioned):
    """The signed text, word for word as the paper had it, with its digest. It is never changed.

    Members read it once it is released. When the law's time is up, an erasure empties it.
    """

    # The content is held against `digest` instead; an erasure empties both.
    SUMS = ("content", "signed_by_id")

    assembly = models.OneToOneField(Assembly, on_delete=models.PROTECT, related_name="minutes")
    content = models.JSONField()
    digest = models.CharField(max_length=64)
    signed_at = models.DateTimeField()
    # The login that wrote down that both have signed.
    signed_by = by_user(models.SET_NULL)
    released_at = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            check(
                "minutes_released_later", Q(released_at=None) | Q(released_at__gte=F("signed_at"))
            )
        ]

    def __str__(self) -> str:
        return str(self.assembly)


class MinutesAddendum(Versioned):
    """A later addition to signed minutes."""

    WORDS = ("text",)
    SUMS = ("added_by_id",)

    minutes = models.ForeignKey(Minutes, on_delete=models.PROTECT, related_name="addenda")
    client_id = models.CharField(max_length=64, unique=True)
    text = models.TextField(_("Addendum"), max_length=2000)
    added_by = by_user(models.SET_NULL)
    added_at = models.DateTimeField()
    erased_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["minutes", "pk"]

    def __str__(self) -> str:
        return f"{self.minutes_id}: {self.pk}"


guard(
    "league_minutes",
    *append_only("id assembly_id digest signed_at"),
    refuse_update(
        "frozen",
        "minutes_are_signed",
        "NEW.erased_at IS NULL OR OLD.erased_at IS NOT NULL",
        columns="content erased_at",
    ),
    refuse_update(
        "released",
        "minutes_stay_released",
        "OLD.released_at IS NOT NULL AND NEW.released_at IS NULL",
        columns="released_at",
    ),
)
guard(
    "league_minutesaddendum",
    *append_only("id minutes_id client_id added_at"),
    refuse_update(
        "frozen",
        "minutes_are_signed",
        "NEW.erased_at IS NULL OR OLD.erased_at IS NOT NULL",
        columns="text erased_at",
    ),
)
