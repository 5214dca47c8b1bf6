"""Tournaments: the list, one with its blocks and places, a block's ranking, a released draw."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.http import Http404
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.request import Request

from league import queries
from league.api.evenings import EventOut
from league.api.fields import text
from league.api.frame import PageAsk, ReadAPI, page_json, page_of, reads
from league.models import Event
from league.queries.tournaments import draws, public, reading
from league.queries.tournaments.course import BlockCourse, Course
from league.queries.tournaments.live import course_of, version_key


class PlayerOut(serializers.Serializer[Any]):
    """Somebody at this tournament, as he is named there."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    start_number = serializers.IntegerField(allow_null=True)


class TallyOut(serializers.Serializer[Any]):
    points = text(lambda one: str(one.points), help_text="A fraction, as 7/2.")
    games = serializers.IntegerField()
    halves_lost = serializers.IntegerField()
    games_lost = serializers.IntegerField()
    schock_aus = serializers.IntegerField()


class BlockRowOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    position = serializers.IntegerField()
    player = PlayerOut()
    total = TallyOut()
    here = TallyOut(help_text="This block alone.")
    lives = serializers.IntegerField(allow_null=True)
    decided = text(
        lambda one: one["decided"].code if one["decided"] else "",
        help_text="The criterion that put it below the row above.",
    )
    tied_with = serializers.ListField(child=serializers.IntegerField())
    goes_on = serializers.BooleanField()


class SittingOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(["empty", "free", "playing", "in", "missing"])
    players = PlayerOut(many=True)


class BlockOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    step = serializers.ChoiceField(["planned", "released", "running", "sharp", "locked", "ranked"])
    ends_at = serializers.DateTimeField(allow_null=True)
    cards_in = serializers.IntegerField()
    tables = SittingOut(many=True)
    rows = BlockRowOut(many=True)


class PlacedOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    position = serializers.IntegerField()
    player = PlayerOut()
    block = serializers.IntegerField(help_text="The last block he came to.")


class TeamRowOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    position = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField(help_text="A fraction, as 7/2.")
    members = PlayerOut(many=True)


class SpecialOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    value = serializers.IntegerField(allow_null=True)
    players = PlayerOut(many=True)


class TournamentOut(serializers.Serializer[Any]):
    event = EventOut()
    is_final = serializers.BooleanField()
    blocks = BlockOut(many=True)
    places = PlacedOut(many=True)
    teams = TeamRowOut(many=True)
    specials = SpecialOut(many=True)


class DrawnTableOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    players = PlayerOut(many=True)


class DrawOut(serializers.Serializer[Any]):
    block = serializers.IntegerField()
    version = serializers.IntegerField()
    released_at = serializers.DateTimeField()
    seed = serializers.CharField(
        allow_blank=True, help_text="Shown when the last round drawn with it is released."
    )
    fingerprint = serializers.CharField(help_text="The sha256 of the seed.")
    tables = DrawnTableOut(many=True)
    springers = PlayerOut(many=True)


class TournamentsAPI(ReadAPI):
    """The tournaments that whoever asks may see, the latest first; strangers the public ones."""

    does: ClassVar = reads(page_of(EventOut), PageAsk, public=True)

    def show(self, request: Request, **named: Any) -> Any:
        found = reading.tournaments_for(request.user, self.today)
        return page_json(request, self.asked, found.order_by("-business_date", "-pk"), EventOut)


class _OneAPI(ReadAPI):
    """Answered with 304 by what changes with everything its pages show; two queries."""

    def mark(self, request: Request, **named: Any) -> str:
        self.event: Event = reading.get_tournament_for(request.user, named["pk"], self.today)
        self.is_open = True
        self.key = version_key(self.event)
        return f'"{self.key}-{get_language()}-{named.get("number", 0)}-{self._inside(request)}"'

    def _inside(self, request: Request) -> int:
        return int(queries.naming(request.user, self.today).inside)

    def course(self, request: Request) -> Course:
        return course_of(self.event, self.key, queries.naming(request.user, self.today))


class TournamentAPI(_OneAPI):
    """A tournament as it stands: blocks, tables, rankings, places, teams, special prizes."""

    does: ClassVar = reads(TournamentOut)

    def show(self, request: Request, **named: Any) -> Any:
        course = self.course(request)
        people = course.people
        teams = {one.team_id: one.team.name for one in people.values() if one.team is not None}
        return TournamentOut(
            {
                "event": self.event,
                "is_final": course.unfinished is None,
                "blocks": [_block(course, number) for number in course.blocks],
                "places": [
                    {
                        "rank": one.rank,
                        "position": one.position,
                        "player": people[one.person],
                        "block": one.block,
                    }
                    for one in course.ranking
                ],
                "teams": [
                    {
                        "rank": row.rank,
                        "position": row.position,
                        "name": teams.get(row.team, "?"),
                        "points": str(row.points),
                        "members": [people[one.person] for one in row.members],
                    }
                    for row in course.teams
                ],
                "specials": [
                    {
                        "code": one.code,
                        "value": one.value,
                        "players": [people[pk] for pk in one.people],
                    }
                    for one in course.specials
                ],
            }
        ).data


class BlockAPI(_OneAPI):
    """One block of a tournament."""

    does: ClassVar = reads(BlockOut)

    def show(self, request: Request, number: int, **named: Any) -> Any:
        course = self.course(request)
        if number not in course.blocks:
            raise Http404
        return BlockOut(_block(course, number)).data


class DrawAPI(_OneAPI):
    """A released draw: who sits with whom, the first throws first."""

    does: ClassVar = reads(DrawOut)

    def show(self, request: Request, number: int, **named: Any) -> Any:
        people = self.course(request).people
        drawn = public.get_released_draw(self.event, number)
        seed = draws.seed_of(drawn)
        return DrawOut(
            {
                "block": number,
                "version": drawn.version,
                "released_at": drawn.released_at,
                "seed": seed.shown,
                "fingerprint": seed.fingerprint,
                "tables": [
                    {"number": one["number"], "players": [people[pk] for pk in one["people"]]}
                    for one in drawn.tables
                ],
                "springers": [people[pk] for pk in drawn.springers],
            }
        ).data


def _block(course: Course, number: int) -> dict[str, Any]:
    found: BlockCourse = course.blocks[number]
    goes_on = set(found.advancing.people) if found.advancing else set()
    player: Callable[[int], Any] = course.people.__getitem__
    return {
        "number": number,
        "step": "planned" if found.step == "proposed" else found.step,
        "ends_at": found.ends_at(),
        "cards_in": found.cards_in,
        "tables": [
            {
                "number": one.table.number,
                "state": one.state,
                "players": [player(pk) for pk in one.people],
            }
            for one in found.tables
        ],
        "rows": [
            {
                "rank": row.rank,
                "position": row.position,
                "player": player(row.person),
                "total": row.total,
                "here": row.here,
                "lives": row.lives,
                "decided": row.decided,
                "tied_with": list(row.tied_with),
                "goes_on": row.person in goes_on,
            }
            for row in found.rows
        ],
    }
