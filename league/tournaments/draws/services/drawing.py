"""Proposals of draws: a proposal is a row that only the direction reads.

It is released in `releasing`, then superseded, never deleted.
"""

import random
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from itertools import count

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league import draw as core
from league import formats
from league.errors import IllegalError, InvalidError
from league.events.models import Block
from league.people.models.people import User
from league.tournaments.core.labels import draws as words
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.core.queries import draws as queries
from league.tournaments.core.queries.draws import seated
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.services.revising import decided
from league.tournaments.models.tournaments import Draw

# Steps of the search: about a second for one round, two for several drawn at once.
ONE_ROUND, MANY_ROUNDS = 500_000, 2_000_000


def propose_draw(
    *, block: Block, seen: int, seed: str, reason: str = "", by: User | None, now: datetime
) -> Draw:
    """Draw the block as a proposal for the direction; discard the proposal before.

    Rounds that follow with the same people are drawn at once, so that none spoils another. The
    `seed` determines the draw, so it must come from the system's random source. The search runs
    before anything is locked; then it locks the tournament. Raise IllegalError while the players
    are undecided or once a game was played; InvalidError if the tables do not come out even, or if
    it was drawn before and no reason is given.
    """
    state = TournamentState(block.event)
    people = state.players(block.number)
    check_not_played(state, block)
    planned = queries.planned_before(block, frozenset(people))
    if planned is not None:
        values = {
            "seed": planned.seed,
            "budget": planned.budget,
            "plan": planned.plan,
            "rounds": planned.rounds,
            "index": planned.index + 1,
            "cost": planned.cost,
            "bound": planned.bound,
            "origin": planned.origin,
            "steps": planned.steps,
            "springers": [],
        }
        tables = planned.rounds[planned.index + 1]
    else:
        values, tables = _drawn(state, block, people, seed)
    return store(
        block,
        seen,
        kind=Draw.Kind.DRAW,
        tables=[
            {"number": number, "people": table}
            for number, table in zip(_free_numbers(state, block, people), tables, strict=False)
        ],
        values=values,
        reason=reason,
        by=by,
        now=now,
    )


def _free_numbers(state: TournamentState, block: Block, people: Collection[int]) -> Iterator[int]:
    """Yield the free table numbers, from 1 on; numbers in use by other blocks are left out."""
    taken = numbers_beside(state, block, people)
    return (number for number in count(1) if number not in taken)


def numbers_beside(state: TournamentState, block: Block, people: Collection[int]) -> set[int]:
    """Return the table numbers in use by others, in blocks played beside this one."""
    return {
        table["number"]
        for block_state in state.blocks.values()
        if block_state.draw is not None
        and block_state.block.pk != block.pk
        and block_state.block.locked_at is None
        if not set(seated(block_state.draw)) & set(people)
        for table in block_state.draw.tables
    }


def check_not_played(state: TournamentState, block: Block) -> None:
    if any(table.played for table in state.blocks[block.number].tables):
        raise IllegalError(
            "block_was_played",
            _(
                "Games have already been played here. Draw only the tables again that are "
                "still waiting."
            ),
        )


def _drawn(
    state: TournamentState, block: Block, people: list[int], seed: str
) -> tuple[dict[str, object], list[list[int]]]:
    """Return a fresh draw: the stored values, and this block's tables."""
    setting = state.format.block(block.number)
    rng = random.Random(seed)  # noqa: S311  # reproducible on purpose; the seed is not guessable
    springers = _springers(state, block, people, rng)
    playing = [person for person in people if person not in springers]
    try:
        sizes = setting.tables.sizes(len(playing))
    except formats.FormatError as error:
        raise InvalidError(error.code, format_error(error)) from error
    fixed: dict[int, core.Place] = {}
    if setting.draw == "points":
        fixed = _neighbours(state, setting, playing, sizes)
    elif setting.draw == "parity":
        sizes, fixed = _by_parity(state, block, playing, seed)
    refuse_split_final(state, block, len(sizes), len(playing))
    history = queries.history(block.event, block.number)
    plan = core.Plan(
        people=tuple(playing),
        tables=sizes,
        teams=_teams(state, playing) if setting.separate_teams else {},
        history=history if setting.draw == "meetings" else (),
        fixed=fixed,
    )
    many = 1 if springers else _rounds_at_once(state, block)
    budget = {"lot": 0, "points": 0, "parity": 0}.get(
        setting.draw, ONE_ROUND if many == 1 else MANY_ROUNDS
    )
    try:
        draw = core.schedule(plan, many, rng, budget)
    except core.DrawError as error:
        raise InvalidError(error.code, words.draw_error(error)) from error
    rounds = [core.round_to_list(tables) for tables in draw.rounds]
    return {**stored(draw, seed, budget), "springers": springers}, rounds[0]


def refuse_split_final(state: TournamentState, block: Block, tables: int, people: int) -> None:
    """Raise InvalidError for a final at more than one table: no one could win it."""
    if tables > 1 and state.is_final(block.number):
        error = formats.FormatError("final_needs_one_table", block=block.number, people=people)
        raise InvalidError(error.code, format_error(error))


def stored(draw: core.Draw, seed: str, budget: int) -> dict[str, object]:
    """Return the values a row keeps of a draw."""
    return {
        "seed": seed,
        "budget": budget,
        "plan": core.plan_to_dict(draw.plan),
        "rounds": [core.round_to_list(tables) for tables in draw.rounds],
        "cost": list(draw.cost),
        "bound": list(draw.bound),
        "origin": draw.origin,
        "steps": draw.steps,
    }


def _teams(state: TournamentState, people: Sequence[int]) -> dict[int, int]:
    teams = {person: state.people[person].team_id for person in people}
    return {player: team for player, team in teams.items() if team is not None}


def _rounds_at_once(state: TournamentState, block: Block) -> int:
    """Count this block and the following ones with the same people, seated the same way."""
    first = state.format.block(block.number)
    if first.draw != "meetings" or first.who.kind != "all":
        return 1
    many = 1
    for setting in state.format.blocks[block.number :]:
        if (setting.draw, setting.who, setting.tables, setting.separate_teams) != (
            first.draw,
            first.who,
            first.tables,
            first.separate_teams,
        ):
            break
        many += 1
    return many


def _springers(
    state: TournamentState, block: Block, people: Sequence[int], rng: random.Random
) -> list[int]:
    """Choose the players who sit out: the ones who did so least often, by lot among equals."""
    setting = state.format.block(block.number)
    if setting.tables.fill != "springer":
        return []
    try:
        number = setting.tables.springers(len(people))
    except formats.FormatError as error:
        raise InvalidError(error.code, format_error(error)) from error
    sat_out: dict[int, int] = {}
    for other in state.blocks.values():
        if other.draw is not None and other.block.number < block.number:
            for springer in other.draw.springers:
                sat_out[springer] = sat_out.get(springer, 0) + 1
    lots = {person: rng.random() for person in sorted(people)}
    return sorted(people, key=lambda person: (sat_out.get(person, 0), lots[person]))[:number]


def _neighbours(
    state: TournamentState, setting: formats.Block, people: Sequence[int], sizes: Sequence[int]
) -> dict[int, core.Place]:
    """Seat neighbours in the ranking together, the best at the first table, the unranked last."""
    places = {placed.person: placed.position for placed in state.ranking}
    order = sorted(people, key=lambda person: (places.get(person, len(places) + 1), person))
    fixed: dict[int, core.Place] = {}
    start = 0
    for number, size in enumerate(sizes):
        fixed |= {player: core.Place(number) for player in order[start : start + size]}
        start += size
    return fixed


def _by_parity(
    state: TournamentState, block: Block, people: Sequence[int], seed: str
) -> tuple[tuple[int, ...], dict[int, core.Place]]:
    """Return the table sizes and the fixed places: each group by lot at tables of its own.

    Even numbers of lives come first. This lot is not that of the seats: with the stored plan anyone
    can repeat those.
    """
    rng = random.Random(f"{seed}:parity")  # noqa: S311  # reproducible; the seed is not guessable
    order = sorted(people)
    rng.shuffle(order)
    lives = {person: row.lives or 0 for person, row in state.rows_before(block.number).items()}
    allowed = state.format.block(block.number).tables
    sizes: list[int] = []
    fixed: dict[int, core.Place] = {}
    for group in formats.by_parity(order, lives, allowed):
        waiting = list(group)
        for size in allowed.sizes(len(group)):
            fixed |= {person: core.Place(len(sizes)) for person in waiting[:size]}
            waiting = waiting[size:]
            sizes.append(size)
    return tuple(sizes), fixed


def store(
    block: Block,
    seen: int,
    *,
    kind: str,
    tables: Sequence[dict[str, object]],
    values: dict[str, object],
    reason: str,
    by: User | None,
    now: datetime,
) -> Draw:
    """Store a proposal and discard the one before. Locks the tournament; raises StaleError.

    Raise InvalidError for a repeated draw without a reason.
    """
    reason = " ".join(reason.split())[:200]
    with transaction.atomic():
        decided(block.event, seen)
        is_again = kind == Draw.Kind.DRAW and block.draws.exists()
        if not reason and (is_again or kind == Draw.Kind.REDRAW):
            raise InvalidError(
                "reason_missing", _("Please say why it is drawn again."), field="reason"
            )
        block.draws.filter(released_at=None, superseded_at=None).update(superseded_at=now)
        return Draw.objects.create(
            block=block,
            version=queries.last_version(block) + 1,
            kind=kind,
            tables=list(tables),
            reason=reason,
            made_by=by,
            made_at=now,
            **values,
        )
