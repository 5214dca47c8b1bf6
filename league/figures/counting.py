"""Counting a season: every game into each of its scopes, person by person."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from league.figures.games import Game, Scope, scopes
from league.figures.persons import Person
from league.figures.rating import NEW, Rating, ranks, rate


class Best(NamedTuple):
    """The most of something at one evening; nought is nowhere."""

    number: int = 0
    event: int = 0


NOWHERE = Best()


@dataclass
class Club:
    """The counts for all together. Of equal evenings the earlier one is kept."""

    evenings: int = 0
    games: int = 0
    most_people: Best = NOWHERE
    most_games: Best = NOWHERE


@dataclass
class Counted:
    """One scope of a season."""

    club: Club = field(default_factory=Club)
    persons: dict[int, Person] = field(default_factory=dict)
    _people: dict[int, set[int]] = field(default_factory=dict)
    _games: dict[int, int] = field(default_factory=dict)

    def take(self, game: Game, before: Mapping[int, Rating]) -> None:
        """Count one more game; `before` are the ratings people came into the season with."""
        saved = game.saved
        for line in game.lines:
            person = self.persons.get(line.person)
            if person is None:
                rating = before.get(line.person, NEW)
                person = self.persons[line.person] = Person(line.person, rating=rating)
            person.take(game, line, line.person in saved)
        self._rate(game)
        self._at_event(game)

    def _rate(self, game: Game) -> None:
        places = ranks(game)
        if places is None:
            return
        people = [self.persons[line.person] for line in game.lines]
        for person, rating in zip(
            people, rate([person.rating for person in people], places), strict=True
        ):
            person.rating = rating

    def _at_event(self, game: Game) -> None:
        event = game.key.event
        people = self._people.setdefault(event, set())
        people.update(line.person for line in game.lines)
        self._games[event] = self._games.get(event, 0) + 1
        club = self.club
        club.games += 1
        club.evenings = len(self._games)
        if len(people) > club.most_people.number:
            club.most_people = Best(len(people), event)
        if self._games[event] > club.most_games.number:
            club.most_games = Best(self._games[event], event)


def count(
    games: Iterable[Game], before: Mapping[Scope, Mapping[int, Rating]] | None = None
) -> dict[Scope, Counted]:
    """Count a season in every scope it has games in. The games come in any order.

    `before` are the ratings from the seasons before, scope by scope.
    """
    totals: dict[Scope, Counted] = {}
    for game in sorted((game for game in games if game.counts), key=lambda game: game.key):
        for scope in scopes(game):
            counted = totals.setdefault(scope, Counted())
            counted.take(game, (before or {}).get(scope, {}))
    return totals


def together(seasons: Iterable[Person]) -> Person | None:
    """Add up one person's figures of several seasons, the earliest first."""
    whole: Person | None = None
    for person in seasons:
        if whole is None:
            whole = Person(person.person)
        whole.add(person)
    return whole
