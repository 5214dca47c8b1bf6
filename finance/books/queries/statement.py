"""A person's statement: every line explains itself, down to the dice or to the money."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from finance.books.models.claims import Claim, ClaimHead
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Allocation, Payment
from finance.books.queries.ledger import with_words
from finance.books.queries.people import balances_after
from league.people.models.people import Person


def with_settled(payments: QuerySet[Payment]) -> QuerySet[Payment]:
    """Return payments with all that a line of them shows, and the claims they settled."""
    return payments.select_related(
        "person", "transaction__head", "transaction__text", "transaction__reversal__head"
    ).prefetch_related(Prefetch("allocations", queryset=_allocations()))


def explained(bookings: QuerySet[Transaction]) -> QuerySet[Transaction]:
    """Return bookings with all that `settled_by` and `paid_by` read, and what a claim came from."""
    paid = Allocation.objects.select_related("payment__transaction__head")
    return (
        with_words(bookings)
        .select_related(
            "claim__charge__recorded_by__person",
            "claim__charge__result__entered_holder",
            "claim__decided_by__person",
            "claim__charge__deed__tariff",
            "claim__charge__deed__cause",
        )
        .prefetch_related(
            Prefetch("claim__heads", queryset=ClaimHead.objects.select_related("person")),
            Prefetch("claim__allocations", queryset=paid),
            Prefetch("payment__allocations", queryset=_allocations()),
        )
    )


def _allocations() -> QuerySet[Allocation]:
    """Return allocations with what `finance.books.labels.cause` reads of a claim."""
    return Allocation.objects.select_related("claim__charge__result__table")


@dataclass(frozen=True)
class Settled:
    """So much of a claim was settled by a payment."""

    claim: Claim
    amount: int


@dataclass(frozen=True)
class PaidBy:
    """So much of a claim came from this payment."""

    payment: Payment
    amount: int


def settled_by(payment: Payment) -> list[Settled]:
    """Return the claims a payment settles now, oldest first, without reversed parts."""
    sums: dict[Claim, int] = {}
    for allocation in payment.allocations.all():
        sums[allocation.claim] = sums.get(allocation.claim, 0) + allocation.amount
    settled_claims = [Settled(claim, amount) for claim, amount in sums.items() if amount]
    return sorted(settled_claims, key=lambda settled: (settled.claim.day, settled.claim.pk))


def paid_by(claim: Claim) -> list[PaidBy]:
    """Return the payments of a claim with their amounts, in order of allocation."""
    sums: dict[Payment, int] = {}
    for allocation in claim.allocations.all():
        sums[allocation.payment] = sums.get(allocation.payment, 0) + allocation.amount
    return [PaidBy(payment, amount) for payment, amount in sums.items() if amount]


@dataclass(frozen=True)
class Line:
    """A booking on a person's account, with the balance after it and its claim or payment."""

    booking: Transaction
    balance: int
    claim: Claim | None
    payment: Payment | None

    @property
    def settled(self) -> list[Settled]:
        return settled_by(self.payment) if self.payment is not None else []

    @property
    def rest(self) -> int:
        """Return the part of a payment that settles nothing: a credit."""
        if self.payment is None or self.payment.is_reversed:
            return 0
        return self.payment.amount - self.payment.allocated

    @property
    def paid(self) -> list[PaidBy]:
        return paid_by(self.claim) if self.claim is not None else []

    @property
    def open(self) -> int:
        return self.claim.open_amount if self.claim is not None else 0


def lines(person: Person, bookings: Sequence[Transaction]) -> list[Line]:
    """Return these bookings, which are `explained`, as lines of the person's statement.

    In a transfer between two members the claim and the payment are of one booking; each sees what
    is his.
    """
    after = balances_after(person, bookings)
    made = []
    for booking in bookings:
        claim, payment = getattr(booking, "claim", None), getattr(booking, "payment", None)
        made.append(
            Line(
                booking=booking,
                balance=after[booking.pk],
                claim=claim if claim is not None and claim.person_id == person.pk else None,
                payment=payment if payment is not None and payment.person_id == person.pk else None,
            )
        )
    return made
