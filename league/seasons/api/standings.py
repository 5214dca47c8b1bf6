"""The tables of an evening, a season and of all time: as they are kept, or on a past day."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from hashlib import sha256
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import get_language
from rest_framework import serializers

from league.access.api.club import club_page
from league.access.queries.rights import is_member
from league.club.queries import is_public
from league.errors import InvalidError
from league.events.models import Event
from league.events.queries import get_event_for, get_public_event, get_season_for
from league.people.api.fields import NamedOut, named
from league.people.queries.names import Naming, inside_naming, naming
from league.seasons.models import Season
from league.seasons.past_forms import PastForm
from league.seasons.queries.as_of import all_time_at, end_of, evening_at, season_at
from league.standings.models import Standing, StandingRow
from league.standings.queries.standings import (
    Corrected,
    all_time,
    corrected,
    evening_standing,
    names_in,
    standing_of,
    standing_rows,
)
from league.standings.scoring import CRITERIA
from league.web.api.described import Codes
from league.web.api.frame import ReadAPI, ReadRequest, read_only

PAST: Codes = {403: ("not_allowed",), 422: ("no_such_day",)}


class SeasonOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    start = serializers.DateField()
    end = serializers.DateField(help_text="The first day of the next.")
    closed_at = serializers.DateTimeField(allow_null=True)


class StandingRowOut(serializers.Serializer[Any]):
    """Counts only; shares are computed from them."""

    rank = serializers.IntegerField()
    position = serializers.IntegerField()
    is_ranked = serializers.BooleanField(help_text="False: a guest, or too few games for a place.")
    person = NamedOut()
    evenings = serializers.IntegerField()
    dropped = serializers.IntegerField()
    games = serializers.IntegerField()
    halves_lost = serializers.IntegerField()
    games_lost = serializers.IntegerField()
    sweeps = serializers.IntegerField()
    schock_aus = serializers.IntegerField()
    next_to_last = serializers.IntegerField()


class StandingMoveOut(serializers.Serializer[Any]):
    person = NamedOut()
    was = serializers.IntegerField(allow_null=True, help_text="Null: had no place.")
    now = serializers.IntegerField(allow_null=True, help_text="Null: has no place any more.")


class StandingCorrectionOut(serializers.Serializer[Any]):
    """A corrected card that moved somebody. To the public only that there was one, and when."""

    corrected_at = serializers.DateTimeField()
    result = serializers.IntegerField(allow_null=True)
    day = serializers.DateField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    moves = StandingMoveOut(many=True)
    more = serializers.IntegerField(help_text="So many more were moved.")


class StandingOut(serializers.Serializer[Any]):
    season = SeasonOut(allow_null=True)
    version = serializers.IntegerField(help_text="Which change it was computed at; 0 of a past.")
    is_stale = serializers.BooleanField(help_text="Something changed and is being computed.")
    day = serializers.DateField(allow_null=True, help_text="The past day it is of.")
    as_of = serializers.DateTimeField(allow_null=True)
    scoring_version = serializers.IntegerField()
    criteria = serializers.ListField(child=serializers.CharField())
    min_games = serializers.IntegerField(
        allow_null=True, help_text="How many games a place takes; null of a past day."
    )
    rows = StandingRowOut(many=True)
    corrections = StandingCorrectionOut(many=True)


class PastAsk(serializers.Serializer[Any]):
    """As of which day, for members; without one as it is now."""

    as_of = serializers.DateField(required=False)


ROW = (
    *("rank", "position", "is_ranked", "evenings", "dropped", "games", "halves_lost"),
    *("games_lost", "sweeps", "schock_aus", "next_to_last"),
)


def row_json(row: StandingRow, names: Naming) -> dict[str, Any]:
    return {**{name: getattr(row, name) for name in ROW}, "person": named(row.person, names)}


def past_day(asked: Mapping[str, Any], names: Naming, today: date) -> date | None:
    """Return the past day that members may ask for; refused with the sentence of the page."""
    if "as_of" not in asked:
        return None
    if not names.inside:
        raise PermissionDenied
    form = PastForm(asked, today=today)
    if form.day is None:
        raise InvalidError("no_such_day", str(form.errors["as_of"][0]), field="as_of")
    return form.day


@dataclass(frozen=True)
class Ranked:
    """A stored table, the way to compute it for a past day, and the reader's names.

    `tells` lets the reader know about corrections and their reasons.
    """

    standing: Standing | None
    rows_at: Callable[[date], Iterable[StandingRow]]
    reader_naming: Naming
    tells: bool
    season: Season | None = None


class StandingAPI(ReadAPI):
    """Answered with 304 by the computed number alone, and by what the persons are called."""

    def ranked(self, request: ReadRequest, **named: Any) -> Ranked:
        raise NotImplementedError

    def mark(self, request: ReadRequest, **named: Any) -> str:
        self.standing_read = self.ranked(request, **named)
        self.day = past_day(request.query, self.standing_read.reader_naming, request.today)
        standing, season = self.standing_read.standing, self.standing_read.season
        if standing is None or self.day is not None:
            return ""
        row = (
            (standing.pk, standing.computed, standing.is_stale, self.standing_read.tells),
            season and (season.name, season.closed_at),
            # All read their own name, and members those of all.
            self.standing_read.reader_naming.inside or request.user.pk or 0,
            get_language(),
            names_in(standing),
        )
        return f'"{standing.computed}-{sha256(repr(row).encode()).hexdigest()[:24]}"'

    def show(self, request: ReadRequest, **named: Any) -> Any:
        standing, names = self.standing_read.standing, self.standing_read.reader_naming
        shown: dict[str, Any] = {
            "season": self.standing_read.season,
            "version": standing.computed if standing else 0,
            "is_stale": standing.is_stale if standing else True,
            "day": None,
            "as_of": standing.as_of if standing else None,
            "scoring_version": standing.scoring_version if standing else 0,
            "criteria": [criterion.code for criterion in CRITERIA],
            "min_games": standing.min_games if standing else 0,
            "corrections": [
                _correction(correction, names, tells=self.standing_read.tells)
                for correction in corrected(standing)
            ],
        }
        rows: Iterable[StandingRow] = standing_rows(standing) if standing else []
        if self.day is not None:
            rows, moment = self.standing_read.rows_at(self.day), end_of(self.day)
            shown |= {"version": 0, "is_stale": False, "day": self.day, "as_of": moment}
            shown["min_games"] = None
            shown["corrections"] = []
        return StandingOut({**shown, "rows": [row_json(row, names) for row in rows]}).data


def _correction(correction: Corrected, names: Naming, *, tells: bool) -> dict[str, Any]:
    result = correction.result
    if not tells:
        only = dict.fromkeys(("result", "day", "table", "number"))
        return {**only, "corrected_at": result.entered_at, "reason": "", "moves": [], "more": 0}
    return {
        "corrected_at": result.entered_at,
        "result": result.pk,
        "day": result.table.block.event.business_date,
        "table": result.table.number,
        "number": result.number,
        "reason": result.why,
        "moves": [
            {"person": named(move.person, names), "was": move.was, "now": move.now}
            for move in correction.moves
        ],
        "more": correction.more,
    }


class SeasonStandingAPI(StandingAPI):
    """The table of a season; for members, or for everybody where it is public."""

    who = club_page("table")
    operations: ClassVar = read_only(StandingOut, PastAsk, who=who, refuses=PAST)

    def ranked(self, request: ReadRequest, pk: int = 0, **named: Any) -> Ranked:
        season = get_season_for(request.user, pk, request.today, "table")
        names = naming(request.user, request.today)
        standing = standing_of(season)
        return Ranked(standing, partial(season_at, season), names, names.inside, season)


class AllTimeAPI(StandingAPI):
    """The sum of all seasons; for members, or for everybody where it is public."""

    who = club_page("all_time")
    operations: ClassVar = read_only(StandingOut, PastAsk, who=who, refuses=PAST)

    def ranked(self, request: ReadRequest, **named: Any) -> Ranked:
        names = naming(request.user, request.today)
        if not names.inside and not is_public("all_time"):
            raise PermissionDenied
        return Ranked(all_time(), all_time_at, names, names.inside)


class EveningStandingAPI(StandingAPI):
    """An evening ranked for itself; of a public one for everybody."""

    operations: ClassVar = read_only(StandingOut, PastAsk, refuses=PAST)

    def ranked(self, request: ReadRequest, pk: int = 0, **named: Any) -> Ranked:
        try:
            event = get_event_for(request.user, pk, request.today)
            names = inside_naming()  # guests of the evening read who was there
        except Http404:
            event = get_public_event(pk)
            names = naming(request.user, request.today)
        if event.kind != Event.Kind.EVENING:
            raise Http404
        tells = is_member(request.user, request.today)
        standing = evening_standing(event)
        return Ranked(standing, partial(evening_at, event), names, tells, event.season)
