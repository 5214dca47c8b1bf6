"""Play a whole format on paper: cards by seeded chance, seats by lot, the core ranks and sends on.

The games are kept as bare facts, so that a test can count them again by plain means. A player with
no life left looks on; the lives are crossed out here, as a referee does, and not asked of the core.
"""

import random
from dataclasses import dataclass, field

from league import formats
from league.formats import Advancing, Decision, Game, Line, Row

# Games at a table where the clock ends the block.
UNTIL_THE_BELL = 8


@dataclass(frozen=True)
class Fact:
    """One game: its players in the order of getting out of each half, the loser last."""

    number: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    loser: int
    aus: dict[int, int]
    jule: dict[int, int]
    throws: dict[int, int]

    @property
    def halves_lost(self) -> list[int]:
        return [self.first[-1], self.second[-1]]

    @property
    def is_sweep(self) -> bool:
        return self.first[-1] == self.second[-1]


@dataclass
class Played:
    """A block: the people at each table, and its games."""

    tables: list[tuple[int, ...]]
    facts: list[list[Fact]]
    springers: list[int]
    rows: list[Row] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)

    @property
    def people(self) -> set[int]:
        return {person for table in self.tables for person in table} | set(self.springers)


class Day:
    """A tournament of so many people, numbered from 1."""

    def __init__(self, slug: str, people: int, seed: int = 1) -> None:
        self.format = formats.fitted(formats.load(slug), people)
        self.rng = random.Random(seed)
        self.everybody = list(range(1, people + 1))
        self.lives: dict[int, int] = {}
        self.sat_out = dict.fromkeys(self.everybody, 0)
        self.blocks: dict[int, Played] = {}
        number = 1
        while number <= len(self.format.blocks):
            self._play(number)
            is_last = number == len(self.format.blocks)
            alive = [row for row in self.blocks[number].rows if row.lives]
            if is_last and self.format.block(number).again and len(alive) > 1:
                self.format = formats.with_another(self.format)
            number += 1

    @property
    def ranking(self):
        rows = {number: played.rows for number, played in self.blocks.items()}
        return formats.final_ranking(self.format, rows)

    def named(self, name: str) -> Played:
        return next(
            self.blocks[number]
            for number, block in enumerate(self.format.blocks, 1)
            if block.name == name
        )

    def players(self, number: int) -> list[int]:
        who = self.format.block(number).who
        if who.kind == "all":
            return self.everybody
        if who.kind == "rest":
            return [person for person in self.everybody if person not in self.blocks[who.of].people]
        return [person for of in who.blocks for person in self._leads(of)[number].people]

    def _leads(self, number: int) -> dict[int, Advancing]:
        played = self.blocks[number]
        return formats.taken(self.format, number, played.rows, played.tables, played.decisions)

    def _play(self, number: int) -> None:
        block = self.format.block(number)
        people = self.players(number)
        assert len(people) == len(set(people)), "nobody comes in twice"
        for person in people:
            if not block.carry_lives:
                self.lives[person] = block.scoring.lives
        played = self.blocks[number] = self._seated(block, people)
        played.facts = [self._table(block, table) for table in played.tables]
        games = [
            self._game(number, at, fact)
            for at, table in enumerate(played.facts, 1)
            for fact in table
        ]
        earlier = {
            row.person: row for of in self.format.before(number) for row in self.blocks[of].rows
        }
        while True:
            played.rows = formats.standing(
                block, games, people, earlier, played.decisions, springers=played.springers
            )
            ties = [tie for sent in self._leads(number).values() for tie in sent.ties]
            if number == len(self.format.blocks):
                ties += formats.open_ties(played.rows, None)
            if not ties:
                return
            order = list(ties[0].people)
            self.rng.shuffle(order)
            played.decisions.append(Decision("playoff", tuple(order)))

    def _seated(self, block, people: list[int]) -> Played:
        order = list(people)
        self.rng.shuffle(order)
        springers: list[int] = []
        if block.tables.fill == "springer":
            order.sort(key=lambda person: -self.sat_out[person])
            number = block.tables.springers(len(order))
            springers = order[len(order) - number :]
            order = order[: len(order) - number]
            for person in springers:
                self.sat_out[person] += 1
        groups: tuple[tuple[int, ...], ...] = (tuple(order),)
        if block.draw == "parity":
            groups = formats.by_parity(order, self.lives, block.tables)
        tables = []
        for group in groups:
            for size in block.tables.sizes(len(group)):
                tables.append(group[:size])
                group = group[size:]
        return Played(tables, [], springers)

    def _table(self, block, table: tuple[int, ...]) -> list[Fact]:
        """Play until the lives have decided, all games are played, or the bell rings."""
        scoring, facts = block.scoring, []
        most = block.games.at(len(table)) if block.games else UNTIL_THE_BELL if block.again else 99
        while len(facts) < most:
            there = [person for person in table if not scoring.lives or self.lives[person] > 0]
            if scoring.lives and len(there) <= scoring.leave:
                break
            fact = self._fact(len(facts) + 1, there)
            facts.append(fact)
            if scoring.life_per == "stake" and fact.is_sweep:
                self.lives[fact.loser] = max(0, self.lives[fact.loser] - 2)
            elif scoring.lives:
                self.lives[fact.loser] -= 1
        return facts

    def _fact(self, number: int, there: list[int]) -> Fact:
        first, second = list(there), list(there)
        self.rng.shuffle(first)
        self.rng.shuffle(second)

        def few() -> dict[int, int]:
            return {person: self.rng.choice((0, 0, 0, 1)) for person in there}

        throws = {person: self.rng.randint(0, 6) for person in there}
        loser = self.rng.choice((first[-1], second[-1]))
        return Fact(number, tuple(first), tuple(second), loser, few(), few(), throws)

    def _game(self, block: int, table: int, fact: Fact) -> Game:
        lines = tuple(
            Line(
                person,
                seat,
                lost_first=person == fact.first[-1],
                lost_second=person == fact.second[-1],
                lost_game=person == fact.loser,
                exit_first=None if person == fact.first[-1] else fact.first.index(person) + 1,
                exit_second=None if person == fact.second[-1] else fact.second.index(person) + 1,
                schock_aus=fact.aus[person],
                throw_points=fact.throws[person],
                jule=fact.jule[person],
            )
            for seat, person in enumerate(sorted(fact.first), 1)
        )
        ending = "sweep" if fact.is_sweep else "final"
        return Game(table, fact.number, len(lines), ending, lines, block)
