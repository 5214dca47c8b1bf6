"""Receipts and payments of any span of days, from what moved money and from what settled claims.

Pure: no Django, no clock. Amounts are cents. A receipt counts on the day on which it lies in the
till or at the bank (Zufluss), a payment on the day on which it leaves (Abfluss). Opening plus
receipts less payments is the closing balance, for the whole and, with transfers, for each account.

* What a person paid is a receipt of what it settled; what settled nothing is one of the kind
  „Guthaben“ (`CREDIT`). What a payment of earlier days settles in the span is a reclassification:
  so much more of the one kind, so much less credit, in sum nothing.
* What was settled without money (a debt that another took over, an outlay) is a set-off: the same
  amount came in and went out.
* A reversal lowers the side on which its original stood.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from finance.books import chart

Side = Literal["receipts", "payments"]

# Kinds of receipts and payments that are no account of the chart.
CREDIT = "credit"
TAKEN_OVER = "taken_over"
# Stands in a list of kinds to take off again what came and went without money.
SET_OFF = "set_off"

# Held for others or owed to them: it comes in and goes out again, and is no surplus.
PASSING = ("prize_pot", TAKEN_OVER)
# What is on its way belongs to neither till nor bank.
TRANSIT = "transit"

_PERSONS = chart.OWED[chart.EUR]
_OPENING = "opening"
# The order of the kinds: as the chart has them, the club's own after these.
_ORDER = {code: place for place, code in enumerate(chart.ACCOUNTS)}


@dataclass(frozen=True)
class Moved:
    """The sum a span's bookings moved in one book, by the account on the other side.

    `cents` is the increase of the money. `comes` names its side of the report: money that came, or
    the return of money that had come.
    """

    money: str
    account: str
    sphere: int
    comes: bool
    cents: int


@dataclass(frozen=True)
class Settled:
    """The sum settled by payments in a span, by the account in which the claim was earned.

    `money` is the account of the payment, None if none moved; `is_paid_here` says whether it was
    paid (or its payment returned) in the span as well.
    """

    money: str | None
    account: str
    sphere: int
    is_paid_here: bool
    cents: int


@dataclass(frozen=True)
class SetOff:
    """A sum paid without money in a span, and its purpose."""

    method: str
    account: str
    sphere: int
    cents: int


@dataclass
class Line:
    """One kind of receipts or payments: by account, by set-off, and what was reclassified."""

    account: str
    sphere: int
    money: Counter[str] = field(default_factory=Counter)
    set_off: int = 0
    reclassified: int = 0

    @property
    def total(self) -> int:
        return self.money.total() + self.set_off + self.reclassified

    @property
    def is_passing(self) -> bool:
        return self.account in PASSING


@dataclass(frozen=True)
class Balance:
    """One account from the first to the last day of a span."""

    account: str
    opening: int
    receipts: int
    payments: int
    transfers: int

    @property
    def closing(self) -> int:
        return self.opening + self.receipts - self.payments + self.transfers

    @property
    def is_empty(self) -> bool:
        return not any((self.opening, self.receipts, self.payments, self.transfers))


@dataclass(frozen=True)
class Sphere:
    """Receipts and payments of one sphere of the club; 0 is what belongs to none."""

    sphere: int
    receipts: int
    payments: int

    @property
    def surplus(self) -> int:
        return self.receipts - self.payments


@dataclass(frozen=True)
class Statement:
    """The report: each account, each kind, each sphere."""

    balances: Sequence[Balance]
    receipts: Sequence[Line]
    payments: Sequence[Line]

    @property
    def total(self) -> Balance:
        """Return all accounts together; the transfers between them are zero."""
        return Balance(
            "",
            sum(balance.opening for balance in self.balances),
            sum(balance.receipts for balance in self.balances),
            sum(balance.payments for balance in self.balances),
            sum(balance.transfers for balance in self.balances),
        )

    @property
    def surplus(self) -> int:
        """Return by how much the money grew."""
        return self.total.receipts - self.total.payments

    @property
    def spheres(self) -> list[Sphere]:
        came, went = Counter[int](), Counter[int]()
        for line in self.receipts:
            came[line.sphere] += line.total
        for line in self.payments:
            went[line.sphere] += line.total
        moved = {sphere for sphere in (*came, *went) if came[sphere] or went[sphere]}
        # Money that belongs to no sphere comes last.
        return [
            Sphere(sphere, came[sphere], went[sphere])
            for sphere in sorted(moved, key=lambda sphere: sphere or 9)
        ]

    def by_kind(self, side: Side) -> Counter[str]:
        """Return each kind's total in cents; what was set off is taken off again, so that it adds
        up.
        """
        kinds = Counter[str]()
        for line in self.receipts if side == "receipts" else self.payments:
            kinds[line.account] += line.total
            kinds[SET_OFF] -= line.set_off
        return kinds

    def sums(self, side: Side) -> Line:
        """Return all lines of a side in one; the sum of its money is what the accounts say."""
        total = Line("", 0)
        for line in self.receipts if side == "receipts" else self.payments:
            total.money.update(line.money)
            total.set_off += line.set_off
            total.reclassified += line.reclassified
        return total


def statement(
    opening: Mapping[str, int],
    moved: Iterable[Moved],
    settled: Iterable[Settled],
    set_offs: Iterable[SetOff],
) -> Statement:
    """Return the report of a span; `opening` is what was on each account of money before it, in
    cents.
    """
    lines: dict[Side, dict[tuple[str, int], Line]] = {"receipts": {}, "payments": {}}

    def line(side: Side, account: str, sphere: int = 0) -> Line:
        return lines[side].setdefault((account, sphere), Line(account, sphere))

    began, transfers = Counter(opening), Counter[str]()
    for row in moved:
        if row.account == _OPENING:
            began[row.money] += row.cents
        elif row.account == TRANSIT:
            transfers[row.money] += row.cents
            transfers[TRANSIT] -= row.cents
        elif row.comes:
            account = CREDIT if row.account == _PERSONS else row.account
            line("receipts", account, row.sphere).money[row.money] += row.cents
        else:
            account = CREDIT if row.account == _PERSONS else row.account
            line("payments", account, row.sphere).money[row.money] -= row.cents
    credit = line("receipts", CREDIT)
    for set_off in set_offs:
        line("payments", set_off.account, set_off.sphere).set_off += set_off.cents
        credit.set_off += set_off.cents
    # All that persons paid is credit at this point; the part that settled claims is taken from it.
    for part in settled:
        kind = line("receipts", part.account, part.sphere)
        if not part.is_paid_here:
            kind.reclassified += part.cents
            credit.reclassified -= part.cents
        elif part.money is not None:
            kind.money[part.money] += part.cents
            credit.money[part.money] -= part.cents
        else:
            kind.set_off += part.cents
            credit.set_off -= part.cents
    receipts, payments = _shown(lines["receipts"]), _shown(lines["payments"])
    used = {account for line in (*receipts, *payments) for account in line.money}
    balances = [
        Balance(
            account,
            began[account],
            sum(line.money[account] for line in receipts),
            sum(line.money[account] for line in payments),
            transfers[account],
        )
        for account in _accounts({*began, *transfers, *used})
    ]
    return Statement(
        [balance for balance in balances if balance.account in chart.MONEY or not balance.is_empty],
        receipts,
        payments,
    )


def _accounts(moved: Iterable[str]) -> list[str]:
    """List till and bank, the club's other tills and accounts as they were made, what is on its
    way.
    """
    own = {account for account in moved if account not in chart.MONEY and account != TRANSIT}
    return [
        *chart.MONEY,
        *sorted(own, key=lambda account: (account[:4], len(account), account)),
        TRANSIT,
    ]


def _shown(lines: Mapping[tuple[str, int], Line]) -> list[Line]:
    """Return the lines that are not empty, those that only pass through last."""
    shown = [
        line
        for line in lines.values()
        if any(line.money.values()) or line.set_off or line.reclassified
    ]
    return sorted(shown, key=lambda line: (line.is_passing, *_place(line.account), line.sphere))


def _place(account: str) -> tuple[int, int, str]:
    """Return the sort key of a kind: credit last, and own kinds as they were made."""
    if account in _ORDER:
        return 0, _ORDER[account], ""
    return (2 if account == CREDIT else 1), len(account), account
