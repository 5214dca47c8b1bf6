"""Evenings: the list, and one with who is there, tables, seats, results and König."""

from collections.abc import Iterable
from datetime import time
from typing import Any, ClassVar

from django.http import Http404, HttpResponseBase
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from league import queries
from league.api.described import Operation
from league.api.fields import NamedOut, text
from league.api.frame import PageAsk, ReadAPI, answered, page_json, page_of, reads
from league.api.tables import NO_ENTRY, ResultAPI
from league.models import Event, Participation, Result
from league.queries.names import Naming, naming


def _clock(at: time | None) -> str | None:
    return None if at is None else f"{at:%H:%M}"


class EventOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(Event.Kind.choices)
    name = serializers.CharField()
    day = serializers.DateField(source="business_date")
    start_time = text(lambda one: _clock(one.start_time), allow_null=True)
    end_time = text(lambda one: _clock(one.end_time), allow_null=True)
    rulebook = serializers.CharField()
    is_public = serializers.BooleanField()
    is_cancelled = serializers.BooleanField()


class AttendanceOut(serializers.Serializer[Any]):
    person = NamedOut()
    answer = serializers.ChoiceField(Participation.Answer.choices, allow_blank=True)
    attendance = serializers.ChoiceField(Participation.Attendance.choices, allow_blank=True)
    minutes_late = serializers.IntegerField(allow_null=True)


class PlayedOut(serializers.Serializer[Any]):
    """Who lost a game; an empty name where nobody did, or nobody wrote it down."""

    result = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField()
    lost_first = serializers.CharField(allow_blank=True)
    lost_second = serializers.CharField(allow_blank=True)
    lost_game = serializers.CharField(allow_blank=True)
    provisional = serializers.BooleanField()


class TableOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.CharField())
    games = PlayedOut(many=True)


class KingOut(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True, help_text="Empty: nobody had a Schock-Aus.")
    schock_aus = serializers.IntegerField()
    by_playoff = serializers.BooleanField()
    streak = serializers.IntegerField()


class EveningOut(serializers.Serializer[Any]):
    event = EventOut()
    place = serializers.CharField(allow_blank=True)
    host = serializers.CharField(allow_blank=True)
    attendance = AttendanceOut(many=True)
    tables = TableOut(many=True)
    king = KingOut(allow_null=True)


class EveningsAPI(ReadAPI):
    """The evenings that whoever asks may see, the latest first."""

    does: ClassVar = reads(page_of(EventOut), PageAsk, refuses={403: ("not_allowed",)})

    def show(self, request: Request, **named: Any) -> Any:
        if not request.user.is_authenticated:
            raise Http404
        found = queries.evenings_for(request.user, self.today)
        return page_json(
            request, self.asked, found.order_by("-business_date", "-pk").distinct(), EventOut
        )


class EveningAPI(ReadAPI):
    """An evening for those it concerns; of a public one the tables and who lost for everybody."""

    does: ClassVar = reads(EveningOut)

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        said = naming(request.user, self.today)
        try:
            event = queries.get_event_for(request.user, pk, self.today)
        except Http404:
            event = queries.get_public_event(pk)
            self._is_an_evening(event)
            return EveningOut(
                {
                    "event": event,
                    "place": "",
                    "host": "",
                    "attendance": [],
                    "tables": _public_tables(event, said),
                    "king": None,
                }
            ).data
        self._is_an_evening(event)
        return EveningOut(
            {
                "event": event,
                "place": event.place,
                "host": said.of(event.host) if event.host else "",
                "attendance": [_attends(one, said) for one in queries.participations(event)],
                "tables": _tables(event, said),
                "king": _king(event, said),
            }
        ).data

    @staticmethod
    def _is_an_evening(event: Event) -> None:
        """A tournament has an address of its own."""
        if event.kind == Event.Kind.TOURNAMENT:
            raise Http404


def _attends(one: Participation, said: Naming) -> dict[str, Any]:
    return {
        "person": {
            "id": one.person_id if said.may_link(one.person) else None,
            "name": said.at(one),
        },
        "answer": one.answer,
        "attendance": one.attendance,
        "minutes_late": one.minutes_late,
    }


def _public_tables(event: Event, said: Naming) -> list[dict[str, Any]]:
    return [
        {
            "id": table.pk,
            "number": table.number,
            "seats": list(table.names),
            "games": [{"result": None, **vars(game)} for game in table.games],
        }
        for table in queries.public_tables(event, said)
    ]


def _tables(event: Event, said: Naming) -> list[dict[str, Any]]:
    circles = queries.circles(event)
    results: dict[int, list[Result]] = {}
    for result in queries.results(event):
        results.setdefault(result.table_id, []).append(result)
    return [
        {
            "id": table.pk,
            "number": table.number,
            "seats": [said.at(seat.participation) for seat in circles[table.pk]],
            "games": [_played(one, said) for one in results.get(table.pk, ())],
        }
        for table in queries.tables(event)
    ]


def _played(result: Result, said: Naming) -> dict[str, Any]:
    lines = list(result.lines.all())

    def lost(part: str) -> str:
        found: Iterable[str] = (
            said.at(line.seat.participation) for line in lines if getattr(line, part)
        )
        return next(iter(found), "")

    return {
        "result": result.pk,
        "number": result.number,
        "lost_first": lost("lost_first"),
        "lost_second": lost("lost_second"),
        "lost_game": lost("lost_game"),
        "provisional": queries.state_of(result) != "confirmed",
    }


def _king(event: Event, said: Naming) -> dict[str, Any] | None:
    king = queries.king_of(event)
    if king is None:
        return None
    return {
        "name": said.of(king.person) if king.person else "",
        "schock_aus": king.schock_aus,
        "by_playoff": king.by_playoff,
        "streak": queries.streak(king) if king.person_id else 0,
    }


HEAD = (
    *("pk", "table_id", "number", "version", "is_current", "source", "depth", "ended_by"),
    *("rulebook", "reason", "entered_at"),
)


class ResultLineOut(serializers.Serializer[Any]):
    """What a result says of one seat. Null: not recorded at this depth, never zero."""

    name = serializers.CharField()
    lost_first = serializers.BooleanField(allow_null=True)
    lost_second = serializers.BooleanField(allow_null=True)
    lost_game = serializers.BooleanField()
    exit_first = serializers.IntegerField(allow_null=True)
    exit_second = serializers.IntegerField(allow_null=True)
    schock_aus = serializers.IntegerField(allow_null=True)
    jule = serializers.IntegerField(allow_null=True)
    deckel_taken = serializers.IntegerField(allow_null=True)
    deckel_given = serializers.IntegerField(allow_null=True)
    throw_points = serializers.IntegerField(allow_null=True)


class ResultOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    table = serializers.IntegerField(source="table_id")
    event = serializers.IntegerField(source="table.block.event_id")
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    is_current = serializers.BooleanField()
    origin = serializers.ChoiceField(Result.Source.choices, source="source")
    depth = serializers.ChoiceField(Result.Depth.choices)
    ended_by = serializers.ChoiceField(Result.EndedBy.choices)
    rulebook = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(["entered", "confirmed", "disputed", "correcting"])
    entered_at = serializers.DateTimeField()
    lines = ResultLineOut(many=True)


class ResultShowAPI(ResultAPI):
    """One result, line by line, for whoever is inside its table."""

    does: ClassVar = {"GET": Operation(ResultOut, refuses=NO_ENTRY)}

    def get(self, request: Request, pk: int) -> HttpResponseBase:
        result = self.result(request, pk)
        self.must(self.rights.inside)
        said = naming(request.user, timezone.localdate(self.now))
        lines = [
            {**vars(line), "name": said.at(line.seat.participation)} for line in result.lines.all()
        ]
        head = {name: getattr(result, name) for name in HEAD}
        shown = {**head, "table": result.table, "state": queries.state_of(result), "lines": lines}
        return answered(request, ResultOut(shown).data)
