"""The state of one block of a tournament: its tables, its cards and its ranking.

Persons are participations.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from league import formats
from league.events.models import Block, Seat, Table
from league.tournaments.core.labels.formats import block_name
from league.tournaments.models.tournaments import Draw

MOST_TILES = 40

Step = Literal["planned", "proposed", "released", "running", "sharp", "locked", "ranked"]


class Card(NamedTuple):
    """The entered games of a table's card, and the number of them played to the end."""

    games: int
    counted: int


@dataclass(frozen=True)
class TableState:
    """One table of a block: its current seats and the number of games on its card."""

    table: Table
    seats: tuple[Seat, ...]
    played: int
    expected: int | None  # games, None if lives decide
    is_over: bool  # all its games are played

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat.participation_id for seat in self.seats)

    @property
    def state(self) -> Literal["empty", "free", "playing", "in", "missing"]:
        """Return the state of the table.

        `in`: the card is complete, or was handed in as it is; `missing`: given up.
        """
        if self.table.card_missing:
            return "missing"
        if self.table.card_in_at is not None or (self.is_over and self.played):
            return "in"
        if self.played:
            return "playing"
        return "free" if self.seats else "empty"

    @property
    def is_done(self) -> bool:
        return self.state in {"in", "missing", "empty"}


class Ranked(NamedTuple):
    """The outcome of a block's games.

    `advancing` holds those still present who go on; `leads` those who enter another block, losers
    too, by its number.
    """

    rows: tuple[formats.Row, ...] = ()
    advancing: formats.Advancing | None = None
    podium_ties: tuple[formats.OpenTie, ...] = ()
    leads: Mapping[int, formats.Advancing] = {}  # must not be changed


@dataclass(frozen=True)
class BlockState:
    """One block with its ranking."""

    block: Block
    setting: formats.Block
    draw: Draw | None  # in force
    is_proposed: bool
    was_discarded: bool  # an earlier proposal, so that the next gives its reason
    tables: tuple[TableState, ...]
    ranked: Ranked

    @property
    def name(self) -> str:
        """Return the name, in the reader's language if it comes from a template."""
        return block_name(self.setting.name)

    @property
    def is_large(self) -> bool:
        """Return whether the tables are too many for tiles and shown as numbers alone."""
        return len(self.tables) > MOST_TILES

    @property
    def rows(self) -> tuple[formats.Row, ...]:
        return self.ranked.rows

    @property
    def advancing(self) -> formats.Advancing | None:
        return self.ranked.advancing

    @property
    def podium_ties(self) -> tuple[formats.OpenTie, ...]:
        return self.ranked.podium_ties

    @property
    def step(self) -> Step:
        if self.block.ranked_at:
            return "ranked"
        if self.block.locked_at:
            return "locked"
        if self.block.sharp_at:
            return "sharp"
        if self.block.started_at:
            return "running"
        if self.block.released_at:
            return "released"
        return "proposed" if self.is_proposed else "planned"

    @property
    def played(self) -> tuple[TableState, ...]:
        return tuple(table for table in self.tables if table.state != "empty")

    @property
    def cards_in(self) -> int:
        """Count the cards that are back: „7 von 12“."""
        return sum(table.state == "in" for table in self.played)

    @property
    def given_up(self) -> int:
        """Count the cards that are given up."""
        return sum(table.state == "missing" for table in self.played)

    @property
    def outstanding(self) -> tuple[TableState, ...]:
        return tuple(table for table in self.tables if not table.is_done)

    @property
    def clock(self) -> Literal["", "running", "sharp", "locked"]:
        """Return the state of the clock; `locked` until the ranking is released."""
        if self.block.ranked_at:
            return ""
        if self.block.locked_at:
            return "locked"
        if self.block.ends_at:
            return "sharp" if self.block.sharp_at else "running"
        return ""

    def ends_at(self) -> datetime | None:
        """Return the moment the clock says „scharf“, None if none runs."""
        return None if self.block.locked_at is not None else self.block.ends_at

    def row_of(self, person: int) -> formats.Row | None:
        return next((row for row in self.rows if row.person == person), None)
