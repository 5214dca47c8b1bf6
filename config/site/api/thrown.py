"""Figures of the throws: hands, luck and skill, the outermost. In Deckel, to a thousandth."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from config.site.figures import throws as throw_figures
from games.luck.api import LuckOut, WayOut, luck_json
from games.luck.models import SeatLuck
from games.luck.queries import throws
from games.luck.queries.throws import Total, Which
from games.luck.weighing import in_deckel
from league.people.api.fields import NamedOut
from league.people.models.people import Person


class HandOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    number = serializers.IntegerField()
    expected = serializers.FloatField(help_text="So many the dice bring on average.")


class HandsOut(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    turns = serializers.IntegerField()
    throws = serializers.IntegerField()
    aus_at_once = serializers.IntegerField()
    unseen = serializers.IntegerField(
        help_text="Turns of rounds in one entry; they are in no other number."
    )
    hands = HandOut(many=True, help_text="The best first.")


class LuckTotalOut(LuckOut):
    games = serializers.IntegerField()
    ordinary = serializers.FloatField(help_text="In 19 of 20 cases luck is within this.")
    few = serializers.BooleanField(help_text="Too few turns to say much.")


class NightLuckOut(serializers.Serializer[Any]):
    day = serializers.DateField()
    name = serializers.CharField()
    total = LuckTotalOut()
    so_far = LuckTotalOut()


class CostlyWayOut(WayOut):
    is_worst = serializers.FloatField(help_text="How likely one is the worst with it.")


class CostlyOut(serializers.Serializer[Any]):
    """A decision that cost much, and what would have been best."""

    table = serializers.IntegerField()
    number = serializers.IntegerField()
    day = serializers.DateField()
    phase = serializers.CharField()
    round = serializers.IntegerField()
    throws = serializers.IntegerField()
    dice = serializers.ListField(child=serializers.IntegerField())
    taken = CostlyWayOut()
    best = CostlyWayOut()
    cost = serializers.FloatField()


class PersonLuckOut(serializers.Serializer[Any]):
    total = LuckTotalOut()
    nights = NightLuckOut(many=True)
    costliest = CostlyOut(many=True)


class LuckOfOut(serializers.Serializer[Any]):
    person = NamedOut()
    total = LuckTotalOut()


class ThrownOut(serializers.Serializer[Any]):
    """A record of the throws, in the words of the page; `page` opens the game."""

    title = serializers.CharField()
    number = serializers.CharField()
    who = serializers.CharField(allow_blank=True, help_text="Empty: an event not public.")
    day = serializers.DateField()
    page = serializers.CharField(source="url", allow_blank=True)


def _total(total: Total) -> dict[str, Any]:
    ordinary = in_deckel(total.ordinary)
    return {**luck_json(total), "games": total.games, "ordinary": ordinary, "few": total.few}


def person_luck_json(which: Which, person: Person) -> dict[str, Any] | None:
    nights = throws.nights(which, person)
    if not nights:
        return None
    costliest = throws.costliest(which, person, throw_figures.MOST_COSTLY)
    return {
        "total": _total(nights[-1].so_far),
        "nights": [
            {
                "day": night.day,
                "name": night.name,
                "total": _total(night.total),
                "so_far": _total(night.so_far),
            }
            for night in nights
        ],
        "costliest": [_costly(seat_luck) for seat_luck in costliest],
    }


def _costly(line: SeatLuck) -> dict[str, Any]:
    decision, game = line.costliest or {}, line.weighed.game
    return {
        **{name: decision[name] for name in ("phase", "round", "throws", "dice")},
        "table": game.table_id,
        "number": game.number,
        "day": game.table.block.event.business_date,
        "taken": _way(decision["taken"]),
        "best": _way(decision["best"]),
        "cost": in_deckel(line.cost),
    }


def _way(way: dict[str, Any]) -> dict[str, Any]:
    return {**way, "is_worst": in_deckel(way["is_worst"])}


def luck_of_all_json(which: Which, persons: Sequence[Person]) -> list[dict[str, Any]]:
    """Return the luck of those who are named, by name: the dice rank no one."""
    totals = throws.luck_of_all(which)
    return [
        {"person": {"id": person.pk, "name": person.name}, "total": _total(totals[person.pk])}
        for person in persons
        if person.pk in totals
    ]
