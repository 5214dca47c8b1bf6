"""Counts of meetings, their cost, and the part of it that no draw can avoid."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from .plan import Plan, Round

Counts = list[list[int]]
Price = Callable[[int], int]


def price(times: int) -> int:
    """Return the cost of meeting once more after so many meetings.

    Cubes, so that a third meeting (8) is far worse than two second ones, and a fourth (27) worse
    than three third ones: what cannot be avoided is spread over many.
    """
    return times**3


def repeat(times: int) -> int:
    """Return 1 for every meeting but the first, 0 for that."""
    return int(times > 0)


def meetings(rounds: Iterable[Round]) -> dict[int, Counter[int]]:
    """Count how often each person met each other.

    All persons are in it, in the order of first sitting; a pair that never met is not in the row,
    which says 0 of it.
    """
    met: dict[int, Counter[int]] = {}
    for tables in rounds:
        for table in tables:
            for person in table:
                met.setdefault(person, Counter())
            for player, other in combinations(table, 2):
                met[player][other] += 1
                met[other][player] += 1
    return met


def counts(people: Sequence[int], rounds: Iterable[Round]) -> Counts:
    """Count the same by position in `people`; all others are left out."""
    at = {person: index for index, person in enumerate(people)}
    counts = [[0] * len(people) for _ in people]
    for tables in rounds:
        for table in tables:
            for player, other in combinations([at[person] for person in table if person in at], 2):
                counts[player][other] += 1
                counts[other][player] += 1
    return counts


def together(number: int, tables: int) -> int:
    """Return how many pairs must share a table when so many people spread over so many tables."""
    each, over = divmod(number, tables)
    return tables * each * (each - 1) // 2 + over * each


def pigeonholes(plan: Plan, rounds: int, price: Price = price) -> dict[str, int]:
    """Return what the meetings of so many rounds cost at least, counted in three ways:

    * `pairs`: the rounds make so many meetings, and only so many pairs are cheap;
    * `person`: a person at a table of four meets three, however few he has not met yet;
    * `table`: of a table with more people than another round has tables, some must meet.
    """
    seats, people = plan.sizes(), plan.people
    met = counts(people, plan.history)
    made = rounds * sum(size * (size - 1) // 2 for size in seats)
    pairs = sorted(
        price(met[player][other] + more)
        for player, other in combinations(range(len(people)), 2)
        for more in range(rounds)
    )
    each = rounds * (min(seats) - 1)
    halves = 0
    for index, row in enumerate(met):
        others = [times for other, times in enumerate(row) if other != index]
        again = sorted(price(times + more) for times in others for more in range(rounds))
        halves += sum(again[:each])
    here = set(people)
    parted = [
        rounds * sum(together(len(here.intersection(table)), len(seats)) for table in tables)
        for tables in plan.history
    ]
    among_new = sum(together(size, len(seats)) for size in seats)
    if price(2) >= 2 * price(1):
        # A meeting then costs as much as the number of earlier ones, so every two rounds count.
        table = sum(parted) + rounds * (rounds - 1) // 2 * among_new
    else:
        table = max([*parted, (rounds - 1) * among_new])
    return {"pairs": sum(pairs[:made]), "person": -(-halves // 2), "table": price(1) * table}


def least_meetings(plan: Plan, rounds: int, price: Price = price) -> int:
    """Return the best of the pigeonholes: no draw of so many rounds costs less in meetings."""
    return max(pigeonholes(plan, rounds, price).values())


def least_mates(plan: Plan, rounds: int) -> int:
    """Return how many meetings of team mates cannot be avoided: a team larger than the number
    of tables.
    """
    team_sizes: dict[int, int] = {}
    for person in plan.people:
        if person in plan.teams:
            team = plan.teams[person]
            team_sizes[team] = team_sizes.get(team, 0) + 1
    tables = len(plan.sizes())
    return rounds * sum(together(size, tables) for size in team_sizes.values())
