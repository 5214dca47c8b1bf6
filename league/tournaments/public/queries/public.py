"""Queries for players and guests: a player's table, the games behind a figure, repeated meetings.

Nothing here reads an unreleased draw. Persons are participations.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from django.core.cache import cache
from django.http import Http404

from league import draw as drawing
from league import formats
from league.access.tokens import read_registration
from league.events.models import Event, Participation
from league.people.models.people import Person, sort_key
from league.results.models.results import Result
from league.results.queries.confirming import state_of
from league.tournaments.core.queries import draws
from league.tournaments.core.queries.block_state import BlockState, TableState
from league.tournaments.core.queries.games import games_of
from league.tournaments.core.queries.reading import get_block
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.models.tournaments import Draw, Registration

# Fewer letters would list half the room.
LEAST_LETTERS = 2
# Steps of the search behind one answer: guests may ask, so it takes well under a second.
BUDGET = 40_000
CACHED_FOR = 24 * 3600

Where = Literal["table", "sits_out", "wait", "out", "gone", "not_here", "over"]


@dataclass(frozen=True)
class Whereabouts:
    """A player's next place; `block` and `table` if there is one."""

    who: Participation
    where: Where
    block: BlockState | None = None
    table: TableState | None = None


def whereabouts(state: TournamentState, person: int) -> Whereabouts:
    own = state.people[person]
    if state.event.tournament.finished_at is not None:
        return Whereabouts(own, "over")
    if own.attendance == Participation.Attendance.ABSENT:
        return Whereabouts(own, "gone")
    for block in now_played(state):
        for table in block.tables:
            if person in table.people:
                return Whereabouts(own, "table", block, table)
        if block.draw is not None and person in block.draw.springers:
            return Whereabouts(own, "sits_out", block)
    if not own.is_here:
        return Whereabouts(own, "not_here")
    return Whereabouts(own, "out" if _is_out(state, person) else "wait")


def now_played(state: TournamentState) -> list[BlockState]:
    """Return the blocks that sit at their tables, the latest first."""
    return [
        block
        for block in reversed(state.blocks.values())
        if block.block.released_at is not None and block.block.locked_at is None
    ]


def _is_out(state: TournamentState, person: int) -> bool:
    """Return whether no block is left for a player.

    No block for all or for the rest is to come, and no block that is over sends the player into
    another.
    """
    to_come = {n for n, block in state.blocks.items() if block.block.released_at is None}
    kinds = {state.blocks[number].setting.who.kind for number in to_come}
    over = [block for block in state.blocks.values() if block.block.locked_at is not None]
    if kinds & {"all", "rest"} or not any(block.ranked.leads for block in over):
        return False
    sent = [
        block.ranked.leads[taker] for block in over for taker in block.ranked.leads.keys() & to_come
    ]
    return not any(person in advancing.people or advancing.ties for advancing in sent)


# --- who is meant ---------------------------------------------------------------------------
def search(state: TournamentState, text: str) -> list[Participation]:
    """Find people by a start number or by letters of the shown name.

    A whole real name matches too, which only people who know it can type, unless the player shows
    it nowhere.
    """
    wanted = sort_key(" ".join(text.split()))
    people = [
        person for person in state.people.values() if person.answer != Participation.Answer.NO
    ]
    if wanted.isdecimal():
        return [person for person in people if str(person.start_number) == wanted.lstrip("0")]
    if len(wanted) < LEAST_LETTERS:
        return []
    participations = [
        person
        for person in people
        if wanted in sort_key(person.name)
        or (not person.called and wanted == sort_key(person.person.name))
    ]
    return sorted(participations, key=lambda participation: sort_key(participation.name))


def participation_by(event: Event, token: str) -> int | None:
    """Return the participation behind a registration's address, None for another event."""
    pk = read_registration(token) if token else None
    if pk is None:
        return None
    own = Registration.objects.filter(pk=pk, event=event)
    return own.values_list("participation", flat=True).first()


def own_registration(event: Event, person: Person | None, token: str) -> Registration | None:
    """Return the visitor's registration: of this person of the club, or by its address.

    Two queries at most.
    """
    alive = Registration.objects.filter(event=event).exclude(state=Registration.State.CANCELLED)
    alive = alive.select_related("person")
    own = alive.filter(person=person).first() if person is not None else None
    pk = read_registration(token) if own is None and token else None
    return own or (alive.filter(pk=pk).first() if pk is not None else None)


# --- the day as a whole ---------------------------------------------------------------------
def team_sizes(state: TournamentState) -> list[int]:
    """Return the numbers of members of the ranked teams, each size once."""
    return sorted({len(row.members) for row in state.teams})


# --- the games behind a number --------------------------------------------------------------
@dataclass(frozen=True)
class Played:
    """A game of a player: its points, None while the card lacks what they are counted from."""

    table: int
    game: formats.Game
    line: formats.Line
    points: Fraction | None
    missing: str
    state: str  # see `state_of`
    version: int
    is_corrected: bool

    @property
    def others(self) -> tuple[int, ...]:
        """Return the other participations at the table."""
        return tuple(line.person for line in self.game.lines if line is not self.line)


@dataclass(frozen=True)
class BlockOf:
    """A player's games in one block and the resulting row."""

    block: BlockState
    row: formats.Row
    games: tuple[Played, ...]

    @property
    def sat_out(self) -> bool:
        return bool(self.row.here.springer)

    @property
    def lives(self) -> tuple[bool, ...]:
        """Return a mat for each life: first the lives left."""
        left = self.row.lives or 0
        return tuple(at < left for at in range(self.block.setting.scoring.lives))


def games_behind(state: TournamentState, person: int) -> list[BlockOf]:
    """Return the games of a player block by block, the last first. Three queries."""
    results = {
        (result.table_id, result.number): result
        for result in Result.objects.filter(
            is_current=True,
            table__block__event=state.event,
            lines__seat__participation=person,
        ).prefetch_related("objections")
    }
    played = games_of(state.event, person)
    block_of = []
    for block in reversed(state.blocks.values()):
        row = block.row_of(person)
        if row is not None:
            games = played.get(block.block.pk, [])
            block_of.append(BlockOf(block, row, tuple(_played(block, games, person, results))))
    return block_of


def _played(
    block: BlockState,
    games: Sequence[formats.Game],
    person: int,
    results: dict[tuple[int, int], Result],
) -> Iterator[Played]:
    numbers = {state.table.pk: state.table.number for state in block.tables}
    for game in games:
        line = next(line for line in game.lines if line.person == person)
        result = results.get((game.table, game.number))
        if result is None:
            continue
        scored = formats.score(block.setting.scoring, game)
        yield Played(
            table=numbers[game.table],
            game=game,
            line=line,
            points=None if scored.missing else scored.points.get(person),
            missing=scored.missing or "",
            state=state_of(result),
            version=result.version,
            is_corrected=result.is_corrected,
        )


# --- draws ----------------------------------------------------------------------------------
def get_released_draw(event: Event, number: int) -> Draw:
    """Return the draw in force in a block; raise Http404 for any user if none is released."""
    draw = draws.draw_in_force(get_block(event, number))
    if draw is None:
        raise Http404
    draw.block.event = event
    return draw


def met_again(draw: Draw, person: int) -> list[tuple[int, drawing.Why]]:
    """Return the people of this table a player met in earlier rounds, and why they meet again.

    Only released rounds go into the answer, also if the draw was made for several at once.
    """
    history = draws.history(draw.block.event, draw.block.number)
    tables = draws.round_of(draw)
    table = next((table for table in tables if person in table), ())
    met = drawing.meetings(history)
    return [
        (other, _why(draw, history, person, other))
        for other in table
        if person in met and met[person][other]
    ]


def _why(draw: Draw, history: tuple[drawing.Round, ...], player: int, other: int) -> drawing.Why:
    key = f"why:{draw.pk}:{hash(history)}:{player}:{other}"
    known: drawing.Why | None = cache.get(key)
    if known is None:
        known = drawing.why(
            _alone(draw, history), player, other, _rng(draw, player, other), 0, BUDGET
        )
        cache.set(key, known, CACHED_FOR)
    return known


def _rng(draw: Draw, player: int, other: int) -> random.Random:
    """Return the same randomness for the same question; not from the seed, which may be secret."""
    text = f"{draws.seed_of(draw).fingerprint}:{player}:{other}"
    return random.Random(text)  # noqa: S311  # the same question gets the same answer


def _alone(draw: Draw, history: tuple[drawing.Round, ...]) -> drawing.Draw:
    """Return the draw as if this block were its only round, after the released ones."""
    is_redraw = draw.kind == Draw.Kind.REDRAW
    # Places fixed in a plan are places in its own rounds; a swap came after them.
    tables = drawing.round_from_list(draw.rounds[draw.index]) if is_redraw else draws.round_of(draw)
    seated = {person for table in tables for person in table}
    plan = drawing.plan_from_dict(draw.plan)
    plan = replace(
        plan,
        people=tuple(sorted(seated)),
        tables=tuple(map(len, tables)),
        teams={player: team for player, team in plan.teams.items() if player in seated},
        apart=tuple(pair for pair in plan.apart if seated.issuperset(pair)),
        rather_not=tuple(pair for pair in plan.rather_not if seated.issuperset(pair)),
        history=history,
        fixed=plan.fixed if is_redraw else {},
    )
    cost = drawing.Cost(*draw.cost)
    return drawing.Draw(plan, (tables,), cost, cost, draw.origin, draw.steps)
