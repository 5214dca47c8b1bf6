"""Find the balances that a bank's table states: in rows above and below its lines, or after each.

Pure.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from finance.bank.reading.statements import Balance, Line
from league.files.reading import amounts, days

# What such a row begins with, or says in a cell of its own.
NAMED = re.compile(
    r"((alter|neuer|letzter|aktueller) |anfangs|end|schluss)?-?(konto|bank)?(stand|saldo)\b"
    r"|saldo|summe|gesamt|total\b|((opening|closing|current) |(last )?account )balance",
    re.IGNORECASE,
)
_OPENING = re.compile(r"alt|letzt|last|anfang|opening", re.IGNORECASE)
_OUT = frozenset({"s", "soll", "d", "dr"})

# The lines of one row: what was booked, and the fee beside it.
RowLines = tuple[Line, ...]


@dataclass(frozen=True)
class Foot:
    """A row that says a balance: „Alter Kontostand;1.000,00 EUR“, above or `below` the lines."""

    cells: tuple[str, ...]
    order: days.Order = "dmy"
    below: bool = True

    @property
    def is_opening(self) -> bool:
        named = next(filter(NAMED.match, self.cells), "")
        return bool(_OPENING.match(named))

    @property
    def day(self) -> date | None:
        return next(filter(None, (days.day_of(cell, self.order) for cell in self.cells)), None)

    @property
    def cents(self) -> int | None:
        """Return the last amount in it; „S“ behind it makes it negative."""
        found = [
            cents
            for cell in self.cells
            if not days.is_day(cell) and (cents := amounts.cents_of(cell)) is not None
        ]
        if not found:
            return None
        return -found[-1] if self.cells[-1].casefold() in _OUT else found[-1]


def balances_of(
    rows: Sequence[RowLines], standings: Sequence[int | None], feet: Sequence[Foot]
) -> tuple[list[RowLines], tuple[Balance, ...]]:
    """Return the rows, and the opening and closing balance as far as the file has them.

    If each row says what was there after it, these decide, and whether a fee in the row is part of
    the amount. A balance that is alone and without a day says nothing that could be checked.
    """
    if rows and all(cents is not None for cents in standings):
        known = [cents for cents in standings if cents is not None]
        for candidate in (list(rows), [lines[:1] for lines in rows]):
            sums = [sum(line.cents for line in lines) for lines in candidate]
            if ends := _ends(sums, known):
                return candidate, _both(candidate, *ends)
        opening = known[0] - sum(line.cents for line in rows[0])
        closing = known[-1]
        if rows[0][0].booked > rows[-1][0].booked:
            opening, closing = known[-1] - sum(line.cents for line in rows[-1]), known[0]
        return list(rows), _both(rows, opening, closing)
    return list(rows), _from_feet(rows, feet)


def _ends(sums: Sequence[int], standings: Sequence[int]) -> tuple[int, int] | None:
    """Return the balances before and after all rows, in whatever order they come; None if they do
    not follow from one another.
    """
    before = Counter(after - cents for after, cents in zip(standings, sums, strict=True))
    after = Counter(standings)
    first, last = before - after, after - before
    if not first and not last:
        return standings[-1], standings[-1]  # as much went out as came in
    if first.total() == last.total() == 1:
        return next(iter(first)), next(iter(last))
    return None


def _from_feet(rows: Sequence[RowLines], feet: Sequence[Foot]) -> tuple[Balance, ...]:
    said: dict[bool, Foot] = {}
    for foot in feet:
        if foot.cents is not None:
            said[foot.is_opening] = foot
    if not rows or not said:
        return ()
    if len(said) == 2:
        opening, closing = said[True].cents, said[False].cents
        assert opening is not None
        assert closing is not None
        of_rows = _both(rows, opening, closing)
        day = said[False].day
        return (of_rows[0], Balance(day, closing, "closing")) if day else of_rows
    # Above the lines it is the balance of the moment, which no line may have reached yet.
    foot = next(iter(said.values()))
    if foot.is_opening or not foot.below or foot.day is None or foot.cents is None:
        return ()
    return (Balance(foot.day, foot.cents, "closing"),)


def _both(rows: Sequence[RowLines], opening: int, closing: int) -> tuple[Balance, ...]:
    booked = [lines[0].booked for lines in rows]
    return (
        Balance(min(booked), opening, "opening"),
        Balance(max(booked), closing, "closing"),
    )
