"""Read debts from a list: columns of debts, of credits, or of balances with a sign."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.files.reading import amounts
from league.people.reading.cells import tidy
from league.people.reading.headings import MONEY, OUT
from league.people.reading.sheets import Sheet

MOST_CENTS = 99_999_99
_NOTHING = frozenset("-–—−")


@dataclass(frozen=True)
class Example:
    """One cell of a column of balances, with the name of its row, the amount as it is written, and
    its cents with their sign.
    """

    column: str
    name: str
    amount: str
    cents: int


def signed_column(sheet: Sheet, roles: Sequence[str]) -> int | None:
    """Return the place of the column in which the meaning of a minus has to be asked, or None.

    That is a balance, a column of debts or of credits with a minus in it, and one with a column of
    signs beside it.
    """
    for place, role in enumerate(roles):
        if role == "balance":
            return place
        if role in {"debt", "credit"}:
            decimal = amounts.decimal_of(sheet.column(place))
            cents = [amounts.cents_of(cell, decimal) or 0 for cell in sheet.column(place)]
            if "side" in roles or min(cents, default=0) < 0:
                return place
    return None


def example_of(sheet: Sheet, roles: Sequence[str], place: int) -> Example | None:
    """Return the first cell of the column with a minus, else with an amount."""
    decimal = amounts.decimal_of(sheet.column(place))
    sides = [n for n, role in enumerate(roles) if role == "side"]
    names = [n for role in ("name", "first", "last") for n, r in enumerate(roles) if r == role]
    found = []
    for row in sheet.rows:
        side = " ".join(row[n] for n in sides)
        cents = signed(row[place], side, decimal)
        name = " ".join(row[n] for n in names if row[n])
        if cents and name:
            written = f"{row[place]} {side}".strip()
            found.append(Example(sheet.names[place], name, written, cents))
    return min(found, key=lambda example: example.cents > 0, default=None)


def signed(cell: str, side: str, decimal: amounts.Decimals) -> int | None:
    """Return the cents of a cell with its own sign or the one beside it; None where it cannot be
    read, 0 where it says nothing.
    """
    text = tidy(cell)
    if not text or text in _NOTHING:
        return 0
    cents = amounts.cents_of(text, decimal)
    if cents is None or abs(cents) > MOST_CENTS:
        return None
    return -abs(cents) if tidy(side).casefold() in OUT else cents


def owed(cells: Mapping[str, str], decimals: Mapping[str, amounts.Decimals]) -> int | None:
    """Return the debt of a row in cents; None for an amount that cannot be read."""
    total = 0
    for role in MONEY:
        cents = signed(cells.get(role, ""), cells.get("side", ""), decimals.get(role, ""))
        if cents is None:
            return None
        total += cents if role in {"debt", "minus_has"} else -cents
    return total
