"""Credits for a person in a block whose games are missing: a mean, or sums by hand. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .format import Format
from .points import Game
from .standing import Credited, Row, Tally, mean, standing

CreditKind = Literal["own", "table", "sums"]


@dataclass(frozen=True)
class Credit:
    """A credit as it was decided. `sums` only if they were entered by hand.

    With `for_card` it replaces a lost card: it counts only for a player without a game in the
    block.
    """

    kind: CreditKind
    sums: Tally = field(default_factory=Tally)
    for_card: bool = False


@dataclass(frozen=True)
class Played:
    """The games of a block, the people at each of its tables, and those who left before it was
    over.
    """

    games: Sequence[Game]
    circles: Sequence[Collection[int]] = ()
    left: Collection[int] = ()


def credited(
    format: Format, played: Mapping[int, Played], credits: Mapping[int, Mapping[int, Credit]]
) -> dict[int, dict[int, Credited]]:
    """Return the credited sums by block and person; nothing where no mean can be taken yet.

    `own` is the mean of the player's other blocks that count in the same way: those that add up
    with this one, and those before it. What is played later for itself changes no ranking by which
    a player came to it. `table` is the mean of the others at his table, and if nothing is known of
    these, of all who played the block.
    """
    credited: dict[int, dict[int, Credited]] = {}
    rows = {
        number: {row.person: row for row in standing(format.block(number), own.games, ())}
        for number, own in (played.items() if any(credits.values()) else ())
    }
    for number, of_block in credits.items():
        for person, credit in of_block.items():
            there = rows.get(number, {})
            if credit.for_card and person in there:
                continue
            value = _value(format, number, person, credit, rows, played)
            if value is not None:
                credited.setdefault(number, {})[person] = Credited(credit.kind, value)
    return credited


def _value(
    format: Format,
    number: int,
    person: int,
    credit: Credit,
    rows: Mapping[int, Mapping[int, Row]],
    played: Mapping[int, Played],
) -> Tally | None:
    if credit.kind == "sums":
        return credit.sums
    if credit.kind == "own":
        alike = [
            other
            for other in alike_to(format, number)
            if other in played and person not in played[other].left
        ]
        return mean(rows[other][person].here for other in alike if person in rows[other])
    there = rows.get(number, {})
    circle = next((collection for collection in played[number].circles if person in collection), ())
    staying = [row for row in there.values() if row.person not in played[number].left]
    others = [row for row in staying if row.person != person]
    at_table = mean(row.here for row in others if row.person in circle)
    return at_table or mean(row.here for row in others)


def alike_to(format: Format, number: int) -> list[int]:
    """Return the other blocks whose mean says something about this one, in their order."""
    together = {number}
    for later, block in enumerate(format.blocks, 1):
        if block.carry_over and together.intersection(format.before(later)):
            together.add(later)
    return [
        other
        for other, block in enumerate(format.blocks, 1)
        if other != number
        and (other < number or other in together)
        and block.scoring == format.block(number).scoring
    ]
