"""Changes after a draw: arrivals, departures, wrong seats, new draws of the remaining tables.

Each change is proposed as a new version of the draw, looked at, and released like a draw.
`swapping.py` has the swap of two seats.
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league import draw as core
from league.errors import IllegalError
from league.events.models import Block, Participation
from league.people.models.people import User
from league.results.models.results import Result
from league.tournaments.core.queries import draws as queries
from league.tournaments.core.queries.draws import seated
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.draws.services.drawing import ONE_ROUND
from league.tournaments.draws.services.proposing import in_force, propose
from league.tournaments.draws.services.releasing import release_draw
from league.tournaments.models.tournaments import Draw


def propose_join(
    *,
    block: Block,
    participation: Participation,
    seen: int,
    seed: str,
    by: User | None,
    now: datetime,
) -> Draw:
    """Propose a seat for a late arrival: the last one at a table that still plays.

    The table with the fewest games comes first; no one else moves. Locks the tournament. Raise
    IllegalError for a person who is not here or does not play in this block, InvalidError if every
    card is in or no table has room.
    """
    _check_here(participation)
    tournament_state = TournamentState(block.event)
    if participation.pk not in tournament_state.players(block.number):
        raise IllegalError(
            "not_in_this_block",
            _("%(name)s is not part of this round.") % {"name": participation.person.name},
        )
    states = {state.table.number: state for state in tournament_state.blocks[block.number].tables}
    played = [
        None if (state := states[number]).state in {"in", "missing"} else state.played
        for number in queries.tables_of(in_force(block))
    ]
    return propose(
        block,
        Draw.Kind.JOIN,
        lambda plan, tables, rng: core.join(plan, tables, participation.pk, rng, played),
        add=[participation.pk],
        seen=seen,
        seed=seed,
        by=by,
        now=now,
    )


def seat_late_arrival(
    *,
    block: Block,
    participation: Participation,
    seen: int,
    seed: str,
    by: User | None,
    now: datetime,
) -> Draw:
    """Propose a seat as `propose_join` and release it at once: no one else moves.

    Raise IllegalError while another proposal waits to be looked at.
    """
    if queries.proposed_draw(block) is not None:
        raise IllegalError(
            "proposal_waits",
            _("A proposal is waiting here. Release or discard it first."),
        )
    with transaction.atomic():
        draw = propose_join(
            block=block, participation=participation, seen=seen, seed=seed, by=by, now=now
        )
        release_draw(draw=draw, seen=seen + 1, by=by, now=now)
        return draw


def propose_leave(
    *,
    block: Block,
    participation: Participation,
    seen: int,
    seed: str,
    by: User | None,
    now: datetime,
) -> Draw:
    """Propose to take away the seat of a player who goes or never came. Played games stay.

    If the table gets too small, a Springer takes the seat, or a player moves over from a larger
    table. Locks the tournament.
    """
    springers = [springer for springer in in_force(block).springers if springer != participation.pk]
    return propose(
        block,
        Draw.Kind.LEAVE,
        lambda plan, tables, rng: _without(plan, tables, participation.pk, springers, rng),
        remove=[participation.pk],
        seen=seen,
        seed=seed,
        by=by,
        now=now,
    )


def propose_redraw(
    *,
    block: Block,
    keep: Collection[int],
    seen: int,
    seed: str,
    reason: str,
    by: User | None,
    now: datetime,
) -> Draw:
    """Propose a new draw of all tables but the ones numbered in `keep`.

    It seats the current players. A player who advanced only by a card corrected since stays only at
    a kept table. Locks the tournament. Raise IllegalError if a table outside `keep` has played or
    the players are undecided, InvalidError without a reason.
    """
    there = in_force(block)
    tables = queries.tables_of(there)
    played = _played(block)
    if not played <= set(keep):
        raise IllegalError(
            "table_was_played",
            _("A game has already been played at table %(table)s. It stays as it is.")
            % {"table": min(played - set(keep))},
        )
    numbers = list(tables)
    kept_indices = [numbers.index(number) for number in sorted(keep) if number in tables]
    players = TournamentState(block.event).players(block.number)
    here = {participation.pk for participation in queries.present(block.event)}
    kept_players = here & {table for index in kept_indices for table in tables[numbers[index]]}
    sat = set(seated(there))
    staying = kept_players | (sat & set(players))
    free_places = max(0, len(players) - len(staying))
    return propose(
        block,
        Draw.Kind.REDRAW,
        lambda plan, round_, rng: core.redraw(plan, round_, kept_indices, rng, ONE_ROUND),
        add=[player for player in players if player not in sat][:free_places],
        remove=[player for player in sat if player not in staying],
        keep=[numbers[index] for index in kept_indices],
        seen=seen,
        seed=seed,
        reason=reason,
        by=by,
        now=now,
    )


def propose_replacement(
    *, block: Block, seen: int, seed: str, by: User | None, now: datetime
) -> Draw:
    """Propose to give wrongly taken seats to the players who go on by the current cards.

    No one else moves, and only tables that have not played are touched. If fewer go on than were
    drawn, these tables are drawn anew. A player who gives up the seat stays present. Locks the
    tournament. Raise IllegalError if nothing is to be put right.
    """
    there = in_force(block)
    tables = queries.tables_of(there)
    wrong, missing = TournamentState(block.event).replaceable(block.number)
    if not wrong:
        raise IllegalError(
            "nothing_to_put_right",
            _("Everybody sits where they should, or their table has played already."),
        )
    change = dict(zip(wrong, missing, strict=False))
    seats = tuple(
        tuple(change.get(player, player) for player in table) for table in tables.values()
    )
    played = _played(block)
    kept_indices = [index for index, number in enumerate(tables) if number in played]
    are_fewer = len(missing) < len(wrong)

    def put_right(plan: core.Plan, _before: core.Round, rng: random.Random) -> core.Draw:
        if are_fewer:
            return core.redraw(plan, seats, kept_indices, rng, ONE_ROUND)
        return core.draw(
            replace(plan, tables=tuple(map(len, seats)), fixed=core.places(seats)), rng, budget=0
        )

    return propose(
        block,
        Draw.Kind.REPLACEMENT,
        put_right,
        add=missing,
        remove=wrong,
        keep=[number for number in tables if number in played]
        if len(missing) < len(wrong)
        else None,
        seen=seen,
        seed=seed,
        by=by,
        now=now,
    )


def _played(block: Block) -> set[int]:
    """Return the numbers of the tables with a card."""
    played = Result.objects.filter(table__block=block, is_current=True)
    return set(played.values_list("table__number", flat=True))


def _check_here(participation: Participation) -> None:
    if not participation.is_here:
        raise IllegalError(
            "not_here",
            _("%(name)s is not here yet. Note the attendance first.")
            % {"name": participation.person.name},
        )


def _without(
    plan: core.Plan,
    tables: core.Round,
    person: int,
    springers: Sequence[int],
    rng: random.Random,
) -> core.Draw:
    """Take a person out. A table that becomes too small gets a Springer, or a player of another."""
    try:
        return core.leave(plan, tables, person, rng)
    except core.DrawError as error:
        if error.code != "table_too_small":
            raise
    at = next(number for number, table in enumerate(tables) if person in table)
    if springers:
        filled = tuple(
            tuple(springers[0] if player == person else player for player in table)
            for table in tables
        )
        people = (*plan.people, springers[0])
        sizes = tuple(map(len, filled))
        return core.draw(
            replace(plan, people=people, tables=sizes, fixed=core.places(filled)), rng, budget=0
        )
    rest = [tuple(player for player in table if player != person) for table in tables]
    least = plan.tables.least if isinstance(plan.tables, core.TableSizes) else 2
    largest = max(range(len(rest)), key=lambda number: len(rest[number]))
    if len(rest[largest]) <= least:
        raise core.DrawError("table_too_small")
    fixed = core.places(
        tuple(table if number != largest else () for number, table in enumerate(rest))
    )
    sizes = tuple(
        len(table) - (number == largest) + (number == at) for number, table in enumerate(rest)
    )
    return core.draw(replace(plan, tables=sizes, fixed=fixed), rng, ONE_ROUND)
