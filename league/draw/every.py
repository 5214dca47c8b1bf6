"""Every possible round, if they are few: then the best is not searched for but known.

Nine people have 280 rounds at tables of three, twelve have 5775 at tables of four.
"""

from collections.abc import Iterator
from math import factorial, prod

from .search import Task, Where

# About a quarter of a second of comparing.
FEW = 6000


def number_of_rounds(task: Task) -> int:
    """Return the number of possible rounds; untouched tables of one size are all the same."""
    free = _free_seats(task)
    rounds = factorial(sum(free)) // prod(map(factorial, free))
    alike = [size for size, seats in zip(task.sizes, free, strict=True) if size == seats]
    return rounds // prod(factorial(alike.count(size)) for size in set(alike))


def every_round(task: Task) -> Iterator[Where]:
    """Yield each round once. Of empty tables alike, the first person always takes the first."""
    where = [task.fixed.get(person, -1) for person in range(task.number)]
    yield from _seat(task, where, _free_seats(task), 0)


def alike(task: Task) -> list[list[int]]:
    """Return the tables of one size at which no one is fixed: their numbers are left to the lot."""
    free = _free_seats(task)
    untouched = [table for table, size in enumerate(task.sizes) if free[table] == size]
    return [
        [table for table in untouched if task.sizes[table] == size]
        for size in sorted({task.sizes[table] for table in untouched})
    ]


def _free_seats(task: Task) -> list[int]:
    taken = list(task.fixed.values())
    return [size - taken.count(table) for table, size in enumerate(task.sizes)]


def _seat(task: Task, where: Where, free: list[int], person: int) -> Iterator[Where]:
    if person == task.number:
        yield list(where)
        return
    if person in task.fixed:
        yield from _seat(task, where, free, person + 1)
        return
    empty_seen = set()
    for table, size in enumerate(task.sizes):
        if free[table] == size:
            if size in empty_seen:
                continue
            empty_seen.add(size)
        if free[table]:
            where[person] = table
            free[table] -= 1
            yield from _seat(task, where, free, person + 1)
            free[table] += 1
