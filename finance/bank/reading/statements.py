"""The content of a bank's file, whatever its format: statements with lines and balances.

Pure. Amounts are integer cents; positive came in, negative went out.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from finance.books.booking import canonical
from league.files.reading.faults import Choice

MOST_BYTES = 5_000_000
MOST_LINES = 20_000
# Longer than anything a bank sends; what is longer is cut.
LONGEST_TEXT = 1000
LONGEST_NAME = 140

Moment = Literal["opening", "closing"]


class BankFileError(ValueError):
    """Raised for a file that cannot be read. `code` says why, `place` where: a line, a name, a
    currency. With `choices` it can be read once the user has said which of them is right.
    """

    def __init__(self, code: str, place: str = "", choices: tuple[Choice, ...] = ()) -> None:
        super().__init__(f"{code}: {place}" if place else code)
        self.code = code
        self.place = place
        self.choices = choices


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
        """Return a hash that stays the same when the bank sends the line again, in whatever
        spacing.
        """
        texts = [_squeezed(self.name), self.iban, _squeezed(self.text)]
        return hashlib.sha256(canonical([self.booked.isoformat(), self.cents, *texts])).hexdigest()


@dataclass(frozen=True)
class Balance:
    """The balance of the account at the beginning or at the end of a day."""

    day: date
    cents: int
    moment: Moment


@dataclass(frozen=True, kw_only=True)
class Statement:
    """One account's lines in a file. `pending` lines were only announced and are left out.

    `account` is what names it where that is no IBAN: bank code and number, a number, a card.
    """

    iban: str
    lines: tuple[Line, ...]
    balances: tuple[Balance, ...] = ()
    pending: int = 0
    account: str = ""

    @property
    def difference(self) -> int:
        """Return by how many cents the closing balance is off what opening and lines lead to; 0
        where the file does not have both.
        """
        known = {balance.moment: balance.cents for balance in self.balances}
        if len(known) < 2:
            return 0
        return known["closing"] - known["opening"] - sum(line.cents for line in self.lines)

    @property
    def adds_up(self) -> bool:
        """Tell if the lines lead from the opening balance to the closing one, if it has both."""
        return not self.difference


@dataclass(frozen=True)
class Contents:
    """A whole file: its format, its statements, and the names of the parts of an archive that could
    not be read.
    """

    format: str
    statements: tuple[Statement, ...]
    passed_over: tuple[str, ...] = ()


def iban_of(text: str) -> str:
    """Return the IBAN without spaces if the text looks like one, else an empty text."""
    plain = re.sub(r"\s", "", text).upper()
    return plain if re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", plain) else ""


def names_account(account: str, iban: str) -> bool:
    """Return whether bank code and number („12030000/202051“), or a number alone, name a German
    IBAN's account. A card („4871********1234“) names none.
    """
    plain = re.sub(r"\s", "", account)
    if re.search(r"[*•]|\d[xX]{2,}", plain):
        return False
    code, _slash, number = plain.rpartition("/")
    digits = re.sub(r"\D", "", number).lstrip("0")
    if not digits:
        return True  # it says nothing
    if not iban.startswith("DE"):
        return digits in iban
    if re.fullmatch(r"\d{8}", code) and code != iban[4:12]:
        return False
    own = iban[12:].lstrip("0")
    # Some write the branch before it, or the number of a part of the account behind.
    return own in {digits, digits[:-2]} or digits.endswith(own) or own in {f"{digits}00"}


def account_in(rows: Sequence[Sequence[str]]) -> str:
    """Return the number of an account or card that rows above a table name; empty for none."""
    for row in rows:
        label = re.sub(r"[^a-zäöü]", "", row[0].casefold())
        if not label.startswith(("konto", "karte", "kreditkarte", "auftragskonto", "filialnummer")):
            continue
        for cell in row[1:]:
            if found := re.search(r"[0-9][0-9*•Xx ]{3,}[0-9]", cell):
                digits = re.sub(r"\s", "", found[0])
                if len(digits) > 4 and "," not in cell:
                    return digits
    return ""


def without_own(line: Line, holder: str, iban: str) -> Line:
    """Return the line without the account's own name and number as the other side."""
    names_holder = bool(line.name) and _squeezed(line.name) == _squeezed(holder)
    if line.iban == iban != "" or (names_holder and not line.iban):
        return replace(line, name="", iban="")
    return line


def glued(parts: Sequence[str], full: int = 27) -> str:
    """Return what was cut into parts: one that is full goes on in the next, others end a word.

    A small letter and a capital are never of one word.
    """
    text = ""
    for part in parts:
        new_word = text[-1:].islower() and part[:1].isupper()
        text += f"{' ' * new_word}{part}" + " " * (len(part) < full)
    return text.strip()


def tidy(text: str | None, longest: int) -> str:
    """Return the text with single spaces, without control characters, not longer than it may be."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text or "")
    return " ".join(printable.split())[:longest]


def _squeezed(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


# --- the same line again, or a twin? -----------------------------------------------------------
@dataclass(frozen=True)
class Known:
    """A line that was imported before; `is_past` if the file at hand begins only after it."""

    fingerprint: str
    occurrence: int
    reference: str
    is_past: bool = False


@dataclass(frozen=True)
class NewLine:
    """A line not seen before. `occurrence` counts those that look exactly like it.

    A `is_twin` looks like one from another file; the bank's own references tell them apart.
    """

    line: Line
    occurrence: int
    is_twin: bool = False


def sort_out(lines: Sequence[Line], known: Iterable[Known]) -> list[NewLine]:
    """Return those of the lines that are not among the known ones.

    Two equal bookings on one day are real, so they are counted: the second in a file answers to the
    second that is known, and none to a known one that is past. If the bank gave references to all
    of them, these decide.
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
            fresh = group[sum(not known.is_past for known in old) :]
        last = max((known.occurrence for known in old), default=0)
        new += [
            NewLine(line, last + number, is_twin=bool(old))
            for number, line in enumerate(fresh, start=1)
        ]
    order = {id(line): place for place, line in enumerate(lines)}
    return sorted(new, key=lambda new_line: order[id(new_line.line)])
