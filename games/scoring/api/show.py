"""A game to be read: as it is now, what may be done next, its log as a file."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request

from games.scoring import queries, snapshot
from games.scoring.api import answers, schemas
from games.scoring.api.game import GameAPI
from games.scoring.api.inputs import ShowAsk
from league.events.models import Table
from league.results.api.tables import NO_ENTRY, call_json
from league.results.queries.results import current_result
from league.web.api.described import Operation, array_of, object_schema, schema_ref
from league.web.api.frame import answered

ACTIONS = object_schema(
    sequence={"type": "integer"},
    actions=array_of(schema_ref("Action")),
)


class ShowAPI(GameAPI):
    """The game as it is now; with `?rounds=1` all rounds so far. Made for polling."""

    operations: ClassVar = {"GET": Operation(schemas.SHOWN, asks=ShowAsk, refuses=NO_ENTRY)}

    def get(self, request: Request, key: UUID) -> HttpResponseBase:
        live = self.find(request, key)
        live.refresh()
        names = queries.names_of(live, inside=self.rights.inside)
        body = answers.both(live, live.sequence, names, self.rights)
        view = body["view"]
        current = current_result(Table(pk=live.table_id), live.number)
        if current is not None:
            view["result"] = answers.result_of(current, names) if self.rights.inside else None
            if view["status"] != "running":
                view["can"] |= answers.can_now(self.rights, self.actor, current)
        if self.rights.inside and view["step"] == "over":
            view["decision"] = snapshot.decision(live, live.sequence, queries.notes_of(live))
        body["call"] = call_json(Table(pk=live.table_id)) if self.rights.inside else None
        if "rounds" in request.query_params:
            rounds = live.state.table.rounds
            body["rounds"] = snapshot.history(rounds, names, full=self.rights.inside)
            if self.rights.inside:
                notes = queries.notes_of(live)
                body["happened"] = snapshot.happened(live, live.sequence, notes)
                body["arrivals"] = queries.arrivals(live)
                others = queries.other_versions(Table(pk=live.table_id), live.number)
                address = reverse("games:versions", args=[live.table_id, live.number])
                body["versions"] = address if others.exists() else None
        return answered(request, body)


class ActionsAPI(GameAPI):
    """What can be done now, in the templates of the log format."""

    operations: ClassVar = {"GET": Operation(ACTIONS, refuses=NO_ENTRY)}

    def get(self, request: Request, key: UUID) -> HttpResponseBase:
        live = self.find(request, key)
        self.must(self.rights.inside)
        live.refresh()
        view = self.view(live.sequence)
        return answered(request, {"sequence": live.sequence, "actions": view["actions"]})


class LogAPI(GameAPI):
    """The game as a file of the log format."""

    operations: ClassVar = {"GET": Operation(schemas.LOG, refuses=NO_ENTRY)}

    def get(self, request: Request, key: UUID) -> HttpResponseBase:
        live = self.find(request, key)
        self.must(self.rights.inside)
        live.refresh()
        name = f"spiel-{live.table_id}-{live.number}.json"
        response = answered(request, queries.log_of(live, queries.notes_of(live)))
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
