"""What payments settle of which claims. Only for services that hold the persons' accounts."""

from collections.abc import Collection
from itertools import groupby

from django.db.models import F

from finance.books import booking
from finance.books.models.claims import Claim
from finance.books.models.payments import Allocation, Payment
from finance.books.models.versions import written_together

State = Claim.State


@written_together()
def settle(persons: Collection[int]) -> None:
    """Uses each person's credit for their open claims, both oldest first. Locks nothing itself."""
    rests = Payment.objects.filter(
        person__in=persons, is_reversed=False, allocated__lt=F("amount")
    ).order_by("person_id", "unit", "pk")
    for (person, unit), group in groupby(rests, key=lambda one: (one.person_id, one.unit)):
        payments = {payment.pk: payment for payment in group}
        claims = {
            claim.pk: claim
            for claim in Claim.objects.filter(
                person=person, unit=unit, state=State.CONFIRMED
            ).order_by("day", "pk")
        }
        plan = booking.allocate(
            [(pk, payment.amount - payment.allocated) for pk, payment in payments.items()],
            [(pk, claim.open_amount) for pk, claim in claims.items()],
        )
        for payment, claim, amount in plan:
            allocate(payments[payment], claims[claim], amount)


def allocate(payment: Payment, claim: Claim, amount: int) -> None:
    """Lets `amount` of a payment settle so much of a claim; with a minus, takes it back."""
    Allocation.objects.create(payment=payment, claim=claim, amount=amount)
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


@written_together()
def release(allocations: Collection[Allocation]) -> None:
    """Takes back what these allocations still settle, each against its own opposite."""
    net: dict[tuple[int, int], int] = {}
    for allocation in allocations:
        pair = (allocation.payment_id, allocation.claim_id)
        net[pair] = net.get(pair, 0) + allocation.amount
    for (payment, claim), amount in sorted(net.items()):
        if amount:
            allocate(Payment.objects.get(pk=payment), Claim.objects.get(pk=claim), -amount)
