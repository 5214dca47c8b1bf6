"""A tournament with the rankings the worker stored, for pages. Nothing here computes a ranking."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet

from league import formats
from league.events.models import Block, Event, Table
from league.results.models.results import Result
from league.standings.models import PlaceRow, Standing
from league.tournaments.core.queries.block_state import Card, Ranked
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.models.tournaments import Draw

Scope = Standing.Scope


class _Place(NamedTuple):
    """A `PlaceRow` as a plain value: a big day has thousands."""

    participation_id: int | None
    team_id: int | None
    rank: int
    position: int
    figures: dict[str, Any]


class StoredState(TournamentState):
    """The state from stored rows. `standing` gives their moment, None if none was ever wanted.

    Tables, seats and cards are the current ones; the rows of a finished tournament stay as they
    were.
    """

    standing: Standing | None

    @property
    def is_stale(self) -> bool:
        """Return whether the worker is about to store new rows."""
        return self.standing is not None and is_to_compute(self.event, self.standing)

    @property
    def has_moved_on(self) -> bool:
        """Return whether something was corrected after the places were fixed."""
        over = self.event.tournament.finished_at is not None
        return over and self.standing is not None and self.standing.is_stale

    def _read(self) -> None:
        standings = {
            standing.pk: standing for standing in Standing.objects.filter(event=self.event)
        }
        self._by_block: dict[int, list[_Place]] = {}
        rows: dict[str, list[_Place]] = {}
        places = PlaceRow.objects.filter(standing__event=self.event)
        for standing, *values in places.values_list("standing", *_Place._fields):
            row, of = _Place(*values), standings.get(standing)
            if of is not None and of.block_id is not None:
                self._by_block.setdefault(of.block_id, []).append(row)
            elif of is not None:
                rows.setdefault(of.award or of.scope, []).append(row)
        by_scope = {standing.scope: standing for standing in standings.values()}
        self.standing = by_scope.get(Scope.TOURNAMENT)
        self._places = rows.get(Scope.TOURNAMENT, [])
        self.day = {
            row.participation_id: formats.tally_from_list(row.figures["day"])
            for row in self._places
            if row.participation_id is not None
        }
        self.teams = [
            formats.team_from_dict(row.team_id, row.rank, row.position, row.figures)
            for row in rows.get(Scope.TEAM, [])
            if row.team_id is not None
        ]
        self.honours = {
            code: [
                formats.Honour(row.participation_id, row.figures["value"], row.rank, row.position)
                for row in rows.get(code, [])
                if row.participation_id is not None
            ]
            for code in formats.AWARDS
        }

    def _credits_of(
        self,
        blocks: Sequence[Block],
        tables: Mapping[int, Sequence[Table]],
        draws: Mapping[int, Draw],
    ) -> Mapping[int, Mapping[int, formats.Credited]]:
        return {}  # they are in the rows

    def _cards(self) -> Mapping[int, Card]:
        results = Result.objects.filter(is_current=True, table__block__event=self.event)
        counted = Count("pk", filter=~Q(ended_by=Result.EndedBy.ABANDONED))
        figures = (
            results.order_by()
            .values("table")
            .annotate(games=Count("pk"), done=counted)
            .values_list("table", "games", "done")
        )
        return {table: Card(games, done) for table, games, done in figures}

    def _ranked(
        self, block: Block, setting: formats.Block, draw: Draw | None, tables: Sequence[Table]
    ) -> Ranked:
        places = self._by_block.get(block.pk, [])
        rows = tuple(
            formats.row_from_dict(row.participation_id, row.rank, row.position, row.figures)
            for row in places
            if row.participation_id is not None
        )
        if not rows:
            return Ranked()
        ties = _ties(places, "cut")
        leads = {
            taker: formats.Advancing(_sent(places, taker), ties)
            for taker, _source in self.format.taken_from(block.number)
        }
        advancing = formats.going_on(self.format, block.number, rows, leads)
        return Ranked(rows, advancing, _ties(places, "podium"), leads)

    @cached_property
    def ranking(self) -> list[formats.Placed]:
        rows = {
            (n, row.person): row
            for n, block_state in self.blocks.items()
            for row in block_state.rows
        }
        placed = []
        for place in self._places:
            person, block = place.participation_id, place.figures["block"]
            if person is not None and (block, person) in rows:
                row = rows[block, person]
                placed.append(formats.Placed(person, place.rank, place.position, block, row))
        return placed


def _sent(places: Sequence[_Place], taker: int) -> tuple[int, ...]:
    """Return the participations that enter the block `taker`, best first.

    Rows stored before a block could feed several others only hold `goes_on`.
    """
    at = {
        place: row.participation_id
        for row in places
        if row.participation_id is not None and (place := _place_in(row.figures, taker)) is not None
    }
    return tuple(at[place] for place in sorted(at))


def _place_in(figures: Mapping[str, Any], taker: int) -> int | None:
    place = figures["leads"].get(str(taker)) if "leads" in figures else figures["goes_on"]
    return None if place is None else int(place)


def _ties(places: Sequence[_Place], why: str) -> tuple[formats.OpenTie, ...]:
    ties = (tie for row in places for tie in row.figures["ties"])
    return tuple(formats.tie_from_dict(tie) for tie in ties if tie["why"] == why)


def state_now(event: Event) -> TournamentState:
    """Return the state for a decision: from the stored rows if they are current, else computed."""
    standing = Standing.objects.filter(event=event, scope=Scope.TOURNAMENT).first()
    if standing is None or is_to_compute(event, standing):
        return TournamentState(event)
    state = StoredState(event)
    return TournamentState(event) if state.is_stale else state


def is_to_compute(event: Event, standing: Standing) -> bool:
    """Return whether a tournament's rankings wait for the worker. A finished one keeps its own."""
    is_over = event.tournament.finished_at is not None
    return standing.is_stale and not (is_over and standing.as_of is not None)


def tournaments_to_compute() -> QuerySet[Event]:
    """Return the tournaments whose rankings wait for the worker."""
    stale = Q(standings__computed__lt=F("standings__wanted")) & Q(tournament__finished_at=None)
    return Event.objects.filter(
        stale | Q(standings__as_of=None), standings__scope=Standing.Scope.TOURNAMENT
    )


def tournaments() -> QuerySet[Event]:
    """Return all tournaments, also those without a ranking yet."""
    return Event.objects.filter(tournament__isnull=False).order_by("pk")


def count_places(event: Event) -> int:
    """Count the rows of its rankings."""
    return PlaceRow.objects.filter(standing__event=event).count()
