"""Money of a tournament: due at the entrance, and won. The app that keeps the till registers its
readers here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from league.events.models import Event


@dataclass(frozen=True)
class Fee:
    """The amount a player still has to pay in cash, in cents, and whether all of it is paid."""

    cents: int
    is_paid: bool


@dataclass(frozen=True)
class Fees:
    """The fees of an event by participation, and the amount `each` other pays, in cents."""

    known: Mapping[int, Fee]
    each: int

    def of(self, participation: int | None) -> Fee:
        """Return the fee of a participation; for an unknown one the usual amount."""
        return self.known.get(participation or 0, Fee(self.each, is_paid=False))


Reader = Callable[[Event, Any, date], Fees | None]
_readers: list[Reader] = []


@dataclass(frozen=True)
class PrizeMoney:
    """The part of the pot that belongs to a prize, and how much of it was paid out, in cents."""

    cents: int
    given: int


Money = Mapping[int, PrizeMoney]  # by prize
PrizeReader = Callable[[Event, Any, date], Money | None]
_prize_readers: list[PrizeReader] = []
MoneyAsker = Callable[[Event], bool]
_askers: list[MoneyAsker] = []


def register(reader: Reader) -> None:
    """Register a reader; called from `ready`. It answers None for users who may not take money."""
    _readers.append(reader)


def fees_for(event: Event, user: Any, today: date) -> Fees | None:
    """Return the fees for users who may take them; None for others, or without fees."""
    fees = (reader(event, user, today) for reader in _readers)
    return next((own for own in fees if own is not None), None)


def register_prizes(reader: PrizeReader) -> None:
    """Register a reader; called from `ready`. It answers None for users who may not see money."""
    _prize_readers.append(reader)


def prize_money_for(event: Event, user: Any, today: date) -> Money | None:
    """Return the money of the prizes for users who read the books; None for others."""
    answers = (reader(event, user, today) for reader in _prize_readers)
    return next((own for own in answers if own is not None), None)


def register_money(asker: MoneyAsker) -> None:
    """Register the answer whether money was ever moved for an event; called from `ready`."""
    _askers.append(asker)


def has_moved_money(event: Event) -> bool:
    """Return whether anything was ever paid for this event, or out of it."""
    return any(asker(event) for asker in _askers)
