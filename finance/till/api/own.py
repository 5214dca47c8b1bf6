"""One's own account: its balance, what is open, what was booked."""

from functools import partial
from typing import Any

from rest_framework import serializers

from finance.bank.api import NoticeOut
from finance.bank.queries.paying import giro_of, notices_of
from finance.books.api.rows import ClaimOut, OwingOut, StatementLineOut
from finance.books.lists import STATEMENT
from finance.books.models.ledger import Transaction
from finance.books.queries import people, statement
from finance.books.queries.access import get_self_for
from finance.books.queries.holdings import holdings_for
from league.access.api.money import MONEY
from league.files.api import Listed, lists
from league.people.models.people import Person
from league.web.api.described import Json
from league.web.api.frame import ReadRequest, reads


class HoldingsOut(serializers.Serializer[Any]):
    """By the books, in cents."""

    cash = serializers.IntegerField()
    bank = serializers.IntegerField()
    day = serializers.DateField()


class OwnAccountOut(serializers.Serializer[Any]):
    owing = OwingOut()
    holdings = HoldingsOut(
        allow_null=True, help_text="What the club has; null where members do not see it."
    )
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


@reads(OwnAccountOut, who=MONEY)
def own_account(request: ReadRequest) -> Json:
    """My account: what I owe, and what is still to be decided."""
    person = get_self_for(request.user)
    return {
        "owing": people.owing_of(person),
        "holdings": holdings_for(request.user, request.today),
        "open": people.open_claims(person),
        "undecided": people.undecided_claims(person),
    }


@lists(StatementLineOut, STATEMENT, who=MONEY)
def own_statement(request: ReadRequest) -> Listed[Transaction]:
    """What was booked on my account."""
    return statement_of(get_self_for(request.user), request)


def statement_of(person: Person, request: ReadRequest) -> Listed[Transaction]:
    """Return a person's bookings, each of them explained."""
    rows = people.statement(person)
    return Listed(STATEMENT, rows, request.query, shown=partial(statement.lines, person))


@reads(TransferOut, who=MONEY)
def own_transfer(request: ReadRequest) -> Json:
    """How I pay by bank, and what I announced lately."""
    person = get_self_for(request.user)
    giro = giro_of(person)
    return {
        "holder": giro.account.holder if giro.account else "",
        "iban": giro.account.iban if giro.account else "",
        "bic": giro.account.bic if giro.account else "",
        "cents": giro.cents,
        "reference": giro.reference,
        "notices": notices_of(person).select_related("person")[:12],
    }
