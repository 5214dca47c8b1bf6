"""What one game gives whom. A card that lacks a figure the scoring needs gives nothing yet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .scoring import Scoring

# So ended before both halves and a final were played out: a half nobody lost was not played.
CUT_SHORT = ("overtime", "exclusion", "ruling")


@dataclass(frozen=True)
class Line:
    """What a result says of one seat, as in `league.models.ResultLine`. None: not recorded."""

    person: int
    seat: int
    lost_first: bool | None = None
    lost_second: bool | None = None
    lost_game: bool = False
    exit_first: int | None = None
    exit_second: int | None = None
    schock_aus: int | None = None
    throw_points: int | None = None


@dataclass(frozen=True)
class Game:
    """One current result: game `number` at a table of a block. `size` counts the seats."""

    table: int
    number: int
    size: int
    ended_by: str
    lines: tuple[Line, ...]
    block: int = 1


@dataclass(frozen=True)
class Scored:
    """The points of a game by person; `missing` names the field that it lacks, then nobody has
    any. An abandoned game gives nobody any and lacks nothing."""

    points: Mapping[int, Fraction] = field(default_factory=dict)
    missing: str | None = None


def score(scoring: Scoring, game: Game) -> Scored:
    """What the game gives whom."""
    raise NotImplementedError


def card_sums(scoring: Scoring, games: Iterable[Game]) -> dict[int, Fraction]:
    """The sum of each person on a card of some games, to be compared with what stands on paper.

    Games that lack something count nothing; who has a line has a sum.
    """
    raise NotImplementedError


def game_total(scoring: Scoring, size: int, ended_by: str) -> Fraction | None:
    """What all at the table get together in a complete game; None where that is not fixed.

    Schockfreunde at a table of n: 2(n-1) - 1 with a final, 2(n-1) where both halves were lost.
    """
    raise NotImplementedError


def by_place(points: Sequence[int], first: int, number: int) -> Fraction:
    """The mean of `number` places from `first` (1 is the best) on; beyond the last there is 0."""
    places = points[first - 1 : first - 1 + number]
    return Fraction(sum(places), number)
