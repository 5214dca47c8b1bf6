"""Luck and skill for programs: of a game or of many, in Deckel to a thousandth."""

from typing import Any

from rest_framework import serializers

from games.luck.models import SeatLuck
from games.luck.queries.throws import Total
from games.luck.weighing import in_deckel

WHOLE, EXACT = ("turns", "decisions", "best", "came"), ("expected", "luck", "skill")


class LuckOut(serializers.Serializer[Any]):
    """Turns added up. Luck is what was expected, less skill, less what came."""

    turns = serializers.IntegerField()
    decisions = serializers.IntegerField()
    best = serializers.IntegerField(help_text="Decisions that could not have been better.")
    expected = serializers.FloatField(
        help_text="Deckel by the exact odds, played as well as can be."
    )
    came = serializers.IntegerField(help_text="Deckel that came.")
    luck = serializers.FloatField()
    skill = serializers.FloatField(help_text="What decisions cost; 0 is best.")


def luck_json(luck: SeatLuck | Total) -> dict[str, Any]:
    """Return the data for `LuckOut`."""
    exact = {name: in_deckel(getattr(luck, name)) for name in EXACT}
    return {**{name: getattr(luck, name) for name in WHOLE}, **exact}


class WayOut(serializers.Serializer[Any]):
    """What somebody does with a throw: the dice kept, the sixes turned."""

    way = serializers.CharField()
    kept = serializers.ListField(child=serializers.IntegerField())
    turned = serializers.IntegerField()
