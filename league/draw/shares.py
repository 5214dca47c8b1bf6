"""Turns at the small tables, and the fair share of them.

Counted in halves of a seat: a table of three beside tables of four is short of one, two halves.
"""

from collections.abc import Callable, Iterable, Sequence

from .plan import Plan, Round


def shortfalls(people: Sequence[int], rounds: Iterable[Round]) -> list[int]:
    """Return by how many seats, in halves, each person's tables were smaller than the largest of
    the round.

    A round missed counts one half if its tables were uneven: a latecomer should neither be spared
    the small table all evening nor make up for what he has not seen.
    """
    at = {person: index for index, person in enumerate(people)}
    shortfalls = [0] * len(people)
    for tables in rounds:
        largest = max(map(len, tables), default=0)
        uneven = any(len(table) < largest for table in tables)
        missing = [int(uneven)] * len(people)
        for table in tables:
            for person in table:
                if person in at:
                    missing[at[person]] = 2 * (largest - len(table))
        shortfalls = [player + other for player, other in zip(shortfalls, missing, strict=True)]
    return shortfalls


def fair_share(plan: Plan, rounds: int) -> tuple[int, int]:
    """Return the shortfalls between which all should end: the mean, and one table more on either
    side.

    A shortfall between them is left to the meetings, which weigh more; one beyond them is not.
    """
    seats = plan.sizes()
    unit = 2 * (max(seats) - min(seats))
    if not unit:
        return 0, sum(shortfalls(plan.people, plan.history))
    total = sum(shortfalls(plan.people, plan.history)) + rounds * _short(seats)
    number = len(plan.people)
    return (total // (number * unit) - 1) * unit, (-(-total // (number * unit)) + 1) * unit


def beyond(shortfall: int, share: tuple[int, int]) -> int:
    """Return how far a shortfall lies outside of the share."""
    return max(0, share[0] - shortfall, shortfall - share[1])


def least_shares(plan: Plan, rounds: int, cost: Callable[[int], int]) -> int:
    """Return what the shortfalls cost at least, if the small tables go round as evenly as they can.

    `cost` of one person's shortfall must grow ever faster, or fall ever slower.
    """
    seats = plan.sizes()
    before = shortfalls(plan.people, plan.history)
    if max(seats) - min(seats) > 1:
        # Tables of sizes further apart would need another count; zero is always right.
        return 0
    steps = sorted(
        cost(had + 2 * more + 2) - cost(had + 2 * more) for had in before for more in range(rounds)
    )
    return sum(map(cost, before)) + sum(steps[: rounds * _short(seats) // 2])


def _short(seats: Sequence[int]) -> int:
    return sum(2 * size * (max(seats) - size) for size in seats)
