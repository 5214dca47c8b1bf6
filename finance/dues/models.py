"""Rates of dues, and reductions of them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from finance.books import periods
from finance.books.models.versions import VersionedDated
from finance.books.trigger_kinds import all_but_words
from league.guards.constraints import check, unique
from league.guards.kinds import guard, no_overlap
from league.people.models.fields import by_user
from league.people.models.people import Person


class DuesRate(VersionedDated):
    """So many cents for each month, quarter or year of a kind of membership, while it holds.

    The rate of a period's first day counts for the whole of it. Another amount is another row.
    """

    WORDS = ("ground",)
    ADDED: ClassVar[Mapping[str, Any]] = {"joining": periods.MONTHS, "entry_fee": 0}

    class Joining(models.TextChoices):
        MONTHS = periods.MONTHS, _("the months begun")
        WHOLE = periods.WHOLE, _("the whole period")
        NEXT = periods.NEXT, _("only from the next period on")

    class Period(models.TextChoices):
        MONTH = periods.MONTH, _("Month")
        QUARTER = periods.QUARTER, _("quarter")
        YEAR = periods.YEAR, _("Year")

    # The code of a kind of membership.
    kind = models.CharField(_("Membership"), max_length=10)
    period = models.CharField(_("Period"), max_length=7, choices=Period.choices)
    cents = models.PositiveIntegerField(_("Amount"))
    # Once, from a person who becomes a member for the first time while this holds.
    entry_fee = models.PositiveIntegerField(default=0)
    joining = models.CharField(max_length=6, choices=Joining.choices, default=Joining.MONTHS)
    ground = models.CharField(_("Basis"), max_length=200, blank=True)
    decided_on = models.DateField(_("Decided on"), null=True, blank=True)

    class Meta:
        ordering = ["kind", "-start"]
        constraints = [
            check("dues_positive", cents__gt=0),
            check("dues_period", period__in=periods.KINDS),
            check("dues_joining", joining__in=periods.JOINING),
            check("dues_end_after_they_begin", Q(end=None) | Q(end__gte=F("start"))),
            unique("dues_one_open_per_kind", "kind", where=Q(end=None)),
            # Spans that overlap are refused by a trigger, see below.
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.cents}"


guard(
    "finance_duesrate",
    *all_but_words("ground", "id kind period cents entry_fee joining decided_on start"),
    *no_overlap("kind"),
)


class DuesReduction(VersionedDated):
    """„Ermäßigt“, „Ehrenmitglied“, „Familienbeitrag“: what a person pays while it holds instead of
    the usual dues. What holds when a share of the dues begins counts for all of that share.

    It is `percent` of the usual, 0 for nothing, or `cents` for each period, or another person's
    matter (`paid_by`, whose own dues say how much that is).
    """

    WORDS = ("ground",)
    ADDED: ClassVar[Mapping[str, Any]] = {"cents": None, "paid_by_id": None}

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="reductions")
    percent = models.PositiveSmallIntegerField()
    cents = models.PositiveIntegerField(null=True)
    paid_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    ground = models.CharField(max_length=200)
    entered_by = by_user()

    class Meta:
        ordering = ["person", "-start"]
        constraints = [
            check("reduction_is_less", percent__lt=100),
            check(
                "reduction_is_one",
                Q(cents=None, paid_by=None)
                | Q(cents__gt=0, paid_by=None, percent=0)
                | (Q(cents=None, paid_by__isnull=False, percent=0) & ~Q(paid_by=F("person"))),
            ),
            check("reduction_ends_later", Q(end=None) | Q(end__gte=F("start"))),
            unique("reduction_one_open", "person", where=Q(end=None)),
            # Spans that overlap are refused by a trigger, see below.
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.percent} %"


guard(
    "finance_duesreduction",
    *all_but_words("ground", "id person_id percent cents paid_by_id entered_by_id start"),
    *no_overlap("person_id"),
)
