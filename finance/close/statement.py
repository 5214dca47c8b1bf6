"""The statement two people sign at the close of an evening: plain figures, no names. Pure.

Amounts are cents or whole rounds. The signed statement is frozen as JSON; `Evening` is the part of
it that can be computed again later, and then shows changes after the signatures.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from finance.books.booking import canonical


@dataclass(frozen=True)
class Item:
    """So many of one cause, and what is booked for them."""

    kind: str
    code: str
    count: int
    cents: int


@dataclass(frozen=True)
class Evening:
    """The figures of an evening in the books.

    `cash_…` are the bookings of its day in the cash journal, whatever event they belong to, while
    `payers` are only those who paid at this one. `undecided` are proposals without a decision,
    `rounds` those that were lost at the evening.
    """

    here: int
    items: tuple[Item, ...]
    undecided: int
    rounds: int
    rounds_given: int
    payers: int
    cash_before: int
    cash_in: int
    cash_out: int

    @property
    def charged(self) -> int:
        return sum(item.cents for item in self.items)

    @property
    def cash_after(self) -> int:
        return self.cash_before + self.cash_in - self.cash_out


@dataclass(frozen=True)
class Head:
    """The last booking of a journal when it was signed: with its hash, all before it are pinned."""

    journal: str
    year: int
    number: int
    hash: str


@dataclass(frozen=True)
class Change:
    """A figure that has changed since the signature."""

    what: str
    signed: Any
    now: Any


def frozen(
    evening: Evening,
    *,
    count: Mapping[str, Any],
    running: int,
    contested: int,
    books: tuple[Head, ...],
) -> dict[str, Any]:
    """Return the statement as it is stored and signed.

    `running` are games that were not ended, `contested` results without a ruling.
    """
    return {
        "format": 1,
        "evening": asdict(evening) | {"items": [asdict(item) for item in evening.items]},
        "count": dict(count),
        "running": running,
        "contested": contested,
        "books": [asdict(head) for head in books],
    }


def evening_of(statement: Mapping[str, Any]) -> Evening:
    evening = dict(statement["evening"])
    return Evening(**evening | {"items": tuple(Item(**item) for item in evening["items"])})


def books_of(statement: Mapping[str, Any]) -> tuple[Head, ...]:
    return tuple(Head(**head) for head in statement["books"])


def digest(event: int, version: int, statement: Mapping[str, Any]) -> str:
    """Return the digest to sign: the statement of this event in this version, and no other."""
    content = ["schockwart evening", event, version, dict(statement)]
    return hashlib.sha256(canonical(content)).hexdigest()


def changes(signed: Evening, now: Evening) -> list[Change]:
    """Return the differences, figure by figure."""
    return [
        Change(field.name, before, after)
        for field in fields(Evening)
        if (before := getattr(signed, field.name)) != (after := getattr(now, field.name))
    ]
