"""Who was König when."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from league.access.queries.rights import is_member
from league.files.api import ListingAPI, lists
from league.kings import queries as kings_queries
from league.kings.lists import kings as kings_list
from league.kings.models import King
from league.web.api.fields import text, whole


class CrownedOut(serializers.Serializer[Any]):
    event = serializers.IntegerField(source="event_id")
    day = serializers.DateField(source="event.business_date")
    person = serializers.IntegerField(
        source="person_id", allow_null=True, help_text="Null: nobody had a Schock-Aus."
    )
    name = text(lambda king: king.person.name if king.person else "", allow_blank=True)
    schock_aus = serializers.IntegerField()
    by_playoff = serializers.BooleanField()
    streak = whole(lambda king: king.streak, help_text="On so many evenings in a row up to this.")


class KingsAPI(ListingAPI):
    """The König of each evening, the latest first; for members."""

    listing: ClassVar = kings_list({})
    row: ClassVar = CrownedOut
    does: ClassVar = lists(listing, CrownedOut, refuses={403: ("not_allowed",)})

    def rows(self, request: Request, **named: Any) -> QuerySet[King]:
        if not is_member(request.user, self.today):
            raise PermissionDenied
        return kings_queries.crowned()

    def dressed(self, read: list[Any]) -> list[Any]:
        streaks = kings_queries.streaks()
        for king in read:
            king.streak = streaks.get(king.event_id, 0)
        return read
