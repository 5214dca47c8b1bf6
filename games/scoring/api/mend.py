"""A round that was settled long ago, over the API: what can be said of it, what would become of the
game, and the change itself."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine import EngineError
from games.rules import rulebooks as books
from games.scoring import mending, queries, snapshot
from games.scoring.api import schemas
from games.scoring.api.game import ADDS, FRESH, WRITTEN, GameAPI
from games.scoring.api.inputs import MarkInput
from games.scoring.live import Json, Live
from games.scoring.mending import Change, Plan
from games.scoring.services import mend
from games.scoring.services.play import MOST_SEEN
from league.errors import IllegalError
from league.results.api.tables import NO_ENTRY
from league.web.api.described import Operation
from league.web.api.frame import answered

OUTCOME_KEYS, HAND_KEYS = ("loser", "penalty", "best"), ("dice", "throws", "in_one_throw")


class ChangeInput(serializers.Serializer[Any]):
    """What the round is to be: its `outcome` (`loser`, `penalty`, `best`), or `hands` by player."""

    seen = serializers.IntegerField(min_value=0, max_value=MOST_SEEN)
    outcome = serializers.DictField(required=False)
    hands = serializers.DictField(child=serializers.DictField(), default=dict)
    answers = serializers.DictField(
        child=serializers.DictField(),
        default=dict,
        help_text="Later rounds by number, as `outcome`.",
    )
    cut = serializers.IntegerField(
        min_value=1, allow_null=True, default=None, help_text="The first round that is given up."
    )


class MendInput(ChangeInput, MarkInput):
    pass


REFUSES = {
    **ADDS,
    422: (*ADDS[422], "round_undecided", "round_unknown"),
}


def _mending(number: int, sent: Json) -> mend.Mending:
    outcome, hands = sent.get("outcome"), sent["hands"]
    return mend.Mending(
        number=number,
        change=Change(
            None if outcome is None else {key: outcome.get(key) for key in OUTCOME_KEYS},
            {
                player: {key: hand[key] for key in HAND_KEYS if key in hand}
                for player, hand in hands.items()
            },
        ),
        answers={
            int(sequence): {key: answer.get(key) for key in OUTCOME_KEYS}
            for sequence, answer in sent["answers"].items()
            if sequence.isdecimal()
        },
        cut=sent["cut"],
    )


class MendAPI(GameAPI):
    """A settled round: as it is, with what can be said of it as a whole; and its change."""

    operations: ClassVar = {
        "GET": Operation(schemas.MENDABLE, refuses={**NO_ENTRY, 422: ("round_unknown",)}),
        "POST": Operation(WRITTEN, MendInput, refuses=REFUSES, besides=FRESH),
    }

    def get(self, request: Request, key: UUID, number: int) -> HttpResponseBase:
        live = self.find(request, key)
        self.must(self.rights.inside)
        live.refresh()
        parts = mending.stretches(live, live.sequence)
        place = mending.place_of(parts, number)
        if place is None:
            raise mend.unknown()
        stretch, names = parts[place], queries.names_of(live)
        before = live.states[stretch.entries[0].sequence - 1]
        assert stretch.settled is not None
        return answered(
            request,
            {
                "sequence": live.sequence,
                "round": snapshot.settled(stretch.settled, number, names, full=True),
                "offer": mending.offer(before, stretch) if live.takes_rounds else None,
            },
        )

    def post(self, request: Request, key: UUID, number: int) -> Response:
        live = self.write(request, key)
        sent = self.read(MendInput)
        sequence = mend.mend_round(
            game=live,
            seen=sent["seen"],
            client_id=mend.read_id(sent["id"]),
            mending=_mending(number, sent),
            actor=self.actor,
            may_rule=self.rights.rule,
            now=self.now,
        )
        live.catch_up(sequence)
        return Response({"view": self.view(sequence)})


class MendPreviewAPI(GameAPI):
    """What would become of the game. Stores nothing."""

    operations: ClassVar = {
        "POST": Operation(schemas.MENDED, ChangeInput, refuses=REFUSES, besides=FRESH)
    }

    def post(self, request: Request, key: UUID, number: int) -> Response:
        live = self.write(request, key)
        sent = self.read(ChangeInput)
        planned = mend.look_ahead(game=live, seen=sent["seen"], mending=_mending(number, sent))
        return Response(_planned(live, number, planned))


def _planned(live: Live, number: int, planned: Plan) -> Json:
    rounds = planned.state.table.rounds
    return {
        "view": {
            "sequence": live.sequence,
            **snapshot.moment(planned.state, live.names, full=True),
        },
        "settles": snapshot.history(rounds, live.names, full=True, since=number - 1),
        "kept": planned.unchanged,
        "without_hands": planned.without_hands,
        "dropped": snapshot.noted(live, [event.sequence for event in planned.dropped]),
        "cut": planned.cut,
        "stuck": _stuck(live, planned),
    }


def _stuck(live: Live, planned: Plan) -> Json | None:
    if planned.stuck is None:
        return None
    why: EngineError | None = planned.why
    refusal: IllegalError = mend.undecided(planned.stuck)
    return {
        "number": planned.stuck,
        "sentence": str(refusal),
        "why": why.sentence(books.lang(), live.names) if why is not None else "",
        "offer": planned.offer,
    }
