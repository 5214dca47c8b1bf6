"""Return the start page: the next evening, live tables, the table's head, the last results."""

from collections.abc import Collection, Mapping
from typing import Any

from rest_framework import serializers

from config.site import queries
from league.access.queries.rights import person_of
from league.club.models import Club
from league.club.queries import public_pages
from league.evenings.api.calendar import ComingOut
from league.events.api import EventOut
from league.kings.models import King
from league.people.api.fields import NamedOut, named
from league.people.queries.names import Naming, public_naming
from league.results.models.results import Result
from league.seasons.api.standings import SeasonOut, StandingRowOut, row_json
from league.web.api.described import Json
from league.web.api.frame import EVERYBODY, ReadRequest, reads


class RunningOut(serializers.Serializer[Any]):
    id = serializers.UUIDField(source="key")
    table = serializers.IntegerField(source="table_id")
    table_number = serializers.IntegerField(source="table.number")
    number = serializers.IntegerField()


class LastResultOut(serializers.Serializer[Any]):
    result = serializers.IntegerField(allow_null=True, help_text="Null where it cannot be opened.")
    event = serializers.IntegerField(allow_null=True)
    day = serializers.DateField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    ended_by = serializers.ChoiceField(Result.EndedBy.choices)
    losers = serializers.ListField(child=serializers.CharField())


class ReigningOut(serializers.Serializer[Any]):
    person = NamedOut()
    event = serializers.IntegerField()
    is_kaiser = serializers.BooleanField()


class FirstStepsOut(serializers.Serializer[Any]):
    people = serializers.BooleanField()
    offices = serializers.BooleanField()
    evening = serializers.BooleanField()


class StartOut(serializers.Serializer[Any]):
    is_founded = serializers.BooleanField()
    inside = serializers.BooleanField(help_text="Asked as a member, under everybody's names.")
    public = serializers.ListField(
        child=serializers.ChoiceField(Club.PAGES), help_text="What the club lets everybody see."
    )
    next_event = EventOut(allow_null=True, help_text="Today's, or the next.")
    is_tonight = serializers.BooleanField()
    running = RunningOut(many=True)
    next_reply = ComingOut(allow_null=True, help_text="What I said to it, while I may answer.")
    coming = ComingOut(many=True, help_text="The evenings after it.")
    tournaments = EventOut(many=True)
    past = EventOut(many=True)
    results = LastResultOut(many=True)
    season = SeasonOut(allow_null=True)
    top = StandingRowOut(many=True)
    mine = StandingRowOut(allow_null=True)
    king = ReigningOut(allow_null=True)
    waiting_for_referee = serializers.IntegerField()
    to_sign = serializers.ListField(
        child=serializers.IntegerField(), help_text="Evenings whose close waits for my signature."
    )
    new_claims = serializers.IntegerField(
        help_text="Unpaid claims of the last two weeks on my account."
    )
    objections = serializers.IntegerField(help_text="Objections that wait for my decision.")
    first_steps = FirstStepsOut(allow_null=True, help_text="What a new club has begun with.")


@reads(StartOut, who=EVERYBODY)
def start(request: ReadRequest) -> Json:
    """When is the next evening, how does it stand? For everybody, as far as it is theirs."""
    return _home(request) if person_of(request.user) is not None else _welcome(request)


def _home(request: ReadRequest) -> Json:
    home = queries.home(request.user, request.today, request.now)
    naming, king, mine = home["naming"], home.get("king"), home["mine"]
    return {
        **_both(home, naming),
        "is_founded": True,
        "public": _public(public_pages()),
        "is_tonight": home["tonight"],
        "next_reply": home["next_reply"],
        "coming": home["coming"],
        "past": home["past_events"],
        "mine": row_json(mine, naming) if mine else None,
        "king": _king(king, naming, is_kaiser=home["is_kaiser"]) if king else None,
        "waiting_for_referee": home["waiting_for_referee"],
        "to_sign": [result.event_id for result in home["to_sign"]],
        "new_claims": home["new_claims"],
        "objections": home["objections"],
        "first_steps": home["first_steps"],
    }


def _welcome(request: ReadRequest) -> Json:
    welcome = queries.welcome(request.today)
    tonight = welcome["tonight"]
    return {
        **_both({**welcome, "next_event": tonight or welcome["next_event"]}, public_naming()),
        "is_founded": queries.is_founded(),
        "public": _public(welcome["pages"]),
        "is_tonight": tonight is not None,
        "next_reply": None,
        "coming": [],
        "past": [],
        "mine": None,
        "king": None,
        "waiting_for_referee": 0,
        "to_sign": [],
        "new_claims": 0,
        "objections": 0,
        "first_steps": None,
    }


def _both(shown: Mapping[str, Any], naming: Naming) -> Json:
    """Return the part that the pages of members and of strangers share."""
    same = ("inside", "next_event", "running", "tournaments", "season")
    return {
        **{name: shown[name] for name in same},
        "results": [_result(result, naming) for result in shown["results"]],
        "top": [row_json(row, naming) for row in shown["top"]],
    }


def _public(pages: Collection[str]) -> list[str]:
    return [page for page in Club.PAGES if page in pages]


def _result(result: Any, naming: Naming) -> Json:
    """Return a result; members open it, others the evening if that is public."""
    event = result.table.block.event
    return {
        "result": result.pk if naming.inside else None,
        "event": event.pk if naming.inside or event.is_public else None,
        "day": event.business_date,
        "table": result.table.number,
        "number": result.number,
        "ended_by": result.ended_by,
        "losers": [naming.at(line.seat.participation) for line in result.losers],
    }


def _king(king: King, naming: Naming, *, is_kaiser: bool) -> Json:
    assert king.person is not None  # the throne is held
    return {
        "person": named(king.person, naming),
        "event": king.event_id,
        "is_kaiser": is_kaiser,
    }
