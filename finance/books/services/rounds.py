"""Services of owed rounds: give, move, note a drink, and the club's decision.

Waiving one is `discharge.waive_claim`, turning one into money `conversions.turn_into_euros`.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.models.rounds import GivenHead, GivenRound, RoundDecision, RoundMove
from finance.books.queries.ledger import booking_day
from finance.books.queries.rounds import Debtor, OwedRound, absent_keep, owed_by
from finance.books.services.claims import given_reason
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.once import used_before
from finance.books.services.own_matters import note_own_payment
from finance.books.services.settling import allocate
from finance.errors import IllegalError, InvalidError
from league.events.models import Event
from league.people.models.people import User
from league.results.models.results import LONGEST_DRINK


def give_round(
    *,
    claim: Claim,
    event: Event | None = None,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Claim:
    """Give an owed round, at an evening to those present, otherwise to all.

    Absent heads have nothing to come any more, unless the club decided otherwise: then the round
    stays open for them, and nothing is booked yet. Locks the person. A repeat changes nothing, nor
    does a second giver. IllegalError for a claim that is no open round, while an older one is open,
    or if the payer or all it is for are missing.
    """
    (done,) = _give([claim], event, client_id, by, today, now)
    return done


def give_together(
    *,
    claims: Sequence[Claim],
    event: Event | None = None,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> list[Claim]:
    """Book several rounds that one person owes as given as one, in one payment.

    They are that person's oldest. Locks and errors as `give_round`; InvalidError if they are less
    than two, or of different people.
    """
    if len({claim.pk for claim in claims}) < 2 or len({claim.person_id for claim in claims}) != 1:
        raise InvalidError("rounds_of_one_person", _("Several rounds of one person can be merged."))
    return _give(claims, event, client_id, by, today, now)


def _give(
    claims: Sequence[Claim],
    event: Event | None,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> list[Claim]:
    day = today if event is None else event.business_date
    if day > today:
        raise IllegalError("evening_to_come", _("This evening is still to come."))
    with transaction.atomic():
        lock_persons([claims[0].person_id])
        claims = sorted(
            Claim.objects.filter(pk__in=[claim.pk for claim in claims]).select_related("person"),
            key=lambda claim: claim.pk,
        )
        if _was_done(claims, client_id):
            return claims
        for claim in claims:
            _must_be_a_round(claim)
        if all(claim.state == Claim.State.SETTLED for claim in claims):
            return claims
        rounds = _next(claims, owed_by(claims[0].person, event, day))
        keep = event is not None and absent_keep(day)
        whole = [owed_round for owed_round in rounds if not (keep and owed_round.missing)]
        payment = _settle(whole, client_id, by, day, now) if whole else None
        for owed_round in rounds:
            given = GivenRound.objects.create(
                claim=owed_round.claim,
                event=event,
                payment=payment if owed_round in whole else None,
                client_id=client_id,
                entered_by=by,
                entered_at=now,
            )
            GivenHead.objects.bulk_create(
                GivenHead(given=given, person=person) for person in owed_round.reached
            )
        return list(Claim.objects.filter(pk__in=[claim.pk for claim in claims]).order_by("pk"))


def _was_done(claims: Sequence[Claim], client_id: str) -> bool:
    known = set(GivenRound.objects.filter(client_id=client_id).values_list("claim_id", flat=True))
    if (known or Payment.objects.filter(client_id=client_id).exists()) and known != {
        claim.pk for claim in claims
    }:
        raise used_before()
    return bool(known)


def _next(claims: Sequence[Claim], owed: Debtor) -> list[OwedRound]:
    """Return these claims as they are owed, if they are the next to be given."""
    wanted = {claim.pk for claim in claims}
    owed_rounds = [owed_round for owed_round in owed.rounds if owed_round.claim.pk in wanted]
    if len(owed_rounds) < len(wanted):
        raise IllegalError("not_open", _("That is no longer open."))
    if not owed.is_here:
        raise IllegalError(
            "payer_missing",
            _("%(name)s is not here today. Otherwise note the attendance first.")
            % {"name": owed.person.name},
        )
    if not all(owed_round.can_be_given for owed_round in owed_rounds):
        raise IllegalError(
            "nobody_left", _("Of those who still have this round to come nobody is here.")
        )
    first = owed.givable[0]
    if {owed_round.claim.pk for owed_round in owed.givable[: len(wanted)]} != wanted:
        raise IllegalError(
            "older_round",
            _("The oldest round comes first, that of %(day)s.")
            % {"day": f"{first.claim.day:%d.%m.%Y}"},
        )
    return owed_rounds


def _settle(
    rounds: Sequence[OwedRound], client_id: str, by: User | None, day: date, now: datetime
) -> Payment:
    """Book one payment for all of them; the caller holds the person's accounts."""
    person = rounds[0].claim.person_id
    amount = sum(owed_round.claim.open_amount for owed_round in rounds)
    (done,) = post(
        drafts=[
            Draft(
                journal=chart.claims_journal(chart.RUNDE),
                date=booking_day(day),
                kind=Transaction.Kind.PAYMENT,
                entries=booking.payment(Payment.Method.GIVEN, chart.RUNDE, person, amount),
            )
        ],
        by=by,
        now=now,
    )
    payment = Payment.objects.create(
        person_id=person,
        method=Payment.Method.GIVEN,
        unit=chart.RUNDE,
        amount=amount,
        transaction=done,
        client_id=client_id,
    )
    for owed_round in rounds:
        allocate(payment, owed_round.claim, owed_round.claim.open_amount)
    note_own_payment(payment, day, by, now)
    return payment


def take_back(*, given: GivenRound) -> None:
    """Take back a round given in part by mistake. Locks the person; a repeat changes nothing.

    IllegalError for what is booked: that takes a Storno.
    """
    if given.payment_id is not None:
        raise IllegalError(
            "given_is_booked", _("That is booked. Reverse the booking to take it back.")
        )
    with transaction.atomic():
        lock_persons([given.claim.person_id])
        GivenRound.objects.filter(pk=given.pk).update(is_taken_back=True)


def move_round(
    *, claim: Claim, until: date, reason: str, by: User | None, today: date, now: datetime
) -> Claim:
    """Move a round, so that it is not due before `until`. Locks the person; a repeat changes
    nothing.

    InvalidError without a reason or for a day that is no later one, IllegalError for what is no
    open round.
    """
    reason = given_reason(reason)
    if not today < until <= today + timedelta(days=366):
        raise InvalidError(
            "not_a_later_day",
            _("It can be moved to a later day, by a year at the most."),
            field="until",
        )
    with transaction.atomic():
        lock_persons([claim.person_id])
        claim = Claim.objects.get(pk=claim.pk)
        _must_be_a_round(claim)
        if not claim.open_amount:
            raise IllegalError("not_open", _("That is no longer open."))
        last = claim.moves.last()
        if last is None or (last.until, last.reason) != (until, reason):
            RoundMove.objects.create(
                claim=claim, until=until, reason=reason, moved_by=by, moved_at=now
            )
        return claim


def note_drink(*, claim: Claim, drink: str) -> Claim:
    """Note which drink was agreed on; empty takes the note away. Locks the person.

    IllegalError for what is no round, InvalidError for a text too long.
    """
    drink = " ".join(drink.split())
    if len(drink) > LONGEST_DRINK:
        raise InvalidError("drink_too_long", _("That can be shorter."), field="drink")
    with transaction.atomic():
        lock_persons([claim.person_id])
        claim = Claim.objects.get(pk=claim.pk)
        _must_be_a_round(claim)
        claim.drink = drink
        claim.save(update_fields=["drink"])
        return claim


def decide_on_absent(
    *, start: date, keep: bool, decided: str, by: User | None, today: date, now: datetime
) -> RoundDecision:
    """Set if from `start` on the absent have a given round still to come. A repeat adds nothing.

    What was given before stays as it was. InvalidError without saying who decided, or for a day
    that is more than a year ahead.
    """
    decided = " ".join(decided.split())[:120]
    if not decided:
        raise InvalidError("decided_missing", _("Please say who decided that."), field="decided")
    if start > today + timedelta(days=366):
        raise InvalidError(
            "decision_far_ahead",
            _("A decision holds from today in a year at the latest."),
            field="start",
        )
    last = RoundDecision.objects.filter(start=start).first()
    if last is not None and (last.absent_keep, last.decided) == (keep, decided):
        return last
    return RoundDecision.objects.create(
        start=start, absent_keep=keep, decided=decided, entered_by=by, entered_at=now
    )


def _must_be_a_round(claim: Claim) -> None:
    if claim.unit != chart.RUNDE:
        raise IllegalError("not_a_round", _("That is not a round, it is money."))
