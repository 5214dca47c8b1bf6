"""„Warum wieder zusammen?“ Codes and figures; the sentence is written where it is read."""

import random
from dataclasses import dataclass, replace
from typing import Literal

from .drawing import ONE_ROUND, draw
from .errors import DrawError
from .meetings import pigeonholes, repeat
from .plan import Cost, Draw, Plan, Round
from .search import Task

Code = Literal[
    "not_together",
    "first_meeting",
    "kept",
    "unavoidable",
    "others_instead",
    "worse_otherwise",
    "better_found",
]


@dataclass(frozen=True)
class Why:
    """The reason why two people sit at one table in a round of a draw.

    * `not_together`, `first_meeting`: nothing is to be explained.
    * `kept`: both were fixed at this table before the draw.
    * `unavoidable`: also the search that was told to part them could not.
    * `others_instead`: it could, at the same cost; the lot decided between equals. If
      `repeats_at_least` is not 0, some pair had to meet again.
    * `worse_otherwise`: it could, but worse; `because` names the first part of the cost that would
      have risen (`meetings`, `mates`, `sizes`).
    * `better_found`: it could, and better: the draw's budget was too small.

    `earlier` counts the rounds from 0, those of the history first. `cost` and `repeats` are this
    round's with all other rounds given; `otherwise` is the best found with the two apart. `proven`
    says that no better round with the two apart exists; else none was found. `repeats_at_least`
    holds for any draw of this round, and `bound` says by which count: `pairs`, `person` or `table`
    (see `pigeonholes`), None if it is 0.
    """

    code: Code
    round: int
    people: int
    sizes: tuple[int, ...]
    earlier: tuple[int, ...]
    cost: Cost
    repeats: int
    repeats_at_least: int
    bound: str | None
    proven: bool = False
    otherwise: Cost | None = None
    otherwise_repeats: int | None = None
    otherwise_tables: Round | None = None
    because: str | None = None


def why(
    drawn: Draw,
    player: int,
    other: int,
    rng: random.Random,
    number: int = 0,
    budget: int = ONE_ROUND,
) -> Why:
    """Explain why these two share a table in the round `number` of the draw.

    Looks for the best round with the two apart, all other rounds left as they are. Raises
    `not_in_the_draw`.
    """
    for person in (player, other):
        if person not in drawn.plan.people or player == other:
            raise DrawError("not_in_the_draw", person=person)
    tables = drawn.rounds[number]
    plan = _alone(drawn, number)
    table = next(table for table in tables if player in table)
    rounds = (*drawn.plan.history, *drawn.rounds)
    here = len(drawn.plan.history) + number
    earlier = tuple(index for index in range(here) if _share(rounds[index], player, other))
    bounds = pigeonholes(plan, 1, repeat)
    bound = max(bounds, key=lambda name: bounds[name])
    answer = Why(
        code="first_meeting",
        round=here,
        people=len(plan.people),
        sizes=tuple(map(len, tables)),
        earlier=earlier,
        cost=_cost(plan, tables),
        repeats=_repeats(plan, tables),
        repeats_at_least=bounds[bound],
        bound=bound if bounds[bound] else None,
    )
    if other not in table:
        return replace(answer, code="not_together")
    if player in plan.fixed and other in plan.fixed:
        return replace(answer, code="kept")
    if not earlier:
        return answer
    return _compared(answer, plan, (player, other), rng, budget)


def _compared(
    answer: Why, plan: Plan, pair: tuple[int, int], rng: random.Random, budget: int
) -> Why:
    redrawn = draw(replace(plan, apart=(*plan.apart, pair)), rng, budget)
    answer, parted = replace(answer, proven=redrawn.proven), redrawn.tables
    if _share(parted, *pair):
        return replace(answer, code="unavoidable")
    otherwise = _cost(plan, parted)
    differ = [
        name for name in Cost._fields if getattr(otherwise, name) != getattr(answer.cost, name)
    ]
    code: Code = "others_instead"
    if otherwise != answer.cost:
        code = "better_found" if otherwise < answer.cost else "worse_otherwise"
    return replace(
        answer,
        code=code,
        otherwise=otherwise,
        otherwise_repeats=_repeats(plan, parted),
        otherwise_tables=parted,
        because=differ[0] if differ else None,
    )


def _alone(drawn: Draw, number: int) -> Plan:
    """Return the plan of this round alone, all other rounds given."""
    given = (*drawn.plan.history, *drawn.rounds[:number], *drawn.rounds[number + 1 :])
    fixed = drawn.plan.fixed if number == 0 else {}
    sizes = tuple(map(len, drawn.rounds[number]))
    return replace(drawn.plan, tables=sizes, history=given, fixed=fixed)


def _cost(plan: Plan, tables: Round) -> Cost:
    at = {person: number for number, table in enumerate(tables) for person in table}
    return Task(plan, 1).cost([[at[person] for person in plan.people]])


def _repeats(plan: Plan, tables: Round) -> int:
    """Return the meetings of this round that are not the first of the pair."""
    return sum(
        any(_share(earlier, player, other) for earlier in plan.history)
        for table in tables
        for index, player in enumerate(table)
        for other in table[:index]
    )


def _share(tables: Round, player: int, other: int) -> bool:
    return any(player in table and other in table for table in tables)
