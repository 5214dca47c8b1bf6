"""Serializers of bookings, claims, payments and vouchers. Amounts are cents, or whole rounds."""

from typing import Any

from rest_framework import serializers

from finance.books import booking_labels as booking_words
from finance.books import labels as words
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction, Unit
from finance.books.models.payments import Payment
from finance.books.models.vouchers import Voucher
from league.web.api.fields import (
    Read,
    boolean_field,
    char_field,
    char_list_field,
    date_field,
    datetime_field,
    integer_field,
)


def name_of(user: Any) -> str:
    """Return the name of the user, also of a login without a person; empty for none, or the
    program.
    """
    return "" if user is None else str(getattr(user, "person", None) or user)


def somebody(read: Read) -> Any:
    return char_field(lambda row: name_of(read(row)))


class PayerOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class ClaimOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    day = serializers.DateField()
    due = serializers.DateField(allow_null=True, help_text="Payable by; null where nobody said.")
    event = serializers.IntegerField(source="event_id", allow_null=True)
    person = PayerOut()
    kind = serializers.ChoiceField(Claim.Kind.choices)
    what = char_field(words.cause)
    basis = char_field(words.basis)
    unit = serializers.ChoiceField(Unit.choices)
    amount = serializers.IntegerField(allow_null=True, help_text="Null while it is open.")
    paid = serializers.IntegerField()
    state = serializers.ChoiceField(Claim.State.choices)
    booking = char_field(
        lambda row: booking_words.label(row.transaction) if row.transaction else ""
    )


class OwedClaimOut(serializers.Serializer[Any]):
    """A claim in one line; its own address says the rest."""

    id = serializers.IntegerField(source="pk")
    day = serializers.DateField()
    person = PayerOut()
    what = char_field(words.cause)
    basis = char_field(words.basis)
    unit = serializers.ChoiceField(Unit.choices)
    amount = serializers.IntegerField(allow_null=True, help_text="Null while it is open.")
    state = serializers.ChoiceField(Claim.State.choices)


class PaymentOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    day = serializers.DateField(source="transaction.date")
    person = PayerOut()
    method = serializers.ChoiceField(Payment.Method.choices)
    unit = serializers.ChoiceField(Unit.choices)
    amount = serializers.IntegerField()
    note = char_field(lambda row: booking_words.text_of(row.transaction))
    is_reversed = serializers.BooleanField()
    booking = char_field(lambda row: booking_words.label(row.transaction))


class BookingOut(serializers.Serializer[Any]):
    """A booking in its journal; `amount` is what it moved on the journal's own account."""

    id = integer_field(lambda line: line.booking.pk)
    label = char_field(lambda line: booking_words.label(line.booking))
    number = integer_field(lambda line: line.booking.number)
    day = date_field(lambda line: line.booking.date)
    entered_at = datetime_field(lambda line: line.booking.entered_at)
    kind = char_field(lambda line: line.booking.kind, help_text=", ".join(Transaction.Kind.values))
    title = char_field(lambda line: booking_words.title(line.booking))
    note = char_field(lambda line: booking_words.text_of(line.booking))
    unit = char_field(lambda line: line.booking.head.unit)
    amount = serializers.IntegerField(source="own")
    balance = serializers.IntegerField(
        allow_null=True, help_text="After it; null where lines do not follow each other."
    )
    is_reversed = boolean_field(lambda line: getattr(line.booking, "reversal", None) is not None)


class BookedOut(serializers.Serializer[Any]):
    """A booking in one line; its own address says the rest."""

    id = serializers.IntegerField(source="pk")
    label = char_field(booking_words.label)
    day = serializers.DateField(source="date")
    what = char_field(booking_words.title)
    unit = char_field(lambda row: row.head.unit)
    amount = integer_field(lambda row: row.own, help_text="On its journal's own account.")


class StatementLineOut(serializers.Serializer[Any]):
    """A booking on somebody's account; positive is owed. `balance` is that after it."""

    label = char_field(lambda line: booking_words.label(line.booking))
    day = date_field(lambda line: line.booking.date)
    kind = char_field(lambda line: line.booking.kind, help_text=", ".join(Transaction.Kind.values))
    what = char_field(lambda line: words.cause(line.claim) if line.claim is not None else "")
    note = char_field(lambda line: booking_words.text_of(line.booking))
    unit = char_field(lambda line: line.booking.head.unit)
    amount = integer_field(lambda line: line.booking.moved)
    balance = serializers.IntegerField()
    is_reversed = boolean_field(lambda line: getattr(line.booking, "reversal", None) is not None)


class DebtorOut(serializers.Serializer[Any]):
    person = PayerOut(source="*")
    has_left = serializers.BooleanField(help_text="Was a member and is none any more.")
    cents = serializers.IntegerField()
    overdue = serializers.IntegerField()
    rounds = serializers.IntegerField()
    since = serializers.DateField(source="oldest", allow_null=True)
    announced = serializers.IntegerField()
    last_paid = serializers.DateField(allow_null=True)
    deferred_until = serializers.DateField(allow_null=True, help_text="Agreed; null for nothing.")
    reminder = serializers.CharField(
        allow_blank=True,
        help_text="A friendly word to send; empty while an agreement is kept.",
    )


class VoucherOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    year = serializers.IntegerField()
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(Voucher.Kind.choices)
    what = char_field(lambda row: str(row.text))
    payee = char_field(lambda row: row.text.payee)
    cents = serializers.IntegerField(allow_null=True)
    bookings = char_list_field(
        lambda row: [booking_words.label(transaction) for transaction in row.transactions.all()]
    )
    entered_at = serializers.DateTimeField()
    sha256 = serializers.CharField()


class OwingOut(serializers.Serializer[Any]):
    """How an account stands: negative cents are a credit."""

    person = PayerOut()
    cents = serializers.IntegerField()
    rounds = serializers.IntegerField()


class OwedRoundOut(serializers.Serializer[Any]):
    """A round of drinks: for whom it still is, and who had it already."""

    claim = serializers.IntegerField(source="claim.pk")
    since = serializers.DateField(source="claim.day")
    what = char_field(lambda owed_round: words.cause(owed_round.claim))
    drink = char_field(lambda owed_round: words.drink_of(owed_round.claim))
    rounds = serializers.IntegerField(source="claim.open_amount")
    to_come = PayerOut(many=True)
    served = PayerOut(many=True)
    is_due = serializers.BooleanField()
    moved_to = date_field(
        lambda owed_round: owed_round.moved.until if owed_round.is_later else None, allow_null=True
    )


class OwedRoundsOut(serializers.Serializer[Any]):
    """Rounds of drinks somebody owes."""

    person = PayerOut()
    is_here = serializers.BooleanField()
    due = serializers.IntegerField(source="count")
    heads = serializers.IntegerField()
    rounds = OwedRoundOut(many=True)
