"""The calendar of coming events, for every reader."""

from typing import Any

from django.core.exceptions import PermissionDenied
from rest_framework import serializers

from league.access.permissions import user_of
from league.access.queries.rights import person_of
from league.evenings.queries.calendar import Coming, coming
from league.events.models import Participation
from league.events.queries import evenings_for
from league.web.api.frame import ReadRequest, reads


class ComingOut(serializers.Serializer[Any]):
    event = serializers.IntegerField(source="event.pk")
    name = serializers.CharField(source="event.name")
    day = serializers.DateField(source="event.business_date")
    cancelled = serializers.BooleanField(source="event.is_cancelled")
    answer = serializers.ChoiceField(Participation.Answer.choices, allow_blank=True)
    may_reply = serializers.BooleanField()


@reads(ComingOut(many=True), refuses={403: ("not_allowed",)})
def calendar(request: ReadRequest) -> list[Coming]:
    """The evenings to come, and what I said to each."""
    user_of(request._request)
    me = person_of(request.user)
    if me is None:
        raise PermissionDenied
    visible = evenings_for(request.user, request.today)
    return coming(me, visible, request.today, request.now, most=50)
