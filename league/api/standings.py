"""The standings of seasons and of all time, the year by places, and the games behind a row."""

from hashlib import sha256
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.request import Request

from league import queries
from league.api.fields import day, text, whole, yes
from league.api.frame import PageAsk, ReadAPI, page_json, page_of, reads
from league.models import Result, Season, Standing
from league.scoring import CRITERIA


class SeasonOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    start = serializers.DateField()
    end = serializers.DateField(help_text="The first day of the next.")
    closed_at = serializers.DateTimeField(allow_null=True)


class PersonKeyOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class StandingRowOut(serializers.Serializer[Any]):
    """Counts only; shares are computed from them."""

    rank = serializers.IntegerField()
    position = serializers.IntegerField()
    is_ranked = serializers.BooleanField(help_text="False: too few games for a place.")
    person = PersonKeyOut()
    evenings = serializers.IntegerField()
    dropped = serializers.IntegerField()
    games = serializers.IntegerField()
    halves_lost = serializers.IntegerField()
    games_lost = serializers.IntegerField()
    sweeps = serializers.IntegerField()
    schock_aus = serializers.IntegerField()
    next_to_last = serializers.IntegerField()


class StandingOut(serializers.Serializer[Any]):
    season = SeasonOut(allow_null=True)
    version = serializers.IntegerField(help_text="Which change it was computed at.")
    is_stale = serializers.BooleanField(help_text="Something changed and is being computed.")
    as_of = serializers.DateTimeField(allow_null=True)
    scoring_version = serializers.IntegerField()
    criteria = serializers.ListField(child=serializers.CharField())
    rows = StandingRowOut(many=True)


class YearResultOut(serializers.Serializer[Any]):
    event = whole(lambda pair: pair[0].pk)
    day = day(lambda pair: pair[0].business_date)
    rank = whole(lambda pair: pair[1].rank)
    points = text(lambda pair: str(pair[1].points), help_text="A fraction, as 7/2.")
    counts = yes(lambda pair: pair[1].counts)


class YearLineOut(serializers.Serializer[Any]):
    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField()
    rank = serializers.IntegerField()
    points = text(lambda line: str(line.points), help_text="A fraction, as 7/2.")
    missed = serializers.IntegerField()
    results = YearResultOut(many=True)


class YearOut(serializers.Serializer[Any]):
    season = SeasonOut()
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


class SeasonsAPI(ReadAPI):
    """The seasons, the latest first; for members."""

    does: ClassVar = reads(SeasonOut(many=True), refuses={403: ("not_allowed",)})

    def show(self, request: Request, **named: Any) -> Any:
        if not queries.is_member(request.user, self.today):
            raise PermissionDenied
        return SeasonOut(queries.seasons(), many=True).data


class _StandingAPI(ReadAPI):
    """Answered with 304 by the computed number alone, and by what the persons are called."""

    def standing(
        self, request: Request, *args: Any, **named: Any
    ) -> tuple[Season | None, Standing | None]:
        raise NotImplementedError

    def mark(self, request: Request, **named: Any) -> str:
        self.season, self.found = self.standing(request, **named)
        if self.found is None:
            return ""
        season = self.season and (self.season.name, self.season.closed_at)
        found = (self.found.pk, self.found.computed, self.found.is_stale)
        said = (found, season, get_language(), queries.names_in(self.found))
        return f'"{self.found.computed}-{sha256(repr(said).encode()).hexdigest()[:24]}"'

    def show(self, request: Request, **named: Any) -> Any:
        found = self.found
        return StandingOut(
            {
                "season": self.season,
                "version": found.computed if found else 0,
                "is_stale": found.is_stale if found else True,
                "as_of": found.as_of if found else None,
                "scoring_version": found.scoring_version if found else 0,
                "criteria": [one.code for one in CRITERIA],
                "rows": queries.standing_rows(found) if found else [],
            }
        ).data


class SeasonStandingAPI(_StandingAPI):
    """The table of a season."""

    does: ClassVar = reads(StandingOut)

    def standing(
        self, request: Request, pk: int, **named: Any
    ) -> tuple[Season | None, Standing | None]:
        season = queries.get_season_for(request.user, pk, self.today)
        return season, queries.standing_of(season)


class AllTimeAPI(_StandingAPI):
    """The sum of all seasons."""

    does: ClassVar = reads(StandingOut, refuses={403: ("not_allowed",)})

    def standing(self, request: Request, **named: Any) -> tuple[Season | None, Standing | None]:
        if not queries.is_member(request.user, self.today):
            raise PermissionDenied
        return None, queries.all_time()


class YearRankingAPI(ReadAPI):
    """The year by places, where the season has one."""

    does: ClassVar = reads(YearOut)

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        season = queries.get_season_for(request.user, pk, self.today)
        return YearOut({"season": season, "lines": queries.year_of(season).lines}).data


class SeasonPersonAPI(ReadAPI):
    """The games behind somebody's row of a season's table, the latest first."""

    does: ClassVar = reads(page_of(GameLineOut), PageAsk)

    def show(self, request: Request, pk: int, person: int, **named: Any) -> Any:
        season = queries.get_season_for(request.user, pk, self.today)
        who = queries.get_person_for(request.user, person, self.today)
        return page_json(request, self.asked, queries.games_of(who, season), GameLineOut)
