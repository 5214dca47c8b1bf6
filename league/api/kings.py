"""Who was König when."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from league import listings, queries
from league.api.fields import text, whole
from league.api.listings import ListingAPI, lists
from league.models import King


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

    listing: ClassVar = listings.kings({})
    row: ClassVar = CrownedOut
    does: ClassVar = lists(listing, CrownedOut, refuses={403: ("not_allowed",)})

    def rows(self, request: Request, **named: Any) -> QuerySet[King]:
        if not queries.is_member(request.user, self.today):
            raise PermissionDenied
        return queries.crowned()

    def dressed(self, read: list[Any]) -> list[Any]:
        streaks = queries.streaks()
        for king in read:
            king.streak = streaks.get(king.event_id, 0)
        return read
