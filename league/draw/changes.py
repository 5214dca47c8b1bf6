"""Changes after a draw: a person comes late, a person leaves, the rest is drawn anew.

Each gives a new draw and leaves the old one alone; which of them holds is the caller's business.
The plan names the people as they are now, its history the rounds before this one.
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import replace

from .drawing import ONE_ROUND, draw
from .errors import DrawError
from .plan import Draw, Place, Plan, Round, TableSizes
from .sizes import LARGEST_TABLE, sizes


def join(
    plan: Plan,
    tables: Round,
    person: int,
    rng: random.Random,
    played: Sequence[int | None] = (),
) -> Draw:
    """Give a late arrival the last seat of a table that still plays; no one else moves.

    `played`: the games each table has played, None if its card is in or given up; without it none
    has begun. The fewest games come first, then where it costs least. Raises `already_seated`,
    `no_open_table` if every card is in, or `no_room` if every table that plays is as large as
    allowed.
    """
    if any(person in table for table in tables):
        raise DrawError("already_seated", person=person)
    games = played or (0,) * len(tables)
    if all(count is None for count in games):
        raise DrawError("no_open_table", person=person)
    wish = plan.tables
    most = (wish.most,) * len(tables) if isinstance(wish, TableSizes) else wish
    fixed = places(tables)
    pairs = []
    for number, (table, count) in enumerate(zip(tables, games, strict=True)):
        if count is not None and number < len(most) and len(table) < most[number]:
            grown = tuple(len(table) + (at == number) for at, table in enumerate(tables))
            drawn = draw(replace(plan, tables=grown, fixed=fixed), rng, budget=0)
            pairs.append((count, drawn))
    if not pairs:
        raise DrawError("no_room", person=person, most=most)
    # Equal tables are told apart by lot, not by their number.
    rng.shuffle(pairs)
    return min(pairs, key=lambda pair: (pair[0], pair[1].cost))[1]


def leave(plan: Plan, tables: Round, person: int, rng: random.Random) -> Draw:
    """Take away the seat of a person who leaves; the others keep their order.

    Raises `not_in_the_draw`, or `table_too_small` if the table falls below what is allowed and must
    be drawn anew.
    """
    number = next((at for at, table in enumerate(tables) if person in table), None)
    if number is None:
        raise DrawError("not_in_the_draw", person=person)
    rest = tuple(tuple(seat for seat in table if seat != person) for table in tables)
    least = plan.tables.least if isinstance(plan.tables, TableSizes) else 2
    if len(rest[number]) < least:
        raise DrawError("table_too_small", table=number, people=len(rest[number]), least=least)
    return draw(replace(plan, tables=tuple(map(len, rest)), fixed=places(rest)), rng, budget=0)


def redraw(
    plan: Plan,
    tables: Round,
    keep: Collection[int],
    rng: random.Random,
    budget: int = ONE_ROUND,
) -> Draw:
    """Draw anew all but the tables `keep`, which are being played. These come first, in order.

    People who have left are missing from the kept tables too; new ones sit at the others. Raises
    what `sizes` raises about the people left over.
    """
    here = set(plan.people)
    unchanged = tuple(
        tuple(person for person in tables[number] if person in here) for number in sorted(keep)
    )
    rest = len(plan.people) - sum(map(len, unchanged))
    wish = plan.tables if isinstance(plan.tables, TableSizes) else _as_before(plan.tables)
    fresh = sizes(rest, wish.target, wish.least, wish.most, wish.fill) if rest else ()
    seats = (*map(len, unchanged), *fresh)
    return draw(replace(plan, tables=seats, fixed=places(unchanged)), rng, budget)


def places(tables: Round) -> dict[int, Place]:
    """Return the place of each person: the table and the seat in it, from 0."""
    return {
        person: Place(number, seat)
        for number, table in enumerate(tables)
        for seat, person in enumerate(table)
    }


def _as_before(seats: tuple[int, ...]) -> TableSizes:
    """Return the sizes that explicit ones allow for others: none below the smallest, one more
    on top.
    """
    return TableSizes(max(seats), min(seats), min(max(seats) + 1, LARGEST_TABLE))
