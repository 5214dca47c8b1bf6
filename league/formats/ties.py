"""Those who go on, and the ties that have to be played out before that can be said."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .block import Block
from .errors import FormatError
from .standing import Decision, Row, ranked


@dataclass(frozen=True)
class OpenTie:
    """People who are equal in everything, at a place that matters.

    That is for `cut` (some of them go on) or the `podium`. `places` are at stake among them from
    `rank` on; with a cut, `places` go on. `play`: one half between two, one game between more
    ([sack-turnier]).
    """

    people: tuple[int, ...]
    rank: int
    places: int
    why: Literal["cut", "podium"]
    play: Literal["half", "game"]
    table: int | None = None  # the table's index if the cut is made at one


@dataclass(frozen=True)
class Advancing:
    """Those who go on, best first. While a tie is open, only those who do in any case."""

    people: tuple[int, ...]
    ties: tuple[OpenTie, ...] = ()


def open_ties(rows: Sequence[Row], cut: int | None, podium: int = 3) -> list[OpenTie]:
    """Return the ties that matter: across the cut after place `cut`, or among the first
    `podium`.
    """
    ties = []
    for row in rows:
        first, last = row.rank, row.rank + len(row.tied_with)
        if row.position != first or first == last:
            continue
        people = (row.person, *row.tied_with)
        play: Literal["half", "game"] = "half" if len(people) == 2 else "game"
        if cut is not None and first <= cut < last:
            ties.append(OpenTie(people, first, cut - first + 1, "cut", play))
        elif first <= podium:
            ties.append(OpenTie(people, first, len(people), "podium", play))
    return ties


def advancing(
    block: Block,
    rows: Sequence[Row],
    tables: Sequence[Collection[int]],
    decisions: Sequence[Decision] = (),
) -> Advancing:
    """Return who goes on out of the block, by its rows and the people at each table.

    Leave out the rows of those who have gone home, and the next take their places. `decisions` are
    needed again, as a tie at one table is not the tie of the whole block. Raises FormatError
    (`nobody_advances`).
    """
    if block.advance is None:
        raise FormatError("nobody_advances", block=block.name)
    number = block.advance.number or 0
    match block.advance.kind:
        case "survivors":
            return Advancing(tuple(row.person for row in rows if row.lives))
        case "best":
            return cut(block, rows, number, decisions)
    people: set[int] = set()
    ties: list[OpenTie] = []
    for index, table in enumerate(tables):
        own = [row for row in rows if row.person in table]
        there = cut(block, own, number, decisions, index)
        people.update(there.people)
        ties += there.ties
    if block.advance.wildcards and not ties:
        left = [row for row in rows if row.person not in people]
        wild = cut(block, left, block.advance.wildcards, decisions)
        people.update(wild.people)
        ties += wild.ties
    return Advancing(tuple(row.person for row in rows if row.person in people), tuple(ties))


def cut(
    block: Block,
    rows: Sequence[Row],
    number: int,
    decisions: Sequence[Decision],
    table: int | None = None,
) -> Advancing:
    """Return the first so many of these rows.

    `table` is its index if they are those of one table.
    """
    order = ranked(block, rows, decisions)
    ties = [replace(tie, table=table) for tie in open_ties(order, number, podium=0)]
    open_people = {person for tie in ties for person in tie.people}
    sure = (row.person for row in order[:number] if row.person not in open_people)
    return Advancing(tuple(sure), tuple(ties))


def table_over(block: Block, rows: Iterable[Row], played: int, size: int) -> bool:
    """Return True if a table has played: its games, or, if it is played for lives, until only so
    many of the `rows` of its people have lives as are left to go on.

    `played` are its games, without abandoned ones.
    """
    if block.scoring.lives and sum(bool(row.lives) for row in rows) <= block.scoring.leave:
        return True
    return block.games is not None and played >= block.games.at(size)
