"""Starting a table's next game, and taking in a whole log as one."""

from random import SystemRandom
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from games.scoring import queries
from games.scoring.api import answers, schemas
from games.scoring.api.game import SCORES
from games.scoring.api.inputs import ImportInput, StartInput, waited_note
from games.scoring.live import FROM_CARD, Json
from games.scoring.services import start
from league.events import queries as events_queries
from league.results.api.tables import TableAPI
from league.web.api.described import Operation, merged_codes

STARTS = {
    **SCORES,
    409: ("table_moved_on", "version_given_up"),
    422: (
        *schemas.RULES,
        *schemas.STORING,
        "another_game_running",
        "block_locked",
        "event_cancelled",
        "foreign_seat",
        "game_running",
        "starter_missing",
        "table_is_over",
    ),
}
STARTS_PLAYED = {
    403: ("referee_only",),
    409: ("result_is_newer",),
    422: ("game_not_over", "hands_count", "id_missing", "result_frozen", "too_few_seats"),
}
IMPORTS = {
    403: (*SCORES[403], "referee_only"),
    409: ("result_is_newer",),
    422: (*STARTS[422], "hands_count", "not_a_log", "result_frozen", "too_few_seats"),
}


class StartAPI(TableAPI):
    """Starts the table's next game."""

    operations: ClassVar = {
        "POST": Operation(
            schemas.BOTH, StartInput, status=201, refuses=merged_codes(STARTS, STARTS_PLAYED)
        )
    }

    def post(self, request: Request, pk: int) -> Response:
        self.enter(request, pk)
        self.must_score()
        sent = self.read(StartInput)
        played = sent.get("played")
        game = start.start_game(
            table=events_queries.table(pk),
            key=sent["id"],
            seats=sent["seats"],
            starter=sent["starter"],
            lot=sent["lot"],
            options=sent["options"],
            first_half_loser=sent["first_half_loser"],
            number=sent["number"],
            played=self.played(played) if played else None,
            actor=self.actor,
            now=self.now,
            rng=SystemRandom(),
        )
        live = queries.live_game(game.key)
        # A half from paper came with the game, in one transaction. A repeat answers as the first.
        begun = 1 if live.entries and live.entries[0][1].get(FROM_CARD) else 0
        at = live.sequence_of.get(played["finish"], begun) if played else begun
        return Response(answers.both(live, at, queries.names_of(live), self.rights), 201)

    def played(self, sent: Json) -> start.Played:
        waited = waited_note(sent, self.sender, self.actor)
        return start.Played(sent["events"], sent["finish"], self.rights.rule, waited)


class ImportAPI(TableAPI):
    """Takes a whole log as the table's next game."""

    operations: ClassVar = {
        "POST": Operation(schemas.BOTH, ImportInput, status=201, refuses=IMPORTS)
    }

    def post(self, request: Request, pk: int) -> Response:
        self.enter(request, pk)
        self.must_score()
        sent = self.read(ImportInput)
        game = start.import_game(
            table=events_queries.table(pk),
            key=sent["id"],
            log={"header": sent["header"], "events": sent["events"]},
            seats=sent["seats"],
            may_rule=self.rights.rule,
            actor=self.actor,
            now=self.now,
        )
        live = queries.live_game(game.key)
        at = live.sequence_of.get(f"{game.key}:end", 0)
        while f"{game.key}:{at + 1}" in live.sequence_of:
            at += 1
        return Response(answers.both(live, at, queries.names_of(live), self.rights), 201)
