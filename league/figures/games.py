"""Games as the figures read them, and the scopes each of them counts in."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from league.standings import scoring

EVENINGS, TOURNAMENTS = "evenings", "tournaments"
OCCASIONS = (EVENINGS, TOURNAMENTS)
DEPTHS = ("card", "rounds", "hands", "throws")


class Scope(NamedTuple):
    """A selection of games. An empty word leaves none out."""

    rulebook: str = ""
    depth: str = ""
    occasion: str = ""


class Key(NamedTuple):
    """The place of a game in time: by day and evening, then as the games were numbered.

    It names the game as well, and stays the same when its card is corrected.
    """

    day: str  # as 2026-03-06
    event: int
    block: int
    number: int
    table: int


@dataclass(frozen=True)
class Line(scoring.Line):
    """One person's line of a result. None is what was not written down."""

    exit_first: int | None = None
    exit_second: int | None = None
    jule: int | None = None


@dataclass(frozen=True)
class Game:
    """One current result."""

    key: Key
    rulebook: str
    depth: str
    occasion: str
    ended_by: str
    lines: tuple[Line, ...]

    @property
    def counts(self) -> bool:
        return self.ended_by != "abandoned"

    @property
    def saved(self) -> list[int]:
        """Return those who were next to last."""
        return scoring.next_to_last(scoring.Game(self.key.event, self.ended_by, self.lines))


def scopes(game: Game) -> Iterator[Scope]:
    """Yield every scope a game counts in: its own words, and each of them left out."""
    for chosen in product((game.rulebook, ""), (game.depth, ""), (game.occasion, "")):
        yield Scope(*chosen)
