"""Rounds in which no pair meets twice, known from algebra. Positions, not yet persons.

The positions are dealt by lot, so the draw stays a lot; only the pattern is known. Two families fit
what clubs play:

* The carousel, for tables of any size: one row of people per seat, one column per table. Each round
  every row turns on by its own number of tables. Two people of different rows meet when their rows
  have turned against each other by just their distance; if no two rounds turn two rows against each
  other by the same amount, no pair meets twice. Over a finite field the turns are products;
  otherwise they are searched for. People of one row never meet, so a last round may seat them
  together. With as many rows as tables this is the affine plane (16 at fours, 5 rounds).
* Kirkman's schoolgirls, for tables of three where all pairs meet exactly once: the two
  constructions of Ray-Chaudhuri and Wilson, for 2q+1 and 3q people, q = 6t+1 a prime power.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

Pattern = list[list[list[int]]]

# More than enough for the numbers of tables a club has; beyond it the search does without.
SHIFT_NODES = 20_000


@dataclass(frozen=True)
class Design:
    """`rounds` of tables of positions. Positions left empty are the last ones, in every round."""

    origin: str
    rounds: Pattern


class Field:
    """The finite field with `order` elements, named 0 to order - 1: 0 is zero, 1 is one.

    An element is a polynomial over the prime, its digits the coefficients. `power` lists the powers
    of an element that generates all but zero.
    """

    def __init__(self, prime: int, degree: int) -> None:
        self.prime, self.degree = prime, degree
        self.order: int = prime**degree
        for rest in range(self.order):
            self.power = self._powers(rest)
            if len(self.power) == self.order - 1:
                break
        self.log = {element: exponent for exponent, element in enumerate(self.power)}

    def _digits(self, element: int) -> list[int]:
        return [element // self.prime**place % self.prime for place in range(self.degree)]

    def _number(self, digits: list[int]) -> int:
        return sum(digit * self.prime**place for place, digit in enumerate(digits))

    def _powers(self, rest: int) -> list[int]:
        """Return the powers of the tried generator until they repeat.

        None if they never come back to one. In a prime field the generator tried is `rest` itself,
        else x, x to the degree being `rest`.
        """
        powers, element = [1], self._next(1, rest)
        while element not in (0, 1) and len(powers) < self.order:
            powers.append(element)
            element = self._next(element, rest)
        return powers if element == 1 else []

    def _next(self, element: int, rest: int) -> int:
        if self.degree == 1:
            return element * rest % self.prime
        *low, top = self._digits(element)
        pairs = zip([0, *low], self._digits(rest), strict=True)
        return self._number([(digit + top * tail) % self.prime for digit, tail in pairs])

    def add(self, player: int, other: int) -> int:
        pairs = zip(self._digits(player), self._digits(other), strict=True)
        return self._number([(a + b) % self.prime for a, b in pairs])

    def times(self, player: int, other: int) -> int:
        if not player or not other:
            return 0
        return self.power[(self.log[player] + self.log[other]) % (self.order - 1)]


def field(order: int) -> Field | None:
    """Return the field of that order, or None if none exists."""
    if order < 2:
        return None
    prime = next(p for p in range(2, order + 1) if order % p == 0)
    degree = 1
    while prime**degree < order:
        degree += 1
    return Field(prime, degree) if prime**degree == order else None


def carousel(tables: int, size: int, rounds: int, empty: int, rng: random.Random) -> Design | None:
    """Build up to `rounds` rounds at `tables` tables of `size`, the last row short of `empty`
    people.
    """
    if size > tables or tables < 2:
        return None
    numbers = field(tables)
    if numbers:
        turns = [[numbers.times(row, turn) for turn in range(tables)] for row in range(size)]
    else:
        turns = _searched_turns(tables, size, min(rounds, tables), rng)
    pattern = []
    for turn in range(len(turns[0])):
        seated: list[list[int]] = [[] for _ in range(tables)]
        for row in range(size):
            for column in range(tables):
                by = turns[row][turn]
                at = numbers.add(column, by) if numbers else (column + by) % tables
                seated[at].append(row * tables + column)
        pattern.append(seated)
    if not empty and tables % size == 0:
        everybody = range(tables * size)
        pattern.append([list(everybody[at : at + size]) for at in everybody[::size]])
    rng.shuffle(pattern)
    return Design("carousel", pattern[:rounds])


def _searched_turns(tables: int, rows: int, rounds: int, rng: random.Random) -> list[list[int]]:
    """Search turns modulo `tables` for up to `rounds` rounds, as many as a bounded search finds."""
    for wanted in range(rounds, 1, -1):
        turns = [[0] * wanted]
        nodes = iter(range(SHIFT_NODES))
        if _add_rows(turns, tables, rows, nodes, rng):
            return turns
    return [[0] for _ in range(rows)]


def _add_rows(
    turns: list[list[int]], tables: int, rows: int, nodes: Iterator[int], rng: random.Random
) -> bool:
    if len(turns) == rows:
        return True
    # Any row may begin with 0: who sits in which column is drawn by lot anyway.
    for row in _rows([0], turns, tables, nodes, rng):
        turns.append(row)
        if _add_rows(turns, tables, rows, nodes, rng):
            return True
        turns.pop()
    return False


def _rows(
    row: list[int], turns: list[list[int]], tables: int, nodes: Iterator[int], rng: random.Random
) -> Iterator[list[int]]:
    """Yield every row that turns differently against all rows so far in each of its rounds."""
    at = len(row)
    if at == len(turns[0]):
        yield list(row)
        return
    choice = list(range(tables))
    rng.shuffle(choice)
    for turn in choice:
        if next(nodes, None) is None:
            return
        if all(
            (turn - other[at] - row[before] + other[before]) % tables
            for other in turns
            for before in range(at)
        ):
            row.append(turn)
            yield from _rows(row, turns, tables, nodes, rng)
            row.pop()


def kirkman(people: int, rounds: int, rng: random.Random) -> Design | None:
    """Build up to `rounds` rounds of tables of three for so many people."""
    for order, build in (((people - 1) // 2, _twice_and_one), (people // 3, _three_times)):
        numbers = field(order) if order % 6 == 1 and people % 6 == 3 else None
        if numbers:
            pattern = build(numbers)
            rng.shuffle(pattern)
            return Design("kirkman", pattern[:rounds])
    return None


def _twice_and_one(numbers: Field) -> Pattern:
    """Seat 2q+1 people: two copies of the field and one more, who stays while all others move
    on.
    """
    q, power = numbers.order, numbers.power
    sixth = q // 6
    around = q - 1
    # The exponent of (x^sixth + 1) / 2.
    half = numbers.times(numbers.add(power[sixth], 1), _inverse_of_two(numbers))
    middle = numbers.log[half]
    base = [[(0, 0), (0, 1), None]]
    for i in range(sixth):
        for start in (i, i + 2 * sixth, i + 4 * sixth):
            base.append(
                [
                    (power[start % around], 0),
                    (power[(start + sixth) % around], 0),
                    (power[(start + middle) % around], 1),
                ]
            )
        odd = (i + middle + sixth, i + middle + 3 * sixth, i + middle + 5 * sixth)
        base.append([(power[exponent % around], 1) for exponent in odd])
    return [
        [
            [2 * q if who is None else numbers.add(who[0], on) + who[1] * q for who in table]
            for table in base
        ]
        for on in range(q)
    ]


def _inverse_of_two(numbers: Field) -> int:
    two = numbers.add(1, 1)
    return numbers.power[-numbers.log[two] % (numbers.order - 1)]


def _three_times(numbers: Field) -> Pattern:
    """Seat 3q people: three copies of the field.

    q rounds move one round on, q // 2 cross the copies.
    """
    q, power = numbers.order, numbers.power
    sixth = q // 6
    spread = [
        [
            (power[i], 0),
            (power[(i + 2 * sixth) % (q - 1)], 1),
            (power[(i + 4 * sixth) % (q - 1)], 2),
        ]
        for i in range(6 * sixth)
    ]
    base = [[(0, 0), (0, 1), (0, 2)]]
    for i in range(sixth):
        for copy in range(3):
            base.append([(power[i + 2 * third * sixth], copy) for third in range(3)])
        base += [spread[i + sixth], spread[i + 3 * sixth], spread[i + 5 * sixth]]

    def moved(table: list[tuple[int, int]], on: int) -> list[int]:
        return [numbers.add(element, on) + copy * q for element, copy in table]

    rounds = [[moved(table, on) for table in base] for on in range(q)]
    for third in range(3):
        for i in range(sixth):
            rounds.append([moved(spread[i + 2 * third * sixth], on) for on in range(q)])
    return rounds
