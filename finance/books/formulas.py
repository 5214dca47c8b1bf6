"""The price of a deed by the club's own catalogue: a formula and a deed give cents.

Pure: no Django, no clock, no database. Amounts are integer cents. None is an amount that has to be
named by hand or cannot be known yet; it is never zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

FIXED: Final = "fixed"  # so much, however often
PIECE: Final = "piece"  # so much for each piece
STARTED: Final = "started"  # so much for each started span: the started quarter of an hour
STEPS: Final = "steps"  # a table: up to here so much, up to there so much
OPEN: Final = "open"  # „eine Spende“: the payer names the amount
OTHERS: Final = "others"  # all who are here pay, but not the one who did it
THING: Final = "thing"  # no money: a round, a crate
AVERAGE: Final = "average"  # what the evening cost those who were there, per head
KINDS: Final = (FIXED, PIECE, STARTED, STEPS, OPEN, OTHERS, THING, AVERAGE)

MINUTES: Final = "minutes"
COUNT: Final = "count"
HEADS: Final = "heads"

NEAREST: Final = "nearest"
UP: Final = "up"
DOWN: Final = "down"


@dataclass(frozen=True)
class Step:
    """Up to and including `up_to` it costs `cents`; the last step has no end."""

    up_to: int | None
    cents: int


@dataclass(frozen=True)
class Formula:
    """The rule for an amount.

    `cents` is the amount, per piece or span for countable deeds; for an average it is the
    surcharge. `again` are the amounts for the second, third and later times; the last holds for all
    that follow. `most` is never exceeded. An average is rounded to `round_to` cents.
    """

    kind: str
    cents: int | None = None
    measure: str = ""
    per: int = 1
    steps: tuple[Step, ...] = ()
    again: tuple[int, ...] = ()
    most: int | None = None
    round_to: int = 1
    rounding: str = NEAREST


@dataclass(frozen=True)
class Deed:
    """A deed to be priced: number of pieces, minutes, and heads at the table.

    `before` counts earlier deeds of the same person in the season or year that counts.
    """

    count: int = 1
    minutes: int | None = None
    heads: int | None = None
    before: int = 0

    def measured(self, measure: str) -> int | None:
        return {MINUTES: self.minutes, COUNT: self.count, HEADS: self.heads}.get(measure)


def price(formula: Formula, deed: Deed) -> int | None:
    """Return the price of the deed in cents; None if the formula alone cannot tell."""
    cents = _uncapped(formula, deed)
    return min(cents, formula.most) if cents is not None and formula.most else cents


def _uncapped(formula: Formula, deed: Deed) -> int | None:
    if formula.kind == FIXED:
        return _rung(formula, deed.before)
    if formula.kind in {PIECE, OTHERS}:
        rung = _rung(formula, deed.before)
        return rung * deed.count if rung is not None else None
    if formula.kind == STARTED:
        minutes = deed.measured(MINUTES)
        if minutes is None or formula.cents is None:
            return None
        return -(-minutes // formula.per) * formula.cents
    if formula.kind == STEPS:
        measured = deed.measured(formula.measure)
        return None if measured is None else _step(formula.steps, measured)
    return None


def _rung(formula: Formula, before: int) -> int | None:
    """Return the amount of this time; without a ladder every time costs the same."""
    if not before or not formula.again:
        return formula.cents
    return formula.again[min(before, len(formula.again)) - 1]


def _step(steps: Sequence[Step], measured: int) -> int:
    return next(step.cents for step in steps if step.up_to is None or measured <= step.up_to)


def average(formula: Formula, total: int, heads: int) -> int:
    """Return an absentee's share in cents: `total` by `heads`, rounded, plus the surcharge."""
    return rounded(total, heads, formula.round_to, formula.rounding) + (formula.cents or 0)


def rounded(total: int, heads: int, to: int, how: str) -> int:
    """Return `total / heads` in cents as a multiple of `to`; a half goes up. Without heads it is
    zero.
    """
    if heads <= 0:
        return 0
    whole, rest = divmod(total, heads * to)
    goes_up = rest > 0 if how == UP else how == NEAREST and 2 * rest >= heads * to
    return (whole + goes_up) * to


# --- is it a formula at all? --------------------------------------------------------------------
def problem(formula: Formula) -> str:
    """Return the code of what is wrong with a formula, empty if it is one."""
    if formula.kind not in KINDS:
        return "kind_unknown"
    if formula.kind in {FIXED, PIECE, STARTED, OTHERS} and not formula.cents:
        return "amount_missing"
    if formula.kind in {STEPS, THING} and formula.cents is not None:
        return "amount_too_many"
    if formula.kind == STARTED and not 1 <= formula.per <= 600:
        return "span_unreadable"
    if formula.kind == STEPS:
        return _problem_of_steps(formula)
    if formula.again and formula.kind not in {FIXED, PIECE}:
        return "again_without_amount"
    if formula.kind == AVERAGE and formula.round_to < 1:
        return "rounding_unreadable"
    return ""


def _problem_of_steps(formula: Formula) -> str:
    if formula.measure not in {MINUTES, COUNT, HEADS}:
        return "measure_missing"
    if not formula.steps or formula.steps[-1].up_to is not None:
        return "steps_without_end"
    ends = [step.up_to for step in formula.steps[:-1]]
    rising = [end for end in ends if end is not None and end > 0]
    if rising != ends or rising != sorted(set(rising)):
        return "steps_do_not_rise"
    return "" if all(step.cents > 0 for step in formula.steps) else "amount_missing"
