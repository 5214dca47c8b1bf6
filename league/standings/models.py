"""Every ranking, computed by a task from results alone and kept with its "as of" time."""

from django.db import models
from django.db.models import F, Q

from league.events.models import Block, Event, Participation, Team
from league.guards.constraints import check, index, unique
from league.guards.kinds import (
    append_only,
    guard,
    no_delete,
    refuse_delete,
    refuse_insert,
    refuse_update,
)
from league.people.models.people import Person
from league.results.models.results import Result
from league.seasons.models import Season


class Standing(models.Model):
    """The ranking of one scope. `wanted` counts the changes, `computed` those already in it.

    A change raises `wanted` in its own transaction; the worker stores the `wanted` that it saw.
    While the two differ the ranking is stale, whether or not a broker ever rang. The table of a
    season is made of the rows of its evenings, the all-time table of those of the seasons.
    """

    class Scope(models.TextChoices):
        EVENING = "evening"
        BLOCK = "block"
        TOURNAMENT = "tournament"
        SEASON = "season"
        ALL_TIME = "all_time"
        TEAM = "team"
        PRIZE = "prize"

    scope = models.CharField(max_length=10, choices=Scope.choices)
    # Of an evening and of a season; a tournament counts in no season's table.
    season = models.ForeignKey(
        Season, null=True, on_delete=models.CASCADE, related_name="standings"
    )
    # Of all but a season and all time.
    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="standings")
    block = models.ForeignKey(Block, null=True, on_delete=models.CASCADE, related_name="standings")
    # Of a special prize: its purpose, a code of `league.formats.Special`.
    award = models.CharField(max_length=20, blank=True, default="")
    wanted = models.PositiveBigIntegerField(default=0)
    computed = models.PositiveBigIntegerField(default=0)
    as_of = models.DateTimeField(null=True)
    scoring_version = models.PositiveSmallIntegerField(default=0)
    # The number of games that a place took when it was computed.
    min_games = models.PositiveIntegerField(default=0)
    # The criteria of the order, the first first; the words for each code are in the templates.
    criteria = models.JSONField(default=list)

    class Meta:
        indexes = [
            # queries.stale_standings: a few of many.
            index("standing_stale", "scope", where=Q(computed__lt=F("wanted")) | Q(as_of=None)),
        ]
        constraints = [
            check("standing_computed_was_wanted", computed__lte=F("wanted")),
            check(
                "standing_keys_of_its_scope",
                Q(scope="evening", season__isnull=False, event__isnull=False, block=None)
                | Q(scope="season", season__isnull=False, event=None, block=None)
                | Q(scope="all_time", season=None, event=None, block=None)
                | Q(scope="block", season=None, event__isnull=False, block__isnull=False)
                | Q(
                    scope__in=["tournament", "team", "prize"],
                    season=None,
                    event__isnull=False,
                    block=None,
                ),
            ),
            check(
                "standing_award_of_a_prize",
                (Q(scope="prize") & ~Q(award="")) | (~Q(scope="prize") & Q(award="")),
            ),
            unique("standing_one_of_a_season", "season", where=Q(scope="season")),
            unique("standing_one_of_all_time", "scope", where=Q(scope="all_time")),
            unique("standing_one_of_an_event", "event", "scope", "award", where=~Q(scope="block")),
            unique("standing_one_of_a_block", "block"),
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.block or self.event or self.season or ''} {self.award}".strip()

    @property
    def is_stale(self) -> bool:
        return self.computed < self.wanted or self.as_of is None


class StandingRow(models.Model):
    """One person's line of an evening, a season or all time.

    Counts only; shares are computed from them when shown.
    """

    standing = models.ForeignKey(Standing, on_delete=models.CASCADE, related_name="rows")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="standing_rows")
    # Of a season and of all time: belonged to the club on none of its days.
    is_guest = models.BooleanField(default=False)
    # False for guests and after too few games: below the others, without a place.
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
    # The person's figures in tables of before, for pages that show them beside; not stored.
    before: tuple[str, ...] = ()

    class Meta:
        ordering = ["standing", "position"]
        constraints = [
            unique("standing_row_once", "standing", "person"),
            unique("standing_row_position", "standing", "position"),
            check(
                "standing_row_adds_up",
                Q(games__gte=1)
                & Q(games_lost__lte=F("games"))
                & Q(sweeps__lte=F("games_lost"))
                & Q(next_to_last__lte=F("games")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.person}"

    @property
    def share_lost(self) -> float:
        """Return the share of the games played that were lost, 0 to 1. For display only."""
        return self.games_lost / self.games


def _frozen(row: str) -> str:
    return (
        # Names come from this file only.
        "EXISTS (SELECT 1 FROM league_standing t JOIN league_season s ON s.id = t.season_id"  # noqa: S608
        f" WHERE t.id = {row}.standing_id AND t.scope = 'season' AND s.closed_at IS NOT NULL)"
    )


guard(
    "league_standingrow",
    # The ranking of a closed season does not change until it is opened again, with a reason.
    refuse_insert("frozen_insert", "season_closed", _frozen("NEW")),
    refuse_update("frozen_update", "season_closed", _frozen("OLD")),
    refuse_delete("frozen_delete", "season_closed", _frozen("OLD")),
)


class PlaceRow(models.Model):
    """One line of a block, a tournament, its teams or a special prize.

    The ranking values are in `figures`: plain values, fractions as „7/2“, as `league.formats` has
    them.
    """

    standing = models.ForeignKey(Standing, on_delete=models.CASCADE, related_name="places")
    participation = models.ForeignKey(
        Participation, null=True, on_delete=models.PROTECT, related_name="+"
    )
    team = models.ForeignKey(Team, null=True, on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveIntegerField()
    position = models.PositiveIntegerField()
    figures = models.JSONField(default=dict)

    class Meta:
        ordering = ["standing", "position"]
        constraints = [
            check(
                "place_row_of_one_or_of_a_team",
                Q(participation=None, team__isnull=False)
                | Q(participation__isnull=False, team=None),
            ),
            check("place_row_rank", Q(rank__gte=1) & Q(position__gte=F("rank"))),
            unique("place_row_once", "standing", "participation"),
            unique("place_row_team_once", "standing", "team"),
            unique("place_row_position", "standing", "position"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.participation or self.team}"


class StandingCorrection(models.Model):
    """A corrected result and a ranking it counts in; its moves name the people it moved there.

    Made in the transaction of the correction, processed once when the ranking is computed next.
    """

    standing = models.ForeignKey(Standing, on_delete=models.CASCADE, related_name="corrections")
    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="+")
    processed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # league.standings.queries.standings.corrections_to_process: a few of many.
            index("standing_correction_new", "standing", where=Q(processed_at=None)),
        ]
        constraints = [unique("standing_correction_once", "standing", "result")]

    def __str__(self) -> str:
        return f"{self.standing}: {self.result}"


guard(
    "league_standingcorrection",
    refuse_update(
        "once",
        "correction_processed_once",
        "OLD.processed_at IS NOT NULL OR NEW.standing_id <> OLD.standing_id"
        " OR NEW.result_id <> OLD.result_id",
    ),
    no_delete(),
)


class StandingMove(models.Model):
    """A person whom a correction moved; without a place before or after it if that is empty."""

    correction = models.ForeignKey(
        StandingCorrection, on_delete=models.CASCADE, related_name="moves"
    )
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    was = models.PositiveIntegerField(null=True)
    now = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["correction", "now", "pk"]
        constraints = [
            unique("standing_move_once", "correction", "person"),
            check("standing_move_moves", ~Q(was=F("now")) & ~Q(was=None, now=None)),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.was} → {self.now}"

    @property
    def distance(self) -> int:
        """Return the number of places; gaining or losing a place altogether counts as furthest."""
        if self.was is None or self.now is None:
            return 10**6
        return abs(self.was - self.now)


# The moves of a correction remain; it is processed once.
guard("league_standingmove", *append_only())
