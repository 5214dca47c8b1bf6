"""The referees' overview: open calls, problems to rule on, results without a second look."""

from typing import Any

from rest_framework import serializers

from league.access.queries.rights import may_rule
from league.results.queries import confirming as confirming_queries
from league.results.queries.confirming import Hand
from league.web.api.described import Json
from league.web.api.frame import ReadRequest, only, reads

MOST_UNCONFIRMED = 200


class RefereeCallOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    since = serializers.DateTimeField()
    note = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_blank=True)
    answered_at = serializers.DateTimeField(allow_null=True, help_text="Somebody is on the way.")


class OpenProblemOut(serializers.Serializer[Any]):
    result = serializers.IntegerField()
    event = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    text = serializers.CharField()
    by = serializers.CharField(allow_blank=True)
    raised_at = serializers.DateTimeField()


class UnconfirmedOut(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    table_number = serializers.IntegerField()
    results = serializers.ListField(child=serializers.IntegerField())


class RefereeOut(serializers.Serializer[Any]):
    calls = RefereeCallOut(many=True)
    problems = OpenProblemOut(many=True)
    unconfirmed = UnconfirmedOut(many=True)
    same_network = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Results entered and confirmed from one address, one of both by name only.",
    )


@reads(RefereeOut, who=only(may_rule))
def referee(request: ReadRequest) -> Json:
    """Calls and problems, and results only one pair of eyes has seen; for whoever rules."""
    unconfirmed = confirming_queries.by_table(
        confirming_queries.unconfirmed(request.today)[:MOST_UNCONFIRMED]
    )
    return {
        "calls": [
            {
                "event": call.table.block.event_id,
                "table": call.table_id,
                "number": call.table.number,
                "since": call.called_at,
                "note": call.note,
                "by": _name(hand),
                "answered_at": call.answered_at,
            }
            for call, hand in confirming_queries.hands(
                confirming_queries.calls_to_show(request.now)
            )
        ],
        "problems": [
            {
                "result": objection.result_id,
                "event": objection.result.table.block.event_id,
                "table": objection.result.table_id,
                "number": objection.result.number,
                "text": confirming_queries.problem_text(objection),
                "by": _name(hand),
                "raised_at": objection.raised_at,
            }
            for objection, hand in confirming_queries.hands(confirming_queries.open_problems())
        ],
        "unconfirmed": [
            {
                "table": table.pk,
                "table_number": table.number,
                "results": [result.pk for result in results],
            }
            for table, results in unconfirmed
        ],
        "same_network": [result.pk for result in confirming_queries.same_network(request.today)],
    }


def _name(hand: Hand | None) -> str:
    return hand.name if hand else ""
