"""One's own account: how it stands, what is open, what was booked."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request

from finance.bank.api import NoticeOut
from finance.bank.queries.paying import giro_of, notices_of
from finance.books.api.rows import ClaimOut, OwingOut, StatementLineOut
from finance.books.lists import STATEMENT
from finance.books.queries import people, statement
from finance.books.queries.access import get_self_for
from league.access.api.money import REFUSES, MoneyAPI
from league.files.api import ListingAPI, lists
from league.web.api.frame import reads


class OwnAccountOut(serializers.Serializer[Any]):
    owing = OwingOut()
    open = ClaimOut(many=True)
    undecided = ClaimOut(many=True)


class TransferOut(serializers.Serializer[Any]):
    """Where a transfer goes and what to write into it; empty where the club has not said where."""

    holder = serializers.CharField(allow_blank=True)
    iban = serializers.CharField(allow_blank=True)
    bic = serializers.CharField(allow_blank=True)
    cents = serializers.IntegerField(help_text="What is open and not announced yet.")
    reference = serializers.CharField()
    notices = NoticeOut(many=True)


class OwnAccountAPI(MoneyAPI):
    """My account: what I owe, and what is still to be decided."""

    does: ClassVar = reads(OwnAccountOut, refuses=REFUSES)

    def show(self, request: Request, **named: Any) -> Any:
        person = get_self_for(request.user)
        return OwnAccountOut(
            {
                "owing": people.owing_of(person),
                "open": people.open_claims(person),
                "undecided": people.undecided_claims(person),
            }
        ).data


class OwnStatementAPI(MoneyAPI, ListingAPI):
    """What was booked on my account."""

    listing, row = STATEMENT, StatementLineOut
    does: ClassVar = lists(STATEMENT, StatementLineOut, refuses=REFUSES)

    def rows(self, request: Request, **named: Any) -> Any:
        self.person = get_self_for(request.user)
        return people.statement(self.person)

    def dressed(self, read: list[Any]) -> list[Any]:
        return list(statement.lines(self.person, read))


class OwnTransferAPI(MoneyAPI):
    """How I pay by bank, and what I announced lately."""

    does: ClassVar = reads(TransferOut, refuses=REFUSES)

    def show(self, request: Request, **named: Any) -> Any:
        person = get_self_for(request.user)
        giro = giro_of(person)
        return TransferOut(
            {
                "holder": giro.account.holder if giro.account else "",
                "iban": giro.account.iban if giro.account else "",
                "bic": giro.account.bic if giro.account else "",
                "cents": giro.cents,
                "reference": giro.reference,
                "notices": notices_of(person).select_related("person")[:12],
            }
        ).data
