"""The report of the meeting, and what is owed beside it, as JSON; amounts are cents."""

from datetime import date
from typing import Any

from rest_framework import serializers

from finance.books.queries.access import require_year_ends
from finance.books.queries.funds import funds_of
from finance.receipts import queries
from finance.receipts.labels import kind, sphere
from finance.receipts.notes import notes
from finance.receipts.queries import Span, year_span
from finance.receipts.rules import Line
from league.access.api.money import MONEY
from league.web.api.described import Json
from league.web.api.fields import char_field
from league.web.api.frame import ReadRequest, reads, required


class SpanAsk(serializers.Serializer[Any]):
    """From the first to the last day; what is not said is that of the year of today."""

    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "since" in attrs and "until" in attrs and attrs["until"] < attrs["since"]:
            raise serializers.ValidationError({"until": ["ends_before_it_begins"]})
        return attrs


class BalanceOut(serializers.Serializer[Any]):
    """Opening plus receipts less payments plus transfers is closing."""

    account = serializers.CharField(help_text="Empty for all of them together.")
    name = char_field(lambda balance: kind(balance.account) if balance.account else "")
    opening = serializers.IntegerField()
    receipts = serializers.IntegerField()
    payments = serializers.IntegerField()
    transfers = serializers.IntegerField()
    closing = serializers.IntegerField()


class ReceiptsLineOut(serializers.Serializer[Any]):
    kind = serializers.CharField(source="account")
    name = serializers.CharField()
    sphere = serializers.IntegerField(help_text="1 to 4 as in the chart, 0 for none.")
    money = serializers.DictField(child=serializers.IntegerField(), help_text="By account.")
    set_off = serializers.IntegerField(help_text="Came and went without money.")
    reclassified = serializers.IntegerField(help_text="Paid before these days, used in them.")
    total = serializers.IntegerField()
    is_passing = serializers.BooleanField(help_text="Held for others; nobody's surplus.")


class SphereSumOut(serializers.Serializer[Any]):
    sphere = serializers.IntegerField()
    name = char_field(lambda part: sphere(part.sphere))
    receipts = serializers.IntegerField()
    payments = serializers.IntegerField()
    surplus = serializers.IntegerField()


class OwedOut(serializers.Serializer[Any]):
    """What people owe; a credit counts as a minus in opening and closing."""

    opening = serializers.IntegerField()
    brought = serializers.IntegerField(help_text="When the books began.")
    charged = serializers.IntegerField()
    paid = serializers.IntegerField()
    waived = serializers.IntegerField()
    set_off = serializers.IntegerField()
    paid_out = serializers.IntegerField(help_text="Of credit.")
    closing = serializers.IntegerField()
    debts = serializers.IntegerField()
    credits = serializers.IntegerField()


class PotsOut(serializers.Serializer[Any]):
    opening = serializers.IntegerField()
    entered = serializers.IntegerField()
    paid_out = serializers.IntegerField()
    closing = serializers.IntegerField()


class BridgeOut(serializers.Serializer[Any]):
    """earned - spent - claims_grew + pots_grew + brought = money_grew"""

    earned = serializers.IntegerField()
    spent = serializers.IntegerField()
    claims_grew = serializers.IntegerField()
    pots_grew = serializers.IntegerField()
    brought = serializers.IntegerField()
    money_grew = serializers.IntegerField()


class FundOut(serializers.Serializer[Any]):
    """Money kept for one thing: opening plus what was put in less what was taken out."""

    fund = serializers.CharField(source="code")
    name = serializers.CharField()
    opening = serializers.IntegerField()
    put_in = serializers.IntegerField()
    taken_out = serializers.IntegerField()
    closing = serializers.IntegerField()


class ReceiptsOut(serializers.Serializer[Any]):
    since = serializers.DateField()
    until = serializers.DateField()
    total = BalanceOut()
    accounts = BalanceOut(source="balances", many=True)
    receipts = ReceiptsLineOut(many=True)
    payments = ReceiptsLineOut(many=True)
    spheres = SphereSumOut(many=True)
    notes = serializers.ListField(child=serializers.CharField())
    owed = OwedOut()
    pots = PotsOut()
    bridge = BridgeOut()
    funds = FundOut(many=True)


def _named(line: Line, day: date) -> dict[str, Any]:
    """Return a line with its name; that of the time if its days are closed."""
    computed = {"total": line.total, "is_passing": line.is_passing}
    return {**vars(line), **computed, "name": kind(line.account, day)}


@reads(ReceiptsOut, SpanAsk, who=MONEY & required(require_year_ends))
def receipts(request: ReadRequest) -> Json:
    """Receipts and payments of any days by kind and account; for treasurer, auditor and chair."""
    since = request.query.get("since")
    until = request.query.get("until")
    year = year_span((since or until or request.today).year)
    span = Span(since or year.start, until or year.end)
    statement = queries.report(span)
    return {
        "since": span.start,
        "until": span.end,
        "total": statement.total,
        "balances": statement.balances,
        "receipts": [_named(line, span.end) for line in statement.receipts],
        "payments": [_named(line, span.end) for line in statement.payments],
        "spheres": statement.spheres,
        "notes": notes(span, statement),
        "owed": queries.owed(span),
        "pots": queries.pots(span),
        "bridge": queries.bridge(span),
        "funds": funds_of(*span.days),
    }
