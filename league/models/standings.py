"""Tables of the seasons and of all time, computed by a task and kept with their "as of" time."""

from django.db import models
from django.db.models import F, Q

from league.models.events import Season
from league.models.people import Person


class Standing(models.Model):
    """The table of one scope. `wanted` counts the changes, `computed` says how far it has come.

    A change raises `wanted` in its own transaction; whoever computes stores the `wanted` it saw.
    While the two differ the table is stale, whether or not a broker ever rang.
    """

    # One season, or none for the all-time table, which is the sum of all.
    season = models.OneToOneField(
        Season, null=True, on_delete=models.CASCADE, related_name="standing"
    )
    is_all_time = models.BooleanField(default=False)
    wanted = models.PositiveBigIntegerField(default=0)
    computed = models.PositiveBigIntegerField(default=0)
    as_of = models.DateTimeField(null=True)
    scoring_version = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(computed__lte=F("wanted")), name="standing_computed_was_wanted"
            ),
            models.CheckConstraint(
                condition=Q(is_all_time=True, season=None)
                | Q(is_all_time=False, season__isnull=False),
                name="standing_of_a_season_or_of_all_time",
            ),
            models.UniqueConstraint(
                fields=["is_all_time"],
                condition=Q(is_all_time=True),
                name="standing_one_of_all_time",
            ),
        ]

    def __str__(self) -> str:
        return str(self.season or "∞")

    @property
    def is_stale(self) -> bool:
        return self.computed < self.wanted or self.as_of is None


class StandingRow(models.Model):
    """One person's line. Counts only; shares are computed from them when shown."""

    standing = models.ForeignKey(Standing, on_delete=models.CASCADE, related_name="rows")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="standing_rows")
    # Whoever played too few games stands below the others, without a place.
    is_ranked = models.BooleanField(default=True)
    rank = models.PositiveIntegerField()
    position = models.PositiveIntegerField()
    evenings = models.PositiveIntegerField()
    dropped = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField()
    halves_lost = models.PositiveIntegerField()
    games_lost = models.PositiveIntegerField()
    sweeps = models.PositiveIntegerField()
    schock_aus = models.PositiveIntegerField()
    next_to_last = models.PositiveIntegerField()

    class Meta:
        ordering = ["standing", "position"]
        constraints = [
            models.UniqueConstraint(fields=["standing", "person"], name="standing_row_once"),
            models.UniqueConstraint(fields=["standing", "position"], name="standing_row_position"),
            models.CheckConstraint(
                condition=Q(games__gte=1)
                & Q(games_lost__lte=F("games"))
                & Q(sweeps__lte=F("games_lost"))
                & Q(next_to_last__lte=F("games")),
                name="standing_row_adds_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.person}"

    @property
    def share_lost(self) -> float:
        """Share of the games played that were lost, 0 to 1. For display only."""
        return self.games_lost / self.games
