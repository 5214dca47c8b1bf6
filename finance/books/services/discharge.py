"""Settling one very claim without money: what is open of it is waived."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.queries.ledger import booking_day
from finance.books.services.claims import given_reason
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.once import used_before
from finance.books.services.own_matters import must_not_be_own
from finance.books.services.settling import allocate
from finance.errors import IllegalError
from league.people.models.people import User


def waive_claim(
    *,
    claim: Claim,
    reason: str,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
    confirmed: bool = False,
) -> Claim:
    """Waive the open rest of a claim. Locks the person; a repeat changes nothing.

    InvalidError without a reason and for a form whose waiver was reversed since, IllegalError for a
    claim that is not open, NotAllowedError for a claim of one's own that no second person
    `confirmed`.
    """
    reason = given_reason(reason)
    must_not_be_own(by, [claim.person_id], confirmed=confirmed)
    with transaction.atomic():
        lock_persons([claim.person_id])
        claim = Claim.objects.get(pk=claim.pk)
        if claim.state == Claim.State.WAIVED:
            return claim
        if Payment.objects.filter(client_id=client_id).exists():  # and reversed since
            raise used_before()
        if not claim.open_amount:
            raise IllegalError("not_open", _("That is no longer open."))
        unit = chart.RUNDE if claim.unit == chart.RUNDE else chart.EUR
        (done,) = post(
            drafts=[
                Draft(
                    journal=chart.claims_journal(unit),
                    date=booking_day(today),
                    kind=Transaction.Kind.WAIVER,
                    entries=booking.payment("waiver", unit, claim.person_id, claim.open_amount),
                    text=reason,
                )
            ],
            by=by,
            now=now,
        )
        payment = Payment.objects.create(
            person_id=claim.person_id,
            method=Payment.Method.WAIVER,
            unit=unit,
            amount=claim.open_amount,
            transaction=done,
            client_id=client_id,
        )
        allocate(payment, claim, claim.open_amount)
        claim.reason, claim.decided_by, claim.decided_at = reason, by, now
        claim.save(update_fields=["reason", "decided_by", "decided_at"])
        return claim
