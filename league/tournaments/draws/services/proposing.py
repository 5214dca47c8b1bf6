"""A change to the draw in force as a new version, planned for the current players.

Its tables keep their numbers; it is stored to be looked at.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from league import draw as core
from league import formats
from league.errors import IllegalError, InvalidError
from league.events.models import Block
from league.people.models.people import User
from league.tournaments.core.labels import draws as words
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.core.queries import draws as queries
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.draws.services.drawing import (
    ONE_ROUND,
    numbers_beside,
    refuse_split_final,
    store,
    stored,
)
from league.tournaments.models.tournaments import Draw

Tables = Mapping[int, tuple[int, ...]]


def in_force(block: Block) -> Draw:
    """Return the draw by which the block sits; raise IllegalError if it has none."""
    draw = queries.draw_in_force(block)
    if draw is None:
        raise IllegalError(
            "draw_first", _("Nothing has been drawn here yet, so there is nothing to change.")
        )
    return draw


Change = Callable[[core.Plan, core.Round, random.Random], core.Draw]


def propose(
    block: Block,
    kind: str,
    change: Change,
    *,
    add: Sequence[int] = (),
    remove: Sequence[int] = (),
    keep: Sequence[int] | None = None,
    seen: int,
    seed: str,
    reason: str = "",
    by: User | None,
    now: datetime,
) -> Draw:
    """Propose a change to the draw in force; tables keep their numbers.

    `keep` names the tables a redraw leaves alone.
    """
    there = in_force(block)
    tables = queries.tables_of(there)
    springers = [springer for springer in there.springers if springer not in remove]
    plan = _plan_now(block, there, tables, add, remove)
    rng = random.Random(seed)  # noqa: S311  # reproducible; the seed is not guessable
    try:
        draw = change(plan, tuple(tables.values()), rng)
    except (core.DrawError, formats.FormatError) as error:
        message = (
            words.draw_error(error) if isinstance(error, core.DrawError) else format_error(error)
        )
        raise InvalidError(error.code, message) from error
    state = TournamentState(block.event)
    refuse_split_final(state, block, len(draw.tables), len(plan.people))
    taken = numbers_beside(state, block, plan.people)
    numbered = _numbered(draw.tables, tables, keep, taken)
    sat = {person for people in numbered.values() for person in people}
    return store(
        block,
        seen,
        kind=kind,
        tables=[
            {"number": number, "people": list(numbered[number])} for number in sorted(numbered)
        ],
        values={
            **stored(draw, seed, ONE_ROUND),
            "springers": [springer for springer in springers if springer not in sat],
        },
        reason=reason,
        by=by,
        now=now,
    )


def _plan_now(
    block: Block, there: Draw, tables: Tables, come: Sequence[int], gone: Sequence[int]
) -> core.Plan:
    """Return the plan with the current players and the organiser's table sizes."""
    setting = formats.Block.from_dict(block.settings)
    plan = core.plan_from_dict(there.plan)
    sat = [person for people in tables.values() for person in people]
    allowed = setting.tables
    fill = allowed.fill if allowed.fill != "springer" else "nearest"
    people = (*(player for player in sat if player not in gone), *come)
    sizes = core.TableSizes(allowed.target, allowed.least, allowed.most, fill)
    if 2 <= len(people) <= allowed.together:
        sizes = core.TableSizes(len(people), 2, allowed.together)
    return replace(
        plan,
        people=people,
        tables=sizes,
        rather_not=(),
        fixed={},
        history=queries.history(block.event, block.number) if setting.draw == "meetings" else (),
    )


def _numbered(
    tables: core.Round, before: Tables, keep: Sequence[int] | None, taken: Collection[int]
) -> dict[int, tuple[int, ...]]:
    """Number the tables after a change: as before, or the kept first and then the rest.

    An additional table gets a number after all of them, and after those `taken` by other blocks.
    """
    numbers = list(before)
    if keep is not None:
        free = [number for number in numbers if number not in keep]
        numbers = [*keep, *free]
    while len(numbers) < len(tables):
        numbers.append(max([*numbers, *taken], default=0) + 1)
    return dict(zip(numbers, tables, strict=False))
