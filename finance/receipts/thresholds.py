"""Up to how much a tax-privileged club's taxable business stays untaxed, by year; data, pure."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("thresholds.toml")


@dataclass(frozen=True)
class Threshold:
    """Receipts in cents from `first` through the year `through`, and the law that says so."""

    first: int
    through: int
    cents: int
    source: str


@cache
def thresholds() -> tuple[Threshold, ...]:
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["threshold"]
    return tuple(Threshold(**row) for row in rows)


def threshold_of(year: int) -> Threshold | None:
    """Return the threshold of a year; None for one that the data do not know."""
    known = (
        threshold for threshold in thresholds() if threshold.first <= year <= threshold.through
    )
    return next(known, None)
