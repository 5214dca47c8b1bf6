"""The ranking of a block: what everybody has, in which order, and which criterion parted whom."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from .block import Block, Criterion
from .points import Game


class Met(NamedTuple):
    """A game as the direct comparison sees it: who shared the table, and what one got."""

    people: frozenset[int]
    points: Fraction


class Lack(NamedTuple):
    """A game that gives nobody points yet, and the field it lacks."""

    block: int
    table: int
    number: int
    missing: str


class Decided(NamedTuple):
    """Why a row stands below the one above: the criterion, both values, and who that is.

    With `playoff` and `lot` the values are the places in the decision.
    """

    code: Criterion
    mine: Fraction
    theirs: Fraction
    above: int


@dataclass(frozen=True)
class Tally:
    """What was counted."""

    points: Fraction = Fraction(0)
    games: int = 0
    halves_lost: int = 0
    games_lost: int = 0
    schock_aus: int = 0
    lives_lost: int = 0
    springer: int = 0  # blocks sat out


@dataclass(frozen=True)
class Row:
    """One person in the ranking of a block.

    `total` is what ranks, with what was carried over; `here` is this block alone. `lives` are those
    left (None where the block is not played for lives), `out_at` the number of the game in which
    the last was lost. Equal rows share a `rank` and name each other in `tied_with`; `position` is
    the number of the line, and equal rows stand by their person.
    """

    person: int
    total: Tally = Tally()
    here: Tally = Tally()
    lives: int | None = None
    out_at: int | None = None
    incomplete: tuple[Lack, ...] = ()
    met: tuple[Met, ...] = ()
    rank: int = 0
    position: int = 0
    decided: Decided | None = None
    tied_with: tuple[int, ...] = ()

    @property
    def points(self) -> Fraction:
        return self.total.points


@dataclass(frozen=True)
class Decision:
    """The outcome of a playoff or a lot: `order` is the best first. It holds for a tie of exactly
    these people; where a corrected card makes another tie of it, it holds for nobody."""

    kind: Literal["playoff", "lot"]
    order: tuple[int, ...]
    seed: int | None = None


def standing(
    block: Block,
    games: Iterable[Game],
    people: Collection[int],
    earlier: Mapping[int, Row] | None = None,
    decisions: Sequence[Decision] = (),
    *,
    springers: Collection[int] = (),
) -> list[Row]:
    """The rows of the block, best first: of all `people`, and of who has played in it besides.

    `earlier` are the rows of the block before, for `carry_over`; `springers` sit this block out.
    """
    raise NotImplementedError


def ranked(block: Block, rows: Iterable[Row], decisions: Sequence[Decision] = ()) -> list[Row]:
    """The rows in their order by the block's criteria; also of a selection, say one table."""
    raise NotImplementedError
