"""One person's figures in one scope, of one season or of several."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from league.figures.games import Game, Key, Line
from league.figures.rating import NEW, Rating
from league.figures.runs import Runs, joined, of_one

A_GAME = 1_000_000

# Counts that simply add up. `*_of` says in how many games the fact was written down.
TALLY = (
    "evenings",
    "games",
    "by_chance",
    "lost_first",
    "first_of",
    "lost_second",
    "second_of",
    "lost_final",
    "swept",
    "lost_otherwise",
    "next_to_last",
    "schock_aus",
    "schock_aus_of",
    "jule",
    "jule_of",
)


class Night(NamedTuple):
    """One person's evening (or tournament): games played there, and lost."""

    event: int
    day: str
    games: int
    lost: int


class Beside(NamedTuple):
    """Games two people sat in together: how many, how many the other lost, how many oneself."""

    games: int = 0
    lost_by_other: int = 0
    lost_by_me: int = 0

    def plus(self, other: "Beside") -> "Beside":
        return Beside(*(mine + more for mine, more in zip(self, other, strict=True)))


class Most(NamedTuple):
    """The most of something, and the game or evening of it; nought is nowhere."""

    number: int = 0
    key: Key | None = None

    def against(self, number: int, key: Key) -> "Most":
        return Most(number, key) if number > self.number else self

    def as_data(self) -> list[Any]:
        return [self.number, list(self.key)] if self.key else []

    @classmethod
    def of(cls, data: Sequence[Any]) -> "Most":
        return cls(data[0], Key(*data[1])) if data else cls()


NOTHING = Most()


@dataclass
class Person:
    """Counts, streaks and the company of one person. `take` adds a game, `add` a later season."""

    person: int
    evenings: int = 0
    games: int = 0
    # Games one would have lost if chance alone had picked the loser, in millionths of a game.
    by_chance: int = 0
    lost_first: int = 0
    first_of: int = 0
    lost_second: int = 0
    second_of: int = 0
    lost_final: int = 0
    swept: int = 0  # Blattschüsse
    lost_otherwise: int = 0  # excluded, ruled, or played „scharf“
    next_to_last: int = 0
    schock_aus: int = 0
    schock_aus_of: int = 0
    jule: int = 0
    jule_of: int = 0
    most_in_a_game: Most = NOTHING  # Schock-Aus
    most_at_an_evening: Most = NOTHING
    runs: Runs | None = None
    nights: list[Night] = field(default_factory=list)
    beside: dict[int, Beside] = field(default_factory=dict)
    rating: Rating = NEW
    _aus_tonight: int = 0

    @property
    def lost(self) -> int:
        return self.lost_final + self.swept + self.lost_otherwise

    @property
    def share(self) -> float:
        """Return the share of the games played that were lost, 0 to 1.

        For display only, as all shares.
        """
        return self.lost / self.games

    @property
    def share_by_chance(self) -> float:
        return self.by_chance / A_GAME / self.games

    def take(self, game: Game, line: Line, saved: bool) -> None:
        """Count one more game, later than all before it. `saved`: lost a half and got away."""
        self.games += 1
        self.by_chance += round(A_GAME / len(game.lines))
        self.lost_first += bool(line.lost_first)
        self.first_of += line.lost_first is not None
        self.lost_second += bool(line.lost_second)
        self.second_of += line.lost_second is not None
        self.lost_final += line.lost_game and game.ended_by == "final"
        self.swept += line.lost_game and game.ended_by == "sweep"
        self.lost_otherwise += line.lost_game and game.ended_by not in {"final", "sweep"}
        self.next_to_last += saved
        self.schock_aus += line.schock_aus or 0
        self.schock_aus_of += line.schock_aus is not None
        self.jule += line.jule or 0
        self.jule_of += line.jule is not None
        self.most_in_a_game = self.most_in_a_game.against(line.schock_aus or 0, game.key)
        self.runs = joined(self.runs, of_one(game.key, lost=line.lost_game))
        self._at_night(game, line)
        for other in game.lines:
            if other.person != line.person:
                now = self.beside.get(other.person, Beside())
                self.beside[other.person] = now.plus(
                    Beside(1, int(other.lost_game), int(line.lost_game))
                )

    def _at_night(self, game: Game, line: Line) -> None:
        key = game.key
        if not self.nights or self.nights[-1].event != key.event:
            self.nights.append(Night(key.event, key.day, 0, 0))
            self.evenings += 1
            self._aus_tonight = 0
        last = self.nights[-1]
        self.nights[-1] = last._replace(games=last.games + 1, lost=last.lost + line.lost_game)
        self._aus_tonight += line.schock_aus or 0
        self.most_at_an_evening = self.most_at_an_evening.against(self._aus_tonight, key)

    def add(self, later: "Person") -> None:
        """Add the same person in a later season.

        The rating is the later one's, which begins here.
        """
        for name in TALLY:
            setattr(self, name, getattr(self, name) + getattr(later, name))
        for name in ("most_in_a_game", "most_at_an_evening"):
            most: Most = getattr(later, name)
            if most.key is not None:
                setattr(self, name, getattr(self, name).against(most.number, most.key))
        if later.runs is not None:
            self.runs = joined(self.runs, later.runs)
        self.nights += later.nights
        for other, both in later.beside.items():
            self.beside[other] = self.beside.get(other, Beside()).plus(both)
        self.rating = later.rating
