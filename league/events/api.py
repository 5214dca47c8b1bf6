"""An event as every address of the API shows it."""

from datetime import time
from typing import Any

from rest_framework import serializers

from league.events.models import Event, Venue
from league.web.api.fields import char_field


def _clock(at: time | None) -> str | None:
    return None if at is None else f"{at:%H:%M}"


class EventKeyOut(serializers.Serializer[Any]):
    """An event in one line; its own address says the rest to whoever may open it."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    day = serializers.DateField(source="business_date")


class EventOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(Event.Kind.choices)
    name = serializers.CharField()
    day = serializers.DateField(source="business_date")
    start_time = char_field(lambda event: _clock(event.start_time), allow_null=True)
    end_time = char_field(lambda event: _clock(event.end_time), allow_null=True)
    venue = serializers.ChoiceField(Venue.choices)
    rulebook = serializers.CharField()
    is_public = serializers.BooleanField()
    is_cancelled = serializers.BooleanField()
