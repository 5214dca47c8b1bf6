"""The close of an evening as it is: what is to do before two people sign it."""

from typing import Any

from rest_framework import serializers

from finance.books.api.frame import TILL
from finance.books.api.rows import OwedClaimOut, OwedRoundsOut, PayerOut
from finance.close.queries import Overview, overview_for
from finance.till.api.books import CountOut
from finance.till.api.evenings import ChangeOut
from league.events.api import EventKeyOut
from league.web.api.fields import integer_field
from league.web.api.frame import ReadRequest, reads


class StillPlayedOut(serializers.Serializer[Any]):
    table = serializers.IntegerField(source="number")
    number = serializers.IntegerField(source="playing")


class ContestedOut(serializers.Serializer[Any]):
    """A result that nobody has ruled on."""

    result = serializers.IntegerField(source="result_id")
    table = serializers.IntegerField(source="result.table.number")
    number = serializers.IntegerField(source="result.number")
    text = serializers.CharField(allow_blank=True)


class PayerHereOut(serializers.Serializer[Any]):
    person = PayerOut()
    cents = serializers.IntegerField()


class ChargedOut(serializers.Serializer[Any]):
    """Somebody who was charged with the average already."""

    person = integer_field(lambda pair: pair[0].pk)
    cents = integer_field(lambda pair: pair[1])


class ExcusedOut(serializers.Serializer[Any]):
    """Somebody who was absent and is let off."""

    person = PayerOut()
    reason = serializers.CharField(allow_blank=True)


class AverageOut(serializers.Serializer[Any]):
    """What an absent member owes, and how it came about."""

    cents = serializers.IntegerField()
    total = serializers.IntegerField()
    heads = serializers.IntegerField()
    absent = PayerOut(many=True)
    excused = ExcusedOut(many=True)
    declined = PayerOut(many=True, help_text="Cancelled beforehand, which the club lets pass.")
    charged = ChargedOut(many=True)
    sentences = serializers.ListField(child=serializers.CharField())


class PaidThereOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    person = PayerOut()
    cents = serializers.IntegerField(source="amount")


class EveningStandsOut(serializers.Serializer[Any]):
    event = EventKeyOut()
    day = serializers.DateField(help_text="On which money is booked that changes hands now.")
    running = StillPlayedOut(many=True, source="playing")
    problems = ContestedOut(many=True)
    ready = OwedClaimOut(many=True)
    waiting = OwedClaimOut(many=True)
    held_back = OwedClaimOut(many=True)
    average = AverageOut(
        allow_null=True, source="known_average", help_text="Null where the catalogue knows none."
    )
    rounds = OwedRoundsOut(many=True, source="debtors")
    payers = PayerHereOut(many=True, help_text="Who is here; below zero is a credit.")
    paid = PaidThereOut(many=True)
    cash = serializers.IntegerField()
    count = CountOut(allow_null=True)
    is_counted = serializers.BooleanField(help_text="And no cash was booked since.")
    version = integer_field(
        lambda overview: overview.close and overview.close.version,
        allow_null=True,
        help_text="Of what was signed.",
    )
    is_closed = serializers.BooleanField()
    changes = ChangeOut(many=True, help_text="Since it was signed.")


@reads(EveningStandsOut, who=TILL)
def evening_stands(request: ReadRequest, pk: int) -> Overview:
    """An evening before its close: what is played, decided, paid and counted, and what is not."""
    return overview_for(request.user, pk, request.today)
