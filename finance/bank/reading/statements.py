"""What a bank's file says, whatever its format: statements with lines and balances.

Pure. Amounts are integer cents; positive came in, negative went out.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from finance.books.booking import canonical

MOST_BYTES = 5_000_000
MOST_LINES = 20_000
# Longer than anything a bank sends; what is longer is cut.
LONGEST_TEXT = 1000
LONGEST_NAME = 140

Moment = Literal["opening", "closing"]


class BankFileError(ValueError):
    """A file that cannot be read. `code` says why, `place` where: a line, a name, a currency."""

    def __init__(self, code: str, place: str = "") -> None:
        super().__init__(f"{code}: {place}" if place else code)
        self.code = code
        self.place = place


@dataclass(frozen=True, kw_only=True)
class Line:
    """One booking of the bank. A batch with details is one line for each of them.

    `is_return` marks what the bank sent back or took back; `reference` is the bank's own, where it
    gives one that is unique.
    """

    booked: date
    cents: int
    name: str = ""
    iban: str = ""
    text: str = ""
    reference: str = ""
    is_return: bool = False
    is_fee: bool = False

    @property
    def fingerprint(self) -> str:
        """What stays the same when the bank sends the line again, in whatever spacing."""
        texts = [_squeezed(self.name), self.iban, _squeezed(self.text)]
        return hashlib.sha256(canonical([self.booked.isoformat(), self.cents, *texts])).hexdigest()


@dataclass(frozen=True)
class Balance:
    """What was on the account at the beginning or at the end of a day."""

    day: date
    cents: int
    moment: Moment


@dataclass(frozen=True, kw_only=True)
class Statement:
    """One account's lines in a file. `pending` lines were only announced and are left out."""

    iban: str
    lines: tuple[Line, ...]
    balances: tuple[Balance, ...] = ()
    pending: int = 0

    @property
    def adds_up(self) -> bool:
        """Whether the lines lead from the opening balance to the closing one, where both are."""
        known = {balance.moment: balance.cents for balance in self.balances}
        if len(known) < 2:
            return True
        return known["opening"] + sum(line.cents for line in self.lines) == known["closing"]


@dataclass(frozen=True)
class Contents:
    """A whole file: which format it had, and its statements."""

    format: str
    statements: tuple[Statement, ...]


def iban_of(text: str) -> str:
    """The IBAN without spaces where the text looks like one, else nothing."""
    plain = re.sub(r"\s", "", text).upper()
    return plain if re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", plain) else ""


def tidy(text: str | None, longest: int) -> str:
    """With single spaces, without control characters, not longer than it may be."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text or "")
    return " ".join(printable.split())[:longest]


def _squeezed(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


# --- the same line again, or a twin? -----------------------------------------------------------
@dataclass(frozen=True)
class Known:
    """A line that was imported before."""

    fingerprint: str
    occurrence: int
    reference: str


@dataclass(frozen=True)
class NewLine:
    """A line not seen before. `occurrence` counts those that look exactly like it.

    A `is_twin` looks like one from another file; the bank's own references tell them apart.
    """

    line: Line
    occurrence: int
    is_twin: bool = False


def sort_out(lines: Sequence[Line], known: Iterable[Known]) -> list[NewLine]:
    """Those of the lines that are not among the known ones.

    Two equal bookings on one day are real, so they are counted: the second in a file answers to the
    second that is known. Where the bank gave references to all of them, these decide.
    """
    before: dict[str, list[Known]] = defaultdict(list)
    for line_known in known:
        before[line_known.fingerprint].append(line_known)
    repeated = Counter((line.fingerprint, line.reference) for line in lines)
    groups: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        groups[line.fingerprint].append(line)
    new: list[NewLine] = []
    for fingerprint, group in groups.items():
        old = before[fingerprint]
        told_apart = (
            all(known.reference for known in old)
            and all(line.reference for line in group)
            and all(repeated[fingerprint, line.reference] == 1 for line in group)
        )
        if told_apart:
            references = {known.reference for known in old}
            fresh = [line for line in group if line.reference not in references]
        else:
            fresh = group[len(old) :]
        last = max((known.occurrence for known in old), default=0)
        new += [
            NewLine(line, last + number, is_twin=bool(old))
            for number, line in enumerate(fresh, start=1)
        ]
    order = {id(line): place for place, line in enumerate(lines)}
    return sorted(new, key=lambda new_line: order[id(new_line.line)])
