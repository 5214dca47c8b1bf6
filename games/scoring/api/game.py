"""The parts that the addresses of a game have in common: the way in, and what each may refuse."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.engine import EngineError
from games.rules import rulebooks as books
from games.scoring import queries
from games.scoring.api import answers, schemas
from games.scoring.api.inputs import waited_note
from games.scoring.live import Json, Live
from league.results.api.tables import NO_ENTRY, TableAPI
from league.web.api.described import object_schema, schema_ref

# --- how it is described ----------------------------------------------------------------------
WRITTEN = object_schema(view=schema_ref("View"))
FRESH = {409: {"view": schema_ref("View")}, 422: {"view": schema_ref("View")}}
SCORES = {403: (*NO_ENTRY[403], "block_locked")}
ADDS = {
    403: (*SCORES[403], "referee_only"),
    409: ("stale", *schemas.FINISHED),
    422: (
        *schemas.RULES,
        *schemas.STORING,
        "hands_count",
        "id_missing",
        "late_alone",
        "no_last_round",
    ),
}
CLOSES = {
    **SCORES,
    409: ("stale", *schemas.FINISHED, "result_is_newer"),
    422: (
        *ADDS[422],
        "event_cancelled",
        "game_not_over",
        "result_frozen",
        "too_few_seats",
    ),
}
REOPENS = {
    403: (*SCORES[403], "result_confirmed"),
    409: ("stale", "version_given_up"),
    422: ("another_game_running", "game_running", "id_reused", "reason_missing", "result_frozen"),
}


class GameAPI(TableAPI):
    """What concerns one game. A refusal brings the fresh state along, so that a phone can go on."""

    live: Live | None = None

    def find(self, request: Request, key: UUID) -> Live:
        live = queries.live_game(key)
        self.enter(request, live.table_id)
        self.live = live
        return live

    def view(self, sequence: int) -> Json:
        assert self.live is not None
        return answers.view_of(self.live, sequence, self.live.names, self.rights)

    def write(self, request: Request, key: UUID) -> Live:
        live = self.find(request, key)
        self.must_score()
        if not live.names:
            live.names = queries.names_of(live)
        return live

    def waited(self, sent: Any) -> Json | None:
        return waited_note(sent, self.sender, self.actor)

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        if self.live is not None and response.status_code in (409, 422):
            if isinstance(exc, EngineError):
                response.data["sentence"] = exc.sentence(books.lang(), self.live.names)
            self.live.refresh()
            response.data["view"] = self.view(self.live.sequence)
        return response
