"""What is to come, for whoever asks."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from rest_framework import serializers
from rest_framework.request import Request

from league.access.permissions import user_of
from league.access.queries.rights import person_of
from league.evenings.queries.calendar import coming
from league.events.models import Participation
from league.events.queries import evenings_for
from league.web.api.frame import ReadAPI, reads


class ComingOut(serializers.Serializer[Any]):
    event = serializers.IntegerField(source="event.pk")
    name = serializers.CharField(source="event.name")
    day = serializers.DateField(source="event.business_date")
    cancelled = serializers.BooleanField(source="event.is_cancelled")
    answer = serializers.ChoiceField(Participation.Answer.choices, allow_blank=True)
    may_reply = serializers.BooleanField()


class CalendarAPI(ReadAPI):
    """The evenings to come, and what I said to each."""

    does: ClassVar = reads(ComingOut(many=True), refuses={403: ("not_allowed",)})

    def show(self, request: Request, **named: Any) -> Any:
        user_of(request._request)
        me = person_of(request.user)
        if me is None:
            raise PermissionDenied
        visible = evenings_for(request.user, self.today)
        found = coming(me, visible, self.today, self.now, most=50)
        return ComingOut(found, many=True).data
