"""A tournament at a past moment, from the draws, cards and decisions of then.

It is ranked during the request, as every table of a past day: members ask for it now and then.
Scoring, teams and seats are the current ones, because no older ones are kept; so it does not say
who would have gone on.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from league import formats
from league.events.models import Block, Event, Table
from league.tournaments.core.queries.block_state import Ranked
from league.tournaments.core.queries.games import credits_of, decisions_of, games_until
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.models.tournaments import Draw

_STEPS = ("released_at", "started_at", "sharp_at", "locked_at", "ranked_at")


class PastState(TournamentState):
    """Everything that was known at `moment`. A finished tournament no longer changes."""

    standing = None  # computed for this request alone, never stored

    def __init__(self, event: Event, moment: datetime) -> None:
        finished = event.tournament.finished_at
        self._until = moment if finished is None else min(moment, finished)
        super().__init__(event)

    def _read(self) -> None:
        self._games = games_until(self.event, self._until)
        self._decisions = decisions_of(self.event, self._until)
        self._credits = credits_of(self.event, self._until)
        self._drawn: dict[int, Draw] = {}
        self._drawn_once: dict[int, set[int]] = {}
        for draw in (
            Draw.objects.filter(block__event=self.event, released_at__lte=self._until)
            .select_related("block")
            .order_by("version")
        ):
            self._drawn[draw.block_id] = draw
            people = {person for table in draw.tables for person in table["people"]}
            self._drawn_once.setdefault(draw.block_id, set()).update(people)

    def _blocks(self) -> list[Block]:
        blocks = super()._blocks()
        for block in blocks:
            for step in _STEPS:
                at = getattr(block, step)
                if at is not None and at > self._until:
                    setattr(block, step, None)
        return blocks

    def _draws(self) -> Mapping[int, Draw]:
        return self._drawn

    def _tables(self) -> Mapping[int, Sequence[Table]]:
        tables_of: dict[int, list[Table]] = {}
        for block, tables in super()._tables().items():
            drawn = self._drawn[block].tables if block in self._drawn else []
            numbers = {table["number"] for table in drawn}
            tables_of[block] = [self._then(table) for table in tables if table.number in numbers]
        return tables_of

    def _then(self, table: Table) -> Table:
        if table.card_in_at is not None and table.card_in_at > self._until:
            table.card_in_at = None
        return table

    def _ranked(
        self, block: Block, setting: formats.Block, draw: Draw | None, tables: Sequence[Table]
    ) -> Ranked:
        return Ranked(tuple(self._standing(block, setting, draw, self._sat(block, tables))))

    def _sat(self, block: Block, tables: Sequence[Table]) -> set[int]:
        return self._drawn_once.get(block.pk, set())
