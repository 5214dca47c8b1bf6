"""The meaning of a finished game's throws, computed by tasks out of its packed log.

Nothing here is the truth: each row names the log (`sha256`) and the way of counting (`version`) it
was made from, and is made anew if either is another one. Rows bear no time, so that a rebuild gives
the same ones.
"""

from django.db import models
from django.db.models import Q

from games.luck.weighing import luck_of
from games.scoring.models import Game
from league.events.models import Seat
from league.guards.constraints import check, index, unique

LONGEST_SLUG = 20


class Computed(models.Model):
    """From what a game's rows were made. The game is the key: it has them once."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.PROTECT, related_name="%(class)s"
    )
    sha256 = models.CharField(max_length=64, blank=True, default="")
    version = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.game)


class GameThrows(Computed):
    """A game counted. `longest_…` is its half of the most rounds among those that were lost; its
    throws are 0 where not all of them were written down.
    """

    class Depth(models.TextChoices):
        ROUNDS = "rounds"
        HANDS = "hands"
        THROWS = "throws"

    rulebook = models.CharField(max_length=LONGEST_SLUG)
    depth = models.CharField(max_length=6, choices=Depth.choices)
    rounds = models.PositiveIntegerField()
    turns = models.PositiveIntegerField()
    throws = models.PositiveIntegerField()
    longest_phase = models.CharField(max_length=12, blank=True)
    longest_rounds = models.PositiveIntegerField(default=0)
    longest_throws = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [
            # The club's longest half (queries.throws).
            index("throws_longest_half", "-longest_rounds", "-longest_throws"),
        ]
        constraints = [
            check("game_throws_depth", depth__in=["rounds", "hands", "throws"]),
            check(
                "game_throws_longest_half",
                Q(longest_phase="", longest_rounds=0, longest_throws=0)
                | Q(longest_phase__in=["first_half", "second_half"], longest_rounds__gte=1),
            ),
        ]


class SeatThrows(models.Model):
    """One player's throws in a game. `limited_…` count turns by how many throws they might have,
    the categories the hands of settled rounds.
    """

    counted = models.ForeignKey(GameThrows, on_delete=models.CASCADE, related_name="seats")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="throws")
    limited_1 = models.PositiveIntegerField(default=0)
    limited_2 = models.PositiveIntegerField(default=0)
    limited_3 = models.PositiveIntegerField(default=0)
    throws = models.PositiveIntegerField(default=0)
    schock_aus = models.PositiveIntegerField(default=0)
    schock = models.PositiveIntegerField(default=0)
    general = models.PositiveIntegerField(default=0)
    strasse = models.PositiveIntegerField(default=0)
    jule = models.PositiveIntegerField(default=0)
    zahl = models.PositiveIntegerField(default=0)
    # Of the Schock-Aus those in one throw; and those while it was rolled who begins.
    aus_at_once = models.PositiveIntegerField(default=0)
    aus_in_opening = models.PositiveIntegerField(default=0)
    best = models.PositiveIntegerField(default=0)
    worst = models.PositiveIntegerField(default=0)
    deckel_taken = models.PositiveIntegerField(default=0)
    deckel_given = models.PositiveIntegerField(default=0)
    # The player's rounds in one entry: the throws were not written down.
    unseen = models.PositiveIntegerField(default=0)
    sweep = models.BooleanField(default=False)

    class Meta:
        ordering = ["counted", "seat__position", "seat_id"]
        constraints = [unique("seat_throws_once", "counted", "seat")]

    def __str__(self) -> str:
        return f"{self.counted} / {self.seat}"


class GameLuck(Computed):
    """A game weighed. A worker claims it before weighing it; a claim that is not fulfilled runs
    out.

    `turns` is what a page shows of each turn, as compressed JSON (`games.luck.weighing`).
    """

    claimed_at = models.DateTimeField(null=True)
    turns = models.BinaryField(null=True)


class SeatLuck(models.Model):
    """One player's luck and skill in a game, in parts of a Deckel (`games.luck.weighing.UNIT`).

    What came is whole. Luck is not stored.
    """

    weighed = models.ForeignKey(GameLuck, on_delete=models.CASCADE, related_name="seats")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="luck")
    turns = models.PositiveIntegerField()
    decisions = models.PositiveIntegerField()
    best = models.PositiveIntegerField()
    expected = models.BigIntegerField()
    skill = models.BigIntegerField()
    came = models.IntegerField()
    dice = models.BigIntegerField()
    # The squares of the luck of each turn: how far luck scatters.
    squares = models.BigIntegerField()
    # The decision that cost most, as a page tells it, and what it cost.
    costliest = models.JSONField(null=True)
    cost = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["weighed", "seat__position", "seat_id"]
        indexes = [
            # The decisions that cost most (queries.luck).
            index("luck_by_cost", "-cost"),
        ]
        constraints = [
            unique("seat_luck_once", "weighed", "seat"),
            check("seat_luck_skill_at_most_0", skill__lte=0),
            check(
                "seat_luck_costs_are_told",
                Q(cost=0, costliest__isnull=True) | Q(cost__gt=0, costliest__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.weighed} / {self.seat}"

    @property
    def luck(self) -> int:
        return luck_of(self.expected, self.skill, self.came)
