"""The API of the Könige of past evenings."""

from typing import Any

from rest_framework import serializers

from league.access.api.club import MEMBERS
from league.files.api import Listed, lists
from league.kings import queries as kings_queries
from league.kings.lists import kings as kings_list
from league.kings.models import King
from league.web.api.fields import char_field, integer_field
from league.web.api.frame import ReadRequest

KINGS = kings_list({})


class CrownedOut(serializers.Serializer[Any]):
    event = serializers.IntegerField(source="event_id")
    day = serializers.DateField(source="event.business_date")
    person = serializers.IntegerField(
        source="person_id", allow_null=True, help_text="Null: nobody had a Schock-Aus."
    )
    name = char_field(lambda king: king.person.name if king.person else "", allow_blank=True)
    schock_aus = serializers.IntegerField()
    by_playoff = serializers.BooleanField()
    streak = integer_field(
        lambda king: king.streak, help_text="On so many evenings in a row up to this."
    )


@lists(CrownedOut, KINGS, who=MEMBERS)
def kings(request: ReadRequest) -> Listed[King]:
    """The König of each evening, the latest first; for members."""
    return Listed(KINGS, kings_queries.crowned(), request.query, shown=_with_streaks)


def _with_streaks(kings: list[Any]) -> list[Any]:
    streaks = kings_queries.streaks()
    for king in kings:
        king.streak = streaks.get(king.event_id, 0)
    return kings
