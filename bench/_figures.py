"""Size the scripts in bench/ and print their figures: one option makes all small.

`dev.py bench --small` sets BENCH_SIZE, and BENCH_FIGURES to the file that collects each figure as a
line of JSON for `bench/results.md`.
"""

import json
import os
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

SMALL = os.environ.get("BENCH_SIZE") == "small"
Size = TypeVar("Size")


def size(full: Size, small: Size) -> Size:
    """Return how much of something is measured: `small` only shows that the script still runs."""
    return small if SMALL else full


def spread(values: Sequence[float], digits: int = 2) -> str:
    middle = statistics.median(values)
    return f"{middle:.{digits}f} ({min(values):.{digits}f}–{max(values):.{digits}f})"


def figure(
    name: str,
    values: float | Sequence[float],
    *,
    unit: str = "",
    digits: int = 2,
    at_least: float | None = None,
    at_most: float | None = None,
) -> None:
    """Print a figure with its aim; the median of several values is what has to reach it."""
    several = values if isinstance(values, Sequence) else [values]
    middle = statistics.median(several)
    text = spread(several, digits) if len(several) > 1 else f"{middle:.{digits}f}"
    text = f"{text} {unit}".strip()
    aim = _aim(at_least, at_most)
    print(f"{name:40} {text}" + (f", aim: {aim}" if aim else ""), flush=True)
    if collected := os.environ.get("BENCH_FIGURES"):
        is_met = (at_least is None or middle >= at_least) and (at_most is None or middle <= at_most)
        row = {"name": name, "figure": text, "aim": aim, "is_met": is_met}
        with Path(collected).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def _aim(at_least: float | None, at_most: float | None) -> str:
    if at_least is not None and at_most is not None:
        return f"{at_least:g} to {at_most:g}"
    if at_least is not None:
        return f"at least {at_least:g}"
    return "" if at_most is None else f"at most {at_most:g}" if at_most else "0"
