"""What the club charges: its catalogue, deeds written down by it, dues, and guests' agreements."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from rest_framework import serializers
from rest_framework.request import Request

from finance.books import labels as words
from finance.books import tariff_labels as tariff_words
from finance.books.api.frame import TillAPI
from finance.books.api.rows import PayerOut, somebody
from finance.books.models.catalogue import Tariff
from finance.books.queries.agreements import agreements
from finance.catalogue.queries.catalogue import deeds_of, require_member, tariffs
from finance.dues.models import DuesRate
from finance.dues.queries import plan, rates
from league.access.api.money import REFUSES, MoneyAPI
from league.access.queries.rights import may_run_evenings
from league.events.queries import get_event_for
from league.people.models.people import Membership
from league.results.models.results import Charge
from league.web.api.fields import text
from league.web.api.frame import reads


# --- the catalogue ----------------------------------------------------------------------------
class TariffOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    code = serializers.CharField()
    title = serializers.CharField(allow_blank=True)
    what = text(words.tariff, help_text="The title, or what the rulebook calls it.")
    kind = serializers.ChoiceField(Tariff.Kind.choices)
    cents = serializers.IntegerField(allow_null=True)
    price = text(tariff_words.price, help_text="In words, with all its steps.")
    ground = serializers.CharField(allow_blank=True)
    clause = serializers.CharField(allow_blank=True)
    decided_on = serializers.DateField(allow_null=True)
    start = serializers.DateField()
    end = serializers.DateField(allow_null=True)


class CatalogueAPI(MoneyAPI):
    """What is fined in this club, every version; for members."""

    does: ClassVar = reads(TariffOut(many=True), refuses=REFUSES)

    def show(self, request: Request, **named: Any) -> Any:
        require_member(request.user, self.today)
        return TariffOut(tariffs(), many=True).data


class DeedOut(serializers.Serializer[Any]):
    """Somebody charged by an entry of the catalogue."""

    id = serializers.IntegerField(source="pk")
    person = PayerOut()
    what = text(lambda charge: charge.title or words.what("", charge.code))
    kind = serializers.ChoiceField(Charge.Kind.choices)
    count = serializers.IntegerField()
    cents = serializers.IntegerField(allow_null=True)
    drink = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)


class DeedsAPI(MoneyAPI):
    """What stands written down by the catalogue at an evening; for whoever runs it."""

    does: ClassVar = reads(
        DeedOut(many=True), refuses={**REFUSES, 403: (*REFUSES[403], "not_allowed")}
    )

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        if not may_run_evenings(request.user, self.today):
            raise PermissionDenied
        event = get_event_for(request.user, pk, self.today)
        return DeedOut(deeds_of(event), many=True).data


# --- dues -------------------------------------------------------------------------------------
class RateOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(Membership.Kind.choices)
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


class DuesAPI(TillAPI):
    """What membership costs, and what a run of today would book for every member."""

    does: ClassVar = reads(DuesOut, refuses=REFUSES)

    def show(self, request: Request, **named: Any) -> Any:
        self.asked_by(request)
        run = plan(self.today)
        return DuesOut(
            {
                "rates": rates(),
                "through": run.through,
                "cents": run.cents,
                "members": run.members,
            }
        ).data


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


class AgreementsAPI(TillAPI):
    """What guests have agreed to, the latest first."""

    does: ClassVar = reads(AgreementOut(many=True), refuses=REFUSES)

    def show(self, request: Request, **named: Any) -> Any:
        self.asked_by(request)
        return AgreementOut(agreements(), many=True).data
