"""The end of the day and of the year: final ranking, teams, special prizes, the year's table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from .format import Format
from .standing import Row

RowsByBlock = Mapping[int, Sequence[Row]]


@dataclass(frozen=True)
class Placed:
    """One person's place of the whole event: by his row in `block`, the last he came to."""

    person: int
    rank: int
    position: int
    block: int
    row: Row


@dataclass(frozen=True)
class Member:
    """What one brings the team: points by block, less the `penalty` for lives lost."""

    person: int
    points: Fraction
    by_block: Mapping[int, Fraction]
    lives_lost: int
    penalty: int
    counts: bool


@dataclass(frozen=True)
class TeamRow:
    """A team's place. `size_fits`: whether it has as many members as the format asks for."""

    team: int
    points: Fraction
    members: tuple[Member, ...]
    size_fits: bool
    rank: int = 0
    position: int = 0


@dataclass(frozen=True)
class Special:
    """A special prize, shared by all who are equal."""

    code: Literal["schock_aus_king", "next_to_last"]
    people: tuple[int, ...]
    value: int | None = None


@dataclass(frozen=True)
class YearResult:
    """What one event gave somebody; `counts` is off where it was dropped."""

    event: int
    rank: int
    points: Fraction
    counts: bool


@dataclass(frozen=True)
class YearRow:
    """Somebody's year."""

    person: int
    points: Fraction
    results: tuple[YearResult, ...]
    rank: int = 0
    position: int = 0


def final_ranking(format: Format, rows: RowsByBlock) -> list[Placed]:
    """Everybody's place. Who is in a later block of the main line stands before those who are not;
    blocks of the rest rank nobody. `rows` are by number of the block, those not played left out."""
    raise NotImplementedError


def team_ranking(format: Format, rows: RowsByBlock, teams: Mapping[int, int]) -> list[TeamRow]:
    """The teams, best first; `teams` says to which each person belongs. Equal teams share a place.

    Raises FormatError (`no_teams`).
    """
    raise NotImplementedError


def specials(ranking: Sequence[Placed], rows: RowsByBlock) -> list[Special]:
    """Who had most Schock-Aus in all blocks, the rest's too, and who came next to last."""
    raise NotImplementedError


def year_ranking(
    rankings: Sequence[Sequence[Placed]],
    place_points: Sequence[int],
    best: int | None = None,
    drop: int = 0,
) -> list[YearRow]:
    """The year out of the rankings of its events, in their order."""
    raise NotImplementedError
