"""The arithmetic of the books: balanced entries, the hash chain, what a payment settles.

Pure: no Django, no clock, no chance. Amounts are integers, cents of EUR or whole units of RUNDE;
positive is debit. Whatever is hashed holds keys, numbers, codes and digests, no name and no text.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from finance.books import chart
from finance.books.chart import Unit

SPHERES = (chart.IDEAL, chart.WEALTH, chart.PURPOSE, chart.BUSINESS)


class UnbalancedError(ValueError):
    """Entries that are no transaction. A fault in the program, never in the input."""


@dataclass(frozen=True)
class Entry:
    """One side of a transaction: `amount` on an account of the chart, of a person where it asks.

    Without a `sphere` the account's own counts; 0 is none.
    """

    account: str
    amount: int
    person: int | None = None
    sphere: int | None = None

    @property
    def unit(self) -> Unit:
        return chart.account(self.account).unit

    @property
    def key(self) -> tuple[str, int]:
        return (self.account, self.person or 0)

    @property
    def belongs(self) -> int:
        """Return the sphere it is booked in, 0 for none."""
        return chart.account(self.account).sphere if self.sphere is None else self.sphere


@dataclass(frozen=True)
class Header:
    """The fields of a transaction that are hashed besides its entries."""

    journal: str
    year: int
    number: int
    date: date
    entered_at: datetime
    entered_by: int | None
    kind: str
    reverses: int | None
    text_digest: str


# --- entries --------------------------------------------------------------------------------
def balanced(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries with each account and sphere once, in order. Raises UnbalancedError unless
    right.

    Right is: at least two, none of zero, one unit that sums to zero, a person exactly where the
    chart asks for one, a sphere only for income or expense.
    """
    sums: dict[tuple[str, int, int], int] = {}
    for entry in entries:
        account = chart.find(entry.account)
        if account is None:
            raise UnbalancedError(f"no such account: {entry.account}")
        if account.per_person != (entry.person is not None):
            raise UnbalancedError(f"a person is missing or too many: {entry}")
        sphere = entry.belongs
        if sphere and (sphere not in SPHERES or not account.sphere):
            raise UnbalancedError(f"no such sphere, or none is asked for: {entry}")
        place = (entry.account, entry.person or 0, sphere)
        sums[place] = sums.get(place, 0) + entry.amount
    merged = tuple(
        Entry(account, amount, person or None, sphere)
        for (account, person, sphere), amount in sorted(sums.items())
        if amount
    )
    if len(merged) < 2 or len({entry.unit for entry in merged}) != 1:
        raise UnbalancedError(f"not one unit, or nothing to book: {merged}")
    if sum(entry.amount for entry in merged):
        raise UnbalancedError(f"does not sum to zero: {merged}")
    return merged


def claim(kind: str, person: int, amount: int, code: str = "") -> tuple[Entry, ...]:
    """Let a person owe `amount` for a charge of this kind; one made by hand says by `code` for
    what.

    What was owed before the books began is such a claim of the kind `opening`.
    """
    owed = chart.OWED[chart.unit_of(kind)]
    return balanced([Entry(owed, amount, person), Entry(chart.earned(kind, code), -amount)])


def conversion(person: int, cents: int) -> tuple[Entry, ...]:
    """Let a person owe `cents` instead of rounds of drinks."""
    return balanced([Entry(chart.OWED[chart.EUR], cents, person), Entry(chart.CONVERTED, -cents)])


def payment(
    method: str, unit: Unit, person: int, amount: int, money: str = ""
) -> tuple[Entry, ...]:
    """Enter that a person has paid (given, been let off) `amount`, into `money` if that is said."""
    _journal, arrives = chart.PAID[method, unit]
    return balanced([Entry(money or arrives, amount), Entry(chart.OWED[unit], -amount, person)])


def refund(money: str, person: int, amount: int) -> tuple[Entry, ...]:
    """Give a person `amount` of a credit back, out of a till or by bank."""
    return balanced([Entry(chart.OWED[chart.EUR], amount, person), Entry(money, -amount)])


def outlay(account: str, person: int, amount: int, sphere: int | None = None) -> tuple[Entry, ...]:
    """Enter that a person has paid an expense of the club, and has so much less to pay for it."""
    owed = chart.OWED[chart.EUR]
    return balanced([Entry(account, amount, sphere=sphere), Entry(owed, -amount, person)])


def takeover(taker: int, debtor: int, cents: int) -> tuple[Entry, ...]:
    """Let one person owe `cents` that another does not owe any more."""
    owed = chart.OWED[chart.EUR]
    return balanced([Entry(owed, cents, taker), Entry(owed, -cents, debtor)])


def payout(amount: int) -> tuple[Entry, ...]:
    """Give a winner `amount` of a prize pot over the counter."""
    return balanced([Entry("prize_pot", amount), Entry("cash", -amount)])


def difference(till: str, amount: int) -> tuple[Entry, ...]:
    """Return the entries for a counted surplus of `amount` cents; negative for a shortage."""
    return balanced([Entry(till, amount), Entry("differences", -amount)])


def expense(account: str, money: str, amount: int, sphere: int | None = None) -> tuple[Entry, ...]:
    """Let `amount` leave the till or the bank; without a `sphere` the account's own counts."""
    return balanced([Entry(account, amount, sphere=sphere), Entry(money, -amount)])


def income(account: str, money: str, amount: int, sphere: int | None = None) -> tuple[Entry, ...]:
    """Return the entries for `amount` cents received without a claim."""
    return balanced([Entry(money, amount), Entry(account, -amount, sphere=sphere)])


def leaves(money: str, amount: int) -> tuple[Entry, ...]:
    """Return the entries for `amount` cents that leave one till or account for another."""
    return balanced([Entry("transit", amount), Entry(money, -amount)])


def arrives(money: str, amount: int) -> tuple[Entry, ...]:
    """Return the entries for `amount` cents that arrive from another till or account."""
    return balanced([Entry(money, amount), Entry("transit", -amount)])


def opening(money: str, amount: int) -> tuple[Entry, ...]:
    """Return the entries for the balance of a money account before the books began."""
    return balanced([Entry(money, amount), Entry("opening", -amount)])


def earmark(fund: str, amount: int) -> tuple[Entry, ...]:
    """Keep `amount` of the club's money for one thing; a negative one is free again."""
    return balanced([Entry("unearmarked", amount), Entry(fund, -amount)])


def shared(amount: int, heads: int) -> list[int]:
    """Split `amount` into as many parts, the larger ones first; they add up to it."""
    part, rest = divmod(amount, heads)
    return [part + (place < rest) for place in range(heads)]


def opposite(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries that reverse these."""
    return balanced(replace(entry, amount=-entry.amount) for entry in entries)


# --- what a payment settles -----------------------------------------------------------------
def allocate(
    payments: Sequence[tuple[int, int]], claims: Sequence[tuple[int, int]]
) -> list[tuple[int, int, int]]:
    """Allocate payments to claims, both oldest first.

    `payments` are (id, amount left), `claims` are (id, open amount). Returns (payment, claim,
    amount), amounts above zero. The rest of the payments is the person's credit.
    """
    settled: list[tuple[int, int, int]] = []
    rests = [[number, rest] for number, rest in payments if rest > 0]
    for claim_id, open_amount in claims:
        while open_amount > 0 and rests:
            amount = min(open_amount, rests[0][1])
            settled.append((rests[0][0], claim_id, amount))
            open_amount -= amount
            rests[0][1] -= amount
            if not rests[0][1]:
                rests.pop(0)
    return settled


# --- the chain ------------------------------------------------------------------------------
_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def canonical(value: Any) -> bytes:
    """Write a value as JSON in the one way: sorted keys, no spaces, ASCII."""
    return _JSON.encode(value).encode("ascii")


def genesis(journal: str, year: int) -> str:
    """Return the hash that the first transaction of a journal's year names as its predecessor."""
    return hashlib.sha256(canonical(["schockwart", 1, journal, year])).hexdigest()


def text_digest(salt: str, text: str) -> str:
    """Return the digest of a text for the chain; it cannot be guessed without the salt. Empty for
    no text.
    """
    return hashlib.sha256(canonical([salt, text])).hexdigest() if text else ""


def around(header: Header, entries: Iterable[Entry]) -> tuple[str, str]:
    """Return the hashed text of a transaction before and after its number and previous hash.

    The caller puts `15,"previous":"4f…` between the two.
    """
    before = {
        "by": header.entered_by,
        "date": header.date.isoformat(),
        "entered": header.entered_at.astimezone(UTC).isoformat(timespec="microseconds"),
        # What belongs to no sphere is written as it was before there were any.
        "entries": [
            [entry.account, entry.person, entry.unit, entry.amount]
            + ([entry.belongs] if entry.belongs else [])
            for entry in sorted(entries, key=lambda entry: (entry.key, entry.belongs))
        ],
        "journal": header.journal,
        "kind": header.kind,
    }
    after = {"reverses": header.reverses, "text": header.text_digest, "year": header.year}
    return f'{_JSON.encode(before)[:-1]},"number":', f'",{_JSON.encode(after)[1:]}'


def chained(previous: str, header: Header, entries: Iterable[Entry]) -> str:
    """Return the hash of a transaction that follows the one with the hash `previous`."""
    before, after = around(header, entries)
    text = f'{before}{header.number},"previous":"{previous}{after}'
    return hashlib.sha256(text.encode("ascii")).hexdigest()
