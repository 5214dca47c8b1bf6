"""Settling one very claim without money: the owed round was given, the rest is waived."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance import booking, chart
from finance.errors import IllegalError
from finance.models import Claim, Payment, Transaction
from finance.queries.ledger import booking_day
from finance.services.claims import given_reason
from finance.services.ledger import Draft, lock_persons, post
from finance.services.settling import allocate
from league.models import User


def give_round(
    *, claim: Claim, client_id: str, by: User | None, today: date, now: datetime
) -> Claim:
    """The owed round has been given. Locks the person; a repeat changes nothing.

    IllegalError for what is not an open round.
    """
    with transaction.atomic():
        lock_persons([claim.person_id])
        claim = Claim.objects.get(pk=claim.pk)
        if claim.unit != chart.RUNDE:
            raise IllegalError("not_a_round", _("Das ist keine Runde, sondern Geld."))
        if claim.state == Claim.State.SETTLED:
            return claim
        _settle(claim, Payment.Method.GIVEN, client_id, by, today, now)
        return claim


def waive_claim(
    *,
    claim: Claim,
    reason: str,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Claim:
    """Lets somebody off what is still open of a claim. Locks the person; a repeat changes nothing.

    InvalidError without a reason, IllegalError for what is not open.
    """
    reason = given_reason(reason)
    with transaction.atomic():
        lock_persons([claim.person_id])
        claim = Claim.objects.get(pk=claim.pk)
        if claim.state == Claim.State.WAIVED:
            return claim
        _settle(claim, Payment.Method.WAIVER, client_id, by, today, now, text=reason)
        claim.reason, claim.decided_by, claim.decided_at = reason, by, now
        claim.save(update_fields=["reason", "decided_by", "decided_at"])
        return claim


def _settle(
    claim: Claim,
    method: str,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
    *,
    text: str = "",
) -> Payment:
    """Settles what is open of this very claim; the caller holds the person's accounts."""
    if not claim.open_amount:
        raise IllegalError("not_open", _("Das ist nicht mehr offen."))
    unit = chart.unit_of(claim.kind)
    journal, _account = chart.PAID[method, unit]
    kind = Transaction.Kind.WAIVER if method == "waiver" else Transaction.Kind.PAYMENT
    (done,) = post(
        drafts=[
            Draft(
                journal=journal,
                date=booking_day(today),
                kind=kind,
                entries=booking.payment(method, unit, claim.person_id, claim.open_amount),
                text=text,
            )
        ],
        by=by,
        now=now,
    )
    payment = Payment.objects.create(
        person_id=claim.person_id,
        method=method,
        unit=unit,
        amount=claim.open_amount,
        transaction=done,
        client_id=client_id,
    )
    allocate(payment, claim, claim.open_amount)
    return payment
