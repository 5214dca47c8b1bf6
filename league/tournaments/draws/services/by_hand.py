"""A block that was drawn on paper and entered afterwards: its seats, by start numbers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from random import Random

from django.utils.translation import gettext_lazy as _

from league import draw as core
from league.errors import InvalidError
from league.events.models import Block
from league.people.models.people import User
from league.tournaments.core.labels import draws as words
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.draws.services.drawing import (
    check_not_played,
    refuse_split_final,
    store,
    stored,
)
from league.tournaments.models.tournaments import Draw


def propose_by_hand(
    *,
    block: Block,
    seating: Mapping[int, Sequence[int]],
    seen: int,
    reason: str = "",
    by: User | None,
    now: datetime,
) -> Draw:
    """Propose the seats as they were drawn on paper; released like any draw.

    `seating` holds start numbers by table number, clockwise from seat 1, each player of this block
    once. It has no seed. Locks the tournament. Raise InvalidError naming the players the paper has
    twice or not at all, and those who do not play here; else as `propose_draw`.
    """
    state = TournamentState(block.event)
    players = state.players(block.number)
    check_not_played(state, block)
    numbers = {state.people[person].start_number: person for person in players}
    typed = Counter(number for table in seating.values() for number in table)
    _refuse(_("Start number %(numbers)s does not play in this round."), typed.keys() - numbers)
    _refuse(
        _("Start number %(numbers)s is there twice."),
        {n for n, count in typed.items() if count > 1},
    )
    absent = {number for number in numbers if number is not None} - typed.keys()
    springers = []
    if state.format.block(block.number).tables.fill == "springer":
        springers = [numbers[number] for number in sorted(absent)]
    else:
        _refuse(_("Start number %(numbers)s is missing."), absent)
    tables = {at: [numbers[start] for start in table] for at, table in seating.items() if table}
    refuse_split_final(state, block, len(tables), len(players))
    plan = core.Plan(
        people=tuple(person for person in players if person not in springers),
        tables=tuple(len(table) for table in tables.values()),
        fixed=core.places(tuple(map(tuple, tables.values()))),
    )
    try:
        draw = core.schedule(plan, 1, Random(0), 0)  # noqa: S311  # every seat is fixed
    except core.DrawError as error:
        raise InvalidError(error.code, words.draw_error(error), field="seating") from error
    return store(
        block,
        seen,
        kind=Draw.Kind.DRAW,
        tables=[{"number": number, "people": table} for number, table in sorted(tables.items())],
        values={**stored(draw, "", 0), "origin": Draw.BY_HAND, "springers": springers},
        reason=reason,
        by=by,
        now=now,
    )


def _refuse(sentence: object, numbers: set[int] | set[int | None]) -> None:
    if numbers:
        text = ", ".join(str(number) for number in sorted(numbers, key=lambda n: n or 0))
        raise InvalidError(
            "seating_unclear", str(sentence) % {"numbers": text}, field="seating", numbers=text
        )
