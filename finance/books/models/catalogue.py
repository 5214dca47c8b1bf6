"""The club's own catalogue: what a deed costs in this club, in versions, and on what ground."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance.books import formulas
from finance.books.formulas import Formula, Step
from finance.books.models.versions import VersionedDated
from finance.books.trigger_kinds import all_but_words
from league.guards.constraints import check, unique
from league.guards.kinds import append_only, guard, no_overlap
from league.guards.versioned import Versioned
from league.people.models.people import Person
from league.results.models.results import Charge


class Tariff(VersionedDated):
    """One entry of the catalogue while its dates hold. Another amount is another row.

    Where a rulebook charges the same `code` this amount counts and not the rulebook's; any other
    code is a deed of the club's own, which `title` names. `ground` and `decided_on` say who decided
    it and when: a fine counts from the decision on at the earliest. One that was taken back before
    it counted ends on its first day.
    """

    WORDS = ("title", "thing", "ground")

    class Kind(models.TextChoices):
        FIXED = formulas.FIXED, _("fixed amount")
        PIECE = formulas.PIECE, _("per piece")
        STARTED = formulas.STARTED, _("per started span of time")
        STEPS = formulas.STEPS, _("in steps")
        OPEN = formulas.OPEN, _("open amount (a “donation”)")
        OTHERS = formulas.OTHERS, _("everybody else pays")
        THING = formulas.THING, _("a thing: a round, a crate")
        AVERAGE = formulas.AVERAGE, _("the evening's average, for the absent")

    class Measure(models.TextChoices):
        MINUTES = formulas.MINUTES, _("Minutes late")
        COUNT = formulas.COUNT, pgettext_lazy("how many", "Number")
        HEADS = formulas.HEADS, _("Heads at the table")

    class Within(models.TextChoices):
        SEASON = "season", _("in a season")
        YEAR = "year", _("in a year")

    class Rounding(models.TextChoices):
        NEAREST = formulas.NEAREST, _("to the nearest")
        UP = formulas.UP, _("up")
        DOWN = formulas.DOWN, _("from")

    code = models.CharField(_("What for"), max_length=40)
    title = models.CharField(_("What"), max_length=80, blank=True)
    kind = models.CharField(_("Kind"), max_length=7, choices=Kind.choices)
    cents = models.PositiveIntegerField(_("Amount"), null=True, blank=True)
    measure = models.CharField(max_length=7, choices=Measure.choices, blank=True)
    per = models.PositiveSmallIntegerField(default=1)
    # Pairs of „up to“ (null: no end) and cents.
    steps = models.JSONField(default=list, blank=True)
    again = models.JSONField(default=list, blank=True)
    within = models.CharField(max_length=6, choices=Within.choices, blank=True)
    most = models.PositiveIntegerField(null=True, blank=True)
    thing = models.CharField(max_length=40, blank=True)
    round_to = models.PositiveSmallIntegerField(default=1)
    rounding = models.CharField(
        max_length=7, choices=Rounding.choices, default=Rounding.NEAREST, blank=True
    )
    ground = models.CharField(_("Basis"), max_length=200, blank=True)
    decided_on = models.DateField(_("Decided on"), null=True, blank=True)
    # Of a ready catalogue: which one, and the clause.
    source = models.CharField(max_length=20, blank=True)
    clause = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["code", "-start"]
        constraints = [
            check("tariff_has_a_code", ~Q(code="")),
            check("tariff_ends_after_it_begins", Q(end=None) | Q(end__gte=F("start"))),
            check("tariff_kind", kind__in=formulas.KINDS),
            check(
                "tariff_has_its_amount",
                Q(cents__gt=0) | Q(cents=None, kind__in=["steps", "open", "thing", "average"]),
            ),
            check("tariff_spans_from_one", per__gte=1, round_to__gte=1),
            check("tariff_thing_has_a_name", ~Q(kind="thing") | ~Q(thing="")),
            # No fine for what was not forbidden yet.
            check(
                "tariff_not_before_its_decision", Q(decided_on=None) | Q(decided_on__lte=F("start"))
            ),
            unique("tariff_one_open_per_code", "code", where=Q(end=None)),
            # Spans that overlap are refused by a trigger, see below.
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.kind}"

    @property
    def formula(self) -> Formula:
        return Formula(
            kind=self.kind,
            cents=self.cents,
            measure=self.measure,
            per=self.per,
            steps=tuple(Step(up_to, cents) for up_to, cents in self.steps),
            again=tuple(self.again),
            most=self.most,
            round_to=self.round_to,
            rounding=self.rounding or formulas.NEAREST,
        )

    @property
    def charge_kind(self) -> str:
        """Return the kind of its charges: a thing is owed in rounds, a free sum is a „Spende“."""
        if self.kind == formulas.THING:
            return Charge.Kind.DRINKS_ROUND
        if self.kind == formulas.OPEN:
            return Charge.Kind.DONATION
        return Charge.Kind.STAKE if self.code == "stake" else Charge.Kind.FINE


guard(
    "finance_tariff",
    # A version of the catalogue ends, and is never changed; one that never counted ends on its
    # first day.
    *all_but_words(
        "title thing ground",
        "id code kind cents measure per steps again within most round_to rounding decided_on "
        "source clause start",
    ),
    *no_overlap("code"),
)


class Deed(Versioned):
    """A charge out of the club's own catalogue: its entry, and the measured values.

    The charge itself lies in the league, its amount is frozen in it. `times` counts how often the
    same person did it in the season or year, this time included; `cause` is the person because of
    whom all others pay.
    """

    charge = models.OneToOneField(Charge, on_delete=models.PROTECT, related_name="deed")
    tariff = models.ForeignKey(Tariff, on_delete=models.PROTECT, related_name="deeds")
    minutes = models.PositiveSmallIntegerField(null=True)
    times = models.PositiveSmallIntegerField(default=1)
    cause = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [check("deed_counts_from_one", times__gte=1)]

    def __str__(self) -> str:
        return str(self.charge)


guard("finance_deed", *append_only())
