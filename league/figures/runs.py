"""Streaks: games in a row of one person that were all lost, or none of them.

`Runs` is all that must be known of a stretch of games to put another behind it, so the streaks of
many seasons come from the stretches kept of each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.figures.games import Key


@dataclass(frozen=True)
class Run:
    """So many games in a row, all lost or none of them, from one game to another."""

    lost: bool
    length: int
    start: Key
    end: Key

    def then(self, later: "Run") -> "Run":
        return Run(self.lost, self.length + later.length, self.start, later.end)

    def as_data(self) -> list[Any]:
        return [self.lost, self.length, list(self.start), list(self.end)]

    @classmethod
    def of(cls, data: Sequence[Any]) -> "Run":
        lost, length, start, end = data
        return cls(lost, length, Key(*start), Key(*end))


@dataclass(frozen=True)
class Runs:
    """A stretch of games: its first and its last run, and the longest of both kinds.

    Of equally long ones the earlier is kept: a record holds until it is beaten.
    """

    first: Run
    last: Run
    kept: Run | None  # the longest without a game lost
    lost: Run | None  # the longest with nothing but games lost

    @property
    def is_one(self) -> bool:
        return self.first == self.last

    def as_data(self) -> list[Any]:
        runs = (self.first, self.last, self.kept, self.lost)
        return [run and run.as_data() for run in runs]

    @classmethod
    def of(cls, data: Sequence[Any]) -> "Runs":
        first, last, longest_kept, lost = data
        return cls(
            Run.of(first),
            Run.of(last),
            longest_kept and Run.of(longest_kept),
            lost and Run.of(lost),
        )


def of_one(key: Key, *, lost: bool) -> Runs:
    """Return the stretch of a single game."""
    run = Run(lost, 1, key, key)
    return Runs(run, run, None if lost else run, run if lost else None)


def joined(before: Runs | None, after: Runs) -> Runs:
    """Join both stretches, one behind the other."""
    if before is None:
        return after
    first, last = before.first, after.last
    longest_kept, lost = longer(before.kept, after.kept), longer(before.lost, after.lost)
    if before.last.lost == after.first.lost:
        both = before.last.then(after.first)
        first = both if before.is_one else first
        last = both if after.is_one else last
        if both.lost:
            lost = _earlier_of(before.lost, both, after.lost)
        else:
            longest_kept = _earlier_of(before.kept, both, after.kept)
    return Runs(first, last, longest_kept, lost)


def longer(first: Run | None, other: Run | None) -> Run | None:
    """Return the longer of two, the first if they are equal."""
    if first is None or other is None:
        return first or other
    return other if other.length > first.length else first


def _earlier_of(before: Run | None, both: Run, after: Run | None) -> Run | None:
    return longer(longer(before, both), after)
