"""The treasurer's decisions about proposals: confirm, refuse, propose again."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.queries.doubts import hold_of, is_held, with_doubts
from finance.books.queries.ledger import booking_day
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.own_matters import must_not_be_own
from finance.books.services.reconcile import reconcile
from finance.books.services.settling import settle
from finance.errors import IllegalError, InvalidError, StaleError
from league.events.models import Event, Table
from league.guards.versioned import written_together
from league.people.models.people import User

State = Claim.State


def confirm_evening(
    *, event: Event, seen: Collection[int], by: User | None, now: datetime
) -> list[Claim]:
    """Book every proposal in `seen` without an obstacle; return those booked now.

    A claim stays open if it has a reason to, or comes from a result that is disputed or being
    corrected. `seen` are the keys of the claims on the treasurer's page; one that was booked
    meanwhile is left alone, so that a repeat changes nothing. Locks the tables, so that no
    objection comes in between, the event and the persons. StaleError if something seen has changed
    since.
    """
    reconcile(event_id=event.pk, now=now)  # by itself: it locks the event first
    with written_together():
        _lock_tables(seen)
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        claims = Claim.objects.filter(event=event, pk__in=seen).order_by("pk")
        lock_persons(set(claims.values_list("person_id", flat=True)))
        chosen = list(with_doubts(claims))
        if len(chosen) != len(set(seen)) or any(not claim.is_current for claim in chosen):
            raise _changed()
        ready = [claim for claim in chosen if claim.is_ready and not is_held(claim)]
        book(ready, by, now)
        settle({claim.person_id for claim in ready})
        return ready


def confirm_claim(
    *, claim: Claim, amount: int | None = None, by: User | None, now: datetime
) -> Claim:
    """Book one claim explicitly, with its reason to be open. `amount` in cents if it is open.

    Locks the table, the event and the person. A repeat changes nothing. InvalidError for a missing
    amount or one too many, StaleError for a claim that is no longer current, IllegalError for one
    that is refused or objected to, whose result is disputed or being corrected, or that a guest has
    not agreed to.
    """
    with transaction.atomic():
        lock_claim(claim)
        claim = with_doubts(Claim.objects.filter(pk=claim.pk)).get()
        if claim.state in Claim.BOOKED:
            return claim
        must_be_bookable(claim)
        if claim.amount is None:
            if amount is None:
                raise InvalidError("amount_missing", _("Please enter an amount."), field="amount")
            claim.amount = amount
        elif amount is not None and amount != claim.amount:
            raise InvalidError(
                "amount_is_fixed",
                _("This amount is fixed. If it is wrong, refuse the claim."),
                field="amount",
            )
        book([claim], by, now)
        settle([claim.person_id])
        return claim


def lock_claim(claim: Claim) -> None:
    """Lock what a decision on one claim rests on: the table, the event, the person."""
    _lock_tables([claim.pk])
    _lock_event(claim)
    lock_persons([claim.person_id])


def _lock_tables(claims: Collection[int]) -> None:
    """Lock the tables of these claims, before the event, in the order of entering a result.

    Objecting to a result and correcting it lock its table as well.
    """
    tables = Claim.objects.filter(pk__in=claims, charge__result__isnull=False).values(
        "charge__result__table"
    )
    list(Table.objects.select_for_update(no_key=True).filter(pk__in=tables).order_by("pk"))


def _lock_event(claim: Claim) -> None:
    if claim.event_id is not None:
        Event.objects.select_for_update(no_key=True).get(pk=claim.event_id)


def book(claims: list[Claim], by: User | None, now: datetime) -> None:
    """Book these proposals. Only for services that hold their event and persons, and that see to
    what is paid of them.
    """
    dates = {day: booking_day(day) for day in {claim.day for claim in claims}}
    made = post(
        drafts=[
            Draft(
                journal=chart.claims_journal(chart.unit_of(claim.kind)),
                date=dates[claim.day],
                kind=Transaction.Kind.CLAIM,
                entries=booking.claim(claim.kind, claim.person_id, claim.amount or 0),
            )
            for claim in claims
        ],
        by=by,
        now=now,
    )
    for claim, booked in zip(claims, made, strict=True):
        claim.transaction, claim.state = booked, State.CONFIRMED
        claim.decided_by, claim.decided_at = by, now
    Claim.objects.bulk_update(
        claims, ["transaction", "state", "amount", "decided_by", "decided_at"]
    )


def refuse_claim(
    *, claim: Claim, reason: str, by: User | None, now: datetime, confirmed: bool = False
) -> Claim:
    """Refuse a claim as not owed. Locks the person; a repeat changes nothing.

    InvalidError without a reason, IllegalError for what is booked, StaleError for what has changed,
    NotAllowedError for a claim of one's own that no second person `confirmed`.
    """
    reason = given_reason(reason)
    must_not_be_own(by, [claim.person_id], confirmed=confirmed)
    with transaction.atomic():
        lock_persons([claim.person_id])
        claim = Claim.objects.get(pk=claim.pk)
        if claim.state == State.REFUSED:
            return claim
        _must_be_undecided(claim)
        claim.state, claim.reason = State.REFUSED, reason
        claim.decided_by, claim.decided_at = by, now
        claim.save(update_fields=["state", "reason", "decided_by", "decided_at"])
        return claim


def propose_again(*, claim: Claim, now: datetime) -> None:
    """Take back a refusal or a Storno by hand: propose the charge anew. Locks as `reconcile`.

    Dues are booked again by the next run. IllegalError for what was entered by hand.
    """
    if claim.kind in Claim.ENTERED:
        raise IllegalError(
            "not_proposed", _("What was entered by hand is not proposed. Enter it anew.")
        )
    with transaction.atomic():
        _lock_event(claim)
        lock_persons([claim.person_id])
        claim = Claim.objects.get(pk=claim.pk)
        if not claim.is_current or claim.state not in {State.REFUSED, State.REVERSED}:
            return
        claim.is_current = False
        claim.save(update_fields=["is_current"])
        if claim.event_id is not None:
            reconcile(event_id=claim.event_id, now=now)


def given_reason(reason: str) -> str:
    """Return the reason without superfluous spaces; InvalidError if none is given."""
    reason = " ".join(reason.split())
    if not reason:
        raise InvalidError("reason_missing", _("Please say briefly why."), field="reason")
    return reason[:200]


def must_be_bookable(claim: Claim) -> None:
    """Check an explicit decision on a claim `with_doubts`; raise what `confirm_claim` raises."""
    _must_be_undecided(claim)
    if hold := hold_of(claim):
        raise IllegalError(hold.code, hold.sentence)
    if claim.open_reason == Claim.OpenReason.GUEST:
        raise IllegalError("guest_without_agreement", claim.get_open_reason_display())


def _must_be_undecided(claim: Claim) -> None:
    if not claim.is_current:
        raise _changed()
    if claim.state not in Claim.UNDECIDED:
        raise IllegalError("already_decided", _("That has been decided already."))
    if claim.state == State.OBJECTED:
        raise IllegalError(
            "objection_open", _("There is an objection to this. Decide about that first.")
        )


def _changed() -> StaleError:
    return StaleError(
        "evening_changed",
        _("The evening has changed in the meantime. Look at the proposals again."),
    )
