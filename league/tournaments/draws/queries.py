"""The effect of a draw version: moves, arrivals, departures, repeated meetings, mails to send."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from django.core.cache import cache
from django.db.models import QuerySet

from league import draw as drawing
from league import formats
from league.tournaments.models.seat_mails import SeatMail
from league.tournaments.models.tournaments import Draw

Tables = Mapping[int, tuple[int, ...]]
# With more people the odd table matters little, and a search for another way takes long.
MOST_COMPARED = 40
KEPT_FOR = 24 * 3600


@dataclass(frozen=True)
class Move:
    """A person with the old and the new table number; None without a table."""

    person: int
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Again:
    """Two people at one table with the number of their earlier meetings."""

    first: int
    other: int
    times: int


@dataclass(frozen=True)
class Change:
    """The people who get up, sit down or move, and the meetings that it alone repeats.

    At a single table all sit together in any case: there `has_choice` is off.
    """

    moves: tuple[Move, ...]
    again: tuple[Again, ...]
    has_choice: bool


def change(before: Tables, after: Tables, history: Sequence[drawing.Round]) -> Change:
    """Compare one seating with another.

    Without a seating `before` no one moves: it is the first.
    """
    was, will = _where(before), _where(after)
    moves = tuple(
        Move(person, was.get(person), will.get(person))
        for person in sorted(was | will, key=lambda player: (will.get(player) or 0, player))
        if before and was.get(person) != will.get(person)
    )
    met = drawing.meetings(history)
    together = {pair for people in before.values() for pair in combinations(sorted(people), 2)}
    again = [
        Again(player, other, met[player][other])
        for people in after.values()
        for player, other in combinations(sorted(people), 2)
        if (player, other) not in together and player in met and met[player][other]
    ]
    again.sort(key=lambda pair: (-pair.times, pair.first, pair.other))
    return Change(moves, tuple(again), has_choice=len(after) > 1)


def _where(tables: Tables) -> dict[int, int]:
    return {person: number for number, people in tables.items() for person in people}


def seat_mails_to_send() -> QuerySet[SeatMail]:
    """Return the unclaimed mails of draws in force."""
    return SeatMail.objects.filter(claimed_at=None, draw__superseded_at=None).select_related(
        "draw__block__event", "participation__registration__person__user"
    )


def size_without_repeats(draw: Draw, allowed: formats.Tables) -> int | None:
    """Return the size of smaller tables that would avoid all repeated meetings.

    It covers all rounds drawn here at once; None if smaller tables have repeats too, or the draw
    has none. 13 and 17 people at four are such numbers: a table of five forces repeats.
    """
    if draw.kind != Draw.Kind.DRAW or draw.index or not drawing.Cost(*draw.cost).meetings:
        return None
    plan = drawing.plan_from_dict(draw.plan)
    number, sizes = len(plan.people), plan.sizes()
    if number > MOST_COMPARED or max(sizes) <= allowed.target:
        return None
    smaller = replace(allowed, fill="smaller").sizes(number)
    if smaller == tuple(sizes):
        return None
    key = f"smaller-tables:{draw.pk}"
    found: int | None = cache.get(key)
    if found is None:
        rng = random.Random(draw.seed)  # noqa: S311  # a comparison, no draw
        other = drawing.schedule(
            replace(plan, tables=smaller, fixed={}), len(draw.rounds), rng, draw.budget
        )
        found = 0 if other.cost.meetings else min(smaller)
        cache.set(key, found, KEPT_FOR)
    return found or None
