"""Versions brought by phones that went on without network in a game that went on here too.

A person who may score decides which counts; both stay.
"""

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.scoring import queries
from games.scoring.api.events import SENT, TAPPED
from games.scoring.api.game import ADDS, CLOSES, FRESH, REOPENS, WRITTEN, GameAPI
from games.scoring.api.inputs import (
    MOST_EVENTS,
    MOST_GAMES,
    MarkInput,
    read_events,
    read_moment,
)
from games.scoring.api.schemas import VERSION
from games.scoring.live import Json
from games.scoring.models import OtherVersion
from games.scoring.services import elsewhere
from games.scoring.services.play import MOST_ENTRIES, MOST_SEEN
from league.events.models import Table
from league.results.api.tables import NO_ENTRY, IdField, TableAPI
from league.web.api.described import Operation, array_of, merged_codes, object_schema
from league.web.api.frame import answered
from league.web.changes import by_whom


class VersionInput(serializers.Serializer[Any]):
    id = IdField()
    game = serializers.UUIDField(help_text="The id of the game on the phone.")
    number = serializers.IntegerField(min_value=1, max_value=MOST_GAMES)
    base = serializers.IntegerField(min_value=0, max_value=MOST_SEEN)
    header = serializers.DictField()
    events = serializers.ListField(child=serializers.DictField(), max_length=MOST_ENTRIES)
    tapped_at = serializers.CharField(required=False, help_text="By the clock of the phone.")


class VersionsAsk(serializers.Serializer[Any]):
    number = serializers.IntegerField(
        min_value=1, max_value=MOST_GAMES, help_text="The number of the game at this table."
    )


class VersionsAPI(TableAPI):
    """How a game went on elsewhere; what is brought here counts nowhere and is kept."""

    operations: ClassVar = {
        "GET": Operation(
            object_schema(versions=array_of(VERSION)),
            asks=VersionsAsk,
            refuses={**NO_ENTRY, 400: ("invalid",)},
        ),
        "POST": Operation(VERSION, VersionInput, refuses={**NO_ENTRY, 422: ("bad_event",)}),
    }

    def get(self, request: Request, pk: int) -> HttpResponseBase:
        self.enter(request, pk)
        self.must(self.rights.inside)
        asked = VersionsAsk(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        versions = queries.other_versions(Table(pk=pk), asked.validated_data["number"])
        return answered(request, {"versions": [version_json(version) for version in versions]})

    def post(self, request: Request, pk: int) -> Response:
        table = self.enter(request, pk)
        # Also in a locked block: it changes nothing there.
        self.must(self.rights.score or self.rights.locked)
        sent = self.read(VersionInput)
        version = elsewhere.keep_version(
            table=table,
            client_id=sent["id"],
            key=sent["game"],
            number=sent["number"],
            base=sent["base"],
            header=sent["header"],
            events=sent["events"],
            tapped_at=read_moment(sent.get("tapped_at")),
            actor=self.actor,
            now=self.now,
        )
        return Response(version_json(version))


class TakeInput(MarkInput):
    base = serializers.IntegerField(min_value=0, max_value=MOST_SEEN)
    finish = IdField(required=False)


TAKEN: Json = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "pattern": r"^[0-9A-Za-z:._-]{1,58}$"},
        "seen": {"type": "integer", "minimum": 0, "maximum": MOST_SEEN},
        "base": {
            "type": "integer",
            "minimum": 0,
            "maximum": MOST_SEEN,
            "description": "So many entries of the log the phone knew when it went on.",
        },
        "events": {"type": "array", "items": SENT, "maxItems": MOST_EVENTS},
        "finish": {
            "type": "string",
            "pattern": r"^[0-9A-Za-z:._-]{1,60}$",
            "description": "Of a game that is over on the phone: the id of the mark that closes "
            "it again in the same breath, while the table’s next game may run.",
        },
        "tapped_at": TAPPED,
    },
    "required": ["id", "seen", "base", "events"],
}


class TakeAPI(GameAPI):
    """A phone's version takes the place of what has come since it lost the network. What was in the
    log is taken back and lies beside the game; a closed game is opened again, and closed with
    `finish`.
    """

    operations: ClassVar = {
        "POST": Operation(
            WRITTEN, TAKEN, refuses=merged_codes(ADDS, REOPENS, CLOSES), besides=FRESH
        )
    }

    def post(self, request: Request, key: UUID) -> Response:
        live = self.write(request, key)
        sent = self.read(TakeInput)
        body: Any = request.data  # a JSON object, or `read` would have refused it
        events = read_events(body)[1] if body.get("events") else []
        sequence = elsewhere.take_version(
            game=live,
            seen=sent["seen"],
            client_id=sent["id"],
            taken=elsewhere.Taken(sent["base"], events, sent.get("finish"), self.waited(body)),
            rights=self.rights,
            actor=self.actor,
            now=self.now,
        )
        live.catch_up(sequence)
        return Response({"view": self.view(sequence)})


def version_json(version: OtherVersion) -> Json:
    events = [
        {**event, **version.words.get(str(place), {})} for place, event in enumerate(version.events)
    ]
    return {
        "number": version.number,
        "base": version.base,
        "was_log": version.was_log,
        "tapped_at": version.tapped_at.isoformat() if version.tapped_at else None,
        "came_at": version.at.isoformat(),
        "by": version.holder.name if version.holder else by_whom(version.user),
        "log": {"header": version.header, "events": events},
    }
