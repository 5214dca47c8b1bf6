"""Tournaments: the list, one with its blocks and places, a block's ranking, a released draw."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import get_language
from rest_framework import serializers

from league import formats
from league.access.queries.rights import is_member
from league.errors import InvalidError
from league.events.api import EventOut
from league.events.models import Event
from league.people.queries.names import naming
from league.seasons.past_forms import PastMomentForm
from league.tournaments.api.shapes import BlockShownOut, DrawOut, DrawWhyOut, TournamentOut
from league.tournaments.labels import draws as words
from league.tournaments.labels import formats as format_words
from league.tournaments.queries import agenda, draws, moves, public, reading, versions
from league.tournaments.queries.course import BlockCourse, Course
from league.tournaments.queries.kept import KeptCourse
from league.tournaments.queries.live import course_of, version_key
from league.tournaments.queries.past import PastCourse
from league.web.api.described import Codes
from league.web.api.frame import EVERYBODY, ReadAPI, ReadRequest, pages, read_only


@pages(EventOut, who=EVERYBODY)
def tournaments(request: ReadRequest) -> QuerySet[Event]:
    """The tournaments that whoever asks may see, the latest first; strangers the public ones."""
    found = reading.tournaments_for(request.user, request.today)
    return found.order_by("-business_date", "-pk")


class PastMomentAsk(serializers.Serializer[Any]):
    """As of which moment, or the end of which day, for members; without one as it is now."""

    as_of = serializers.CharField(required=False, allow_blank=True, max_length=40)


PAST: Codes = {403: ("not_allowed",), 422: ("no_such_moment",)}


class OneAPI(ReadAPI):
    """Answered with 304 by what changes with everything its pages show; two queries."""

    def mark(self, request: ReadRequest, **named: Any) -> str:
        self.event: Event = reading.get_tournament_for(request.user, named["pk"], request.today)
        self.who = EVERYBODY  # who sees the tournament reads that something of it is missing
        self.key = version_key(self.event)
        self.tells = is_member(request.user, request.today)
        self.said = naming(request.user, request.today)
        self.moment = self._past(request)
        asked = [str(named[one]) for one in ("number", "participation") if one in named]
        if self.moment is not None:
            asked.append(f"{self.moment.timestamp():.0f}")
        who = f"{int(self.said.inside)}{int(self.tells)}"
        return f'"{self.key}-{get_language()}-{"-".join(asked)}-{who}"'

    def _past(self, request: ReadRequest) -> datetime | None:
        if not request.query.get("as_of"):
            return None
        if not self.tells:
            raise PermissionDenied
        form = PastMomentForm(request.query, now=request.now)
        if form.moment is None:
            raise InvalidError("no_such_moment", str(form.errors["as_of"][0]), field="as_of")
        return form.moment

    def course(self) -> KeptCourse | PastCourse:
        if self.moment is not None:
            return PastCourse(self.event, self.moment)
        return course_of(self.event, self.key, self.said)

    def corrections(self, course: Course, block: int | None = None) -> list[dict[str, Any]]:
        """Which corrections moved whom. Why is for members: there a name may stand in it."""
        if self.moment is not None:
            return []
        people = {
            participation.person_id: participation for participation in course.people.values()
        }
        return [
            {
                "corrected_at": correction.result.entered_at,
                "block": correction.result.table.block.number,
                "table": correction.result.table.number,
                "number": correction.result.number,
                "reason": correction.result.reason if self.tells else "",
                "moves": [
                    {"player": people[move.person_id], "was": move.was, "now": move.now}
                    for move in correction.moves.all()
                    if move.person_id in people
                ],
            }
            for correction in moves.corrections_in(course, block)
        ]


class TournamentAPI(OneAPI):
    """A tournament as it stands: blocks, tables, rankings, places, teams, special prizes."""

    does: ClassVar = read_only(TournamentOut, PastMomentAsk, refuses=PAST)

    def show(self, request: ReadRequest, **named: Any) -> Any:
        course = self.course()
        people, tournament = course.people, self.event.tournament
        teams = {
            participation.team_id: participation.team.name
            for participation in people.values()
            if participation.team is not None
        }
        return TournamentOut(
            {
                "event": self.event,
                "place": self.event.place,
                "words": tournament.words,
                "finished_at": tournament.finished_at,
                "is_final": course.unfinished is None,
                **_as_of(course, self.moment),
                "blocks": [block_json(course, number) for number in course.blocks],
                "places": [
                    {
                        "rank": one.rank,
                        "position": one.position,
                        "player": people[one.person],
                        "block": one.block,
                        "points": str(one.row.points),
                        "day": course.day[one.person],
                    }
                    for one in course.ranking
                ],
                "teams": [
                    {
                        "rank": row.rank,
                        "position": row.position,
                        "name": teams.get(row.team, "?"),
                        "points": str(row.points),
                        "members": [people[member.person] for member in row.members],
                    }
                    for row in course.teams
                ],
                "specials": [
                    {
                        "code": special.code,
                        "value": special.value,
                        "players": [people[pk] for pk in special.people],
                    }
                    for special in course.specials
                ],
                "honours": [
                    {
                        "code": code,
                        "rank": honour.rank,
                        "player": people[honour.person],
                        "value": honour.value,
                    }
                    for code, found in course.honours.items()
                    for honour in found
                ],
                "prizes": self.event.prizes.all(),
                "corrections": self.corrections(course),
            }
        ).data


class BlockAPI(OneAPI):
    """One block of a tournament, with what was corrected there."""

    does: ClassVar = read_only(BlockShownOut, PastMomentAsk, refuses=PAST)

    def show(self, request: ReadRequest, number: int, **named: Any) -> Any:
        course = self.course()
        if number not in course.blocks:
            raise Http404
        one = course.blocks[number]
        ties = agenda.open_ties(one) if one.block.locked_at else []
        return BlockShownOut(
            {
                **block_json(course, number),
                "ties": [tie_json(course, tie) for tie in ties],
                "corrections": self.corrections(course, one.block.pk),
            }
        ).data


class DrawAPI(OneAPI):
    """A released draw: who sits with whom, the first throws first; and who met whom how often."""

    does: ClassVar = read_only(DrawOut)

    def show(self, request: ReadRequest, number: int, **named: Any) -> Any:
        course = self.course()
        people = course.people
        drawn = public.get_released_draw(self.event, number)
        seed = draws.seed_of(drawn)
        figures = draws.quality(self.event, number)
        setting = course.blocks[number].setting
        met = draws.meetings(self.event, number)
        return DrawOut(
            {
                "block": number,
                "version": drawn.version,
                "released_at": drawn.released_at,
                "seed": seed.shown,
                "fingerprint": seed.fingerprint,
                "tables": [
                    {"number": table["number"], "players": [people[pk] for pk in table["people"]]}
                    for table in drawn.tables
                ],
                "springers": [people[pk] for pk in drawn.springers],
                "quality": words.quality(figures, separate_teams=setting.separate_teams)
                if figures
                else [],
                "meetings": [
                    {"one": one, "other": other, "times": times}
                    for one, others in met.items()
                    for other, times in others.items()
                    if one < other and times
                ],
                "versions": draws.released_draws(drawn.block),
            }
        ).data


class DrawWhyAPI(OneAPI):
    """„Warum wieder zusammen?“ for one of a released draw."""

    does: ClassVar = read_only(DrawWhyOut)

    def show(self, request: ReadRequest, number: int, participation: int, **named: Any) -> Any:
        course = self.course()
        drawn = public.get_released_draw(self.event, number)
        if not any(participation in table["people"] for table in drawn.tables):
            raise Http404
        there = course.blocks[number]
        return DrawWhyOut(
            {
                "player": course.people[participation],
                "instead": words.NOT_BY_MEETINGS.get(there.setting.draw, ""),
                "again": [
                    {"player": course.people[other], "said": said}
                    for other, said in versions.again(course, there, drawn, participation)
                ],
            }
        ).data


def _as_of(course: KeptCourse | PastCourse, moment: datetime | None) -> dict[str, Any]:
    """Of when the rankings are; what is past is never stale."""
    if isinstance(course, PastCourse):
        return {"as_of": moment, "is_stale": False, "has_moved_on": False}
    return {
        "as_of": course.standing.as_of if course.standing else None,
        "is_stale": course.is_stale,
        "has_moved_on": course.has_moved_on,
    }


def tie_json(course: Course, tie: formats.OpenTie) -> dict[str, Any]:
    return {
        "players": [course.people[pk] for pk in tie.people],
        "rank": tie.rank,
        "places": tie.places,
        "why": tie.why,
    }


def block_json(course: Course, number: int) -> dict[str, Any]:
    found = course.blocks[number]
    player: Callable[[int], Any] = course.people.__getitem__
    return {
        "number": number,
        "name": found.name,
        "rules": [line._asdict() for line in format_words.block_lines(course.format, number)],
        "step": "planned" if found.step == "proposed" else found.step,
        "ends_at": found.ends_at(),
        "cards_in": found.cards_in,
        "tables": [
            {
                "id": table_state.table.pk,
                "number": table_state.table.number,
                "state": table_state.state,
                "players": [player(pk) for pk in table_state.people],
            }
            for table_state in found.tables
        ],
        "rows": list(_rows(course, found)),
    }


def _rows(course: Course, block: BlockCourse) -> Iterator[dict[str, Any]]:
    numbers = {t.table.pk: t.table.number for one in course.blocks.values() for t in one.tables}
    goes_on = set(block.advancing.people) if block.advancing else set()
    by_lot = {row.person for row in block.rows if row.decided and row.decided.code == "lot"}
    seeds = draws.lots(block.block) if by_lot else {}
    for row in block.rows:
        yield {
            "rank": row.rank,
            "position": row.position,
            "player": course.people[row.person],
            "total": row.total,
            "here": row.here,
            "lives": row.lives,
            "decided": row.decided,
            "tied_with": list(row.tied_with),
            "goes_on": row.person in goes_on,
            "seed": seeds.get(row.person, "") if row.person in by_lot else "",
            "incomplete": [
                {
                    "table": numbers.get(one.table, 0),
                    "number": one.number,
                    "missing": one.missing,
                }
                for one in row.incomplete
            ],
        }
