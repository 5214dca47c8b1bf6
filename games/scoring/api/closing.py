"""The end of a game: abandoned, finished, opened again."""

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.scoring.api.game import CLOSES, FRESH, REOPENS, WRITTEN, GameAPI
from games.scoring.api.inputs import MarkInput, ReasonInput
from games.scoring.services import closing
from league.web.api.described import Operation


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
