"""Seasons, and the record of their closing and reopening."""

import json
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard, no_overlap, refuse_update
from league.people.models.fields import by_user
from league.people.models.people import Dated


class Season(Dated):
    """A span of evenings with one table at its end. Always has an end; seasons do not overlap."""

    class PlacesOf(models.TextChoices):
        EVENINGS = "evenings", _("Places of the evenings")
        TOURNAMENTS = "tournaments", _("Places of the tournaments")

    # The columns of the scoring.
    SCORING: ClassVar[tuple[str, ...]] = (
        *("best_evenings", "dropped_evenings", "min_games", "place_points_of", "place_points"),
        *("place_points_best", "place_points_dropped"),
    )

    name = NameField(_("Name"), max_length=40, unique=True)
    # The scoring of its table: all evenings, the best so many, or all but the worst so many.
    best_evenings = models.PositiveSmallIntegerField(null=True, blank=True)
    dropped_evenings = models.PositiveSmallIntegerField(null=True, blank=True)
    # For a place; null asks for half of the median of all players' games.
    min_games = models.PositiveSmallIntegerField(null=True, blank=True)
    # The year's ranking: the points for places 1, 2, … of an event. Empty: no ranking.
    place_points = models.JSONField(default=list, blank=True)
    place_points_of = models.CharField(
        max_length=11, choices=PlacesOf.choices, default=PlacesOf.EVENINGS
    )
    place_points_best = models.PositiveSmallIntegerField(null=True, blank=True)
    place_points_dropped = models.PositiveSmallIntegerField(null=True, blank=True)
    # From then on its table does not change, see `SeasonMark`.
    closed_at = models.DateTimeField(null=True, blank=True)
    # Its table has left the public pages: the club set how long it stays on them.
    members_only = models.BooleanField(default=False)

    class Meta:
        ordering = ["-start"]
        constraints = [
            check(
                "season_counts_one_way",
                (Q(best_evenings=None) | Q(dropped_evenings=None))
                & (Q(best_evenings=None) | Q(best_evenings__gte=1))
                & (Q(dropped_evenings=None) | Q(dropped_evenings__gte=1)),
            ),
            check(
                "season_year_counts_one_way",
                (Q(place_points_best=None) | Q(place_points_dropped=None))
                & (Q(place_points_best=None) | Q(place_points_best__gte=1))
                & (Q(place_points_dropped=None) | Q(place_points_dropped__gte=1)),
            ),
            check("season_year_of", place_points_of__in=["evenings", "tournaments"]),
            check("season_lasts_a_day", Q(end__isnull=False) & Q(end__gt=F("start"))),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scoring(self) -> str:
        """Return the settings of the scoring, as JSON of the columns that have a value."""
        values = {name: getattr(self, name) for name in self.SCORING}
        return json.dumps({name: value for name, value in values.items() if value is not None})

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None


def _marks(kind: str) -> str:
    return f"(SELECT COUNT(*) FROM league_seasonmark WHERE season_id = NEW.id AND kind = '{kind}')"  # noqa: S608


_CLOSED, _REOPENED = _marks("closed"), _marks("reopened")


guard(
    "league_season",
    refuse_update(
        "frozen",
        "season_closed",
        "OLD.closed_at IS NOT NULL",
        columns=f'start "end" {" ".join(Season.SCORING)}',
    ),
    refuse_update(
        "marked",
        "season_mark_missing",
        f"(NEW.closed_at IS NOT NULL AND {_CLOSED} <> {_REOPENED} + 1)"
        f" OR (NEW.closed_at IS NULL AND {_CLOSED} <> {_REOPENED})",
        columns="closed_at",
    ),
    *no_overlap(),
)


class SeasonMark(models.Model):
    """A season was closed or opened again, with author and reason. The last one holds."""

    class Kind(models.TextChoices):
        CLOSED = "closed", _("closed")
        REOPENED = "reopened", _("open again")

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="marks")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    reason = models.CharField(max_length=200, blank=True)
    by = by_user(models.SET_NULL)
    at = models.DateTimeField()

    class Meta:
        ordering = ["season", "pk"]
        constraints = [
            check(
                "season_mark_reopened_for_a_reason",
                Q(kind="closed") | (Q(kind="reopened") & ~Q(reason="")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.get_kind_display()}"


guard("league_seasonmark", *append_only("id season_id kind at"))
