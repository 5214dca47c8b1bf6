"""The draw itself: first the people at each table, then their seats.

One round of few people is chosen out of all possible ones. Otherwise a known design first, if one
fits: it costs nothing to look. Then runs of the search, each complete, for as long as the budget
lasts; the best of all is kept. One `rng` decides everything, so that the same plan and the same
seed give the same draw on any machine.
"""

import random
from collections.abc import Iterator

from . import base_rounds, designs
from .errors import DrawError
from .every import FEW, alike, every_round, number_of_rounds
from .plan import Cost, Draw, Plan
from .search import LOOSE, Rounds, Task, Where, run_lengths, searched
from .seats import lots, seated_rounds

# Steps of the search, not seconds: the clock is not ours. A million takes about a second.
ONE_ROUND = 300_000
MANY_ROUNDS = 5_000_000
# Exchanges tried when people are dealt out to a design; about a tenth of a second at most.
DEALS = 40_000


def draw(plan: Plan, rng: random.Random, budget: int = ONE_ROUND) -> Draw:
    """Draw the next round.

    Each round drawn by itself may spoil a later one. If it is known how many follow, ask `schedule`
    for all that remain and play the first: it is drawn with the others in mind. Raises DrawError.
    """
    return schedule(plan, 1, rng, budget)


def schedule(
    plan: Plan, rounds: int, rng: random.Random, budget: int = MANY_ROUNDS, known: bool = True
) -> Draw:
    """Draw so many rounds at once, after those in the plan's history.

    `budget` is in steps of the search; with less than one run takes, the draw is a plain lot. More
    is never worse for the same seed. Without `known` designs the search is on its own, which is how
    the bench measures it. Raises DrawError.
    """
    plan.check()
    if rounds < 1:
        raise DrawError("no_rounds", rounds=rounds)
    task = Task(plan, rounds)
    chances = lots(plan, rounds, max(task.sizes), rng)
    start = task.lots(rounds, rng)
    best, cost, origin, used = start, task.cost(start), "lot", 0
    bound = task.bound
    if len(plan.fixed) == len(plan.people) and rounds == 1:
        origin = "kept"
    elif rounds == 1 and cost > bound and number_of_rounds(task) <= min(FEW, budget):
        chosen, cost = _best_of_all(task, rng)
        best, origin, used, bound = [chosen], "every", number_of_rounds(task), cost
    elif cost > bound:
        design = _from_design(task, rounds, rng) if known else None
        if design and task.cost(design[1]) < cost:
            origin, best = design
            cost = task.cost(best)
        for steps in run_lengths(task, rounds):
            if used + steps > budget or cost <= bound:
                break
            # A draw better than the design may be close by: the first run begins at the design.
            gently = used == 0 and origin != "lot"
            tried = searched(task, best if gently else start, steps, rng, gently)
            used += steps
            if task.cost(tried) < cost:
                best, cost, origin = tried, task.cost(tried), "search"
            start = task.lots(rounds, rng)
    done, firsts, seats = seated_rounds(plan, [_tables(task, where) for where in best], chances)
    return Draw(plan, done, cost._replace(firsts=firsts, seats=seats), bound, origin, used)


def _tables(task: Task, where: list[int]) -> list[list[int]]:
    tables: list[list[int]] = [[] for _ in task.sizes]
    for person, table in enumerate(where):
        tables[table].append(person)
    return tables


def _best_of_all(task: Task, rng: random.Random) -> tuple[Where, Cost]:
    """Draw one of the best of all possible rounds by lot, and the numbers of its tables as well."""
    lowest: Cost | None = None
    best: list[Where] = []
    for where in every_round(task):
        cost = task.cost([where])
        if lowest is None or cost < lowest:
            lowest, best = cost, []
        if cost == lowest:
            best.append(where)
    assert lowest is not None
    chosen = best[int(rng.random() * len(best))]
    table_now = list(range(len(task.sizes)))
    for tables in alike(task):
        mixed = list(tables)
        rng.shuffle(mixed)
        for table, now in zip(tables, mixed, strict=True):
            table_now[table] = now
    return [table_now[table] for table in chosen], lowest


def _from_design(task: Task, rounds: int, rng: random.Random) -> tuple[str, Rounds] | None:
    """Return rounds out of a known design, if it has as many and no earlier round is to be
    heeded.
    """
    if rounds < 2 or task.plan.history or task.fixed or task.largest - min(task.sizes) > 1:
        return None
    tables, empty = len(task.sizes), len(task.sizes) * task.largest - task.number
    design = known_design(tables, task.largest, rounds, empty, rng)
    if not design:
        return None
    places = _dealt(task, design, rng)
    here: Rounds = []
    for pattern in design.rounds:
        where = [0] * task.number
        free = list(range(tables))
        rng.shuffle(free)
        for positions in pattern:
            people = [places[position] for position in positions if position < task.number]
            table = next(table for table in free if task.sizes[table] == len(people))
            free.remove(table)
            for person in people:
                where[person] = table
        here.append(where)
    here += task.lots(rounds - len(here), rng)
    return design.origin, here


def known_design(
    tables: int, size: int, rounds: int, empty: int, rng: random.Random
) -> designs.Design | None:
    """Return the first design with enough rounds without a repeat, otherwise the longest.

    None if none fits. `empty` seats stay free, each at another table.
    """
    longest: designs.Design | None = None
    for design in _known_designs(tables, size, rounds, empty, rng):
        if design and (longest is None or len(design.rounds) > len(longest.rounds)):
            longest = design
        if longest and len(longest.rounds) >= rounds:
            break
    return longest


def _known_designs(
    tables: int, size: int, rounds: int, empty: int, rng: random.Random
) -> Iterator[designs.Design | None]:
    yield designs.carousel(tables, size, rounds, empty, rng)
    if size == 3 and not empty:
        yield designs.kirkman(tables * size, rounds, rng)
    yield base_rounds.known(tables, size, rounds, empty, rng)


def _dealt(task: Task, design: designs.Design, rng: random.Random) -> list[int]:
    """Deal the positions by lot, then exchange them until team mates meet as little as may be."""
    places = list(range(task.number))
    rng.shuffle(places)
    if not task.apart and not task.mates:
        return places
    meet = [[0] * task.number for _ in range(task.number)]
    for pattern in design.rounds:
        for table in pattern:
            for player in table:
                for other in table:
                    if max(player, other) < task.number and player != other:
                        meet[player][other] += 1
    foes: list[list[tuple[int, int]]] = [[] for _ in range(task.number)]
    for pairs, weight in ((task.apart, LOOSE.apart), (task.mates, LOOSE.mate)):
        for player, other in pairs:
            foes[player].append((other, weight))
            foes[other].append((player, weight))
    position = [0] * task.number
    for place, person in enumerate(places):
        position[person] = place

    def trouble(person: int) -> int:
        return sum(weight * meet[position[person]][position[foe]] for foe, weight in foes[person])

    for _ in range(DEALS):
        player, other = int(rng.random() * task.number), int(rng.random() * task.number)
        if not trouble(player):
            continue
        before = trouble(player) + trouble(other)
        position[player], position[other] = position[other], position[player]
        if trouble(player) + trouble(other) > before:
            position[player], position[other] = position[other], position[player]
    for person, place in enumerate(position):
        places[place] = person
    return places
