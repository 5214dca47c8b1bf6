"""The league's API: calling for a referee, and the second pair of eyes.

`TableAPI` is the base of every endpoint at a table, also in the apps above.
"""

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access.actors import Actor
from league.access.api.money import reads_money
from league.access.models import ReadToken
from league.access.phones import actor_of, refuse_ended_link
from league.access.queries.tables import (
    TableRights,
    against_scoring,
    get_table_at,
    is_locked,
    table_rights,
)
from league.access.senders import check_sender
from league.events.models import Table
from league.results.models.results import Result
from league.results.queries import results as results_queries
from league.results.queries.confirming import get_result_at, last_call, signature, state_of
from league.results.services import confirming
from league.web.api.described import (
    BOOLEAN,
    DATETIME,
    INTEGER,
    STRING,
    Operation,
    enum_of,
    nullable,
    object_schema,
    schema_ref,
)
from league.web.changes import by_whom

ANSWERED = timedelta(minutes=3)  # so long a table is told who is coming

# --- how it is described ----------------------------------------------------------------------
NO_ENTRY = {403: ("not_allowed", "link_over", "other_sender")}
CALLING = object_schema(since=DATETIME, note=STRING)
CALL = {"oneOf": [CALLING, object_schema(answered=STRING, at=DATETIME), {"type": "null"}]}
SIGNED = nullable(object_schema(name=STRING, verified=BOOLEAN))
RESULT = object_schema(
    id=INTEGER,
    version=INTEGER,
    state=enum_of("entered", "confirmed", "disputed", "correcting"),
    entered_by=SIGNED,
    confirmed_by=SIGNED,
)
SCHEMAS = {"Call": CALL, "ResultState": RESULT}


class IdField(serializers.RegexField):
    """An id made by the phone."""

    def __init__(self, *, required: bool = True) -> None:
        super().__init__(r"^[0-9A-Za-z:._-]{1,60}\Z", required=required)


class TableAPI(APIView):
    """Everything about one table. `rights` come from an office, a seat, or the table's link."""

    actor: Actor
    sender: str
    rights: TableRights
    now: datetime

    def enter(self, request: Request, table_id: int) -> Table:
        """Return the table for users who may see it; 404 for others."""
        self.now = timezone.now()
        today = timezone.localdate(self.now)
        refuse_ended_link(request._request, table_id, self.now)
        self.actor = actor_of(request._request, table_id, self.now)
        self.sender = check_sender(request._request, self.actor)
        if self.actor.table_id == table_id:
            # Signed and scoped: neither the table nor offices need to be read.
            table, locked = Table(pk=table_id), is_locked(table_id, self.now)
        else:
            table = get_table_at(self.actor, request.user, table_id, today)
            locked = table.block.locked_at is not None
        self.rights = table_rights(self.actor, request.user, table, today, locked=locked)
        if isinstance(request.auth, ReadToken):  # it reads, and what costs only where it may
            inside = self.rights.inside and reads_money(request)
            self.rights = TableRights(see=self.rights.see, inside=inside)
        return table

    def must(self, allowed: bool) -> None:
        if not allowed:
            raise PermissionDenied

    def must_score(self) -> None:
        if refusal := against_scoring(self.rights):
            raise refusal
        self.must(self.rights.score)

    def read(self, kind: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return the data of the request, in the shape of `kind`."""
        form = kind(data=self.request.data)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)


class CallInput(serializers.Serializer[Any]):
    id = IdField()
    note = serializers.CharField(max_length=200, allow_blank=True, default="")


class ObjectionInput(serializers.Serializer[Any]):
    id = IdField()
    text = serializers.CharField(max_length=400)


class CallAPI(TableAPI):
    """„Schiedsrichter rufen“, and taking the call back."""

    operations: ClassVar = {
        "POST": Operation(object_schema(call=CALLING), CallInput, refuses=NO_ENTRY),
        "DELETE": Operation(object_schema(call={"type": "null"}), refuses=NO_ENTRY),
    }

    def post(self, request: Request, pk: int) -> Response:
        table = self.enter(request, pk)
        self.must(self.rights.call)
        sent = self.read(CallInput)
        call = confirming.call_referee(
            table=table, client_id=sent["id"], note=sent["note"], actor=self.actor, now=self.now
        )
        return Response({"call": {"since": call.called_at.isoformat(), "note": call.note}})

    def delete(self, request: Request, pk: int) -> Response:
        table = self.enter(request, pk)
        self.must(self.rights.call)
        confirming.take_back_call(table=table, actor=self.actor, now=self.now)
        return Response({"call": None})


class ResultAPI(TableAPI):
    """What concerns the result of a game."""

    def result(self, request: Request, pk: int) -> Result:
        """Return the result for users inside its table; 404 for others."""
        self.enter(request, results_queries.table_of_result(pk))
        return get_result_at(self.actor, request.user, pk, timezone.localdate(self.now))


class ConfirmAPI(ResultAPI):
    """A second person on a second device says that the result is right."""

    operations: ClassVar = {
        "POST": Operation(
            object_schema(result=schema_ref("ResultState")),
            refuses={
                403: (
                    *NO_ENTRY[403],
                    "not_at_this_table",
                    "same_user",
                    "same_holder",
                    "same_device",
                    "same_person",
                ),
                409: ("result_superseded",),
                422: (
                    "result_frozen",
                    "result_in_correction",
                    "already_confirmed",
                    "device_unknown",
                ),
            },
        )
    }

    def post(self, request: Request, pk: int) -> Response:
        result = self.result(request, pk)
        self.must(self.rights.confirm)
        confirmed = confirming.confirm_result(result=result, actor=self.actor, now=self.now)
        return Response({"result": result_json(confirmed)})


class ObjectionAPI(ResultAPI):
    """„Problem melden“: freezes the result until somebody rules on it."""

    operations: ClassVar = {
        "POST": Operation(
            object_schema(result=schema_ref("ResultState")),
            ObjectionInput,
            refuses={
                403: (*NO_ENTRY[403], "not_at_this_table"),
                409: ("result_superseded",),
                422: ("text_missing", "already_disputed", "result_in_correction"),
            },
        )
    }

    def post(self, request: Request, pk: int) -> Response:
        result = self.result(request, pk)
        self.must(self.rights.object)
        sent = self.read(ObjectionInput)
        confirming.raise_objection(
            result=result, client_id=sent["id"], text=sent["text"], actor=self.actor, now=self.now
        )
        return Response({"result": result_json(results_queries.result(pk))})


def call_json(table: Table) -> dict[str, Any] | None:
    """Return since when a table calls, or for some minutes the referee on the way; else None."""
    call = last_call(table)
    if call is None:
        return None
    if call.answered_at is None:
        return {"since": call.called_at.isoformat(), "note": call.note}
    if call.taken_back or timezone.now() - call.answered_at > ANSWERED:
        return None
    return {"answered": by_whom(call.answered_by), "at": call.answered_at.isoformat()}


def result_json(result: Result) -> dict[str, Any]:
    """Return the facts of a result beside its figures: its state and its signatures."""
    signed = signature(result)
    return {
        "id": result.pk,
        "version": result.version,
        "state": state_of(result),
        "entered_by": asdict(signed.entered) if signed.entered else None,
        "confirmed_by": asdict(signed.confirmed) if signed.confirmed else None,
    }
