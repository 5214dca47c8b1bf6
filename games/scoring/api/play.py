"""Playing: events added to a game's log, tried out, taken back.

Thin: each operation asks who is there, calls one service, and draws a picture of the moment after.
"""

from json import dumps
from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games.scoring import snapshot
from games.scoring.api import schemas
from games.scoring.api.events import PREVIEWED, SENT, TAPPED, taking
from games.scoring.api.game import ADDS, FRESH, WRITTEN, GameAPI
from games.scoring.api.inputs import MarkInput, read_events
from games.scoring.live import Json
from games.scoring.services import late_breach, play
from league.web.api.described import Operation


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


def _written(data: Json) -> HttpResponse:
    """Write the answer to a tap as text at once: the usual detour costs more than the text."""
    text = dumps(data, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(text, content_type="application/json")
