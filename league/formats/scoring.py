"""Weights by which games become points, so that no format needs code of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from league.draw.sizes import LARGEST_TABLE as LARGEST_TABLE

from .errors import FormatError
from .reading import Reader, plain

Better = Literal["more", "fewer"]
Together = Literal["share", "seat", "entered"]
LifePer = Literal["game", "half", "stake"]
Springer = Literal["mean", "none"]

WEIGHTS = (
    "half_kept",
    "half_lost",
    "game_lost",
    "final_lost",
    "sweep",
    "schock_aus",
    "throw_points",
)
LARGEST_WEIGHT = 99


@dataclass(frozen=True)
class Scoring:
    """The points of a game. Every weight is added, so what costs points is negative.

    * `half_kept`: to all but the loser of a half, `half_lost` to him.
    * `game_lost`: to the loser of the game, however it ended; `final_lost` besides if it was the
      final that he lost (Schockfreunde: -1, „der Siegpunkt dieses Spiels“), `sweep` besides if he
      lost both halves (Werl: -1).
    * `schock_aus`: for each. `throw_points`: for each point of the line's `throw_points`.
    * `exits`: by size of the table, the points in the order of getting out of a half; the loser of
      the half has the last of them. `together`: players who get out at the same moment share the
      points of those places, or rank by seat, or the order has to be `entered` and is missing.
      `exits_else` says it for every other size: the first so many places, the loser has the last.
    * `lives`: how many each player has in the block (0: it is not played for lives); one is lost
      `life_per` lost game or half. With `stake` the loser of each half stakes one and the final is
      the play-off for them: its winner takes his back, and a player who lost both halves has no one
      to play against and loses both. A table plays until `leave` of them are left.
    * `springer`: a player who sits out gets the mean of what the others got in the block, or
      nothing.
    * `place_points`: by place of the block instead of the sum (7-5-4-3-2-1); of equal sums each has
      the mean of their places' points, beyond the last place they are 0.
    """

    better: Better = "more"
    half_kept: int = 0
    half_lost: int = 0
    game_lost: int = 0
    final_lost: int = 0
    sweep: int = 0
    schock_aus: int = 0
    throw_points: int = 0
    exits: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    exits_else: tuple[int, ...] = ()
    together: Together = "share"
    lives: int = 0
    life_per: LifePer = "game"
    leave: int = 1
    springer: Springer = "mean"
    place_points: tuple[int, ...] = ()

    @classmethod
    def from_dict(cls, data: Any) -> "Scoring":
        return cls.read(Reader("scoring", data))

    @classmethod
    def read(cls, reader: Reader) -> "Scoring":
        most = LARGEST_WEIGHT
        weights = {name: reader.integer(name, -most, most, 0) for name in WEIGHTS}
        scoring = cls(
            better=reader.choice("better", ("more", "fewer"), "more"),
            exits=reader.lists_by_size("exits", -most, most),
            exits_else=reader.integers("exits_else", -most, most),
            together=reader.choice("together", ("share", "seat", "entered"), "share"),
            lives=reader.integer("lives", 0, 20, 0),
            life_per=reader.choice("life_per", ("game", "half", "stake"), "game"),
            leave=reader.integer("leave", 1, LARGEST_TABLE - 1, 1),
            springer=reader.choice("springer", ("mean", "none"), "mean"),
            place_points=reader.integers("place_points", 0, most),
            **weights,
        )
        reader.done()
        scoring.check()
        return scoring

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = plain(self)
        return data

    @property
    def by_exit(self) -> bool:
        """Return True if it counts when one gets out of a half."""
        return bool(self.exits or self.exits_else)

    def exits_at(self, size: int) -> tuple[int, ...]:
        """Return the points at a table in the order of getting out.

        Empty if none are set for its size.
        """
        if size in self.exits or not self.exits_else:
            return self.exits.get(size, ())
        *first, loser = self.exits_else
        between = [loser] * max(0, size - 1 - len(first))
        return (*first[: size - 1], *between, loser)

    def check(self) -> None:
        """Raise FormatError if the weights contradict each other."""
        if not (self.lives or self.by_exit or any(getattr(self, name) for name in WEIGHTS)):
            raise FormatError("scoring_counts_nothing")
        for size, points in self.exits.items():
            if not 2 <= size <= LARGEST_TABLE or len(points) != size:
                raise FormatError("exits_do_not_fit", size=size, points=points)
            if list(points) != sorted(points, reverse=self.better == "more"):
                raise FormatError("exits_out_of_order", size=size, points=points)
        if list(self.exits_else) != sorted(self.exits_else, reverse=self.better == "more"):
            raise FormatError("exits_out_of_order", size=0, points=self.exits_else)
        if list(self.place_points) != sorted(self.place_points, reverse=True):
            raise FormatError("place_points_out_of_order", points=self.place_points)
        if self.place_points and self.better == "fewer":
            raise FormatError("place_points_need_more")
        if not self.lives and (self.leave != 1 or self.life_per != "game"):
            raise FormatError("lives_missing")
