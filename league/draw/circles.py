"""Rounds in which no pair meets twice, kept as a few tables that turn. Positions, not yet persons.

People sit in circles of equal length, some more sit still beside them. One base round is written
down; each next round is the last with every circle turned on by one place, so those who sit still
meet other people each time. Two people of the circles meet again only if two pairs of the base
round lie equally far apart, which the base round avoids. Most base rounds are kept shorter still:
an image of the positions makes further tables of each table written down.

The tables were found by search under just these symmetries, or are of known constructions, as said
beside them; a test counts all their meetings.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Image:
    """The image of a table: `times` the place and `on` more, `step` circles further.

    A position that sits still is exchanged for the one `still` further.
    """

    times: int = 1
    on: int = 0
    step: int = 0
    still: int = 0


@dataclass(frozen=True)
class Circles:
    """Positions are numbered circle by circle; those that sit still come last.

    Each of the `base` rounds turns until it comes round. It is written as its tables, a comma
    between two, all that are no image of another.
    """

    around: int
    circles: int
    still: int
    image: Image
    base: tuple[str, ...]

    @property
    def people(self) -> int:
        return self.around * self.circles + self.still

    @property
    def size(self) -> int:
        return len(self.base[0].split(",")[0].split())

    @property
    def spare(self) -> int:
        """Return how many of the last positions may stay empty: no two of them ever meet.

        At least one.
        """
        still = set(range(self.people - self.still, self.people))
        bases = [self._with_images(base) for base in self.base]
        meet = any(len(still & table) > 1 for tables in bases for table in tables)
        return 1 if meet else max(1, self.still)

    def rounds(self) -> list[list[list[int]]]:
        """Return all rounds, as tables of positions."""
        rounds = []
        for base in self.base:
            tables = self._with_images(base)
            before: list[set[frozenset[int]]] = []
            while set(tables) not in before:
                before.append(set(tables))
                rounds.append([sorted(table) for table in tables])
                tables = [frozenset(map(self._turned, table)) for table in tables]
        return rounds

    def _with_images(self, base: str) -> list[frozenset[int]]:
        """Return the tables written down with their images, until these repeat."""
        tables: dict[frozenset[int], None] = {}
        for table in base.split(","):
            seated = frozenset(map(int, table.split()))
            while seated not in tables:
                tables[seated] = None
                seated = frozenset(self._image(position) for position in seated)
        return list(tables)

    def _image(self, position: int) -> int:
        circle, place = divmod(position, self.around)
        if circle >= self.circles:
            first = self.around * self.circles
            return first + (position - first + self.image.still) % self.still
        circle = (circle + self.image.step) % self.circles
        return circle * self.around + (place * self.image.times + self.image.on) % self.around

    def _turned(self, position: int) -> int:
        circle, place = divmod(position, self.around)
        if circle >= self.circles:
            return position
        return circle * self.around + (place + 1) % self.around
