"""The data that the scorer's API is sent, read and checked before anything is done with it."""

from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware
from rest_framework import serializers

from games.scoring.live import Json
from games.scoring.services import play
from league.access.actors import Actor
from league.access.senders import tapped_by
from league.results.api.tables import IdField

MOST_GAMES = 32_000  # of a table; far from any evening
MOST_EVENTS = 500  # a phone's queue after an evening without reception


class PlayedInput(serializers.Serializer[Any]):
    events = serializers.ListField(
        child=serializers.DictField(),
        min_length=1,
        max_length=MOST_EVENTS,
        help_text="Each with its `id`, to the end of the game.",
    )
    finish = IdField()
    tapped_at = serializers.CharField(required=False, help_text="By the clock of the phone.")


class StartInput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    seats = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=99)
    starter = serializers.IntegerField(min_value=1, allow_null=True, default=None)
    lot = serializers.BooleanField(default=False)
    options = serializers.DictField(
        child=serializers.DictField(child=serializers.CharField(max_length=40)), default=dict
    )
    first_half_loser = serializers.IntegerField(min_value=1, allow_null=True, default=None)
    number = serializers.IntegerField(
        min_value=1,
        max_value=MOST_GAMES,
        allow_null=True,
        default=None,
        help_text="The number it has to get; for whoever has not heard from the table for a while.",
    )
    played = PlayedInput(
        required=False,
        help_text="Of a game that is over on the phone already: it is closed in the same breath, "
        "while another one may run at the table.",
    )


class ImportInput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    header = serializers.DictField()
    events = serializers.ListField(child=serializers.DictField(), max_length=play.MOST_ENTRIES)
    seats = serializers.DictField(child=serializers.IntegerField(min_value=1), default=dict)


def read_events(sent: Any) -> tuple[int, list[Json]]:
    """Return `seen` and the events of a phone's message, else answer 400.

    Written out, because every tap comes along here: a form costs as much as the rule.
    """
    if type(sent) is not dict:
        raise serializers.ValidationError({"non_field_errors": ["not an object"]})
    seen, events = sent.get("seen"), sent.get("events")
    if type(seen) is float and seen.is_integer():  # to JSON 3.0 is a whole number
        seen = int(seen)
    if type(seen) is not int or not 0 <= seen <= play.MOST_SEEN:
        raise serializers.ValidationError({"seen": [f"not 0 to {play.MOST_SEEN}"]})
    if (
        type(events) is not list
        or not 1 <= len(events) <= MOST_EVENTS
        or not all(type(event) is dict for event in events)
    ):
        raise serializers.ValidationError({"events": [f"not 1 to {MOST_EVENTS} objects"]})
    return seen, events


def read_moment(sent: object) -> datetime | None:
    """Read a moment as a phone says it, a hint at best: anything else counts as not said."""
    try:
        moment = parse_datetime(sent) if isinstance(sent, str) else None
    except ValueError:
        return None
    return moment if moment is not None and is_aware(moment) else None


def waited_note(sent: Any, sender: str, actor: Actor) -> Json | None:
    """Return the note for entries that waited on a phone; None for those that did not."""
    tapped = read_moment(sent.get("tapped_at"))
    if tapped is None:
        return None
    by = tapped_by(sender, actor)
    return {"tapped_at": tapped.isoformat()} | ({"tapped_by": by} if by else {})


class MarkInput(serializers.Serializer[Any]):
    seen = serializers.IntegerField(min_value=0, max_value=play.MOST_SEEN)
    id = IdField()
    tapped_at = serializers.CharField(
        required=False, help_text="By the clock of the phone, of what has waited there."
    )


class ReasonInput(MarkInput):
    reason = serializers.CharField(max_length=play.LONGEST_TEXT, allow_blank=True, default="")


class ShowAsk(serializers.Serializer[Any]):
    rounds = serializers.CharField(
        required=False, allow_blank=True, help_text="With it come all rounds so far."
    )
