"""Seasons: how each counts, the year by places, and the games behind a row."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from rest_framework import serializers

from league.access.api.club import club_page
from league.access.queries.rights import is_member
from league.club.queries import is_public
from league.events import queries as events_queries
from league.events.api import EventKeyOut
from league.events.queries import get_season_for
from league.people.api.fields import NamedOut
from league.people.queries.names import naming
from league.people.queries.people import get_person_for
from league.results.models.results import Result, ResultLine
from league.seasons.api.standings import PAST, PastAsk, SeasonOut, past_day
from league.seasons.models import Season, SeasonMark
from league.seasons.queries.as_of import end_of
from league.seasons.queries.year import year_of, year_standing
from league.standings.queries.standings import entered_since, games_of, season_marks
from league.web.api.described import Json
from league.web.api.fields import boolean_field, char_field, date_field, integer_field
from league.web.api.frame import ReadRequest, pages, reads
from league.web.changes import by_whom

# The most late results that a closed season's page lists.
MOST_SINCE = 50


class SeasonCountingOut(serializers.Serializer[Any]):
    """How a season counts: all evenings, the best so many, or all but the worst so many."""

    best_evenings = serializers.IntegerField(allow_null=True)
    dropped_evenings = serializers.IntegerField(allow_null=True)
    min_games = serializers.IntegerField(
        allow_null=True, help_text="For a place; null: half of the median of everybody's games."
    )
    place_points = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of the places 1, 2, …; empty: no such ranking."
    )
    place_points_of = serializers.ChoiceField(Season.PlacesOf.choices)
    place_points_best = serializers.IntegerField(allow_null=True)
    place_points_dropped = serializers.IntegerField(allow_null=True)


class SeasonMarkOut(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(SeasonMark.Kind.choices)
    reason = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class SinceOut(serializers.Serializer[Any]):
    """A result that was entered or corrected after the season was closed."""

    result = serializers.IntegerField(source="pk")
    event = serializers.IntegerField(source="table.block.event_id")
    day = serializers.DateField(source="table.block.event.business_date")
    number = serializers.IntegerField()
    entered_at = serializers.DateTimeField()


class SeasonShownOut(serializers.Serializer[Any]):
    season = SeasonOut()
    counts = SeasonCountingOut()
    marks = SeasonMarkOut(many=True)
    since = SinceOut(many=True)


class YearResultOut(serializers.Serializer[Any]):
    event = integer_field(lambda pair: pair[0].pk)
    day = date_field(lambda pair: pair[0].business_date)
    rank = integer_field(lambda pair: pair[1].rank)
    points = char_field(lambda pair: str(pair[1].points), help_text="A fraction, as 7/2.")
    counts = boolean_field(lambda pair: pair[1].counts)


class YearLineOut(serializers.Serializer[Any]):
    person = NamedOut()
    rank = serializers.IntegerField()
    points = serializers.CharField(help_text="A fraction, as 7/2.")
    missed = serializers.IntegerField()
    results = YearResultOut(many=True)


class YearOut(serializers.Serializer[Any]):
    season = SeasonOut()
    day = serializers.DateField(allow_null=True, help_text="The past day it is of.")
    as_of = serializers.DateTimeField(
        allow_null=True, help_text="Of when its places are; null where they are of tournaments."
    )
    is_stale = serializers.BooleanField(help_text="Something changed and is being computed.")
    events = EventKeyOut(many=True, help_text="Those that count, in their order.")
    lines = YearLineOut(many=True)


class GameLineOut(serializers.Serializer[Any]):
    """One game of somebody, as its result says it."""

    result = serializers.IntegerField(source="result_id")
    event = serializers.IntegerField(source="result.table.block.event_id")
    day = serializers.DateField(source="result.table.block.event.business_date")
    number = serializers.IntegerField(source="result.number")
    ended_by = serializers.ChoiceField(Result.EndedBy.choices, source="result.ended_by")
    lost_first = serializers.BooleanField(allow_null=True)
    lost_second = serializers.BooleanField(allow_null=True)
    lost_game = serializers.BooleanField()
    schock_aus = serializers.IntegerField(allow_null=True)


@reads(SeasonOut(many=True), who=club_page("table"), refuses={403: ("not_allowed",)})
def seasons(request: ReadRequest) -> QuerySet[Season]:
    """The seasons, the latest first; for members, or for everybody where the tables are public."""
    if not is_member(request.user, request.today) and not is_public("table"):
        raise PermissionDenied
    return events_queries.seasons_for(request.user, request.today)


@reads(SeasonShownOut, who=club_page("table"))
def season(request: ReadRequest, pk: int) -> Json:
    """How a season counts; for members also when it was closed, and what was entered since."""
    season = get_season_for(request.user, pk, request.today, "table")
    inside = naming(request.user, request.today).inside
    closed = season.closed_at if inside else None
    marks = season_marks(season) if inside else []
    return {
        "season": season,
        "counts": season,
        "marks": [
            {
                "kind": season_mark.kind,
                "reason": season_mark.reason,
                "by": by_whom(season_mark.by),
                "at": season_mark.at,
            }
            for season_mark in marks
        ],
        "since": entered_since(season, closed)[:MOST_SINCE] if closed else [],
    }


@reads(YearOut, PastAsk, who=club_page("year"), refuses=PAST)
def year_ranking(request: ReadRequest, pk: int) -> Json:
    """The year by places, where the season has one; for members also that of a past day."""
    season = get_season_for(request.user, pk, request.today, "year")
    names = naming(request.user, request.today)
    day = past_day(request.query, names, request.today)
    year, standing = year_of(season, names, day), year_standing(season)
    shown: Json = {
        "as_of": standing.as_of if standing else None,
        "is_stale": standing is not None and standing.is_stale,
    }
    if day is not None:
        shown = {"as_of": end_of(day), "is_stale": False}
    lines = [
        {
            # A person who chose another name for a tournament is not revealed by his key either.
            "person": {
                "id": line.person.pk if names.inside and line.is_named else None,
                "name": line.name,
            },
            "rank": line.rank,
            "points": str(line.points),
            "missed": line.missed,
            "results": line.results,
        }
        for line in year.lines
    ]
    return {**shown, "season": season, "day": day, "events": year.events, "lines": lines}


@pages(GameLineOut)
def season_person(request: ReadRequest, pk: int, person: int) -> QuerySet[ResultLine]:
    """The games behind somebody's row of a season's table, the latest first."""
    season = get_season_for(request.user, pk, request.today)
    who = get_person_for(request.user, person, request.today)
    return games_of(who, season)
