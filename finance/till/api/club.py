"""The club's charges: its catalogue, deeds written down by it, dues, and guests' agreements."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from finance.books import labels as words
from finance.books import tariff_labels as tariff_words
from finance.books.api.frame import TILL
from finance.books.api.rows import PayerOut, somebody
from finance.books.models.agreements import GuestAgreement
from finance.books.models.catalogue import Tariff
from finance.books.queries import agreements as agreement_queries
from finance.catalogue.queries.catalogue import deeds_of, require_member, tariffs
from finance.dues.models import DuesRate
from finance.dues.queries import plan, rates
from league.access.api.money import MONEY
from league.access.queries.rights import may_run_evenings
from league.events.queries import get_event_for
from league.results.models.results import Charge
from league.web.api.described import Json
from league.web.api.fields import char_field
from league.web.api.frame import ReadRequest, only, reads, required


# --- the catalogue ----------------------------------------------------------------------------
class TariffOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    code = serializers.CharField()
    title = serializers.CharField(allow_blank=True)
    what = char_field(words.tariff, help_text="The title, or what the rulebook calls it.")
    kind = serializers.ChoiceField(Tariff.Kind.choices)
    cents = serializers.IntegerField(allow_null=True)
    price = char_field(tariff_words.price, help_text="In words, with all its steps.")
    ground = serializers.CharField(allow_blank=True)
    clause = serializers.CharField(allow_blank=True)
    decided_on = serializers.DateField(allow_null=True)
    start = serializers.DateField()
    end = serializers.DateField(allow_null=True)


@reads(TariffOut(many=True), who=MONEY & required(require_member))
def catalogue(request: ReadRequest) -> QuerySet[Tariff]:
    """What is fined in this club, every version; for members."""
    return tariffs()


class DeedOut(serializers.Serializer[Any]):
    """Somebody charged by an entry of the catalogue."""

    id = serializers.IntegerField(source="pk")
    person = PayerOut()
    what = char_field(lambda charge: charge.title or words.what("", charge.code))
    kind = serializers.ChoiceField(Charge.Kind.choices)
    count = serializers.IntegerField()
    cents = serializers.IntegerField(allow_null=True)
    drink = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)


@reads(DeedOut(many=True), who=MONEY & only(may_run_evenings))
def deeds(request: ReadRequest, pk: int) -> list[Charge]:
    """What stands written down by the catalogue at an evening; for whoever runs it."""
    return deeds_of(get_event_for(request.user, pk, request.today))


# --- dues -------------------------------------------------------------------------------------
class RateOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    kind = serializers.CharField(help_text="active, passive, supporting or a kind of the club's.")
    period = serializers.ChoiceField(DuesRate.Period.choices)
    cents = serializers.IntegerField()
    ground = serializers.CharField(allow_blank=True)
    decided_on = serializers.DateField(allow_null=True)
    start = serializers.DateField()
    end = serializers.DateField(allow_null=True)


class MemberDuesOut(serializers.Serializer[Any]):
    """What a run would do to a member's account, and why."""

    person = PayerOut()
    changes = serializers.BooleanField()
    cents = serializers.IntegerField()
    sentences = serializers.ListField(child=serializers.CharField())


class DuesOut(serializers.Serializer[Any]):
    rates = RateOut(many=True)
    through = serializers.DateField()
    cents = serializers.IntegerField()
    members = MemberDuesOut(many=True)


@reads(DuesOut, who=TILL)
def dues(request: ReadRequest) -> Json:
    """What membership costs, and what a run of today would book for every member."""
    run = plan(request.today)
    return {"rates": rates(), "through": run.through, "cents": run.cents, "members": run.members}


# --- guests -----------------------------------------------------------------------------------
class AgreementOut(serializers.Serializer[Any]):
    """While it holds, a guest pays what a game costs."""

    id = serializers.IntegerField(source="pk")
    person = PayerOut()
    start = serializers.DateField()
    end = serializers.DateField(allow_null=True)
    agreed = serializers.CharField(allow_blank=True)
    entered_at = serializers.DateTimeField()
    entered_by = somebody(lambda row: row.entered_by)


@reads(AgreementOut(many=True), who=TILL)
def agreements(request: ReadRequest) -> QuerySet[GuestAgreement]:
    """What guests have agreed to, the latest first."""
    return agreement_queries.agreements()
