"""A player of a tournament: the next table, the place, and the games behind it."""

from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers

from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.serializers import PlayerOut, TallyOut
from league.tournaments.public.api.tournaments import OneAPI
from league.tournaments.public.queries import public
from league.web.api.frame import ReadRequest, read_only

WHERE = ("table", "sits_out", "wait", "out", "gone", "not_here", "over")


class CupGameOut(serializers.Serializer[Any]):
    """One game of somebody: its points, null while the card lacks what they are counted from."""

    table = serializers.IntegerField()
    number = serializers.IntegerField()
    ended_by = serializers.CharField()
    lost_first = serializers.BooleanField(allow_null=True)
    lost_second = serializers.BooleanField(allow_null=True)
    lost_game = serializers.BooleanField()
    schock_aus = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(allow_null=True, help_text="A fraction, as 7/2.")
    missing = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(["entered", "confirmed", "disputed", "correcting"])
    version = serializers.IntegerField()
    others = PlayerOut(many=True)


class BlockOfPlayerOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField()
    here = TallyOut()
    total = TallyOut()
    lives = serializers.IntegerField(allow_null=True)
    sat_out = serializers.BooleanField()
    games = CupGameOut(many=True)


class PlayerShownOut(serializers.Serializer[Any]):
    player = PlayerOut()
    team = serializers.CharField(allow_blank=True)
    where = serializers.ChoiceField(WHERE)
    block = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True, help_text="The table to go to.")
    rank = serializers.IntegerField(allow_null=True)
    is_final = serializers.BooleanField()
    blocks = BlockOfPlayerOut(many=True, help_text="The last first.")


class PlayerAPI(OneAPI):
    """Somebody at a tournament: at which table, on which place, by which games."""

    operations: ClassVar = read_only(PlayerShownOut)

    def show(self, request: ReadRequest, participation: int, **named: Any) -> Any:
        state = self.state()
        who = state.people.get(participation)
        if who is None:
            raise Http404
        there = public.whereabouts(state, who.pk)
        place = next((placed for placed in state.ranking if placed.person == who.pk), None)
        behind = public.games_behind(state, who.pk)
        return PlayerShownOut(
            {
                "player": who,
                "team": who.team.name if who.team else "",
                "where": there.where,
                "block": there.block.block.number if there.block else None,
                "table": there.table.table.number if there.table else None,
                "rank": place.rank if place else None,
                "is_final": state.is_over,
                "blocks": [_block(state, block_of) for block_of in behind],
            }
        ).data


def _block(state: TournamentState, block_of: public.BlockOf) -> dict[str, Any]:
    return {
        "number": block_of.block.block.number,
        "name": block_of.block.name,
        "rank": block_of.row.rank,
        "here": block_of.row.here,
        "total": block_of.row.total,
        "lives": block_of.row.lives,
        "sat_out": block_of.sat_out,
        "games": [_game(state, played) for played in block_of.games],
    }


def _game(state: TournamentState, played: public.Played) -> dict[str, Any]:
    line = ("lost_first", "lost_second", "lost_game", "schock_aus")
    return {
        **{name: getattr(played.line, name) for name in line},
        "table": played.table,
        "number": played.game.number,
        "ended_by": played.game.ended_by,
        "points": None if played.points is None else str(played.points),
        "missing": played.missing,
        "state": played.state,
        "version": played.version,
        "others": [state.people[pk] for pk in played.others],
    }
