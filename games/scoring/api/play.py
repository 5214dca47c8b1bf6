"""The scorer's API: a table's lobby, a game's log, and what may be done next.

Thin: each operation asks who is there, calls one service, and draws a picture of the moment after.
"""

from dataclasses import asdict
from json import dumps
from random import SystemRandom
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine import EngineError
from games.rules import rulebooks as books
from games.scoring import queries, snapshot
from games.scoring.api import answers, schemas
from games.scoring.api.events import PREVIEWED, SENT, TAPPED, taking
from games.scoring.api.inputs import (
    ImportInput,
    MarkInput,
    ReasonInput,
    ShowAsk,
    StartInput,
    read_events,
    waited_note,
)
from games.scoring.live import FROM_CARD, Json, Live
from games.scoring.services import closing, late_breach, play, start
from league.access.senders import sender_of
from league.events import queries as events_queries
from league.events.models import Table
from league.people.queries import people as people_queries
from league.people.queries.names import public_naming
from league.results.api.tables import NO_ENTRY, TableAPI, call_json
from league.results.queries.results import current_result
from league.tournaments.core.queries.playing import counts_hands
from league.tournaments.core.queries.reading import out_of_lives
from league.web.api.described import (
    Operation,
    array_of,
    merged_codes,
    object_schema,
    schema_ref,
)
from league.web.api.frame import answered

# --- how it is described ----------------------------------------------------------------------
WRITTEN = object_schema(view=schema_ref("View"))
ACTIONS = object_schema(
    sequence={"type": "integer"},
    actions=array_of(schema_ref("Action")),
)
FRESH = {409: {"view": schema_ref("View")}, 422: {"view": schema_ref("View")}}
SCORES = {403: (*NO_ENTRY[403], "block_locked")}
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


class LobbyAPI(TableAPI):
    """Who sits here, who may begin, and which game is running."""

    operations: ClassVar = {"GET": Operation(schemas.LOBBY, refuses=NO_ENTRY)}

    def get(self, request: Request, pk: int) -> HttpResponseBase:
        self.enter(request, pk)
        table = events_queries.table(pk)
        book, inside = books.for_table(*queries.rules_of(table)), self.rights.inside
        seats, out = list(events_queries.seats_of(table)), out_of_lives(table)
        if not inside:
            public_naming().call(seat.participation for seat in seats)
        guests = people_queries.guests(table.block.event) if inside else frozenset()
        running, last = queries.running_game(table), queries.last_game(table)
        over = queries.against_another_game(table) if inside or not running else None
        after = over if running else queries.against_a_game_after_the_next(table)
        playing = [seat for seat in seats if seat.pk not in out]
        return answered(
            request,
            {
                "table": table.pk,
                "number": table.number,
                "event": answers.event_of(table.block.event),
                "rulebook": snapshot.rulebook_json(book, full=inside, brief=running is not None),
                "me": {
                    "name": self.actor.name,
                    "verified": self.actor.verified,
                    "sender": sender_of(self.actor),
                },
                "can": answers.can(self.rights),
                "seats": [
                    {
                        "id": seat.pk,
                        "name": seat.participation.name,
                        "out": seat.pk in out,
                        "guest": seat.participation.person_id in guests,
                    }
                    for seat in seats
                ],
                "money": answers.money_of(table.block.event) if inside else None,
                "next_number": queries.next_number(table),
                "next_header": queries.next_header(table) if inside else None,
                "takes_rounds": not counts_hands(table.block),
                "proposal": asdict(queries.proposal(table, book, playing)),
                # For a phone that has no network once this game, or the next, is over.
                "after": {
                    "over": str(after) if after else None,
                    "proposals": {
                        loser: asdict(proposal)
                        for loser, proposal in queries.proposals_after(table, book, playing).items()
                    },
                }
                if inside
                else None,
                "options": [
                    {
                        "code": option.code,
                        "label": getattr(option.label, books.lang()),
                        "clause": option.clause,
                    }
                    for option in book.options.values()
                    if inside
                ],
                "game": str(running.key) if running else None,
                "over": str(over) if over and not running else None,
                "last": {"key": str(last.key), "number": last.number} if last else None,
                **answers.asks_about(table, last, running, self.rights, self.actor),
                "results": answers.results(table) if inside and running is None else [],
                "call": call_json(table) if inside else None,
            },
        )


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


class EventsAPI(GameAPI):
    """Adds events to the log. A breach or ruling with `"round": "last"`, alone in its message, is
    about the round that has just been settled, which is settled anew; a `retract` with it takes
    that back as one.
    """

    operations: ClassVar = {
        "POST": Operation(WRITTEN, taking(SENT, tapped_at=TAPPED), refuses=ADDS, besides=FRESH)
    }

    def post(self, request: Request, key: UUID) -> HttpResponse:
        live = self.write(request, key)
        seen, events = read_events(request.data)
        waited = self.waited(request.data)
        if late_breach.is_late(events):
            sequence = late_breach.enter_late(
                game=live,
                seen=seen,
                event=events[0],
                actor=self.actor,
                may_rule=self.rights.rule,
                now=self.now,
                waited=waited,
            )
        else:
            sequence = play.append_events(
                game=live,
                seen=seen,
                events=events,
                actor=self.actor,
                may_rule=self.rights.rule,
                now=self.now,
                waited=waited,
            )
        live.catch_up(sequence)
        return _written({"view": self.view(sequence)})


class PreviewAPI(GameAPI):
    """What would be after these events. Stores nothing."""

    operations: ClassVar = {
        "POST": Operation(schemas.PREVIEW, taking(PREVIEWED), refuses=ADDS, besides=FRESH)
    }

    def post(self, request: Request, key: UUID) -> Response:
        live = self.write(request, key)
        seen, events = read_events(request.data)
        rule = self.rights.rule
        if late_breach.is_late(events):
            state, before = late_breach.preview_late(
                game=live, seen=seen, event=events[0], may_rule=rule
            )
        else:
            state = play.preview_events(game=live, seen=seen, events=events, may_rule=rule)
            before = len(live.states[seen].table.rounds)
        return Response(
            {
                "view": {
                    "sequence": seen,
                    **snapshot.moment(state, live.names, full=True),
                },
                "settles": snapshot.history(
                    state.table.rounds, live.names, full=True, since=before
                ),
            }
        )


class RetractAPI(GameAPI):
    """Takes the last event that is in force back."""

    operations: ClassVar = {"POST": Operation(WRITTEN, MarkInput, refuses=ADDS, besides=FRESH)}

    def post(self, request: Request, key: UUID) -> HttpResponse:
        live = self.write(request, key)
        sent = self.read(MarkInput)
        sequence = play.append_events(
            game=live,
            seen=sent["seen"],
            events=[{"id": sent["id"], "type": "retract"}],
            actor=self.actor,
            may_rule=self.rights.rule,
            now=self.now,
        )
        live.catch_up(sequence)
        return _written({"view": self.view(sequence)})


class AbandonAPI(GameAPI):
    """Ends the game without a loser and closes it."""

    operations: ClassVar = {"POST": Operation(WRITTEN, ReasonInput, refuses=CLOSES, besides=FRESH)}

    def post(self, request: Request, key: UUID) -> Response:
        live = self.write(request, key)
        sent = self.read(ReasonInput)
        sequence = closing.abandon_game(
            game=live,
            seen=sent["seen"],
            client_id=sent["id"],
            reason=sent["reason"],
            waited=self.waited(sent),
            actor=self.actor,
            now=self.now,
        )
        return Response({"view": self.view(sequence)})


class FinishAPI(GameAPI):
    """Closes a game that is over: its result and its charges count from now on."""

    operations: ClassVar = {"POST": Operation(WRITTEN, MarkInput, refuses=CLOSES, besides=FRESH)}

    def post(self, request: Request, key: UUID) -> Response:
        live = self.write(request, key)
        sent = self.read(MarkInput)
        sequence = closing.finish_game(
            game=live,
            seen=sent["seen"],
            client_id=sent["id"],
            waited=self.waited(sent),
            actor=self.actor,
            now=self.now,
        )
        return Response({"view": self.view(sequence)})


class ReopenAPI(GameAPI):
    """Opens a closed game again; its result is „being corrected“ until it is closed once more."""

    operations: ClassVar = {"POST": Operation(WRITTEN, ReasonInput, refuses=REOPENS, besides=FRESH)}

    def post(self, request: Request, key: UUID) -> Response:
        live = self.write(request, key)
        sent = self.read(ReasonInput)
        sequence = closing.reopen_game(
            game=live,
            seen=sent["seen"],
            client_id=sent["id"],
            reason=sent["reason"],
            rights=self.rights,
            actor=self.actor,
            now=self.now,
        )
        return Response({"view": self.view(sequence)})


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


def _written(data: Json) -> HttpResponse:
    """The answer to a tap as text at once: the usual detour costs more than the text."""
    text = dumps(data, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(text, content_type="application/json")
