"""A game as a phone needs it to go on without network: its log as it is stored."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from games.scoring import queries
from games.scoring.api import schemas
from games.scoring.api.game import GameAPI
from games.scoring.live import Json, Live
from games.scoring.services.play import MOST_SEEN
from league.access.queries.tables import TableRights
from league.results.api.tables import NO_ENTRY
from league.web.api.described import Operation
from league.web.api.frame import answered


class EntriesAsk(serializers.Serializer[Any]):
    since = serializers.IntegerField(
        min_value=0, max_value=MOST_SEEN, default=0, help_text="Only what came after this sequence."
    )


class EntriesAPI(GameAPI):
    """The game as a phone goes on with it without network: each entry as it is stored, and who may
    do what.
    """

    operations: ClassVar = {
        "GET": Operation(schemas.ENTRIES, asks=EntriesAsk, refuses={**NO_ENTRY, 400: ("invalid",)})
    }

    def get(self, request: Request, key: UUID) -> HttpResponseBase:
        live = self.find(request, key)
        self.must(self.rights.inside)
        asked = EntriesAsk(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        live.refresh()
        return answered(request, game_log(live, self.rights, since=asked.validated_data["since"]))


def game_log(live: Live, rights: TableRights, *, since: int = 0) -> Json:
    """Return header, names, rights, the entries after the first `since`, and who wrote those."""
    at = live.sequence  # one moment: meanwhile other threads add to the same copy
    words = queries.notes_of(live)
    ids = {sequence: client_id for client_id, sequence in list(live.sequence_of.items())}
    written = queries.written(live, since, at)
    return {
        "id": str(live.key),
        "table": live.table_id,
        "number": live.number,
        "header": live.header,
        "charges": live.charges,
        "takes_rounds": live.takes_rounds,
        "names": queries.names_of(live),
        "rights": {name: getattr(rights, name) for name in schemas.PHONE_RIGHTS},
        "sequence": at,
        "written": {
            "by": written.by,
            "last_at": written.last_at.isoformat() if written.last_at else None,
        },
        "entries": [
            {"id": ids[sequence], "type": kind, "data": data, "words": words.get(sequence, {})}
            for sequence, (kind, data) in enumerate(live.entries[since:at], start=since + 1)
        ],
    }
