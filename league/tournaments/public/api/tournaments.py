"""Tournaments: the list, one with its blocks and places, a block's ranking, a released draw."""

from collections.abc import Iterator
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
from league.tournaments.core.labels import draws as words
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.queries import agenda, draws, reading
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.live import state_of, version_key
from league.tournaments.core.queries.past import PastState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.queries.stored_state import StoredState
from league.tournaments.core.serializers import BlockShownOut, DrawOut, DrawWhyOut, TournamentOut
from league.tournaments.public.queries import public, versions
from league.tournaments.ranking.queries import moves
from league.web.api.described import Codes
from league.web.api.frame import (
    EVERYBODY,
    Lines,
    PageAsk,
    ReadAPI,
    ReadRequest,
    pages,
    read_only,
)


@pages(EventOut, who=EVERYBODY)
def tournaments(request: ReadRequest) -> QuerySet[Event]:
    """The tournaments that whoever asks may see, the latest first; strangers the public ones."""
    events = reading.tournaments_for(request.user, request.today)
    return events.order_by("-business_date", "-pk")


class PastMomentAsk(serializers.Serializer[Any]):
    """As of which moment, or the end of which day, for members; without one as it is now."""

    as_of = serializers.CharField(required=False, allow_blank=True, max_length=40)


class PastPageAsk(PastMomentAsk, PageAsk):
    """Which part of the long lists, as of which moment."""


PAST: Codes = {403: ("not_allowed",), 422: ("no_such_moment",)}


class OneAPI(ReadAPI):
    """Answered with 304 by what changes with everything its pages show; two queries."""

    def mark(self, request: ReadRequest, **named: Any) -> str:
        self.event: Event = reading.get_tournament_for(request.user, named["pk"], request.today)
        self.who = EVERYBODY  # readers of the tournament may learn that a part of it is missing
        self.key = version_key(self.event)
        self.tells = is_member(request.user, request.today)
        self.naming_of_reader = naming(request.user, request.today)
        self.moment = self._past(request)
        parts = {**named, **request.query}
        marked = ("number", "participation", "page", "size")
        asked = [str(parts[part]) for part in marked if part in parts]
        if self.moment is not None:
            asked.append(f"{self.moment.timestamp():.0f}")
        who = f"{int(self.naming_of_reader.inside)}{int(self.tells)}"
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

    def state(self) -> StoredState | PastState:
        if self.moment is not None:
            return PastState(self.event, self.moment)
        return state_of(self.event, self.key, self.naming_of_reader)

    def corrections(
        self, state: TournamentState, lines: Lines, block: int | None = None
    ) -> list[dict[str, Any]]:
        """Return the last corrections that moved players, with the moves of this page.

        Members alone see the reason: it may name people.
        """
        if self.moment is not None:
            return []
        people = {participation.person_id: participation for participation in state.people.values()}
        return [
            {
                "corrected_at": correction.result.entered_at,
                "block": correction.result.table.block.number,
                "table": correction.result.table.number,
                "number": correction.result.number,
                "reason": correction.result.why if self.tells else "",
                "moves": [
                    {"player": people[move.person_id], "was": move.was, "now": move.now}
                    for move in lines.of(list(correction.moves.all()))
                    if move.person_id in people
                ],
            }
            for correction in moves.corrections_in(state, block)
        ]


class TournamentAPI(OneAPI):
    """A tournament as it stands: its blocks, and a page of places, teams and honours."""

    operations: ClassVar = read_only(TournamentOut, PastPageAsk, refuses=PAST)

    def show(self, request: ReadRequest, **named: Any) -> Any:
        state, lines = self.state(), Lines(request)
        people, tournament = state.people, self.event.tournament
        teams = {
            participation.team_id: participation.team.name
            for participation in people.values()
            if participation.team is not None
        }
        honours = [(code, row) for code, rows in state.honours.items() for row in rows]
        return TournamentOut(
            {
                "event": self.event,
                "place": self.event.place,
                "words": tournament.words,
                "finished_at": tournament.finished_at,
                "is_final": state.is_over,
                **_as_of(state, self.moment),
                "blocks": [block_json(state, number) for number in state.blocks],
                "places": [
                    {
                        "rank": placed.rank,
                        "position": placed.position,
                        "player": people[placed.person],
                        "block": placed.block,
                        "points": str(placed.row.points),
                        "day": state.day[placed.person],
                    }
                    for placed in lines.of(state.ranking)
                ],
                "teams": [
                    {
                        "rank": row.rank,
                        "position": row.position,
                        "name": teams.get(row.team, "?"),
                        "points": str(row.points),
                        "members": [people[member.person] for member in row.members],
                    }
                    for row in lines.of(state.teams)
                ],
                "specials": [
                    {
                        "code": special.code,
                        "value": special.value,
                        "players": [people[pk] for pk in special.people],
                    }
                    for special in state.specials
                ],
                "honours": [
                    {
                        "code": code,
                        "rank": honour.rank,
                        "player": people[honour.person],
                        "value": honour.value,
                    }
                    for code, honour in lines.of(honours)
                ],
                "prizes": self.event.prizes.all(),
                "corrections": self.corrections(state, lines),
                **lines.beside(),
            }
        ).data


class BlockAPI(OneAPI):
    """One block of a tournament: a page of its tables and of its ranking, and its corrections."""

    operations: ClassVar = read_only(BlockShownOut, PastPageAsk, refuses=PAST)

    def show(self, request: ReadRequest, number: int, **named: Any) -> Any:
        state, lines = self.state(), Lines(request)
        if number not in state.blocks:
            raise Http404
        block = state.blocks[number]
        ties = agenda.open_ties(block) if block.block.locked_at else []
        return BlockShownOut(
            {
                **block_json(state, number),
                "tables": [
                    {
                        "id": there.table.pk,
                        "number": there.table.number,
                        "state": there.state,
                        "players": [state.people[pk] for pk in there.people],
                    }
                    for there in lines.of(block.tables)
                ],
                "rows": list(_rows(state, block, lines)),
                "ties": [tie_json(state, tie) for tie in ties],
                "corrections": self.corrections(state, lines, block.block.pk),
                **lines.beside(),
            }
        ).data


class DrawAPI(OneAPI):
    """A page of a released draw: the tables, the first throws first, and the pairs that met."""

    operations: ClassVar = read_only(DrawOut, PageAsk)

    def show(self, request: ReadRequest, number: int, **named: Any) -> Any:
        state, lines = self.state(), Lines(request)
        people = state.people
        drawn = public.get_released_draw(self.event, number)
        seed = draws.seed_of(drawn)
        figures = draws.quality(self.event, number)
        setting = state.blocks[number].setting
        met = sorted(
            (player, other, times)
            for player, others in draws.meetings(self.event, number).items()
            for other, times in others.items()
            if player < other and times
        )
        return DrawOut(
            {
                "block": number,
                "version": drawn.version,
                "released_at": drawn.released_at,
                "seed": seed.shown,
                "fingerprint": seed.fingerprint,
                "tables": [
                    {"number": table["number"], "players": [people[pk] for pk in table["people"]]}
                    for table in lines.of(drawn.tables)
                ],
                "springers": [people[pk] for pk in drawn.springers],
                "quality": words.quality(figures, separate_teams=setting.separate_teams)
                if figures
                else [],
                "meetings": [
                    {"player": player, "other": other, "times": times}
                    for player, other, times in lines.of(met)
                ],
                "versions": draws.released_draws(drawn.block),
                **lines.beside(),
            }
        ).data


class DrawWhyAPI(OneAPI):
    """„Warum wieder zusammen?“ for one of a released draw."""

    operations: ClassVar = read_only(DrawWhyOut)

    def show(self, request: ReadRequest, number: int, participation: int, **named: Any) -> Any:
        state = self.state()
        drawn = public.get_released_draw(self.event, number)
        if not any(participation in table["people"] for table in drawn.tables):
            raise Http404
        there = state.blocks[number]
        return DrawWhyOut(
            {
                "player": state.people[participation],
                "instead": words.NOT_BY_MEETINGS.get(there.setting.draw, ""),
                "again": [
                    {"player": state.people[other], "reasons": texts}
                    for other, texts in versions.again(state, there, drawn, participation)
                ],
            }
        ).data


def _as_of(state: StoredState | PastState, moment: datetime | None) -> dict[str, Any]:
    """Return the moment of the rankings; a past state is never stale."""
    if isinstance(state, PastState):
        return {"as_of": moment, "is_stale": False, "has_moved_on": False}
    return {
        "as_of": state.standing.as_of if state.standing else None,
        "is_stale": state.is_stale,
        "has_moved_on": state.has_moved_on,
    }


def tie_json(state: TournamentState, tie: formats.OpenTie) -> dict[str, Any]:
    return {
        "players": [state.people[pk] for pk in tie.people],
        "rank": tie.rank,
        "places": tie.places,
        "why": tie.why,
    }


def block_json(state: TournamentState, number: int) -> dict[str, Any]:
    block = state.blocks[number]
    return {
        "number": number,
        "name": block.name,
        "rules": [line._asdict() for line in format_words.block_lines(state.format, number)],
        "step": "planned" if block.step == "proposed" else block.step,
        "ends_at": block.ends_at(),
        "cards_in": block.cards_in,
    }


def _rows(state: TournamentState, block: BlockState, lines: Lines) -> Iterator[dict[str, Any]]:
    numbers = {
        t.table.pk: t.table.number
        for block_state in state.blocks.values()
        for t in block_state.tables
    }
    goes_on = set(block.advancing.people) if block.advancing else set()
    by_lot = {row.person for row in block.rows if row.decided and row.decided.code == "lot"}
    seeds = draws.lots(block.block) if by_lot else {}
    for row in lines.of(block.rows):
        yield {
            "rank": row.rank,
            "position": row.position,
            "player": state.people[row.person],
            "total": row.total,
            "here": row.here,
            "lives": row.lives,
            "decided": row.decided,
            "tied_with": list(row.tied_with),
            "goes_on": row.person in goes_on,
            "seed": seeds.get(row.person, "") if row.person in by_lot else "",
            "incomplete": [
                {
                    "table": numbers.get(lack.table, 0),
                    "number": lack.number,
                    "missing": lack.missing,
                }
                for lack in row.incomplete
            ],
        }
