"""„Einspruch“: a person objects to a claim, the treasurer or the chair decides, with a reason."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books.models.claims import Claim
from finance.books.models.objections import ClaimObjection
from finance.books.queries.doubts import is_held, with_doubts
from finance.books.services.claims import confirm_claim, given_reason, lock_claim, refuse_claim
from finance.books.services.discharge import waive_claim
from finance.books.services.ledger import lock_persons
from finance.books.services.own_matters import is_own
from finance.books.services.reversals import reverse
from finance.errors import IllegalError, InvalidError, NotAllowedError
from league.people.models.people import User

State = Claim.State
Outcome = ClaimObjection.Outcome


def object_to(*, claim: Claim, text: str, by: User, now: datetime) -> ClaimObjection:
    """Object to a proposal, which then waits, or to an unpaid booking, which stays owed.

    Locks the person. While one is open a repeat answers with it. InvalidError without a sentence,
    NotAllowedError for another person's claim, IllegalError for a claim that is paid or gone.
    """
    text = " ".join(text.split())[:400]
    if not text:
        raise InvalidError("text_missing", _("Please say why in a sentence."), field="text")
    if getattr(by, "person", None) != claim.person:
        raise NotAllowedError("not_your_claim", _("Only whoever it is about can object."))
    with transaction.atomic():
        lock_persons([claim.person_id])
        claim = Claim.objects.get(pk=claim.pk)
        if known := claim.objections.filter(ruled_at=None).first():
            return known
        if not claim.is_current or claim.state not in {State.PROPOSED, State.CONFIRMED}:
            raise IllegalError("not_open", _("That is no longer open."))
        if claim.state == State.PROPOSED:
            claim.state = State.OBJECTED
            claim.save(update_fields=["state"])
        return ClaimObjection.objects.create(claim=claim, text=text, raised_by=by, raised_at=now)


def rule(
    *,
    objection: ClaimObjection,
    outcome: str,
    ruling: str,
    by: User,
    today: date,
    now: datetime,
    confirmed: bool = False,
) -> ClaimObjection:
    """Decide an objection: keep the claim (a proposal is booked), strike it, or waive it.

    A kept claim that cannot be booked yet is a proposal again. A booked one is struck by its
    Storno. Locks the table, the event and the person; a repeat changes nothing. InvalidError
    without a reason, NotAllowedError for one's own objection that no second person `confirmed`,
    IllegalError for another decision before or, to waive, for nothing open.
    """
    ruling = given_reason(ruling)
    must_be_outcome(outcome)
    with transaction.atomic():
        lock_claim(objection.claim)
        objection = ClaimObjection.objects.get(pk=objection.pk)
        claim = with_doubts(Claim.objects.filter(pk=objection.claim_id)).get()
        if not confirmed and is_own(by, [claim.person_id]):
            raise NotAllowedError(
                "own_objection", _("Somebody else decides about your own objection.")
            )
        if not objection.is_open:
            if objection.outcome != outcome:
                raise IllegalError("already_decided", _("That has been decided already."))
            return objection
        objection.outcome, objection.ruling = outcome, ruling
        objection.ruled_by, objection.ruled_at = by, now
        objection.save(update_fields=["outcome", "ruling", "ruled_by", "ruled_at"])
        if not claim.is_current:
            return objection
        if claim.state == State.OBJECTED:
            claim.state = State.PROPOSED
            claim.save(update_fields=["state"])
        _carry_out(claim, objection, by, today, now)
        return objection


def must_be_outcome(outcome: str) -> None:
    """Raise InvalidError for a decision that is none."""
    if outcome not in {Outcome.STANDS, Outcome.STRUCK, Outcome.WAIVED}:
        raise InvalidError("outcome_missing", _("How is it decided?"), field="outcome")


def _carry_out(
    claim: Claim, objection: ClaimObjection, by: User, today: date, now: datetime
) -> None:
    if objection.outcome == Outcome.STRUCK:
        if claim.state == State.PROPOSED:
            refuse_claim(claim=claim, reason=objection.ruling, by=by, now=now, confirmed=True)
        elif claim.transaction is not None and claim.state in Claim.BOOKED:
            reverse(
                original=claim.transaction,
                reason=objection.ruling,
                by=by,
                today=today,
                now=now,
                confirmed=True,
            )
        return
    if claim.state == State.PROPOSED:
        if not claim.is_ready or is_held(claim):
            if objection.outcome == Outcome.WAIVED:
                refuse_claim(claim=claim, reason=objection.ruling, by=by, now=now, confirmed=True)
            return
        claim = confirm_claim(claim=claim, by=by, now=now)
    if objection.outcome == Outcome.WAIVED:
        waive_claim(
            claim=claim,
            reason=objection.ruling,
            client_id=f"objection:{objection.pk}",
            by=by,
            today=today,
            now=now,
            confirmed=True,
        )
