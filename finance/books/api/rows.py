"""How bookings, claims, payments and vouchers are said. Amounts are cents, or whole rounds."""

from typing import Any

from rest_framework import serializers

from finance.books import labels as words
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction, Unit
from finance.books.models.payments import Payment
from finance.books.models.vouchers import Voucher
from league.web.api.fields import Read, day, moment, text, texts, whole, yes


def name_of(user: Any) -> str:
    """Who did something, a login without a person too; empty where nobody did, or the program."""
    return "" if user is None else str(getattr(user, "person", None) or user)


def somebody(read: Read) -> Any:
    return text(lambda row: name_of(read(row)))


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
    what = text(words.cause)
    basis = text(words.basis)
    unit = serializers.ChoiceField(Unit.choices)
    amount = serializers.IntegerField(allow_null=True, help_text="Null while it is open.")
    paid = serializers.IntegerField()
    state = serializers.ChoiceField(Claim.State.choices)
    booking = text(lambda row: words.label(row.transaction) if row.transaction else "")


class OwedClaimOut(serializers.Serializer[Any]):
    """A claim in one line; its own address says the rest."""

    id = serializers.IntegerField(source="pk")
    day = serializers.DateField()
    person = PayerOut()
    what = text(words.cause)
    basis = text(words.basis)
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
    note = text(lambda row: words.text_of(row.transaction))
    is_reversed = serializers.BooleanField()
    booking = text(lambda row: words.label(row.transaction))


class BookingOut(serializers.Serializer[Any]):
    """A booking in its journal; `amount` is what it moved on the journal's own account."""

    id = whole(lambda line: line.booking.pk)
    label = text(lambda line: words.label(line.booking))
    number = whole(lambda line: line.booking.number)
    day = day(lambda line: line.booking.date)
    entered_at = moment(lambda line: line.booking.entered_at)
    kind = text(lambda line: line.booking.kind, help_text=", ".join(Transaction.Kind.values))
    title = text(lambda line: words.title(line.booking))
    note = text(lambda line: words.text_of(line.booking))
    unit = text(lambda line: line.booking.head.unit)
    amount = serializers.IntegerField(source="own")
    balance = serializers.IntegerField(
        allow_null=True, help_text="After it; null where lines do not follow each other."
    )
    is_reversed = yes(lambda line: getattr(line.booking, "reversal", None) is not None)


class BookedOut(serializers.Serializer[Any]):
    """A booking in one line; its own address says the rest."""

    id = serializers.IntegerField(source="pk")
    label = text(words.label)
    day = serializers.DateField(source="date")
    what = text(words.title)
    unit = text(lambda row: row.head.unit)
    amount = whole(lambda row: vars(row)["own"], help_text="On its journal's own account.")


class StatementLineOut(serializers.Serializer[Any]):
    """A booking on somebody's account; positive is owed. `balance` is that after it."""

    label = text(lambda line: words.label(line.booking))
    day = day(lambda line: line.booking.date)
    kind = text(lambda line: line.booking.kind, help_text=", ".join(Transaction.Kind.values))
    what = text(lambda line: words.cause(line.claim) if line.claim is not None else "")
    note = text(lambda line: words.text_of(line.booking))
    unit = text(lambda line: line.booking.head.unit)
    amount = whole(lambda line: vars(line.booking)["moved"])
    balance = serializers.IntegerField()
    is_reversed = yes(lambda line: getattr(line.booking, "reversal", None) is not None)


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
        allow_blank=True, help_text="A friendly word to send; empty before what was agreed is over."
    )


class VoucherOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    year = serializers.IntegerField()
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(Voucher.Kind.choices)
    what = text(lambda row: str(row.text))
    payee = text(lambda row: row.text.payee)
    cents = serializers.IntegerField(allow_null=True)
    bookings = texts(
        lambda row: [words.label(transaction) for transaction in row.transactions.all()]
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
    what = text(lambda one: words.cause(one.claim))
    drink = text(lambda one: words.drink_of(one.claim))
    rounds = serializers.IntegerField(source="claim.open_amount")
    to_come = PayerOut(many=True)
    served = PayerOut(many=True)
    is_due = serializers.BooleanField()
    moved_to = day(lambda one: one.moved.until if one.is_later else None, allow_null=True)


class OwedRoundsOut(serializers.Serializer[Any]):
    """Rounds of drinks somebody owes."""

    person = PayerOut()
    is_here = serializers.BooleanField()
    due = serializers.IntegerField(source="count")
    heads = serializers.IntegerField()
    rounds = OwedRoundOut(many=True)
