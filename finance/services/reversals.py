"""Storno: a booking is taken back by its opposite, linked to it, with a reason."""

from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance import booking, chart
from finance.booking import Entry
from finance.errors import IllegalError, InvalidError
from finance.models import Allocation, Claim, Payment, Transaction
from finance.queries.ledger import booking_day, lowest_cash_from
from finance.services.ledger import Draft, lock_persons, post
from finance.services.settling import release, settle
from league.models import User


def reverse(
    *, original: Transaction, reason: str, by: User | None, today: date, now: datetime
) -> Transaction:
    """Takes a booking back and returns the reversal; a repeat returns the one there is.

    A claim becomes „storniert“ and what was paid of it a credit; a payment opens again what it had
    settled. Locks the persons, then the original. InvalidError without a reason, IllegalError for a
    reversal and where the till would hold less than nothing.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise InvalidError("reason_missing", _("Bitte sag kurz, warum."), field="reason")
    if original.reverses_id is not None:
        raise IllegalError(
            "reversal_is_final",
            _("Das ist selbst ein Storno. Buche das Richtige lieber neu."),
        )
    with transaction.atomic():
        persons = set(
            original.postings.exclude(account__person=None).values_list(
                "account__person_id", flat=True
            )
        )
        lock_persons(persons)
        original = (
            Transaction.objects.select_for_update(no_key=True, of=("self",))
            .select_related("head")
            .get(pk=original.pk)
        )
        if known := Transaction.objects.filter(reverses=original).first():
            return known
        if claim := Claim.objects.filter(transaction=original).first():
            (done,) = unbook([claim], reason=reason, by=by, now=now)
            claim = Claim.objects.get(pk=claim.pk)
            claim.reason, claim.decided_by, claim.decided_at = reason[:200], by, now
            claim.save(update_fields=["reason", "decided_by", "decided_at"])
        else:
            if payment := Payment.objects.filter(transaction=original).first():
                _unsettle(payment)
            day = reversal_day(original, today)
            (done,) = post(drafts=[_opposite(original, day, reason)], by=by, now=now)
        settle(persons)
        return done


def unbook(
    claims: Sequence[Claim], *, reason: str, by: User | None, now: datetime
) -> list[Transaction]:
    """Reverses booked claims in this order; what was paid of them is left as credit.

    Only for services that hold the persons' accounts; they call `settle` when they are done.
    """
    allocations = list(Allocation.objects.filter(claim__in=claims).select_related("payment"))
    waivers = {
        one.payment.pk: one.payment
        for one in allocations
        if one.payment.method == Payment.Method.WAIVER and not one.payment.is_reversed
    }
    release(allocations)
    booked = [claim.transaction for claim in claims if claim.transaction is not None]
    originals = Transaction.objects.select_related("head").in_bulk(
        [one.pk for one in booked] + [waiver.transaction_id for waiver in waivers.values()]
    )
    drafts = [
        _opposite(originals[pk], booking_day(originals[pk].date), reason)
        for pk in [one.pk for one in booked] + [one.transaction_id for one in waivers.values()]
    ]
    done = post(drafts=drafts, by=by, now=now)
    Payment.objects.filter(pk__in=waivers).update(is_reversed=True)
    Claim.objects.filter(pk__in=[claim.pk for claim in claims]).update(state=Claim.State.REVERSED)
    return done[: len(booked)]


def _unsettle(payment: Payment) -> None:
    release(list(payment.allocations.all()))
    Payment.objects.filter(pk=payment.pk).update(is_reversed=True)


def reversal_day(original: Transaction, today: date) -> date:
    """The original's day where it is open, else the first open day.

    Money taken out of the till again on a past day could leave less than nothing there on some day
    since; then the reversal is dated today.
    """
    day = booking_day(original.date)
    if original.head.journal == chart.JOURNALS["cash"].code:
        taken = sum(posting.amount for posting in original.postings.filter(account__code="cash"))
        if taken > 0 and lowest_cash_from(day) < taken:
            return booking_day(max(day, today))
    return day


def _opposite(original: Transaction, day: date, reason: str) -> Draft:
    entries = [
        Entry(posting.account.code, posting.amount, posting.account.person_id)
        for posting in original.postings.select_related("account")
    ]
    return Draft(
        journal=original.head.journal,
        date=day,
        kind=Transaction.Kind.REVERSAL,
        entries=booking.opposite(entries),
        text=reason[:300],
        reverses=original.pk,
    )
