"""Storno: a booking is taken back by its opposite, linked to it, with a reason."""

from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from finance.bank.services.marks import lock_lines_of, unmark
from finance.books import booking, chart
from finance.books.booking import Entry
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Allocation, Payment
from finance.books.queries.cashbook import parts_of
from finance.books.queries.differences import is_large_difference
from finance.books.queries.ledger import booking_day, lowest_cash_from
from finance.books.queries.rounds import conversion_of
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.merging import carry_over
from finance.books.services.own_matters import is_own, needs_second
from finance.books.services.settling import release, settle
from finance.errors import IllegalError, InvalidError
from league.guards.versioned import written_together
from league.people.models.merges import PersonMerge
from league.people.models.people import User


@written_together()
def reverse(
    *,
    original: Transaction,
    reason: str,
    by: User | None,
    today: date,
    now: datetime,
    day: date | None = None,
    confirmed: bool = False,
) -> Transaction:
    """Take a booking back and return the reversal; a repeat returns the existing one.

    A claim becomes „storniert“ and what was paid of it a credit; a payment opens again what it had
    settled. What a round was turned into goes with both of its bookings, and so does money carried
    from the till to the bank; what one took over from another is owed by the other again. Without a
    `day` that the bank says, it is dated as `reversal_day`. Locks the persons, then what is taken
    back and its lines of the bank. InvalidError without a reason, IllegalError for a reversal and
    if the till would hold less than nothing, NotAllowedError for what `needs_second_person` and
    none `confirmed`.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise InvalidError("reason_missing", _("Please say briefly why."), field="reason")
    if original.reverses_id is not None:
        raise IllegalError(
            "reversal_is_final",
            _("That is a reversal itself. Better book the right thing anew."),
        )
    persons = persons_of(original)
    if not confirmed and needs_second_person(original, by):
        raise needs_second()
    with transaction.atomic():
        lock_persons(PersonMerge.objects.widened(persons))
        # Both halves of a transfer go together; else this is the booking alone.
        parts = list(
            Transaction.objects.select_for_update(no_key=True, of=("self",))
            .select_related("head")
            .filter(pk__in=parts_of(original))
            .order_by("pk")
        )
        if known := Transaction.objects.filter(reverses=original).first():
            return known
        lock_lines_of([part.pk for part in parts])
        claim = Claim.objects.filter(transaction=original).first()
        payment = Payment.objects.filter(transaction=original).first()
        conversion = conversion_of(original)
        if conversion is not None:
            claim = conversion.claim
        if claim is not None:
            waivers = [conversion.waiver] if conversion is not None else []
            unbook([claim], waivers=waivers, reason=reason, by=by, now=now)
            claim = Claim.objects.get(pk=claim.pk)
            claim.reason, claim.decided_by, claim.decided_at = reason[:200], by, now
            claim.save(update_fields=["reason", "decided_by", "decided_at"])
        else:
            drafts = [_opposite(part, day or reversal_day(part, today), reason) for part in parts]
            post(drafts=drafts, by=by, now=now)
        reversal = Transaction.objects.get(reverses=original)
        if payment is not None and conversion is None:
            _unsettle(payment, reversal)
        unmark([part.pk for part in parts])
        settle(persons)
        carry_over(persons=persons, by=by, now=now)
        return reversal


def needs_second_person(original: Transaction, by: User | None) -> bool:
    """Return whether the reversal needs a second person: own account, or a large difference."""
    return is_own(by, persons_of(original)) or (
        by is not None and is_large_difference(original, by)
    )


def persons_of(original: Transaction) -> set[int]:
    """Return the keys of the persons on whose accounts a booking is."""
    own = original.postings.exclude(account__person=None)
    return set(own.values_list("account__person_id", flat=True))


def unbook(
    claims: Sequence[Claim],
    *,
    waivers: Sequence[Payment] = (),
    reason: str,
    by: User | None,
    now: datetime,
) -> None:
    """Reverse booked claims and `waivers` in this order; what was paid of them is left as credit.

    With a round goes the claim it was turned into. Only for services that hold the persons'
    accounts; they call `settle` when they are done.
    """
    turned = Claim.objects.filter(conversion__round__in=claims, state__in=Claim.BOOKED)
    claims = [*claims, *turned.order_by("pk")]
    allocations = list(
        Allocation.objects.filter(Q(claim__in=claims) | Q(payment__in=waivers)).select_related(
            "payment"
        )
    )
    undone = {
        allocation.payment.pk: allocation.payment
        for allocation in allocations
        if allocation.payment.method == Payment.Method.WAIVER and not allocation.payment.is_reversed
    }
    booked = [claim.transaction_id for claim in claims if claim.transaction_id is not None]
    booked += [waiver.transaction_id for waiver in undone.values()]
    originals = Transaction.objects.select_related("head").in_bulk(booked)
    drafts = [_opposite(originals[pk], booking_day(originals[pk].date), reason) for pk in booked]
    made = post(drafts=drafts, by=by, now=now)
    release(allocations, dict(zip(booked, made, strict=True)))
    Payment.objects.filter(pk__in=undone).update(is_reversed=True)
    done = Claim.objects.filter(pk__in=[claim.pk for claim in claims])
    done.update(state=Claim.State.REVERSED)
    done.exclude(conversion=None).update(is_current=False)


def _unsettle(payment: Payment, reversal: Transaction) -> None:
    release(list(payment.allocations.all()), {payment.transaction_id: reversal})
    Payment.objects.filter(pk=payment.pk).update(is_reversed=True)
    payment.given_rounds.update(is_taken_back=True)


def reversal_day(original: Transaction, today: date) -> date:
    """Return the original's day if it is open, else the first open day.

    Money taken out of the till again on a past day could leave less than nothing in it on some day
    since; then the reversal is dated today.
    """
    day = booking_day(original.date)
    till = original.head.journal
    if chart.like(till) == "cash":
        taken = sum(posting.amount for posting in original.postings.filter(account__code=till))
        if taken > 0 and lowest_cash_from(till, day) < taken:
            return booking_day(max(day, today))
    return day


def _opposite(original: Transaction, day: date, reason: str) -> Draft:
    entries = [
        Entry(posting.account.code, posting.amount, posting.account.person_id, posting.sphere)
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
