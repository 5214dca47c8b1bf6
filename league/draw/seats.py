"""The seats of people whose table is known. The first seat throws first.

Exact for each table by itself; over several rounds improved by chains: a person who had a seat too
often swaps with the one at the other seat, who in turn swaps at another table, until one takes it
gladly. No two seats can be shared out better than that.
"""

import random
from collections.abc import Iterable, Sequence

from .plan import Plan, Round, Table

# Throwing first is a burden of its own; the other seats are told apart after it.
FIRST = 1000
# Ties are left to the lot: the cost outweighs any sum of lots of one table.
LOT = 1000


def seat_counts(people: Sequence[int], rounds: Iterable[Round], seats: int) -> list[list[int]]:
    """Count how often each person had each seat. Seats beyond `seats` are left out."""
    at = {person: index for index, person in enumerate(people)}
    seat_counts = [[0] * seats for _ in people]
    for tables in rounds:
        for table in tables:
            for seat, person in enumerate(table[:seats]):
                if person in at:
                    seat_counts[at[person]][seat] += 1
    return seat_counts


def seat_cost(seat_counts: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the squares of how often each threw first, and of how often each had each seat."""
    return sum(row[0] ** 2 for row in seat_counts), sum(
        times**2 for row in seat_counts for times in row
    )


class Seating:
    """Rounds whose tables are known, while their seats are shared out. Positions, not persons."""

    def __init__(self, plan: Plan, rounds: Sequence[Sequence[Sequence[int]]]) -> None:
        self.most = max(len(table) for tables in rounds for table in tables)
        self.counts = seat_counts(plan.people, plan.history, self.most)
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        at = {person: index for index, person in enumerate(plan.people)}
        self.fixed_seats = {
            at[person]: place.seat for person, place in plan.fixed.items() if place.seat is not None
        }

    def share_out(self, lots: Sequence[Sequence[Sequence[int]]]) -> None:
        """Seat each table by itself, in order.

        `lots` decide between equals, by round, person, seat.
        """
        for number, tables in enumerate(self.rounds):
            fixed = self.fixed_seats if number == 0 else {}
            for table in tables:
                table[:] = self._best(table, fixed, lots[number])
                for seat, person in enumerate(table):
                    self.counts[person][seat] += 1

    def _best(
        self, table: list[int], fixed: dict[int, int], lots: Sequence[Sequence[int]]
    ) -> list[int]:
        """Find the cheapest order: for each set of people, the cheapest way to fill the first
        seats.
        """
        size = len(table)
        cheapest: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for seat in range(size):
            following: dict[int, tuple[int, tuple[int, ...]]] = {}
            for chosen, (cost, order) in cheapest.items():
                for index, person in enumerate(table):
                    if chosen >> index & 1 or fixed.get(person, seat) != seat:
                        continue
                    more = self._more(person, seat) * size * LOT + lots[person][seat]
                    grown = chosen | 1 << index
                    if grown not in following or cost + more < following[grown][0]:
                        following[grown] = (cost + more, (*order, person))
            cheapest = following
        return list(cheapest[(1 << size) - 1][1])

    def _more(self, person: int, seat: int) -> int:
        """Return what this seat once more adds to the squares."""
        return (2 * self.counts[person][seat] + 1) * (1 if seat else FIRST)

    def chain(self) -> None:
        """Swap along chains of tables until none helps."""
        # Each chain lowers a sum of squares, so the loop ends.
        improved = True
        while improved:
            improved = False
            for player in range(self.most):
                for other in range(self.most):
                    if player != other and self._chain(player, other):
                        improved = True

    def _gain(self, person: int, from_: int, to: int) -> int:
        """Return what is saved if this person has `from_` once less and `to` once more."""
        row = self.counts[person]
        less = (2 * row[from_] - 1) * (1 if from_ else FIRST)
        return less - self._more(person, to)

    def _chain(self, player: int, other: int) -> bool:
        """Swap along one chain that moves its first person from seat `one` to `other`, its last
        back.
        """
        links: dict[int, list[tuple[int, list[int]]]] = {}
        for number, tables in enumerate(self.rounds):
            for table in tables:
                if max(player, other) >= len(table):
                    continue
                if number == 0 and (
                    table[player] in self.fixed_seats or table[other] in self.fixed_seats
                ):
                    continue
                links.setdefault(table[player], []).append((table[other], table))
        for start in links:
            gain = self._gain(start, player, other)
            came: dict[int, tuple[int, list[int]] | None] = {start: None}
            line = [start]
            for person in line:
                if person != start and gain + self._gain(person, other, player) > 0:
                    self._swap(came, person, player, other)
                    return True
                for following, table in links.get(person, ()):
                    if following not in came:
                        came[following] = (person, table)
                        line.append(following)
        return False

    def _swap(
        self, came: dict[int, tuple[int, list[int]] | None], last: int, player: int, other: int
    ) -> None:
        step = came[last]
        while step is not None:
            before, table = step
            table[player], table[other] = table[other], table[player]
            self.counts[table[player]][player] += 1
            self.counts[table[player]][other] -= 1
            self.counts[table[other]][other] += 1
            self.counts[table[other]][player] -= 1
            step = came[before]


def lots(plan: Plan, rounds: int, seats: int, rng: random.Random) -> list[list[list[int]]]:
    """Draw numbers below LOT that decide between equal seats, before anything is searched for."""
    return [
        [[int(rng.random() * LOT) for _ in range(seats)] for _ in plan.people]
        for _ in range(rounds)
    ]


def seated_rounds(
    plan: Plan,
    rounds: Sequence[Sequence[Sequence[int]]],
    chances: Sequence[Sequence[Sequence[int]]],
) -> tuple[tuple[Round, ...], int, int]:
    """Return the rounds as persons in seat order, and the cost of first throws and of seats."""
    seating = Seating(plan, rounds)
    seating.share_out(chances)
    seating.chain()

    def named(table: Sequence[int]) -> Table:
        return tuple(plan.people[person] for person in table)

    done = tuple(tuple(named(table) for table in tables) for tables in seating.rounds)
    return done, *seat_cost(seating.counts)
