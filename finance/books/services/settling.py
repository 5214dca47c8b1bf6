"""Settle claims with payments. Only for services that hold the persons' accounts."""

from collections.abc import Collection, Mapping
from datetime import date
from itertools import groupby

from django.db.models import F

from finance.books import booking
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Allocation, Payment
from finance.books.queries.ledger import booking_day
from league.guards.versioned import written_together

State = Claim.State


@written_together()
def settle(persons: Collection[int]) -> None:
    """Use each person's credit for their open claims, both oldest first. Locks nothing itself."""
    rests = (
        Payment.objects.filter(person__in=persons, is_reversed=False, allocated__lt=F("amount"))
        .select_related("transaction")
        .order_by("person_id", "unit", "pk")
    )
    for (person, unit), group in groupby(
        rests, key=lambda payment: (payment.person_id, payment.unit)
    ):
        payments = {payment.pk: payment for payment in group}
        claims = {
            claim.pk: claim
            for claim in Claim.objects.filter(person=person, unit=unit, state=State.CONFIRMED)
            .select_related("transaction")
            .order_by("day", "pk")
        }
        plan = booking.allocate(
            [(pk, payment.amount - payment.allocated) for pk, payment in payments.items()],
            [(pk, claim.open_amount) for pk, claim in claims.items()],
        )
        for payment, claim, amount in plan:
            allocate(payments[payment], claims[claim], amount)


def allocate(payment: Payment, claim: Claim, amount: int) -> None:
    """Let `amount` of a payment settle so much of a booked claim, from the later of both on."""
    booked = claim.transaction
    later = (
        payment.transaction.date if booked is None else max(payment.transaction.date, booked.date)
    )
    _write(payment, claim, amount, booking_day(later))


@written_together()
def release(allocations: Collection[Allocation], reversals: Mapping[int, Transaction]) -> None:
    """Take back what these allocations still settle, each pair by its own opposite.

    `reversals` are by the key of the booking that they take back, of the payment or of the claim.
    """
    net: dict[tuple[int, int], tuple[int, date]] = {}
    for allocation in allocations:
        pair = (allocation.payment_id, allocation.claim_id)
        amount, last = net.get(pair, (0, allocation.date))
        net[pair] = (amount + allocation.amount, max(last, allocation.date))
    for (payment_pk, claim_pk), (amount, last) in sorted(net.items()):
        if amount:
            payment = Payment.objects.get(pk=payment_pk)
            claim = Claim.objects.get(pk=claim_pk)
            reversal = reversals.get(payment.transaction_id) or reversals[claim.transaction_id or 0]
            _write(payment, claim, -amount, booking_day(max(last, reversal.date)), reversal)


def _write(
    payment: Payment, claim: Claim, amount: int, day: date, reversal: Transaction | None = None
) -> None:
    Allocation.objects.create(
        payment=payment, claim=claim, amount=amount, date=day, reversal=reversal
    )
    payment.allocated += amount
    payment.save(update_fields=["allocated"])
    claim.paid += amount
    if claim.paid < (claim.amount or 0):
        claim.state = State.CONFIRMED
    elif payment.method == Payment.Method.WAIVER:
        claim.state = State.WAIVED
    else:
        claim.state = State.SETTLED
    claim.save(update_fields=["paid", "state"])
