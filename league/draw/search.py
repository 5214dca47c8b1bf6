"""The people at each table: swaps of two people, simulated annealing, one round at a time.

While a round is being improved the others stay as they are, so the cost of each person at each
table is a list to look up, and a swap is judged by five numbers. It is brought up to date only when
a swap is made. All figures are whole numbers: no machine rounds them differently.

People are positions 0, 1, 2 … here; a round is the list of all persons' tables.
"""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from .meetings import Counts, counts, least_mates, least_meetings, price
from .plan import Cost, Plan
from .shares import beyond, fair_share, least_shares, shortfalls

Where = list[int]
Rounds = list[Where]

# The loss allowed to a swap, in thousandths of the heat, one of them drawn by lot each time:
# the logarithms of the usual rule, rounded, so that every machine's logarithm gives the same.
ALLOWED = [round(-1000 * math.log((step + 0.5) / 256)) for step in range(256)]
# The heat at the beginning and at the end, in hundredths, and the number of steps between.
HOT, COLD, SWEEPS = 60, 12, 150
# Steps per person before the next round has its turn; below that, turning costs more than steps.
LEAST_VISIT = 6
# The chance that a person who sits well is left alone: the trouble is elsewhere.
LEAVE_ALONE = 0.75


@dataclass(frozen=True)
class Weights:
    """The weights of the parts of a cost while swaps are judged by one number."""

    apart: int
    lopsided: int
    meeting: int
    mate: int
    size: int


# Near to each other, so that a way to a draw without any of it may lead over a little of each.
LOOSE = Weights(apart=1024, lopsided=256, meeting=256, mate=256, size=4)


class Task:
    """A plan by positions, with all that does not change while its rounds are searched for."""

    def __init__(self, plan: Plan, rounds: int) -> None:
        self.plan = plan
        self.number = len(plan.people)
        self.sizes = plan.sizes()
        self.largest = max(self.sizes)
        self.met = counts(plan.people, plan.history)
        self.short = shortfalls(plan.people, plan.history)
        self.share = fair_share(plan, rounds)
        self.apart, self.mates = self._pairs()
        at = {person: index for index, person in enumerate(plan.people)}
        self.fixed = {at[person]: place.table for person, place in plan.fixed.items()}
        self.everybody = list(range(self.number))
        self.free = [person for person in self.everybody if person not in self.fixed]
        mates = 0 if plan.teams_first else least_mates(plan, rounds)
        self.bound = Cost(
            least_mates(plan, rounds) if plan.teams_first else 0,
            least_shares(plan, rounds, lambda short: beyond(short, self.share)),
            least_meetings(plan, rounds),
            mates,
            least_shares(plan, rounds, lambda short: short**2),
        )

    def _pairs(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Return pairs who must not meet and pairs who should not, each once and in one of the
        lists only.
        """
        plan = self.plan
        at = {person: index for index, person in enumerate(plan.people)}
        team = [plan.teams.get(person) for person in plan.people]
        of_a_team = [
            (player, other)
            for player, other in combinations(range(self.number), 2)
            if team[player] is not None and team[player] == team[other]
        ]

        def known(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
            here = [
                (at[player], at[other]) for player, other in pairs if player in at and other in at
            ]
            return [(min(pair), max(pair)) for pair in here]

        must, should = known(plan.apart), known(plan.rather_not)
        (must if plan.teams_first else should).extend(of_a_team)
        must = sorted(set(must))
        return must, sorted(set(should) - set(must))

    def cost(self, rounds: Rounds) -> Cost:
        """Return the exact cost of whole rounds, without the seats."""
        met = [list(row) for row in self.met]
        short = list(self.short)
        meetings = apart = mates = 0
        for where in rounds:
            apart += sum(where[player] == where[other] for player, other in self.apart)
            mates += sum(where[player] == where[other] for player, other in self.mates)
            for table in seated(where, len(self.sizes)):
                for player, other in combinations(table, 2):
                    meetings += price(met[player][other])
                    met[player][other] += 1
                    met[other][player] += 1
                for person in table:
                    short[person] += 2 * (self.largest - len(table))
        lopsided = sum(beyond(seats, self.share) for seats in short)
        return Cost(apart, lopsided, meetings, mates, sum(seats**2 for seats in short))

    def movable(self, number: int) -> list[int]:
        """Return the people who may be moved in a round: all of them, in the first only those
        not fixed.
        """
        return self.free if number == 0 else self.everybody

    def lots(self, rounds: int, rng: random.Random) -> Rounds:
        """Draw rounds by lot alone; in the first, fixed people sit at their tables already."""
        return [self._lot(self.fixed if number == 0 else {}, rng) for number in range(rounds)]

    def _lot(self, fixed: Mapping[int, int], rng: random.Random) -> Where:
        free = [person for person in range(self.number) if person not in fixed]
        rng.shuffle(free)
        where = [fixed.get(person, -1) for person in range(self.number)]
        for table, size in enumerate(self.sizes):
            for _ in range(size - where.count(table)):
                where[free.pop()] = table
        return where

    def strict(self, rounds: int) -> Weights:
        """Return weights by which no gain further down outweighs a loss further up."""
        most = self.most_short(rounds)
        mate = 1 + self.number * most**2 if most else 1
        meeting = mate * (1 + rounds * len(self.mates)) if self.mates else mate
        pairs = rounds * sum(size * (size - 1) // 2 for size in self.sizes)
        worst = price(max(map(max, self.met)) + rounds)
        lopsided = meeting * (1 + pairs * worst) if most or self.apart else meeting
        apart = lopsided * (1 + self.number * (most + max(map(abs, self.share))))
        return Weights(apart, lopsided, meeting, mate, 1)

    def most_short(self, rounds: int) -> int:
        """Return a bound that no shortfall can exceed; 0 if all tables are equal."""
        unit = 2 * (self.largest - min(self.sizes))
        return max(self.short) + rounds * unit if unit else 0


def seated(where: Where, tables: int) -> list[list[int]]:
    """Return the tables of a round."""
    seated: list[list[int]] = [[] for _ in range(tables)]
    for person, table in enumerate(where):
        seated[table].append(person)
    return seated


def weigh(cost: Cost, weights: Weights) -> int:
    return (
        weights.apart * cost.apart
        + weights.lopsided * cost.lopsided
        + weights.meeting * cost.meetings
        + weights.mate * cost.mates
        + weights.size * cost.sizes
    )


class Search:
    """Rounds that are being improved under given weights; `best` is what it came to."""

    def __init__(self, task: Task, rounds: Rounds, weights: Weights, rng: random.Random) -> None:
        self.task, self.weights, self.rng = task, weights, rng
        self.rounds = [list(where) for where in rounds]
        self.tables = len(task.sizes)
        self.now = weigh(task.cost(rounds), weights)
        self.best, self.lowest = [list(where) for where in rounds], self.now
        self.goal = weigh(task.bound, weights)
        most = max(map(max, task.met)) + len(rounds) + 1
        self.prices = [weights.meeting * price(times) for times in range(most)]
        self.short_prices = [
            weights.lopsided * beyond(short, task.share) + weights.size * short**2
            for short in range(max(max(task.short), task.most_short(len(rounds))) + 1)
        ]
        self.always = [[0] * task.number for _ in range(task.number)]
        for pairs, weight in ((task.apart, weights.apart), (task.mates, weights.mate)):
            for player, other in pairs:
                self.always[player][other] = self.always[other][player] = weight
        self.met: Counts = [list(row) for row in task.met]
        self.short = list(task.short)
        for where in self.rounds:
            self._count(where, 1)

    def run(self, scale: int, steps: int) -> None:
        """Take so many steps, while the allowed loss falls from about half of `scale` to little."""
        rounds = len(self.rounds)
        each = max(LEAST_VISIT * self.task.number, steps // (SWEEPS * rounds))
        sweeps = max(1, steps // (each * rounds))
        for sweep in range(sweeps):
            order = list(range(rounds))
            self.rng.shuffle(order)
            # The coldness grows evenly: 1 / HOT at first, 1 / COLD in the end.
            heat = scale * HOT * COLD * sweeps // (COLD * sweeps + (HOT - COLD) * sweep)
            allowed = [heat * share // 100_000 for share in ALLOWED]
            for number in order:
                self._improve(number, scale, allowed, each)
                if self.now < self.lowest:
                    self.lowest, self.best = self.now, [list(where) for where in self.rounds]
                if self.lowest <= self.goal:
                    return

    def _count(self, where: Where, by: int) -> None:
        for table in seated(where, self.tables):
            missing = 2 * (self.task.largest - len(table)) * by
            for person in table:
                row = self.met[person]
                for other in table:
                    if other != person:
                        row[other] += by
                self.short[person] += missing

    def _improve(self, number: int, scale: int, allowed: list[int], steps: int) -> None:
        """Swap people within one round; the others stay as they are."""
        where = self.rounds[number]
        if not self.task.movable(number):
            return
        self._count(where, -1)
        prices = self.prices
        meet = [
            [prices[times] + more for times, more in zip(row, always, strict=True)]
            for row, always in zip(self.met, self.always, strict=True)
        ]
        for person, row in enumerate(meet):
            row[person] = 0
        at = self._at_tables(where, meet)
        random_share, people = self.rng.random, self.task.movable(number)
        count = len(people)
        goal, now = self.goal, self.now
        for _ in range(steps):
            player = people[int(random_share() * count)]
            from_ = where[player]
            if at[from_][player] < scale and random_share() < LEAVE_ALONE:
                continue
            other = people[int(random_share() * count)]
            to = where[other]
            if from_ == to:
                continue
            change = at[to][player] + at[from_][other] - at[from_][player] - at[to][other]
            change -= 2 * meet[player][other]
            if change <= 0 or change <= allowed[int(random_share() * 256)]:
                gone, come = meet[player], meet[other]
                at[from_] = [a - g + c for a, g, c in zip(at[from_], gone, come, strict=True)]
                at[to] = [a + g - c for a, g, c in zip(at[to], gone, come, strict=True)]
                where[player], where[other] = to, from_
                now += change
                if now <= goal:
                    break
        self.now = now
        self._count(where, 1)

    def _at_tables(self, where: Where, meet: Counts) -> Counts:
        """Return the cost of each person at each table: the people met there, and its size."""
        tables = []
        short_prices = self.short_prices
        for table in seated(where, self.tables):
            missing = 2 * (self.task.largest - len(table))
            row = [short_prices[had + missing] - short_prices[had] for had in self.short]
            for person in table:
                row = [cost + more for cost, more in zip(row, meet[person], strict=True)]
            tables.append(row)
        return tables


def searched(
    task: Task, start: Rounds, steps: int, rng: random.Random, gently: bool = False
) -> Rounds:
    """Run once from `start`: loosely first, then with the higher parts of the cost held fast.

    `gently` keeps most of a start that is worth keeping.
    """
    uneven = min(task.sizes) < task.largest
    finer = bool(task.apart or task.mates or uneven)
    search = Search(task, start, LOOSE, rng)
    search.run(LOOSE.meeting // 4 if gently else LOOSE.meeting, steps * 5 // 8 if finer else steps)
    if not finer or search.lowest <= search.goal:
        return search.best
    strict = task.strict(len(start))
    scales = [] if gently else [strict.meeting // 3]
    scales += [strict.mate] if task.mates else []
    # A size is counted in squares of halves: the first small table costs 4, the second 12.
    scales += [8] if uneven else []
    best = search.best
    for scale in scales:
        search = Search(task, best, strict, rng)
        search.run(scale, steps * 3 // 8 // len(scales))
        best = search.best
        if search.lowest <= search.goal:
            break
    return best


def run_lengths(task: Task, rounds: int) -> Iterator[int]:
    """Yield how many steps each run takes: each twice the last, whatever the budget.

    So a larger budget makes the same runs and some more, and can never end worse.
    """
    steps = 250 * task.number * rounds
    while True:
        yield steps
        steps *= 2
