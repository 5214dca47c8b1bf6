"""The money of an evening: its proposals, its deeds, its rounds, the close that two sign; and what
a tournament costs and pays out.
"""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from finance.books import booking_labels as booking_words
from finance.books import labels as words
from finance.books.api.frame import TILL
from finance.books.api.rows import ClaimOut, OwedClaimOut, PayerOut
from finance.books.models.claims import Claim
from finance.books.models.rounds import RoundDecision
from finance.books.queries.access import get_event_for, get_rounds_for, get_tournament_for
from finance.books.queries.agreements import guests_among
from finance.books.queries.claims import claims_of_event
from finance.books.queries.doubts import hold_of, results_seen_by_one, undone, with_doubts
from finance.books.queries.rounds import absent_keep, decisions, given_at, unconfirmed
from finance.books.queries.tournaments import (
    entries,
    fees_paid,
    payouts,
    pot_of,
    shares,
    unassigned,
)
from finance.close import labels as closing_words
from finance.close.figures import item_names
from finance.close.queries import changed_since, get_close_for, may_cosign
from finance.close.statement import evening_of
from finance.till.api.books import CountOut
from finance.till.api.records import GivenRoundOut, HoldOut
from league.access.api.money import MONEY
from league.events.api import EventKeyOut
from league.web.api.described import Json
from league.web.api.fields import boolean_field, char_field, integer_field, integer_list_field
from league.web.api.frame import ReadRequest, reads


# --- proposals --------------------------------------------------------------------------------
class ProposedOut(ClaimOut):
    open_reason = serializers.ChoiceField(Claim.OpenReason.choices)
    is_ready = serializers.BooleanField(help_text="Goes along when all of it is confirmed.")
    hold = HoldOut(allow_null=True)


class GoneOut(serializers.Serializer[Any]):
    claim = OwedClaimOut()
    because = serializers.CharField()
    reversal = integer_field(lambda row: row.reversal.pk if row.reversal else None, allow_null=True)


class ProposalsOut(serializers.Serializer[Any]):
    event = EventKeyOut()
    claims = ProposedOut(many=True)
    guests = serializers.ListField(
        child=serializers.IntegerField(), help_text="Persons who pay the same evening."
    )
    seen_by_one = serializers.IntegerField(help_text="Results no second person confirmed.")
    undone = GoneOut(many=True, help_text="Booked, and reversed as the cause went.")


@reads(ProposalsOut, who=TILL)
def proposals(request: ReadRequest, pk: int) -> Json:
    """What an evening costs whom: proposed, kept back, decided, taken back."""
    event = get_event_for(request.user, pk, request.today)
    claims = list(with_doubts(claims_of_event(event)))
    for claim in claims:
        claim.hold = hold_of(claim)
    return {
        "event": event,
        "claims": claims,
        "guests": sorted(guests_among(event, {claim.person for claim in claims})),
        "seen_by_one": results_seen_by_one(event),
        "undone": undone(event),
    }


# --- rounds -----------------------------------------------------------------------------------
class GivenThereOut(GivenRoundOut):
    claim = integer_field(lambda row: row.claim_id)
    person = PayerOut(source="claim.person")


class RoundsThereOut(serializers.Serializer[Any]):
    unconfirmed = serializers.IntegerField(help_text="Nobody owes those yet.")
    absent_keep = serializers.BooleanField(help_text="Who is away still has a round to come.")
    given = GivenThereOut(many=True)


@reads(RoundsThereOut, who=MONEY)
def rounds_given(request: ReadRequest, pk: int) -> Json:
    """Which rounds were given at an evening; for whoever runs it."""
    event = get_rounds_for(request.user, pk, request.today)
    return {
        "unconfirmed": unconfirmed(event),
        "absent_keep": absent_keep(event.business_date),
        "given": given_at(event),
    }


class RoundDecisionOut(serializers.Serializer[Any]):
    start = serializers.DateField()
    absent_keep = serializers.BooleanField()
    decided = serializers.CharField(allow_blank=True)


@reads(RoundDecisionOut(many=True), who=TILL)
def round_decisions(request: ReadRequest) -> QuerySet[RoundDecision]:
    """What the club decided about rounds of whoever is away, the latest first."""
    return decisions()


# --- the close --------------------------------------------------------------------------------
class ClosedItemOut(serializers.Serializer[Any]):
    kind = serializers.CharField()
    code = serializers.CharField()
    what = serializers.CharField()
    count = serializers.IntegerField()
    cents = serializers.IntegerField()


class EveningFiguresOut(serializers.Serializer[Any]):
    """How an evening stood when it was signed; what is about cash is the whole day's."""

    here = serializers.IntegerField()
    undecided = serializers.IntegerField()
    rounds = serializers.IntegerField()
    rounds_given = serializers.IntegerField()
    payers = serializers.IntegerField()
    charged = serializers.IntegerField()
    cash_before = serializers.IntegerField()
    cash_in = serializers.IntegerField()
    cash_out = serializers.IntegerField()
    cash_after = serializers.IntegerField()


class ChangeOut(serializers.Serializer[Any]):
    """A figure that is another one by now, in words."""

    what = serializers.CharField()
    signed = char_field(lambda change: closing_words.figure(change.what, change.signed))
    now = char_field(lambda change: closing_words.figure(change.what, change.now))


class CloseSignedOut(serializers.Serializer[Any]):
    role = serializers.CharField()
    name = serializers.CharField()
    signed_at = serializers.DateTimeField()


class CloseOut(serializers.Serializer[Any]):
    event = EventKeyOut()
    version = serializers.IntegerField()
    digest = serializers.CharField(help_text="What is signed.")
    is_closed = serializers.BooleanField(help_text="Two have signed.")
    may_sign = serializers.BooleanField(help_text="Whoever asks can sign it as the second.")
    figures = EveningFiguresOut()
    items = ClosedItemOut(many=True)
    count = CountOut()
    left_open = serializers.ListField(child=serializers.CharField())
    signatures = CloseSignedOut(many=True)
    changes = ChangeOut(many=True, help_text="Since it was signed.")


@reads(CloseOut, who=MONEY, refuses={422: ("already_closed",)})
def close(request: ReadRequest, pk: int) -> Json:
    """The newest close of an evening, for whoever reads the till, has signed it or may."""
    close = get_close_for(request.user, pk, request.today)
    evening, names = evening_of(close.statement), item_names(close.event)
    changes = changed_since(close)
    return {
        "event": close.event,
        "version": close.version,
        "digest": close.digest,
        "is_closed": close.is_closed,
        "may_sign": not close.is_closed
        and not changes
        and may_cosign(request.user, close, request.today),
        "figures": evening,
        "items": [
            {
                "kind": item.kind,
                "code": item.code,
                "what": names.get(item.code) or words.what(item.kind, item.code),
                "count": item.count,
                "cents": item.cents,
            }
            for item in evening.items
        ],
        "count": close.count,
        "left_open": closing_words.left_open(close.statement),
        "signatures": close.signed,
        "changes": changes,
    }


# --- a tournament -----------------------------------------------------------------------------
class DoorEntryOut(serializers.Serializer[Any]):
    """Somebody who is in, and what is due at the door."""

    person = PayerOut(source="participation.person")
    start_number = serializers.IntegerField(source="participation.start_number", allow_null=True)
    claims = OwedClaimOut(many=True)
    charged = serializers.IntegerField()
    due = serializers.IntegerField(help_text="In cash; a credit is used up first.")
    is_paid = serializers.BooleanField()


class PotOut(serializers.Serializer[Any]):
    paid_in = serializers.IntegerField()
    paid_out = serializers.IntegerField()
    left = serializers.IntegerField()


class PotShareOut(serializers.Serializer[Any]):
    """A prize, and what of the pot goes to it."""

    prize = serializers.IntegerField(source="prize.pk")
    what = char_field(lambda pot_share: booking_words.award(pot_share.prize))
    cents = serializers.IntegerField()
    winners = PayerOut(many=True)
    given_cents = serializers.IntegerField()
    open_cents = serializers.IntegerField()
    astray = integer_list_field(
        lambda pot_share: [payout.pk for payout in pot_share.astray],
        help_text="Payouts to somebody else.",
    )


class PayoutOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    person = PayerOut()
    prize = integer_field(lambda payout: payout.prize_id, allow_null=True)
    cents = serializers.IntegerField()
    note = char_field(lambda payout: booking_words.text_of(payout.transaction))
    booking = char_field(lambda payout: booking_words.label(payout.transaction))
    is_reversed = boolean_field(lambda payout: hasattr(payout.transaction, "reversal"))


class TournamentMoneyOut(serializers.Serializer[Any]):
    event = EventKeyOut()
    fee_cents = serializers.IntegerField(source="event.tournament.fee_cents")
    pot_cents = serializers.IntegerField(source="event.tournament.pot_cents")
    entries = DoorEntryOut(many=True)
    fees_paid = serializers.IntegerField()
    pot = PotOut()
    shares = PotShareOut(many=True)
    unassigned = serializers.IntegerField()
    payouts = PayoutOut(many=True)


@reads(TournamentMoneyOut, who=TILL)
def tournament_money(request: ReadRequest, pk: int) -> Json:
    """Who has paid at a tournament's door, and what the winners get out of the pot."""
    event = get_tournament_for(request.user, pk, request.today)
    entered, pot, made = entries(event), pot_of(event), list(payouts(event))
    parts = shares(event, pot, made)
    return {
        "event": event,
        "entries": entered,
        "fees_paid": fees_paid(entered),
        "pot": pot,
        "shares": parts,
        "unassigned": unassigned(pot, parts, made),
        "payouts": made,
    }
