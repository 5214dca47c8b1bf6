"""The direction's work by programs: registrations, check-in, draws, clock, rankings.

Every request bears an `id` its sender made: a repeat gets the first answer again, and a refused
request may be tried again. Cards are above, in `games.cards.api.whole`.
"""

from collections.abc import Callable
from datetime import datetime
from secrets import token_hex
from typing import Any, ClassVar

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league import formats
from league.access.permissions import user_of
from league.errors import InvalidError
from league.events.models import Event, Participation
from league.results.api.tables import IdField
from league.tournaments.core.queries import draws, reading
from league.tournaments.core.queries.stored_state import state_now
from league.tournaments.direction.services import programs, rounds
from league.tournaments.draws.services import drawing, releasing
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration.api import RegisteredOut, registered_json
from league.tournaments.registration.queries import registrations as registered
from league.tournaments.registration.services import checking_in, registering
from league.web.api.described import INTEGER, STRING, Codes, Operation, nullable, object_schema
from league.web.rows import row_or_404

OFFICE: Codes = {401: ("not_authenticated",), 409: ("id_used_before",)}
DRAW_CODES = (
    "history_seats_twice",
    "no_room",
    "no_rounds",
    "seats_do_not_match",
    "table_sizes_invalid",
    "table_too_small",
)
# Codes that refuse a step of a round, including those of formats and draws.
NOT_NOW = (
    *sorted(formats.CODES),
    *DRAW_CODES,
    "block_not_locked",
    "block_locked",
    "block_ranked",
    "block_was_played",
    "cards_out",
    "draw_discarded",
    "drawn_and_gone",
    "event_cancelled",
    "no_such_draw",
    "other_block_first",
    "problem_open",
    "reason_missing",
    "step_too_early",
    "ties_open",
    "tournament_finished",
)
STEPS = ("draw", "release_draw", "discard_draw", "start", "sharp", "lock", "unlock", "rank")


class DirectedAPI(APIView):
    """A write at one tournament, by a login or by a token of this very tournament."""

    now: datetime

    def event(self, request: Request, pk: int, *, to_direct: bool) -> Event:
        """Return the event for users with the right; 404 for others, 401 without a login."""
        self.now = timezone.now()
        if not request.user.is_authenticated:
            self.permission_denied(request)
        find = reading.get_tournament_to_direct if to_direct else reading.get_tournament_to_run
        return find(request.user, pk, timezone.localdate(self.now))

    def once(
        self, request: Request, event: Event, sent: Any, do: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        """Answer as `programs.answer_once`; the address is part of the request."""
        asked = {"path": request.path, "sent": sent}
        client_id = str(sent["id"])
        return programs.answer_once(
            event=event, client_id=client_id, asked=asked, do=do, now=self.now
        )

    def read(self, kind: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return the sent data in the shape of `kind`."""
        form = kind(data=self.request.data)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)


# --- the entrance -----------------------------------------------------------------------------
@extend_schema_serializer(
    examples=[OpenApiExample("A guest", {"id": "door-17", "name": "Kai Muster", "shown": "short"})]
)
class GuestInput(serializers.Serializer[Any]):
    id = IdField()
    name = serializers.CharField(max_length=80)
    team_name = serializers.CharField(max_length=60, allow_blank=True, default="")
    shown = serializers.ChoiceField(
        [pair for pair in Registration.Shown.choices if pair[0] != "alias"], default="short"
    )
    past_limit = serializers.BooleanField(
        default=False, help_text="Also where all places are taken."
    )


class DirectedRegistrationsAPI(DirectedAPI):
    """Somebody comes who has not registered; has a place at once."""

    operations: ClassVar = {
        "POST": Operation(
            RegisteredOut,
            GuestInput,
            status=201,
            refuses={
                **OFFICE,
                422: (
                    "already_registered",
                    "event_cancelled",
                    "name_missing",
                    "name_taken",
                    "name_too_long",
                    "name_unprintable",
                    "name_waits",
                    "tournament_full",
                    "tournament_over",
                ),
            },
        )
    }

    def post(self, request: Request, pk: int) -> Response:
        event, sent = self.event(request, pk, to_direct=False), self.read(GuestInput)

        def add() -> dict[str, Any]:
            fields = {name: value for name, value in sent.items() if name != "id"}
            made = registering.add_at_desk(
                event=event, client_id=sent["id"], now=self.now, **fields
            )
            return dict(RegisteredOut(registered_json(made)).data)

        return Response(self.once(request, event, sent, add), 201)


@extend_schema_serializer(
    examples=[OpenApiExample("Somebody is here", {"id": "in-17", "do": "check_in"})]
)
class DeskInput(serializers.Serializer[Any]):
    id = IdField()
    do = serializers.ChoiceField(
        ["check_in", "undo", "cancel", "move_up"],
        help_text="check_in gives the start number and charges the fee; undo takes that back.",
    )
    number = serializers.IntegerField(
        min_value=1,
        max_value=checking_in.HIGHEST_NUMBER,
        required=False,
        help_text="The start number of a check_in; without it the lowest free one.",
    )


class DirectedRegistrationAPI(DirectedAPI):
    """Somebody on the list is here, is not after all, has cancelled, or moves up."""

    operations: ClassVar = {
        "POST": Operation(
            RegisteredOut,
            DeskInput,
            refuses={
                **OFFICE,
                422: (
                    "already_checked_in",
                    "already_seated",
                    "event_cancelled",
                    "registration_cancelled",
                    "registration_undecided",
                    "start_number_taken",
                    "tournament_over",
                ),
            },
        )
    }

    def post(self, request: Request, pk: int, registration: int) -> Response:
        event, sent = self.event(request, pk, to_direct=False), self.read(DeskInput)
        own = row_or_404(Registration.objects, event=event, pk=registration)

        def act() -> dict[str, Any]:
            self._act(request, own, sent["do"], sent.get("number"))
            today = timezone.localdate(self.now)
            fresh = registered.get_registration_to_run(request.user, own.pk, today)
            return dict(RegisteredOut(registered_json(fresh)).data)

        return Response(self.once(request, event, sent, act))

    def _act(self, request: Request, own: Registration, deed: str, number: int | None) -> None:
        by = user_of(request._request)
        match deed:
            case "cancel":
                registering.cancel(registration=own, now=self.now)
            case "move_up":
                registering.move_up(registration=own, now=self.now)
            case "check_in":
                checking_in.receive(registration=own, by=by, now=self.now, number=number)
            case "undo":
                checking_in.undo_check_in(participation=_placed(own), by=by, now=self.now)


def _placed(own: Registration) -> Participation:
    if own.participation is None:
        raise InvalidError(
            "registration_undecided",
            _("It is not decided yet who %(name)s is, or no place is free.") % {"name": own.name},
            field="do",
        )
    return own.participation


# --- the rounds -------------------------------------------------------------------------------
@extend_schema_serializer(
    examples=[
        OpenApiExample("Draw a round", {"id": "r1-draw", "seen": 4, "do": "draw"}),
        OpenApiExample("Release what was drawn", {"id": "r1-go", "seen": 5, "do": "release_draw"}),
        OpenApiExample("Release a ranking", {"id": "r1-rank", "seen": 9, "do": "rank"}),
    ]
)
class StepInput(serializers.Serializer[Any]):
    id = IdField()
    seen = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="The `revision` this decision goes by."
    )
    do = serializers.ChoiceField(STEPS)
    reason = serializers.CharField(
        max_length=200, allow_blank=True, default="", help_text="Why it is drawn once more."
    )


STEP_DONE = object_schema(
    revision=INTEGER,
    block=INTEGER,
    step={**STRING, "description": "Where the round stands now."},
    proposal={**nullable(INTEGER), "description": "The version that waits to be released."},
)


class DirectedStepAPI(DirectedAPI):
    """One step of a round: drawn, released, started, sudden death, locked, its ranking released."""

    operations: ClassVar = {
        "POST": Operation(
            STEP_DONE,
            StepInput,
            refuses={
                **OFFICE,
                409: ("id_used_before", "tournament_moved_on"),
                422: NOT_NOW,
            },
        )
    }

    def post(self, request: Request, pk: int, number: int) -> Response:
        event, sent = self.event(request, pk, to_direct=True), self.read(StepInput)
        reading.get_block(event, number)

        def step() -> dict[str, Any]:
            self._step(request, event, number, sent)
            fresh = reading.get_tournament_to_direct(request.user, pk, timezone.localdate(self.now))
            proposal = draws.proposed_draw(reading.get_block(fresh, number))
            return {
                "revision": fresh.tournament.revision,
                "block": number,
                "step": state_now(fresh).blocks[number].step,
                "proposal": proposal.version if proposal else None,
            }

        return Response(self.once(request, event, sent, step))

    def _step(self, request: Request, event: Event, number: int, sent: dict[str, Any]) -> None:
        block = reading.get_block(event, number)
        seen, now, by = sent["seen"], self.now, user_of(request._request)
        match sent["do"]:
            case "draw":
                drawing.propose_draw(
                    block=block,
                    seen=seen,
                    seed=token_hex(16),
                    reason=sent["reason"],
                    by=by,
                    now=now,
                )
            case "release_draw":
                releasing.release_draw(draw=_proposal(block), seen=seen, by=by, now=now)
            case "discard_draw":
                releasing.discard_draw(draw=_proposal(block), seen=seen, now=now)
            case "start":
                rounds.start_block(block=block, seen=seen, now=now)
            case "sharp":
                rounds.call_sharp(block=block, seen=seen, now=now)
            case "lock":
                rounds.lock_block(block=block, seen=seen, now=now)
            case "unlock":
                rounds.unlock_block(block=block, seen=seen)
            case "rank":
                rounds.release_ranking(block=block, seen=seen, now=now)


def _proposal(block: Any) -> Any:
    draw = draws.proposed_draw(block)
    if draw is None:
        raise InvalidError("no_such_draw", _("There is no such draw here."))
    draw.block = block
    return draw
