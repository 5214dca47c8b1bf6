"""P9: the draw, beside schedules that are known to exist for the social golfer problem.

Every size of 3 to 16 tables of 3 to 6 at its hardest: as many rounds as are known to be possible,
drawn as the product draws. Some sizes in two more ways: the search alone, all rounds at once; and
round by round, as an evening that is drawn when it comes to it. The last has no aim: each round is
drawn without a thought for the next.

Repeats are meetings beyond the first of each pair. Seconds are of one draw, on the clock and of the
processor; they differ on a shared machine.

Run from the project's root: `python bench/draw.py`. The figure comes last.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench._figures import figure, size
from league.draw import Plan, Round, draw, quality, schedule

SEEDS = size(3, 1)
AIM_SECONDS = 10
# By people at a table, from 3 tables to 16: the most rounds known without a repeat. At threes and
# fours no more are possible; at fives and sixes they are the most we know of, from the literature
# (65 and 70 people at fives) or docs/draw.md.
HARDEST = {
    3: (4, 4, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23),
    4: (1, 5, 5, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21),
    5: (1, 1, 6, 6, 7, 8, 9, 9, 11, 12, 16, 14, 16, 16),
    6: (1, 1, 1, 3, 7, 8, 9, 7, 11, 13, 13, 12, 11, 16),
}
# Tables, their size, rounds: drawn in the two other ways too.
CASES = ((5, 3, 7), (4, 4, 5), (5, 4, 5), (8, 4, 8), (6, 6, 3), (12, 4, 8), (12, 5, 8))
Way = Callable[[Plan, int, random.Random], Sequence[Round]]


def product(plan: Plan, rounds: int, rng: random.Random) -> Sequence[Round]:
    return schedule(plan, rounds, rng).rounds


def search_alone(plan: Plan, rounds: int, rng: random.Random) -> Sequence[Round]:
    return schedule(plan, rounds, rng, known=False).rounds


def round_by_round(plan: Plan, rounds: int, rng: random.Random) -> Sequence[Round]:
    for _ in range(rounds):
        plan = replace(plan, history=(*plan.history, draw(plan, rng).tables))
    return plan.history


def spread(values: Sequence[float], form: str) -> str:
    low, middle, high = (
        f"{v:{form}}" for v in (min(values), statistics.median(values), max(values))
    )
    return f"{middle} ({low} to {high})"


def measure(way: Way, case: tuple[int, int, int]) -> tuple[list[int], list[float]]:
    tables, size, rounds = case
    plan = Plan(tuple(range(tables * size)), (size,) * tables)
    repeats: list[int] = []
    clock: list[float] = []
    processor: list[float] = []
    firsts = 0
    for seed in range(SEEDS):
        begun, used = time.perf_counter(), time.process_time()
        drawn = way(plan, rounds, random.Random(seed))
        clock.append(time.perf_counter() - begun)
        processor.append(time.process_time() - used)
        figures = quality(drawn)
        repeats.append(figures.repeats)
        firsts = max(firsts, figures.firsts.most - figures.firsts.least)
    print(
        f"{tables * size:3} in {tables:2}x{size}, {rounds} rounds  {way.__name__:15}"
        f" repeats {spread(repeats, '.0f'):14} seconds {spread(clock, '.2f'):22}"
        f" processor {spread(processor, '.2f'):22} first throws differ by {firsts}",
        flush=True,
    )
    return repeats, clock


def hardest() -> list[tuple[int, int, int]]:
    """Return tables, their size and rounds of every size that allows a second round."""
    return [
        (tables, size, rounds)
        for size, by_tables in HARDEST.items()
        for tables, rounds in enumerate(by_tables, start=3)
        if rounds > 1
    ]


def main() -> None:
    alone, slowest = 0, 0.0
    cases, sizes = CASES[: size(None, 2)], hardest()[:: size(1, 12)]
    for case in cases:
        alone += not statistics.median(measure(search_alone, case)[0])
        measure(round_by_round, case)
    missed = []
    for case in sizes:
        repeats, clock = measure(product, case)
        slowest = max(slowest, *clock)
        if any(repeats):
            tables, people, rounds = case
            missed.append(f"{tables * people} in {tables}x{people}, {rounds} rounds")
    print(f"search alone: {alone} of {len(cases)} cases without a repeat for most seeds")
    print(f"with a repeat: {'; '.join(missed) or 'none'}")
    figure("sizes at their hardest", len(sizes), digits=0)
    figure("of these with a repeat for some seed", len(missed), digits=0, at_most=0)
    figure("slowest draw", slowest, unit="s", at_most=AIM_SECONDS)


if __name__ == "__main__":
    main()
