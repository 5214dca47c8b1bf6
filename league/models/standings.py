"""Tables of the season, computed from results by a task and kept with their "as of" time."""

from django.db import models
from django.db.models import F, Q

from league.models.events import Season
from league.models.people import Person


class Standing(models.Model):
    """The table of one scope. `wanted` counts the changes, `computed` says how far it has come.

    A change raises `wanted` in its own transaction; whoever computes stores the `wanted` it saw.
    While the two differ the table is stale, whether or not a broker ever rang.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="standing")
    wanted = models.PositiveBigIntegerField(default=0)
    computed = models.PositiveBigIntegerField(default=0)
    as_of = models.DateTimeField(null=True)
    scoring_version = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(computed__lte=F("wanted")), name="standing_computed_was_wanted"
            ),
        ]

    def __str__(self) -> str:
        return str(self.season)

    @property
    def is_stale(self) -> bool:
        return self.computed < self.wanted or self.as_of is None


class StandingRow(models.Model):
    """One person's line. Counts only; shares are computed from them when shown."""

    standing = models.ForeignKey(Standing, on_delete=models.CASCADE, related_name="rows")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="standing_rows")
    rank = models.PositiveIntegerField()
    position = models.PositiveIntegerField()
    evenings = models.PositiveIntegerField()
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
