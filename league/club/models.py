"""What the club as a whole has decided."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.guards.kinds import append_only, guard


class Club(models.Model):
    """Who the club is, and what everybody may look at without a login: nothing, until it says so.

    Evenings and tournaments are made public one by one; money never is.
    """

    ONLY = 1

    # Before it has a name of its own it is called by the setting CLUB_NAME.
    name = models.CharField(max_length=60, blank=True, default="")
    town = models.CharField(max_length=60, blank=True, default="")
    # The two pages that everybody reads, as they were typed.
    imprint = models.TextField(max_length=10_000, blank=True, default="")
    privacy = models.TextField(max_length=20_000, blank=True, default="")

    start = models.BooleanField(default=False)
    table = models.BooleanField(default=False)
    year = models.BooleanField(default=False)
    all_time = models.BooleanField(default=False)
    results = models.BooleanField(default=False)
    statistics = models.BooleanField(default=False)

    # In the order in which the page asks for them.
    PAGES: ClassVar[tuple[str, ...]] = (
        *("start", "table", "year", "all_time"),
        *("results", "statistics"),
    )

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="club_is_one")]

    def __str__(self) -> str:
        return self.name or settings.CLUB_NAME

    @property
    def public(self) -> frozenset[str]:
        return frozenset(page for page in self.PAGES if getattr(self, page))


class StakeAnswer(models.Model):
    """What the club says about the money of its games; the newest answer that reaches a day counts.

    A club is asked when it is founded (`asked`); until it answers, charges are recorded and nothing
    is claimed. Without any row (a club of before) the rulebook's amounts count. `since` is the
    first day of play, None reaches back to the beginning. `cents` is the club's own stake.
    """

    class Kind(models.TextChoices):
        ASKED = "asked"
        RULEBOOK = "rulebook"
        AMOUNT = "amount"
        NONE = "none"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    cents = models.PositiveIntegerField(null=True)
    since = models.DateField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["asked", "rulebook", "amount", "none"]), name="stake_kind"
            ),
            models.CheckConstraint(
                condition=Q(kind="amount", cents__gt=0) | (~Q(kind="amount") & Q(cents=None)),
                name="stake_has_its_amount",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.since or ''}".strip()


guard(
    # What the club has said about money is added to and never rewritten.
    *append_only("league_stakeanswer", columns=["id", "kind", "cents", "since", "answered_at"]),
)
