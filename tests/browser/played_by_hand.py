"""A tournament on paper beside the one in the browser: its cards, and what they come to.

The rules of the formats that are played here stand once more in plain sums over who got out when;
nothing of `league` is asked for a point, a life or a place. People are their first names.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple


class Game(NamedTuple):
    """A game on paper: the players in the order they got out of each half, its loser last; the
    loser of the game.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    loser: str
    throws: dict[str, int]

    def swapped(self, first: str, second: str) -> "Game":
        """Return the game with these two lines of the card mixed up."""

        def name(who: str) -> str:
            return {first: second, second: first}.get(who, who)

        throws = {name(who): points for who, points in self.throws.items()}
        halves = (tuple(map(name, half)) for half in (self.first, self.second))
        return Game(*halves, name(self.loser), throws)


Points = Callable[[Game], Counter[str]]


def halves_kept(game: Game) -> Counter[str]:
    """Return a point per half for all but its loser; the lost final costs one again."""
    points = Counter(dict.fromkeys(game.first, 2))
    points.subtract([game.first[-1], game.second[-1]])
    if game.first[-1] != game.second[-1]:
        points[game.loser] -= 1
    return points


def early(game: Game) -> Counter[str]:
    """3, 2, 1, 0 or 3, 1, 0 by how early one gets out of a half."""
    points: Counter[str] = Counter()
    for half in (game.first, game.second):
        shares = {3: (3, 1, 0), 4: (3, 2, 1, 0)}[len(half)]
        points.update(dict(zip(half, shares, strict=True)))
    return points


def throws(game: Game) -> Counter[str]:
    return Counter(game.throws)


@dataclass(frozen=True)
class Rule:
    """The aim of a block: points that add up with those before, or lives.

    `plays_on` is how many at a table are left when it has ended; `account`: lives are those left
    from before.
    """

    points: Points | None = None
    adds: bool = True
    lives: int = 0
    plays_on: int = 1
    account: bool = False
    comes: tuple[tuple[str, str], ...] = ()  # out of which block who comes; nothing: all


def as_written(worth: Fraction | int) -> str:
    """Write points or lives as a page does."""
    if worth == int(worth):
        return str(int(worth))
    return f"{float(worth):.2f}".rstrip("0").replace(".", ",")


ALIVE, DEAD, LOST = "who has a life", "who has none", "who does not go on"


@dataclass
class Block:
    """One block on paper: who sits where, the cards, and what counts where there is none."""

    rule: Rule
    tables: dict[int, list[str]] = field(default_factory=dict)
    cards: dict[int, list[Game]] = field(default_factory=dict)
    at_start: dict[str, int] = field(default_factory=dict)  # lives
    lost_by_hand: dict[str, int] = field(default_factory=dict)  # lives, where the card is lost
    averaged: set[str] = field(default_factory=set)  # who gets the mean of his other blocks
    gone: dict[str, int] = field(default_factory=dict)  # left a table after so many games

    @property
    def people(self) -> set[str]:
        return {name for table in self.tables.values() for name in table}

    @property
    def games(self) -> list[Game]:
        return [game for card in self.cards.values() for game in card]

    def points(self) -> dict[str, Fraction]:
        assert self.rule.points is not None
        points = dict.fromkeys(self.people, Fraction(0))
        for game in self.games:
            for name, number in self.rule.points(game).items():
                points[name] += number
        return points

    def lives(self) -> dict[str, tuple[int, int]]:
        """Return how many lives each player has left, and in which game the last one went."""
        left, out = dict(self.at_start), dict.fromkeys(self.people, 0)
        for name, lost in self.lost_by_hand.items():
            left[name] -= lost
        for card in self.cards.values():
            for number, game in enumerate(card, 1):
                left[game.loser] -= 1
                if not left[game.loser]:
                    out[game.loser] = number
        for name, number in self.gone.items():
            if left[name]:
                left[name], out[name] = 0, number
        return {name: (left[name], out[name]) for name in self.people}


class Paper:
    """All blocks, in the order in which they were drawn."""

    def __init__(self, rules: dict[str, Rule], shape: str, seed: int) -> None:
        self.rules, self.shape = rules, shape
        self.rng = random.Random(seed)
        self.blocks: dict[str, Block] = {}

    def begins(self, name: str, tables: dict[int, list[str]]) -> None:
        """Note that a block is drawn, or drawn otherwise."""
        rule = self.rules.get(name) or self.rules["*"]
        block = self.blocks.setdefault(name, Block(rule))
        block.tables = tables
        last: dict[str, int] = {}
        for other in self.blocks.values():
            if other is not block and rule.account:
                last |= {who: left for who, (left, _out) in other.lives().items()}
        block.at_start = {who: last.get(who, rule.lives) for who in block.people}

    # --- cards -----------------------------------------------------------------------------
    def plays(self, name: str, table: int, most: int) -> list[Game]:
        """Play a card by chance: as many games as there is room for, or until the lives have
        decided.
        """
        block = self.blocks[name]
        left = dict(block.at_start)
        card: list[Game] = []
        while len(card) < most:
            there = [
                who
                for who in block.tables[table]
                if len(card) < block.gone.get(who, 99) and (not block.rule.lives or left[who] > 0)
            ]
            if block.rule.lives and len(there) <= block.rule.plays_on:
                break
            game = self._game(there)
            if block.rule.lives:
                left[game.loser] -= 1
            card.append(game)
        block.cards[table] = card
        return card

    def _game(self, there: Sequence[str]) -> Game:
        first, second = (tuple(self.rng.sample(there, len(there))) for _half in "12")
        loser = self.rng.choice((first[-1], second[-1]))
        points = {who: self.rng.randint(0, 9) for who in there}
        return Game(first, second, loser, points if self.shape == "throws" else {})

    def text(self, game: Game, seats: Sequence[str]) -> str:
        """Write a game in the short form, by the places around the table."""

        def place(who: str) -> str:
            return str(seats.index(who) + 1)

        lost = [game.first[-1], game.second[-1]]
        halves = [place(who) for who in lost]
        final = [place(game.loser)] if lost[0] != lost[1] else []
        if self.shape == "exits":
            return "/".join(
                ["".join(map(place, half)) for half in (game.first, game.second)] + final
            )
        points = [str(game.throws[who]) for who in seats if who in game.throws]
        return " ".join(["".join(halves + final), *points])

    # --- what it comes to --------------------------------------------------------------------
    def value(self, name: str) -> dict[str, tuple[Any, ...]]:
        """Return the value of each player in this block; more is better."""
        block = self.blocks[name]
        if block.rule.lives:
            return dict(block.lives())
        sums: dict[str, Fraction] = {}
        for number, other in self.blocks.items():
            if not other.rule.points:
                continue
            for who, points in self._with_averages(number).items():
                sums[who] = points + (sums.get(who, Fraction(0)) if other.rule.adds else 0)
            if number == name:
                break
        return {who: (sums[who],) for who in block.people}

    def _with_averages(self, name: str) -> dict[str, Fraction]:
        points = self.blocks[name].points()
        for who in self.blocks[name].averaged:
            others = [
                block.points()[who]
                for other, block in self.blocks.items()
                if other != name and block.rule == self.blocks[name].rule and who in block.people
            ]
            points[who] = sum(others, Fraction(0)) / max(1, len(others))
        return points

    def mixed_up(self, name: str) -> tuple[int, str, str]:
        """Return a table, and two at it whose lines can be mixed up with a different outcome."""
        block, value = self.blocks[name], self.value(name)
        for number, card in block.cards.items():
            people = [who for who in block.tables[number] if who not in block.gone]
            if len({len(game.first) for game in card}) > 1 and not block.rule.lives:
                continue  # a player left
            order = sorted(people, key=value.__getitem__)
            if value[order[0]] != value[order[-1]]:
                return number, order[0], order[-1]
        raise AssertionError("all are equal")

    # --- ways ----------------------------------------------------------------------------------
    def check_ways(self, name: str) -> None:
        """Assert that just those sit in this block who come there, and no better one stayed."""
        came: set[str] = set()
        for of, how in self.blocks[name].rule.comes:
            value, here = self.value(of), self.blocks[name].people & self.blocks[of].people
            if how == ALIVE:
                here = {who for who, worth in value.items() if worth[0]}
            elif how == DEAD:
                here = {who for who, worth in value.items() if not worth[0]}
            elif how == LOST:
                here = self.blocks[of].people - self.advancing(of, here, "2 of all", lost=True)
            else:
                here = self.advancing(of, here, how)
            came |= here
        if self.blocks[name].rule.comes:
            assert self.blocks[name].people == came, name

    def advancing(self, of: str, here: set[str], how: str, *, lost: bool = False) -> set[str]:
        """Return the names a block sends on, `here` of those who are equal at the cut."""
        goes = self.blocks[of].people - here if lost else here
        number, where = int(how.split()[0]), how.split()[-1]
        tables = self.blocks[of].tables.values()
        groups = [self.blocks[of].people] if where == "all" else [set(table) for table in tables]
        value = self.value(of)
        for group in groups:
            inside, outside = group & goes, group - goes
            assert len(inside) == min(number, len(group)), (of, inside, how)
            order = sorted(group, key=value.__getitem__, reverse=True)
            assert not outside or min(map(value.get, inside)) >= max(map(value.get, outside)), (
                of,
                [(who, value[who]) for who in order],
                inside,
            )
        return goes
