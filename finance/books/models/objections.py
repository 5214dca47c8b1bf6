"""„Einspruch“: objections to a claim, and their rulings."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance.books.models.claims import Claim
from finance.books.trigger_kinds import all_but_words
from league.guards.constraints import check, unique
from league.guards.kinds import guard, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user


class ClaimObjection(Versioned):
    """One objection of the person a claim is about, and what was decided.

    A proposal is not booked while it is open. What is booked stays owed until it is decided. There
    is one open objection per claim at most, and a decision stays; the words can be erased.
    """

    WORDS = ("text", "ruling")

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        STANDS = "stands", _("stands")
        STRUCK = "struck", pgettext_lazy("of a claim", "struck off")
        WAIVED = "waived", _("waived")

    claim = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="objections")
    text = models.CharField(_("What is wrong?"), max_length=400)
    raised_by = by_user()
    raised_at = models.DateTimeField()
    outcome = models.CharField(max_length=6, choices=Outcome.choices, blank=True, default="")
    ruling = models.CharField(_("Reasons"), max_length=200, blank=True)
    ruled_by = by_user()
    ruled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("claim_objection_one_open", "claim", where=Q(ruled_at=None)),
            check(
                "claim_objection_ruled_has_an_outcome",
                Q(ruled_at=None, outcome="")
                | Q(ruled_at__isnull=False, outcome__in=["stands", "struck", "waived"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.claim}: {self.get_outcome_display()}"

    @property
    def is_open(self) -> bool:
        return self.ruled_at is None


guard(
    "finance_claimobjection",
    *all_but_words("text", "id claim_id raised_by_id raised_at"),
    refuse_update(
        "stays_ruled",
        "objection_ruled",
        "OLD.ruled_at IS NOT NULL"
        " AND (NEW.ruled_at IS NULL OR NEW.ruled_at <> OLD.ruled_at OR NEW.outcome <> OLD.outcome)",
    ),
)
