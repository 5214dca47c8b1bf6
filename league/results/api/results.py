"""One result: its line for each seat, its signatures, and every version of it."""

from dataclasses import asdict
from typing import Any, ClassVar

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from league.people.queries.names import inside_naming
from league.results.api.tables import NO_ENTRY, ResultAPI
from league.results.models.results import Result
from league.results.models.second_look import Objection
from league.results.queries import results as results_queries
from league.results.queries.confirming import (
    hand,
    names_at,
    problem_text,
    signature,
    state_of,
)
from league.web.api.described import Operation
from league.web.api.frame import answered

HEAD = (
    *("pk", "table_id", "number", "version", "is_current", "source", "depth", "ended_by"),
    *("rulebook", "reason", "entered_at"),
)


class ResultLineOut(serializers.Serializer[Any]):
    """What a result says of one seat. Null: not recorded at this depth, never zero."""

    name = serializers.CharField()
    lost_first = serializers.BooleanField(allow_null=True)
    lost_second = serializers.BooleanField(allow_null=True)
    lost_game = serializers.BooleanField()
    exit_first = serializers.IntegerField(allow_null=True)
    exit_second = serializers.IntegerField(allow_null=True)
    schock_aus = serializers.IntegerField(allow_null=True)
    jule = serializers.IntegerField(allow_null=True)
    deckel_taken = serializers.IntegerField(allow_null=True)
    deckel_given = serializers.IntegerField(allow_null=True)
    throw_points = serializers.IntegerField(allow_null=True)


class ResultObjectionOut(serializers.Serializer[Any]):
    """A problem somebody reported, and what was decided."""

    text = serializers.CharField()
    by = serializers.CharField(allow_blank=True)
    raised_at = serializers.DateTimeField()
    outcome = serializers.ChoiceField(Objection.Outcome.choices, allow_blank=True)
    ruling = serializers.CharField(allow_blank=True)
    ruled_at = serializers.DateTimeField(allow_null=True)


class SignedByOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    verified = serializers.BooleanField(help_text="False: a name given on a table's link.")


class ResultVersionOut(serializers.Serializer[Any]):
    """What was said of the game once: by whom, when, and why."""

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    is_current = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True)
    entered_by = SignedByOut(allow_null=True)
    entered_at = serializers.DateTimeField()
    confirmed_by = SignedByOut(allow_null=True)
    confirmed_at = serializers.DateTimeField(allow_null=True)
    objections = ResultObjectionOut(many=True)


class ResultOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    table = serializers.IntegerField(source="table_id")
    event = serializers.IntegerField(source="table.block.event_id")
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    is_current = serializers.BooleanField()
    origin = serializers.ChoiceField(Result.Source.choices, source="source")
    depth = serializers.ChoiceField(Result.Depth.choices)
    ended_by = serializers.ChoiceField(Result.EndedBy.choices)
    rulebook = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(["entered", "confirmed", "disputed", "correcting"])
    entered_at = serializers.DateTimeField()
    lines = ResultLineOut(many=True)
    versions = ResultVersionOut(many=True, help_text="The newest first.")


class ResultShowAPI(ResultAPI):
    """One result, line by line, and all its versions, for whoever is inside its table."""

    operations: ClassVar = {"GET": Operation(ResultOut, refuses=NO_ENTRY)}

    def get(self, request: Request, pk: int) -> HttpResponseBase:
        result = self.result(request, pk)
        self.must(self.rights.inside)
        naming = inside_naming()  # phones and guests too read who sat there
        lines = [
            {**vars(line), "name": naming.at(line.seat.participation)}
            for line in result.lines.all()
        ]
        head = {name: getattr(result, name) for name in HEAD}
        versions = [
            _version(version) for version in results_queries.versions(result.table, result.number)
        ]
        shown = {**head, "table": result.table, "state": state_of(result)}
        shown |= {"lines": lines, "versions": versions}
        return answered(request, ResultOut(shown).data)


def _version(result: Result) -> dict[str, Any]:
    signed = signature(result)
    return {
        "id": result.pk,
        "version": result.version,
        "is_current": result.is_current,
        "reason": result.why,
        "entered_by": asdict(signed.entered) if signed.entered else None,
        "entered_at": signed.entered_at,
        "confirmed_by": asdict(signed.confirmed) if signed.confirmed else None,
        "confirmed_at": signed.confirmed_at,
        "objections": [_objection(each, names_at(result)) for each in result.objections.all()],
    }


def _objection(objection: Objection, names: dict[int, str]) -> dict[str, Any]:
    by = hand(objection.user, objection.holder, names)
    own = ("raised_at", "outcome", "ruling", "ruled_at")
    return {
        **{name: getattr(objection, name) for name in own},
        "text": problem_text(objection),
        "by": by.name if by else "",
    }
