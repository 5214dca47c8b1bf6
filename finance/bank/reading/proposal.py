"""The values that proposals are made of: a line as seen, a payer, a rule, what is proposed.

Pure.
"""

from dataclasses import dataclass
from datetime import date
from typing import Literal

Confidence = Literal["sure", "likely", "maybe", "none"]


@dataclass(frozen=True, kw_only=True)
class Payer:
    """A person who may have paid. `claims` are the open amounts, oldest first, in cents."""

    person: int
    name: str
    claims: tuple[int, ...] = ()
    ibans: frozenset[str] = frozenset()
    announced: tuple[int, ...] = ()

    @property
    def open(self) -> int:
        return sum(self.claims)


@dataclass(frozen=True, kw_only=True)
class ByHand:
    """A booking on the bank account that no line of the bank has confirmed yet."""

    transaction: int
    day: date
    cents: int
    person: int | None = None


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A line, and what of it is not booked yet.

    `held_in` is the day of the opening balance that holds its money already.
    """

    cents: int
    day: date
    name: str = ""
    iban: str = ""
    text: str = ""
    is_return: bool = False
    is_fee: bool = False
    is_twin: bool = False
    held_in: date | None = None


@dataclass(frozen=True, kw_only=True)
class Rule:
    """Lines with these words are of this kind. `by_statement`: they need no receipt."""

    words: str
    incoming: bool
    account: str
    by_statement: bool = False


@dataclass(frozen=True)
class Reason:
    """A code for the words, and the person, the cents, the day or the words it is about."""

    code: str
    person: int | None = None
    cents: int | None = None
    day: date | None = None
    words: str = ""


@dataclass(frozen=True)
class Part:
    person: int
    cents: int


@dataclass(frozen=True)
class Proposal:
    """The persons and their parts of a line; or the booking by hand it belongs to; or the kind it
    is of.

    `carried` is the till that the money came from or went to.
    """

    confidence: Confidence
    reasons: tuple[Reason, ...]
    parts: tuple[Part, ...] = ()
    transaction: int | None = None
    account: str = ""
    carried: str = ""

    @property
    def codes(self) -> list[str]:
        """Return each code once, in the order of the reasons."""
        return list(dict.fromkeys(reason.code for reason in self.reasons))

    @property
    def stamp(self) -> str:
        """Return a stamp of what would be booked, so that only what was seen is: „7:500,8:300“,
        „by-hand:15“.
        """
        if self.transaction is not None:
            return f"by-hand:{self.transaction}"
        if self.account:
            return f"kind:{self.account}"
        if self.carried:
            return f"carried:{self.carried}"
        return ",".join(f"{part.person}:{part.cents}" for part in self.parts)
