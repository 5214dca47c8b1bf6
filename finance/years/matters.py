"""Open matters of a year that is signed: each is seen, and explained by a sentence once. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

Code = Literal[
    "bank_difference",
    "cash_difference",
    "own_matters",
    "missing_vouchers",
    "proposals",
    "unmatched_lines",
]
CODES: tuple[str, ...] = get_args(Code)


@dataclass(frozen=True)
class Matter:
    """One kind of open matter in a year: how many, and the cents they add up to."""

    code: str
    count: int
    cents: int = 0


def explained(said: Iterable[tuple[Matter, str]]) -> dict[Matter, str]:
    """Return the sentence about each matter; the latest counts.

    A sentence about two missing vouchers says nothing about a third.
    """
    return {matter: words for matter, words in said if words}
