"""What membership costs."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from finance.books import periods
from finance.books.models.versions import VersionedDated
from finance.books.trigger_kinds import all_but_words
from league.guards.kinds import guard, no_overlap
from league.people.models.people import Membership


class DuesRate(VersionedDated):
    """So many cents for each month, quarter or year of a kind of membership, while it holds.

    The rate of a period's first day counts for the whole of it. Another amount is another row.
    """

    WORDS = ("ground",)

    class Period(models.TextChoices):
        MONTH = periods.MONTH, _("Month")
        QUARTER = periods.QUARTER, _("quarter")
        YEAR = periods.YEAR, _("Year")

    kind = models.CharField(_("Membership"), max_length=10, choices=Membership.Kind.choices)
    period = models.CharField(_("Period"), max_length=7, choices=Period.choices)
    cents = models.PositiveIntegerField(_("Amount"))
    ground = models.CharField(_("Basis"), max_length=200, blank=True)
    decided_on = models.DateField(_("Decided on"), null=True, blank=True)

    class Meta:
        ordering = ["kind", "-start"]
        constraints = [
            models.CheckConstraint(condition=Q(cents__gt=0), name="dues_positive"),
            models.CheckConstraint(
                condition=Q(kind__in=["active", "passive", "supporting"]), name="dues_kind"
            ),
            models.CheckConstraint(condition=Q(period__in=periods.KINDS), name="dues_period"),
            models.CheckConstraint(
                condition=Q(end=None) | Q(end__gte=F("start")), name="dues_end_after_they_begin"
            ),
            models.UniqueConstraint(
                fields=["kind"], condition=Q(end=None), name="dues_one_open_per_kind"
            ),
            # Spans that overlap are refused by a trigger, see below.
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.cents}"


guard(
    *all_but_words(
        "finance_duesrate",
        ["ground"],
        ["id", "kind", "period", "cents", "decided_on", "start"],
    ),
    *no_overlap("finance_duesrate", "kind"),
)
