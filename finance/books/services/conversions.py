"""Turning an owed round of drinks into money: never by itself, only by this booking."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.models.rounds import Conversion
from finance.books.queries.ledger import booking_day
from finance.books.services.claims import given_reason
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.once import used_before
from finance.books.services.own_matters import must_not_be_own
from finance.books.services.settling import allocate, settle
from finance.errors import IllegalError, InvalidError
from league.people.models.people import User
from league.web.money import MOST_CENTS

State = Claim.State


def turn_into_euros(
    *,
    claim: Claim,
    cents: int,
    reason: str,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
    confirmed: bool = False,
) -> Claim:
    """End an open round and book a claim of `cents` for each instead; return that claim.

    Both are one step: the Storno of either takes back both, and a corrected result likewise. A
    credit in euro is used at once. Locks the person; a repeat of the `client_id` answers with what
    it stored. InvalidError without a reason or an amount, IllegalError for what is no open round,
    NotAllowedError for a round of one's own that no second person `confirmed`.
    """
    reason = given_reason(reason)
    must_not_be_own(by, [claim.person_id], confirmed=confirmed)
    if not 0 < cents <= MOST_CENTS:
        raise InvalidError("amount_zero", _("The amount must be more than zero."), field="amount")
    with transaction.atomic():
        lock_persons([claim.person_id])
        claim = Claim.objects.get(pk=claim.pk)
        if known := Payment.objects.filter(client_id=client_id).first():
            return _same(known, claim, cents)
        if claim.unit != chart.RUNDE:
            raise IllegalError("not_a_round", _("That is not a round, it is money."))
        if not claim.open_amount:
            raise IllegalError("not_open", _("That is no longer open."))
        rounds, day = claim.open_amount, booking_day(today)
        waived, owed = post(
            drafts=[
                Draft(
                    journal=chart.claims_journal(chart.RUNDE),
                    date=day,
                    kind=Transaction.Kind.WAIVER,
                    entries=booking.payment("waiver", chart.RUNDE, claim.person_id, rounds),
                    text=reason,
                ),
                Draft(
                    journal=chart.claims_journal(chart.EUR),
                    date=day,
                    kind=Transaction.Kind.CLAIM,
                    entries=booking.conversion(claim.person_id, rounds * cents),
                    text=reason,
                ),
            ],
            by=by,
            now=now,
        )
        waiver = Payment.objects.create(
            person_id=claim.person_id,
            method=Payment.Method.WAIVER,
            unit=chart.RUNDE,
            amount=rounds,
            transaction=waived,
            client_id=client_id,
        )
        allocate(waiver, claim, rounds)
        money = _instead_of(claim, rounds * cents, owed, waiver, reason, by, now)
        Conversion.objects.create(round=claim, waiver=waiver, claim=money)
        settle([claim.person_id])
        return Claim.objects.get(pk=money.pk)


def _instead_of(
    claim: Claim,
    cents: int,
    owed: Transaction,
    waiver: Payment,
    reason: str,
    by: User | None,
    now: datetime,
) -> Claim:
    return Claim.objects.create(
        event_id=claim.event_id,
        person_id=claim.person_id,
        key=f"eur:{waiver.pk}",
        day=claim.day,
        charge_id=claim.charge_id,
        kind=claim.kind,
        code=claim.code,
        count=claim.count,
        unit=chart.EUR,
        amount=cents,
        state=State.CONFIRMED,
        transaction=owed,
        reason=reason,
        decided_by=by,
        decided_at=now,
        created_at=now,
    )


def _same(known: Payment, claim: Claim, cents: int) -> Claim:
    """Return the claim stored under this form's id; InvalidError if it was about something else."""
    stored = Conversion.objects.filter(waiver=known, round=claim).select_related("claim").first()
    if stored is None or stored.claim.amount != known.amount * cents:
        raise used_before()
    return stored.claim
