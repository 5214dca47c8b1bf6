"""Who goes on, and which ties somebody has to play out before that can be said."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from .block import Block
from .points import Game
from .standing import Decision, Row


@dataclass(frozen=True)
class OpenTie:
    """People who are equal in everything, where it matters: for `cut` (some of them go on) or the
    `podium`. `places` are at stake among them from `rank` on; with a cut, `places` go on.

    `play`: one half between two, one game between more ([sack-turnier]).
    """

    people: tuple[int, ...]
    rank: int
    places: int
    why: Literal["cut", "podium"]
    play: Literal["half", "game"]
    table: int | None = None  # the table's index where the cut is made there


@dataclass(frozen=True)
class Advancing:
    """Who goes on, best first. While a tie is open, only those who do in any case."""

    people: tuple[int, ...]
    ties: tuple[OpenTie, ...] = ()


def open_ties(rows: Sequence[Row], cut: int | None, podium: int = 3) -> list[OpenTie]:
    """The ties that matter: across the cut after place `cut`, or among the first `podium`."""
    raise NotImplementedError


def advancing(
    block: Block,
    rows: Sequence[Row],
    tables: Sequence[Collection[int]],
    decisions: Sequence[Decision] = (),
) -> Advancing:
    """Who goes on out of the block, by its rows and who sat at which table.

    Leave out the rows of those who have gone home, and the next take their places. `decisions` are
    needed again, as a tie at one table is not the tie of the whole block.
    """
    raise NotImplementedError


def table_over(block: Block, rows: Iterable[Row], games: Sequence[Game], size: int) -> bool:
    """Whether a table has played: its games, or, where it is played for lives, only so many of the
    `rows` of its people have lives as are left to go on. `games` are those of the table."""
    raise NotImplementedError
