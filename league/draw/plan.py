"""Input and result of a draw: plain frozen values, persons are opaque numbers.

A table is a tuple of persons clockwise, the first of them throws first. A round is a tuple of
tables. Nothing here knows how a draw is found.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .errors import DrawError
from .sizes import LARGEST_TABLE, Fill, sizes

Table = tuple[int, ...]
Round = tuple[Table, ...]
Pair = tuple[int, int]


@dataclass(frozen=True)
class TableSizes:
    """Sizes that the organiser allows; `sizes` turns them into tables."""

    target: int = 4
    least: int = 3
    most: int = 5
    fill: Fill = "nearest"


@dataclass(frozen=True)
class Place:
    """The place of a person who already sits: the table by its index, and the seat if it is
    fixed too.
    """

    table: int
    seat: int | None = None


@dataclass(frozen=True)
class Plan:
    """All that a draw may know.

    `history` holds the earlier rounds, also of people who have left. `apart` are pairs who must
    not meet, `rather_not` those who should not. `teams` are kept apart after repeated meetings
    are avoided, or before that where `teams_first` says so. `fixed` keeps people where they sit;
    in a schedule it holds for its first round.
    """

    people: tuple[int, ...]
    tables: TableSizes | tuple[int, ...] = TableSizes()
    teams: Mapping[int, int] = field(default_factory=dict)
    history: tuple[Round, ...] = ()
    apart: tuple[Pair, ...] = ()
    rather_not: tuple[Pair, ...] = ()
    fixed: Mapping[int, Place] = field(default_factory=dict)
    teams_first: bool = False

    def sizes(self) -> tuple[int, ...]:
        """Return the size of each table. Raises what `check` raises about them."""
        if not isinstance(self.tables, TableSizes):
            return self.tables
        wish = self.tables
        return sizes(len(self.people), wish.target, wish.least, wish.most, wish.fill)

    def check(self) -> None:
        """Raise a DrawError if this cannot be drawn at all."""
        if len(set(self.people)) != len(self.people):
            raise DrawError("person_twice")
        seats = self.sizes()
        if not seats or min(seats) < 2 or max(seats) > LARGEST_TABLE:
            raise DrawError("table_sizes_invalid", sizes=seats)
        if sum(seats) != len(self.people):
            raise DrawError("seats_do_not_match", seats=sum(seats), people=len(self.people))
        for player, other in (*self.apart, *self.rather_not):
            if player == other:
                raise DrawError("apart_from_oneself", person=player)
        for number, tables in enumerate(self.history):
            seated = [person for table in tables for person in table]
            if len(set(seated)) != len(seated):
                raise DrawError("history_seats_twice", round=number)
        self._check_fixed(seats)

    def _check_fixed(self, seats: tuple[int, ...]) -> None:
        known = set(self.people)
        taken: set[tuple[int, int]] = set()
        filled = [0] * len(seats)
        for person, place in self.fixed.items():
            if person not in known:
                raise DrawError("fixed_stranger", person=person)
            if not 0 <= place.table < len(seats):
                raise DrawError("fixed_without_table", person=person, table=place.table)
            filled[place.table] += 1
            if filled[place.table] > seats[place.table]:
                raise DrawError("fixed_table_full", table=place.table, seats=seats[place.table])
            if place.seat is None:
                continue
            if not 0 <= place.seat < seats[place.table]:
                raise DrawError("fixed_without_seat", person=person, seat=place.seat)
            if (place.table, place.seat) in taken:
                raise DrawError("fixed_seat_taken", table=place.table, seat=place.seat)
            taken.add((place.table, place.seat))


class Cost(NamedTuple):
    """The distance of a draw from a perfect one. Compared from left to right, smaller is better.

    `apart`: pairs at one table who must not meet. `lopsided`: by how many seats, in halves, people
    are more than one table off their fair share of the small tables, so that no one buys others new
    faces by always sitting at the small one. `meetings`: a second meeting costs 1, a third 8, a
    fourth 27. `mates`: team mates, and those who should not meet, at one table. `sizes`: squares of
    how often each sat at a table smaller than the largest of its round. `firsts`: squares of how
    often each threw first. `seats`: squares of how often each had each seat.
    """

    apart: int
    lopsided: int
    meetings: int
    mates: int
    sizes: int
    firsts: int = 0
    seats: int = 0


@dataclass(frozen=True)
class Draw:
    """A draw of one round, or of several at once.

    `bound` is the cost that no draw of this plan can be below; if `proven`, none is better (seats
    aside). `origin` says where it came from: `kept` (nothing to draw), `lot` (plain: good enough,
    or the budget was too small for more), `every` (all possible ones were compared), `carousel`,
    `kirkman`, `circles` or `search`. `steps` were taken out of the budget.
    """

    plan: Plan
    rounds: tuple[Round, ...]
    cost: Cost
    bound: Cost
    origin: str
    steps: int

    @property
    def proven(self) -> bool:
        """Return True if no draw seats people together better.

        The seats at a table are not part of it.
        """
        return self.cost[:5] == self.bound[:5]

    @property
    def tables(self) -> Round:
        """Return the round that is played next."""
        return self.rounds[0]
