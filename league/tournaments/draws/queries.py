"""What a version of a draw would change: who moves, comes or goes, and who meets whom again; and
whom a released one has to tell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import QuerySet

from league import draw as drawing
from league.tournaments.models.seat_mails import SeatMail

Tables = Mapping[int, tuple[int, ...]]


@dataclass(frozen=True)
class Move:
    """Somebody and the numbers of his tables; None where he sat or will sit at none."""

    person: int
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Again:
    """Two at one table who have met so many times before."""

    first: int
    other: int
    times: int


@dataclass(frozen=True)
class Change:
    """Who gets up, sits down or moves, and who meets again that would not have without it.

    At a single table all sit together, whoever has met: there `has_choice` is off.
    """

    moves: tuple[Move, ...]
    again: tuple[Again, ...]
    has_choice: bool


def change(before: Tables, after: Tables, history: Sequence[drawing.Round]) -> Change:
    """From one seating to another. With no seating `before` nobody moves: it is the first."""
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
    """What nobody has claimed yet, of draws that are in force."""
    return SeatMail.objects.filter(claimed_at=None, draw__superseded_at=None).select_related(
        "draw__block__event", "participation__registration__person__user"
    )
