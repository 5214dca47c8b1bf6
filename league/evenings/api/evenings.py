"""Evenings: the list, and one with attendance, tables, seats, results and König."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers

from league.access.queries.rights import may_run_evenings
from league.events import queries as events_queries
from league.events.api import EventOut
from league.events.models import Event, Participation
from league.kings import queries as kings_queries
from league.kings.models import King
from league.kings.queries import Race
from league.people.api.fields import NamedOut, named
from league.people.queries.names import Naming, inside_naming, naming
from league.results.models.results import Result
from league.results.queries import results as results_queries
from league.results.queries.confirming import calls_of, state_of
from league.standings.queries.standings import was_corrected
from league.web.api.described import Json
from league.web.api.fields import char_field
from league.web.api.frame import ReadRequest, pages, reads
from league.web.changes import by_whom


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
    decided_by = char_field(lambda king: by_whom(king["decided_by"]), allow_blank=True)
    decided_at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True, help_text="Where another was crowned before.")
    differs = serializers.BooleanField(help_text="The cards by now say something else.")


class KingScoreOut(serializers.Serializer[Any]):
    person = NamedOut()
    schock_aus = serializers.IntegerField()


class LateCardOut(serializers.Serializer[Any]):
    result = serializers.IntegerField(source="result.pk")
    counts = serializers.BooleanField()
    phone_time = serializers.DateTimeField(
        allow_null=True, help_text="When it ended by the clock of the phone; a hint."
    )


class RaceOut(serializers.Serializer[Any]):
    """How it stands between those who had a Schock-Aus, most first."""

    scores = KingScoreOut(many=True)
    late_cards = LateCardOut(
        many=True, help_text="Entered after the official end; for whoever runs evenings."
    )
    games = serializers.IntegerField()
    unknown = serializers.IntegerField(help_text="Games of which nobody wrote it down.")
    too_late = serializers.IntegerField(help_text="Games that ended after the official time.")


class CalledTableOut(serializers.Serializer[Any]):
    """A table that calls for a referee."""

    table = serializers.IntegerField(source="table_id")
    since = serializers.DateTimeField(source="called_at")
    note = serializers.CharField(allow_blank=True)


class EveningOut(serializers.Serializer[Any]):
    event = EventOut()
    cancel_reason = serializers.CharField(allow_blank=True)
    place = serializers.CharField(allow_blank=True)
    host = serializers.CharField(allow_blank=True)
    attendance = AttendanceOut(many=True)
    tables = TableOut(many=True)
    waiting = serializers.ListField(
        child=serializers.CharField(), help_text="Who is here and sits nowhere."
    )
    calls = CalledTableOut(many=True)
    race = RaceOut(allow_null=True, help_text="Null: nothing was played yet.")
    king = KingOut(allow_null=True)
    is_corrected = serializers.BooleanField(help_text="A card was, and it moved somebody.")


@pages(EventOut)
def evenings(request: ReadRequest) -> QuerySet[Event]:
    """The evenings that whoever asks may see, the latest first."""
    if not request.user.is_authenticated:
        raise Http404
    events = events_queries.evenings_for(request.user, request.today)
    return events.order_by("-business_date", "-pk").distinct()


@reads(EveningOut)
def evening(request: ReadRequest, pk: int) -> Json:
    """An evening for those it concerns; of a public one the tables and who lost for everybody."""
    try:
        event = events_queries.get_event_for(request.user, pk, request.today)
    except Http404:
        event = _an_evening(events_queries.get_public_event(pk))
        return {
            **NOT_PUBLIC,
            "event": event,
            "tables": _public_tables(event, naming(request.user, request.today)),
            "is_corrected": was_corrected(event),
        }
    _an_evening(event)
    names = inside_naming()  # guests of the evening read who is present
    played = list(results_queries.results(event))
    race, king = kings_queries.race(event, played), kings_queries.king_of(event)
    runs = may_run_evenings(request.user, request.today)
    return {
        "event": event,
        "cancel_reason": event.cancel_reason,
        "place": event.place,
        "host": names.of(event.host) if event.host else "",
        "attendance": [
            _attends(participation, names) for participation in events_queries.participations(event)
        ],
        "tables": _tables(event, played, names),
        "waiting": [names.at(participation) for participation in events_queries.waiting(event)],
        "calls": list(calls_of(event).values()),
        "race": _race(race, names, late=runs) if played else None,
        "king": _king(king, race, names) if king else None,
        "is_corrected": was_corrected(event),
    }


def _an_evening(event: Event) -> Event:
    """Return the event if it is an evening: tournaments and matches have addresses of their own."""
    if event.kind != Event.Kind.EVENING:
        raise Http404
    return event


# The parts of an evening that are shown to its own people only.
NOT_PUBLIC: dict[str, Any] = {
    **dict.fromkeys(("cancel_reason", "place", "host"), ""),
    **dict.fromkeys(("attendance", "waiting", "calls"), ()),
    **dict.fromkeys(("race", "king")),
}


def _attends(participation: Participation, names: Naming) -> dict[str, Any]:
    return {
        "person": {
            "id": participation.person_id if names.may_link(participation.person) else None,
            "name": names.at(participation),
        },
        "answer": participation.answer,
        "attendance": participation.attendance,
        "minutes_late": participation.minutes_late,
    }


def _public_tables(event: Event, names: Naming) -> list[dict[str, Any]]:
    return [
        {
            "id": table.pk,
            "number": table.number,
            "seats": list(table.names),
            "games": [{"result": None, **vars(game)} for game in table.games],
        }
        for table in results_queries.public_tables(event, names)
    ]


def _tables(event: Event, played: list[Result], names: Naming) -> list[dict[str, Any]]:
    circles = events_queries.circles(event)
    results: dict[int, list[Result]] = {}
    for result in played:
        results.setdefault(result.table_id, []).append(result)
    return [
        {
            "id": table.pk,
            "number": table.number,
            "seats": [names.at(seat.participation) for seat in circles[table.pk]],
            "games": [_played(result, names) for result in results.get(table.pk, ())],
        }
        for table in events_queries.tables(event)
    ]


def _played(result: Result, names: Naming) -> dict[str, Any]:
    lines = list(result.lines.all())

    def lost(part: str) -> str:
        losers: Iterable[str] = (
            names.at(line.seat.participation) for line in lines if getattr(line, part)
        )
        return next(iter(losers), "")

    return {
        "result": result.pk,
        "number": result.number,
        "lost_first": lost("lost_first"),
        "lost_second": lost("lost_second"),
        "lost_game": lost("lost_game"),
        "provisional": state_of(result) != "confirmed",
    }


def _race(race: Race, names: Naming, *, late: bool) -> dict[str, Any]:
    scores = [{"person": named(who, names), "schock_aus": number} for who, number in race.scores]
    return {**vars(race), "scores": scores, "late_cards": race.late_cards if late else []}


def _king(king: King, race: Race, names: Naming) -> dict[str, Any]:
    own = ("schock_aus", "by_playoff", "decided_by", "decided_at", "reason")
    return {
        **{name: getattr(king, name) for name in own},
        "name": names.of(king.person) if king.person else "",
        "streak": kings_queries.streak(king) if king.person_id else 0,
        "differs": kings_queries.cards_differ(king, race),
    }
