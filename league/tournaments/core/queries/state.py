"""The state of a tournament: each block's tables and ranking, who goes on, the places of the day.

It is computed whole, from results alone, for every decision; pages read the rows the worker stored,
see `stored_state`. Persons are participations.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.utils.translation import gettext_lazy as _

from league import formats
from league.errors import IllegalError
from league.events.models import Block, Event, Participation, Table
from league.people.queries.names import Naming
from league.results.models.results import Result
from league.tournaments.core.queries.block_state import BlockState, Card, Ranked, TableState
from league.tournaments.core.queries.draws import (
    draws_in_force,
    participants,
    present,
    seated,
    tables_by_block,
)
from league.tournaments.core.queries.games import credits_of, decisions_of, games_of
from league.tournaments.models.tournaments import Draw, Prize


class TournamentState:
    """A tournament by its current results, read once in a fixed number of queries."""

    def __init__(self, event: Event, instead: Result | None = None) -> None:
        """Read and rank the tournament.

        `instead` is a version of a result that is to count in place of the current one.
        """
        self.event = event
        self._instead = instead
        self.people: Mapping[int, Participation] = participants(event)
        blocks = self._blocks()
        self.format = format_of(event, [block.settings for block in blocks])
        self.blocks: dict[int, BlockState] = {}
        self._read()
        tables, draws, cards = self._tables(), self._draws(), self._cards()
        unreleased = Draw.objects.filter(block__event=event, released_at=None).values_list(
            "block_id", "superseded_at"
        )
        proposed = {block for block, superseded in unreleased if superseded is None}
        discarded = {block for block, superseded in unreleased if superseded is not None}
        self._credited = self._credits_of(blocks, tables, draws)
        for block in blocks:
            setting, draw = self.format.block(block.number), draws.get(block.pk)
            there = tables.get(block.pk, [])
            ranked = self._ranked(block, setting, draw, there)
            self.blocks[block.number] = BlockState(
                block,
                setting,
                draw,
                block.pk in proposed,
                block.pk in discarded,
                tuple(_state(setting, table, cards.get(table.pk), ranked.rows) for table in there),
                ranked,
            )

    def _blocks(self) -> list[Block]:
        return list(self.event.blocks.order_by("number"))

    def _tables(self) -> Mapping[int, Sequence[Table]]:
        return tables_by_block(self.event, self.people)

    def _draws(self) -> Mapping[int, Draw]:
        """Return the draws in force, by block."""
        return draws_in_force(self.event)

    def _read(self) -> None:
        self._games = games_of(self.event, instead=self._instead)
        self._decisions = decisions_of(self.event)
        self._credits = credits_of(self.event)

    def _credits_of(
        self,
        blocks: Sequence[Block],
        tables: Mapping[int, Sequence[Table]],
        draws: Mapping[int, Draw],
    ) -> Mapping[int, Mapping[int, formats.Credited]]:
        """Return the credits that count instead of games, by number of the block."""
        self._played = {
            block.number: formats.Played(
                self._games.get(block.pk, []),
                [
                    {seat.participation_id for seat in table.seats.all()}
                    for table in tables.get(block.pk, ())
                ],
                self._left(self._sat(block, tables.get(block.pk, ())), draws.get(block.pk)),
            )
            for block in blocks
        }
        return formats.credited(self.format, self._played, self._credits)

    def would_count(
        self, number: int, people: Iterable[int], kind: formats.CreditKind
    ) -> dict[int, formats.Tally | None]:
        """Return what each would be credited with in a block, None while no mean exists."""
        wanted = {number: {person: formats.Credit(kind) for person in people}}
        credited = formats.credited(self.format, self._played, wanted).get(number, {})
        return {
            player: credited[player].sums if player in credited else None
            for player in wanted[number]
        }

    def _cards(self) -> Mapping[int, Card]:
        """Return the entered games of each table's card."""
        cards: dict[int, Card] = {}
        for game in (game for games in self._games.values() for game in games):
            games, counted = cards.get(game.table, Card(0, 0))
            cards[game.table] = Card(games + 1, counted + (game.ended_by != "abandoned"))
        return cards

    def _ranked(
        self, block: Block, setting: formats.Block, draw: Draw | None, tables: Sequence[Table]
    ) -> Ranked:
        decisions = self._decisions.get(block.pk, [])
        rows = self._standing(block, setting, draw, self._sat(block, tables))
        gone = {
            participation.pk for participation in self.people.values() if not participation.is_here
        }
        leads: Mapping[int, formats.Advancing] = {}
        if rows:
            circles = ([seat for seat in table.seats.all() if seat.active] for table in tables)
            around = [
                {seat.participation_id for seat in circle} - gone for circle in circles if circle
            ]
            staying = [row for row in rows if row.person not in gone]
            leads = formats.taken(self.format, block.number, staying, around, decisions)
        is_last = block.number == self.format.main_line()[-1]
        # Ties in a block that is played again are decided there.
        is_last = is_last and not self._is_played_again(block.number, rows)
        ties = formats.open_ties(rows, None) if is_last and block.locked_at and rows else []
        goes_on = formats.going_on(self.format, block.number, rows, leads)
        return Ranked(tuple(rows), goes_on, tuple(ties), leads)

    def is_played_again(self, number: int) -> bool:
        """Return whether the block is the last so far and more than one player still has a life."""
        return self._is_played_again(number, self.blocks[number].rows)

    def _is_played_again(self, number: int, rows: Sequence[formats.Row]) -> bool:
        if number != len(self.format.blocks) or not self.format.block(number).again:
            return False
        return sum(bool(row.lives) and self.people[row.person].is_here for row in rows) > 1

    def _standing(
        self, block: Block, setting: formats.Block, draw: Draw | None, people: set[int]
    ) -> list[formats.Row]:
        """Return the rows of a block, from its games and from all who sat there.

        Once it is locked, people who sat at a table that played without them have none.
        """
        springers = draw.springers if draw else []
        games = self._games.get(block.pk, [])
        if draw is not None and block.locked_at is not None:
            played = {line.person for game in games for line in game.lines}
            for table in draw.tables:
                if played & set(table["people"]):
                    people = people - set(table["people"])
        return formats.standing(
            setting,
            games,
            people | set(springers),
            self.rows_before(block.number),
            self._decisions.get(block.pk, []),
            springers=springers,
            left=self._left(people, draw),
            credits=self._credited.get(block.number),
        )

    def _sat(self, block: Block, tables: Sequence[Table]) -> set[int]:
        """Return the participations with a present or former seat in the block."""
        return {seat.participation_id for table in tables for seat in table.seats.all()}

    def _left(self, people: set[int], draw: Draw | None) -> set[int]:
        """Return the participations among `people` that gave up their seat."""
        return people - set(seated(draw)) if draw else set()

    def rows_before(self, number: int) -> dict[int, formats.Row]:
        """Return each player's last row whose points and lives can count on in a block."""
        return {
            row.person: row
            for before in self.format.before(number)
            for row in self.blocks[before].rows
        }

    def call(self, naming: Naming) -> None:
        """Name everyone as this page may show them, at the tables too. Changes the state."""
        naming.call(self.people.values())

    @property
    def current(self) -> BlockState | None:
        """Return the last released block of the main line, None before the first."""
        line = set(self.format.main_line())
        released = [block for block in self.blocks.values() if block.block.released_at is not None]
        return next((block for block in reversed(released) if block.block.number in line), None)

    @property
    def unfinished(self) -> BlockState | None:
        """Return the first block without its ranking, skipping blocks of the rest that were never
        drawn."""
        return next(
            (
                block
                for block in self.blocks.values()
                if block.block.ranked_at is None
                and (block.setting.who.kind != "rest" or block.draw is not None)
            ),
            None,
        )

    @property
    def is_over(self) -> bool:
        """Return whether the places are final: all was played, or it ended early."""
        return self.unfinished is None or self.event.tournament.finished_at is not None

    @property
    def last_ranked(self) -> BlockState | None:
        """Return the last block whose ranking is released, None before the first."""
        return next(
            (block for block in reversed(self.blocks.values()) if block.block.ranked_at), None
        )

    def _rows(self) -> dict[int, Sequence[formats.Row]]:
        """Return the rows by block; of a tournament that ended early only the released ones."""
        is_early = bool(self.event.tournament.end_reason)
        return {
            number: block.rows
            for number, block in self.blocks.items()
            if block.rows and not (is_early and block.block.ranked_at is None)
        }

    @cached_property
    def ranking(self) -> list[formats.Placed]:
        rows = self._rows()
        return formats.final_ranking(self.format, rows) if rows else []

    @cached_property
    def teams(self) -> list[formats.TeamRow]:
        members = {
            participation.pk: participation.team_id
            for participation in self.people.values()
            if participation.team_id is not None
        }
        if self.format.team is None or not members:
            return []
        return formats.team_ranking(self.format, self._rows(), members)

    @cached_property
    def day(self) -> Mapping[int, formats.Tally]:
        """Sum up each player's games, losses and throws over all blocks, the rest's too.

        Points of blocks that count in different ways are no sum: they stay with their block.
        """
        sums: dict[int, formats.Tally] = {}
        for rows in self._rows().values():
            for row in rows:
                sums[row.person] = sums.get(row.person, formats.Tally()).plus(row.here)
        return sums

    @cached_property
    def honours(self) -> Mapping[formats.Award, Sequence[formats.Honour]]:
        """Return the rankings of the special prizes."""
        to_the_last = any(block.again for block in self.format.blocks)
        group = {pk for pk, participation in self.people.items() if participation.in_group}
        prizes = self.event.prizes.values_list("award", flat=True)
        return formats.honours(
            self.ranking,
            self._rows(),
            group=group,
            to_the_last=to_the_last,
            counters=[Prize.RANKED[award] for award in prizes if award in Prize.RANKED],
        )

    @property
    def specials(self) -> list[formats.Special]:
        return formats.specials(self.honours)

    def players(self, number: int) -> list[int]:
        """Return the players of the block if it is drawn now.

        Raise IllegalError while that is not decided.
        """
        who = self.format.block(number).who
        here = [participation.pk for participation in present(self.event)]
        if who.kind == "all":
            return here
        if who.kind == "rest":
            of = self.blocks[who.of or 1]
            if of.draw is None:
                raise IllegalError(
                    "other_block_first",
                    _("Release the draw of “%(block)s” first.") % {"block": of.name},
                )
            return [player for player in here if player not in set(seated(of.draw))]
        for of in (self.blocks[before] for before in who.blocks):
            if of.block.locked_at is None:
                raise IllegalError(
                    "block_not_locked",
                    _("Lock “%(block)s” first, so that it is settled who advances.")
                    % {"block": of.name},
                )
            if (leads := of.ranked.leads.get(number)) is not None and leads.ties:
                raise IllegalError(
                    "ties_open",
                    _("There is still an open tie in “%(block)s”. Decide that first.")
                    % {"block": of.name},
                )
        return self._coming(number)

    def _coming(self, number: int) -> list[int]:
        """Return the players the blocks before send into this one, by the current cards."""
        return [
            person
            for before in self.format.block(number).who.blocks
            if (leads := self.blocks[before].ranked.leads.get(number)) is not None
            for person in leads.people
        ]

    def is_settled(self, number: int) -> bool:
        """Return whether all rankings that feed this block are released."""
        who = self.format.block(number).who
        return bool(who.takes) and all(
            self.blocks[before].block.ranked_at is not None for before in who.blocks
        )

    def is_final(self, number: int) -> bool:
        """Return whether the block, at one table, decides among the players left."""
        block = self.format.block(number)
        return number == self.format.main_line()[-1] and block.who.kind != "all" and not block.again

    def differs(self, number: int) -> tuple[list[int], list[int]]:
        """Return who wrongly plays in a block by the current cards, and who is missing there."""
        block = self.blocks[number]
        who = block.setting.who
        if not who.takes or block.draw is None:
            return [], []
        if not all(self.blocks[before].ranked.leads for before in who.blocks):
            return [], []
        coming = self._coming(number)
        drawn, now = set(seated(block.draw)), set(coming)
        # Players who went home made room, so those who took it are not out of place.
        wrong = [player for player in drawn if self.people[player].is_here and player not in now]
        missing = [person for person in coming if person not in drawn]
        return wrong, missing[: len(wrong)]

    def replaceable(self, number: int) -> tuple[list[int], list[int]]:
        """Return the same as `differs`, limited to tables that have not played yet."""
        wrong, missing = self.differs(number)
        tables = self.blocks[number].tables
        waiting = {person for table in tables if not table.played for person in table.people}
        free = [player for player in wrong if player in waiting]
        return free, missing[: len(free)]


def format_of(event: Event, settings: Sequence[dict[str, Any]] | None = None) -> formats.Format:
    """Return the format of this tournament: its own blocks, even if the template has changed."""
    tournament = event.tournament
    data = {
        "slug": tournament.template,
        "name": event.name,
        "source": tournament.template,
        "blocks": settings
        if settings is not None
        else list(event.blocks.order_by("number").values_list("settings", flat=True)),
    }
    if tournament.team:
        data["team"] = tournament.team
    return formats.Format.from_dict(data)


def _state(
    setting: formats.Block, table: Table, card: Card | None, rows: Sequence[formats.Row]
) -> TableState:
    seats = tuple(seat for seat in table.seats.all() if seat.active)
    at_table = {seat.participation_id for seat in seats}
    there = [row for row in rows if row.person in at_table]
    played = card or Card(0, 0)
    # Until the worker has stored the rows, no one's lives are known.
    is_known = bool(there) or not setting.scoring.lives
    return TableState(
        table=table,
        seats=seats,
        played=played.games,
        expected=setting.games.at(len(seats)) if setting.games and seats else None,
        is_over=bool(seats)
        and is_known
        and formats.table_over(setting, there, played.counted, len(seats)),
    )
