"""P9: the draw, beside schedules that are known to exist for the social golfer problem.

Three ways per case: as the product draws, where a known design may be taken; the search alone, all
rounds at once; and round by round, as an evening that is drawn when it comes to it. The last has no
aim: each round is drawn without a thought for the next.

Repeats are meetings beyond the first of each pair. Seconds are of one draw, on the clock and of the
processor; they differ where the machine is shared.

Run from the project's root: `python bench/draw.py [SEEDS]`. The figure stands last.
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

from league.draw import Plan, Round, draw, quality, schedule

SEEDS = 9
AIM_SECONDS = 10
# Tables, their size, rounds: each known to be possible without a repeat.
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


def measure(way: Way, case: tuple[int, int, int], seeds: int) -> tuple[list[int], list[float]]:
    tables, size, rounds = case
    plan = Plan(tuple(range(tables * size)), (size,) * tables)
    repeats: list[int] = []
    clock: list[float] = []
    processor: list[float] = []
    firsts = 0
    for seed in range(seeds):
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


def main() -> None:
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    reached, alone, slowest = 0, 0, 0.0
    for case in CASES:
        repeats, clock = measure(product, case, seeds)
        reached += not any(repeats)
        slowest = max(slowest, *clock)
        alone += not statistics.median(measure(search_alone, case, seeds)[0])
        measure(round_by_round, case, seeds)
    print(f"search alone: {alone} of {len(CASES)} cases without a repeat for most seeds")
    print(
        f"{reached} of {len(CASES)} cases without a repeat for every seed,"
        f" slowest {slowest:.2f} s; aim: all within {AIM_SECONDS} s"
    )


if __name__ == "__main__":
    main()
