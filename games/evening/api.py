"""Games as onlookers read them: which run, what each turn was worth, what dice and hands can do."""

import json
import zlib
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from games.luck import chances as luck_chances
from games.luck.api import LuckOut, WayOut, luck_json
from games.luck.models import SeatLuck
from games.luck.queries.throws import game_luck
from games.luck.weighing import in_deckel
from games.rules import rulebooks as books
from games.scoring import queries
from games.scoring.models import Game
from league.access.api.club import MEMBERS
from league.access.api.money import MONEY
from league.access.queries.rights import may_run_evenings
from league.events.models import Event, Venue
from league.events.queries import get_event_for
from league.results.api.tables import NO_ENTRY, TableAPI
from league.results.models.results import Charge
from league.results.queries.results import standing_charges
from league.web.api.described import Json, Operation
from league.web.api.fields import char_field
from league.web.api.frame import EVERYBODY, ReadRequest, answered, only, reads


# --- how it is described ----------------------------------------------------------------------
class StackOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    number = serializers.IntegerField()


class RunningGameOut(serializers.Serializer[Any]):
    """A game under way; an empty phase: it is over and not closed yet."""

    id = serializers.UUIDField()
    table = serializers.IntegerField()
    table_number = serializers.IntegerField()
    number = serializers.IntegerField()
    phase = serializers.CharField(allow_blank=True)
    turn = serializers.CharField(allow_blank=True)
    deckel = StackOut(many=True)
    middle = serializers.IntegerField()


class TurnLineOut(LuckOut):
    """A player's luck and skill in this game, in Deckel."""

    player = serializers.CharField()
    name = serializers.CharField()


class DoneOut(WayOut):
    expected = serializers.FloatField(help_text="Deckel that come of it on average.")


class DecisionOut(serializers.Serializer[Any]):
    throws = serializers.IntegerField()
    dice = serializers.ListField(child=serializers.IntegerField())
    taken = DoneOut()
    best = DoneOut()


class WeighedOut(serializers.Serializer[Any]):
    expected = serializers.FloatField()
    came = serializers.IntegerField()
    skill = serializers.FloatField()
    dice = serializers.FloatField(help_text="What of the luck the own dice brought.")
    decisions = DecisionOut(many=True)


class TurnOut(serializers.Serializer[Any]):
    player = serializers.CharField()
    dice = serializers.ListField(child=serializers.IntegerField())
    throws = serializers.IntegerField()
    weighed = WeighedOut(allow_null=True)


class WeighedRoundOut(serializers.Serializer[Any]):
    """Of a round in one entry there are no turns, and perhaps no best."""

    phase = serializers.CharField()
    number = serializers.IntegerField()
    best = serializers.CharField(allow_null=True)
    worst = serializers.CharField()
    moved = serializers.IntegerField()
    turns = TurnOut(many=True)


class TurnsOut(serializers.Serializer[Any]):
    is_ready = serializers.BooleanField(help_text="False: nobody has weighed it yet.")
    players = TurnLineOut(many=True)
    rounds = WeighedRoundOut(many=True)


class ChanceOut(serializers.Serializer[Any]):
    """How often a category can be had at best in one, two and three throws."""

    code = serializers.CharField()
    name = serializers.CharField()
    wanted = serializers.ListField(child=serializers.FloatField())


class BookAsk(serializers.Serializer[Any]):
    rulebook = serializers.ChoiceField(
        [rulebook.slug for rulebook in books.all_rulebooks()], required=False
    )


class ValueOut(serializers.Serializer[Any]):
    hand = serializers.CharField()
    name = serializers.CharField()
    penalty = serializers.IntegerField(allow_null=True)
    clause = serializers.CharField()


class RulebookOut(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    origin = serializers.CharField()
    values = ValueOut(many=True, help_text="The best first.")


class EveningChargeOut(serializers.Serializer[Any]):
    """What somebody owes for a deed, at the table or beside it."""

    id = serializers.IntegerField(source="pk")
    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name")
    code = serializers.CharField()
    title = char_field(
        lambda evening_charge: (
            evening_charge.title or books.label(evening_charge.rulebook, evening_charge.code)
        )
    )
    kind = serializers.CharField()
    count = serializers.IntegerField()
    cents = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    result = serializers.IntegerField(source="result_id", allow_null=True)


class RulesOut(serializers.Serializer[Any]):
    rulebook = serializers.CharField()
    venue = serializers.ChoiceField(Venue.choices)
    house_rules = serializers.DictField(help_text="What was agreed otherwise, by code.")


# --- endpoints --------------------------------------------------------------------------------
@reads(RunningGameOut(many=True))
def running(request: ReadRequest, pk: int) -> list[Json]:
    """What is being scored at an evening right now."""
    event = get_event_for(request.user, pk, request.today)
    return [_running(game) for game in queries.running_games(event)]


@reads(RulesOut)
def rules(request: ReadRequest, pk: int) -> Event:
    """Which rulebook an evening is played by, and what was agreed."""
    return get_event_for(request.user, pk, request.today)


@reads(EveningChargeOut(many=True), who=MONEY & only(may_run_evenings))
def charges(request: ReadRequest, pk: int) -> QuerySet[Charge]:
    """The charges of an evening; for whoever runs it."""
    return standing_charges(get_event_for(request.user, pk, request.today)).reverse()


class TurnsAPI(TableAPI):
    """What each turn of a closed game was worth."""

    operations: ClassVar = {"GET": Operation(TurnsOut, refuses=NO_ENTRY)}

    def get(self, request: Request, pk: int, number: int) -> HttpResponseBase:
        table = self.enter(request, pk)
        game = queries.game_of(table, number)
        if game is None or game.status == Game.Status.CARD:
            raise Http404
        luck = game_luck(game)
        if luck is None or luck.turns is None:
            return answered(request, {"is_ready": False, "players": [], "rounds": []})
        names = queries.names_of(game, inside=self.rights.inside)
        seats = [_line(seat_luck, names) for seat_luck in luck.seats.all()]
        rounds = [_round(load) for load in json.loads(zlib.decompress(luck.turns))]
        shown = {"is_ready": True, "players": seats, "rounds": rounds}
        return answered(request, TurnsOut(shown).data)


@reads(ChanceOut(many=True), BookAsk, who=MEMBERS)
def chances(request: ReadRequest) -> tuple[luck_chances.Chances, ...]:
    """What the dice of a rulebook can do, exactly; for members."""
    slug = request.query.get("rulebook", books.all_rulebooks()[0].slug)
    return luck_chances.chances(slug, books.lang())


@reads(RulebookOut, who=EVERYBODY)
def rulebook(request: ReadRequest, slug: str) -> Json:
    """What beats what in a rulebook, and how many Deckel it moves. The same for everybody."""
    if slug not in books.slugs():
        raise Http404
    book, lang = books.load(slug), books.lang()
    values = [
        {
            "hand": row.hand,
            "name": getattr(row.name, lang),
            "penalty": row.penalty,
            "clause": row.clause,
        }
        for row in book.value_table
    ]
    origin = getattr(book.source, lang)
    return {"slug": slug, "name": book.name, "origin": origin, "values": values}


# --- as JSON ----------------------------------------------------------------------------------
def _running(game: Game) -> dict[str, Any]:
    live = queries.live_game(game.key)
    live.refresh()
    state, names = live.state, queries.names_of(live)
    players = zip(live.header["players"], state.table.deckel, strict=True)
    return {
        "id": game.key,
        "table": game.table_id,
        "table_number": game.table.number,
        "number": game.number,
        "phase": "" if state.step == "over" else state.table.part.phase,
        "turn": names.get(state.turn or "", ""),
        "deckel": [{"name": names[player], "number": number} for player, number in players],
        "middle": state.table.middle,
    }


def _line(line: SeatLuck, names: dict[str, str]) -> dict[str, Any]:
    player = str(line.seat_id)
    return {"player": player, "name": names[player], **luck_json(line)}


def _round(weighed_round: dict[str, Any]) -> dict[str, Any]:
    return {**weighed_round, "turns": [_turn(turn) for turn in weighed_round["turns"]]}


def _turn(turn: dict[str, Any]) -> dict[str, Any]:
    weighed = turn["weighed"]
    return {
        "player": turn["player"],
        "dice": turn["hand"]["dice"],
        "throws": turn["hand"]["throws"],
        "weighed": weighed
        and {
            **{name: in_deckel(weighed[name]) for name in ("expected", "skill", "dice")},
            "came": weighed["came"],
            "decisions": [_decision(decision) for decision in weighed["decisions"]],
        },
    }


def _decision(decision: dict[str, Any]) -> dict[str, Any]:
    done = {
        way: {**decision[way], "expected": in_deckel(decision[way]["expected"])}
        for way in ("taken", "best")
    }
    return {"throws": decision["throws"], "dice": decision["dice"], **done}
