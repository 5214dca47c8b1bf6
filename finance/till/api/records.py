"""One claim, one booking, one voucher: each with all that belongs to it."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from finance.books import booking_labels as booking_words
from finance.books import voucher_files
from finance.books.api.frame import TILL
from finance.books.api.rows import (
    BookedOut,
    ClaimOut,
    OwedClaimOut,
    PayerOut,
    VoucherOut,
    name_of,
    somebody,
)
from finance.books.lists import DECIDED
from finance.books.models.claims import Claim
from finance.books.models.objections import ClaimObjection
from finance.books.models.vouchers import Voucher
from finance.books.queries import objections as queries
from finance.books.queries.access import (
    get_claim_for,
    get_self_for,
    get_transaction_for,
    require_poster,
)
from finance.books.queries.cashbook import other_parts
from finance.books.queries.doubts import hold_of, why_gone
from finance.books.queries.effects import reversal_effects
from finance.books.queries.ledger import closed_through
from finance.books.queries.rounds import given_of, turned_into
from finance.books.queries.vouchers import get_voucher_for, vouchers_of
from finance.books.services.reversals import reversal_day
from league.access.api.money import MONEY
from league.events.api import EventKeyOut
from league.files.api import lists
from league.web.api.described import Json
from league.web.api.fields import boolean_field, char_field, integer_field, integer_list_field
from league.web.api.frame import ReadRequest, reads, required


# --- a claim ----------------------------------------------------------------------------------
class HoldOut(serializers.Serializer[Any]):
    """Why a claim is not booked for now."""

    code = serializers.CharField()
    sentence = char_field(lambda row: str(row.sentence))


class ClaimObjectionOut(serializers.Serializer[Any]):
    """„Einspruch“ against a claim, and what was decided."""

    id = serializers.IntegerField(source="pk")
    claim = OwedClaimOut()
    text = serializers.CharField(allow_blank=True)
    raised_at = serializers.DateTimeField()
    raised_by = somebody(lambda row: row.raised_by)
    outcome = serializers.CharField(
        allow_blank=True,
        help_text=f"{', '.join(filter(None, ClaimObjection.Outcome.values))}; empty while open.",
    )
    ruling = serializers.CharField(allow_blank=True)
    ruled_at = serializers.DateTimeField(allow_null=True)
    ruled_by = somebody(lambda row: row.ruled_by)


class GivenRoundOut(serializers.Serializer[Any]):
    """A round that was given, and to whom."""

    id = serializers.IntegerField(source="pk")
    people = PayerOut(many=True)
    payment = integer_field(
        lambda given_round: given_round.payment_id, allow_null=True, help_text="Null: in part."
    )
    is_taken_back = serializers.BooleanField()


class GivenOut(GivenRoundOut):
    event = EventKeyOut(allow_null=True)


class RoundMoveOut(serializers.Serializer[Any]):
    until = serializers.DateField()
    reason = serializers.CharField(allow_blank=True)


class TurnedOut(serializers.Serializer[Any]):
    """A round and the claim in euro it was turned into."""

    round = integer_field(lambda row: row.round_id)
    claim = integer_field(lambda row: row.claim_id)


def _recorded_by(charge: Any) -> str:
    holder = charge.result.entered_holder if charge.result is not None else None
    return str(holder.name) if holder is not None else name_of(charge.recorded_by)


class RecordedOut(serializers.Serializer[Any]):
    """The deed behind a claim: when it was entered, at which game."""

    at = serializers.DateTimeField(source="recorded_at")
    by = char_field(_recorded_by)
    result = integer_field(lambda charge: charge.result_id, allow_null=True)
    entry = serializers.IntegerField(
        source="log_index", allow_null=True, help_text="In the game's log, from 0."
    )


class OneClaimOut(serializers.Serializer[Any]):
    claim = ClaimOut()
    is_current = serializers.BooleanField()
    open_reason = serializers.ChoiceField(Claim.OpenReason.choices)
    hold = HoldOut(allow_null=True)
    gone = serializers.CharField(allow_blank=True, help_text="Why it does not stand any more.")
    reason = serializers.CharField(allow_blank=True, help_text="Of whoever decided.")
    recorded = RecordedOut(allow_null=True)
    heads = PayerOut(many=True, help_text="For whom a round is.")
    given = GivenOut(many=True)
    moves = RoundMoveOut(many=True)
    turned = TurnedOut(allow_null=True)
    objections = integer_list_field(lambda one_claim: [row.pk for row in one_claim["objections"]])


@reads(OneClaimOut, who=TILL)
def claim(request: ReadRequest, pk: int) -> Json:
    """A claim: where it comes from, what keeps it back, what became of it."""
    claim = get_claim_for(request.user, pk, request.today)
    return {
        "claim": claim,
        "is_current": claim.is_current,
        "open_reason": claim.open_reason,
        "hold": hold_of(claim),
        "gone": "" if claim.is_current else why_gone([claim])[0].because,
        "reason": claim.reason,
        "recorded": claim.charge,
        "heads": [head.person for head in claim.heads.all()],
        "given": given_of(claim),
        "moves": claim.moves.all(),
        "turned": turned_into(claim),
        "objections": claim.objections.order_by("-pk"),
    }


# --- objections -------------------------------------------------------------------------------
DECIDERS = MONEY & required(queries.require_objections)


@reads(ClaimObjectionOut(many=True), who=DECIDERS)
def objections(request: ReadRequest) -> QuerySet[ClaimObjection]:
    """What waits for a decision, the oldest first; for treasurer, chair and auditor."""
    return queries.waiting()


@lists(ClaimObjectionOut, DECIDED, who=DECIDERS)
def decided_objections(request: ReadRequest) -> QuerySet[ClaimObjection]:
    """What was decided; for treasurer, chair and auditor."""
    return queries.decided()


@reads(ClaimObjectionOut, who=MONEY)
def claim_objection(request: ReadRequest, pk: int) -> ClaimObjection:
    """One objection; for treasurer, chair and auditor."""
    return queries.get_objection_for(request.user, pk, request.today)


@reads(ClaimObjectionOut(many=True), who=MONEY)
def own_objections(request: ReadRequest) -> QuerySet[ClaimObjection]:
    """What I object to, the latest first, and what was decided."""
    return queries.objections_of(get_self_for(request.user))[:20]


# --- a booking --------------------------------------------------------------------------------
class PostingOut(serializers.Serializer[Any]):
    """One side of a booking; positive is debit."""

    account = serializers.CharField(source="account.code")
    name = char_field(booking_words.account_name)
    person = integer_field(lambda posting: posting.account.person_id, allow_null=True)
    person_name = char_field(booking_words.person_name)
    unit = serializers.CharField(source="account.unit")
    amount = serializers.IntegerField()
    sphere = serializers.IntegerField(help_text="For the tax office, 0 for none.")


class OneBookingOut(serializers.Serializer[Any]):
    booking = BookedOut()
    kind = serializers.CharField(source="booking.kind")
    note = char_field(lambda one_booking: booking_words.text_of(one_booking["booking"]))
    entered_at = serializers.DateTimeField(source="booking.entered_at")
    entered_by = char_field(
        lambda one_booking: booking_words.entered_by(one_booking["booking"]),
        help_text="Empty: the program.",
    )
    postings = PostingOut(source="booking.postings", many=True)
    vouchers = integer_list_field(lambda one_booking: [row.pk for row in one_booking["vouchers"]])
    belongs_to = integer_list_field(
        lambda one_booking: [row.pk for row in one_booking["parts"]],
        help_text="Taken back together with it.",
    )
    reverses = integer_field(
        lambda one_booking: one_booking["booking"].reverses_id, allow_null=True
    )
    reversed_by = integer_field(
        lambda one_booking: getattr(getattr(one_booking["booking"], "reversal", None), "pk", None),
        allow_null=True,
    )
    is_closed = serializers.BooleanField()
    hash = serializers.CharField(source="booking.hash")
    previous_hash = serializers.CharField(source="booking.previous_hash")


@reads(OneBookingOut, who=TILL)
def booking(request: ReadRequest, pk: int) -> Json:
    """A booking with its postings, vouchers and its place in the chain."""
    transaction = get_transaction_for(request.user, pk, request.today)
    closed = closed_through()
    return {
        "booking": transaction,
        "vouchers": vouchers_of([transaction.pk]).get(transaction.pk, []),
        "parts": other_parts(transaction),
        "is_closed": closed is not None and transaction.date <= closed,
    }


class ReversalOut(serializers.Serializer[Any]):
    day = serializers.DateField()
    effects = serializers.ListField(child=serializers.CharField())


@reads(
    ReversalOut,
    who=MONEY & required(require_poster),
    refuses={403: ("only_the_treasurer_posts", "board_does_not_read")},
)
def reversal(request: ReadRequest, pk: int) -> Json:
    """What a Storno of a booking would do; for the treasurer."""
    original = get_transaction_for(request.user, pk, request.today)
    return {"day": reversal_day(original, request.today), "effects": reversal_effects(original)}


# --- a voucher --------------------------------------------------------------------------------
def _is_there(voucher: Voucher) -> bool:
    return voucher.kind == Voucher.Kind.OWN or voucher_files.content_of(voucher.sha256) is not None


class OneVoucherOut(VoucherOut):
    why = char_field(lambda row: row.text.why, help_text="There is none but a self-made one.")
    day = serializers.DateField(allow_null=True)
    media_type = serializers.CharField(allow_blank=True)
    size = serializers.IntegerField()
    is_there = boolean_field(_is_there, help_text="False: its file is missing.")
    entered_by = somebody(lambda row: row.entered_by)


@reads(OneVoucherOut, who=TILL)
def voucher(request: ReadRequest, pk: int) -> Voucher:
    """A voucher; its file is taken from its page."""
    return get_voucher_for(request.user, pk, request.today)
