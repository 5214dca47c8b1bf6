"""Special prizes of the day: the most of something, and other rankings beside the places."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from .final import Placed, RowsByBlock

Award = Literal[
    "schock_aus_king",
    "jule_king",
    "best_of_group",
    "next_to_last",
    "first_out",
    "most_games_lost",
    "most_halves_lost",
]
AWARDS: tuple[Award, ...] = (
    *("schock_aus_king", "jule_king", "best_of_group", "next_to_last", "first_out"),
    *("most_games_lost", "most_halves_lost"),
)
# The figure of the cards that a ranking counts; the last two only if they are wanted.
_COUNTED: Mapping[Award, str] = {
    "schock_aus_king": "schock_aus",
    "jule_king": "jule",
    "most_games_lost": "games_lost",
    "most_halves_lost": "halves_lost",
}
_ALWAYS: tuple[Award, ...] = ("schock_aus_king", "jule_king")


@dataclass(frozen=True)
class Honour:
    """One line of the ranking of a special prize; the first has it."""

    person: int
    value: int
    rank: int
    position: int


@dataclass(frozen=True)
class Special:
    """A special prize, shared by all who are equal."""

    code: Award
    people: tuple[int, ...]
    value: int | None = None


def honours(
    ranking: Sequence[Placed],
    rows: RowsByBlock,
    *,
    group: Collection[int] = (),
    to_the_last: bool = False,
    counters: Collection[str] = (),
) -> dict[Award, list[Honour]]:
    """Return the rankings of the special prizes.

    They are: most Schock-Aus and Jules in all blocks, the rest's too, the members of a `group`
    among each other (the best lady), and the next to last; if play goes `to_the_last` life also the
    first without one. `counters` are the codes of rankings by other figures of the cards that are
    wanted too.
    A player without any is not König. Equal players share the last place, however many they are;
    next to last is the rank before it, again all who are equal, and no one if all are. First out
    are all who lost the last life in the earliest game of the first block in which anyone did.
    """
    before = [placed.rank for placed in ranking if placed.rank < ranking[-1].rank]
    last = sorted(placed.person for placed in ranking if before and placed.rank == before[-1])
    return {
        **{
            code: _most(rows, figure) if code in (*_ALWAYS, *counters) else []
            for code, figure in _COUNTED.items()
        },
        "best_of_group": _of_group(ranking, group),
        "next_to_last": [
            Honour(person, before[-1], 1, position) for position, person in enumerate(last, 1)
        ],
        "first_out": _first_out(rows) if to_the_last else [],
    }


def _most(rows: RowsByBlock, counter: str) -> list[Honour]:
    """Return the ranking by a counter of the cards; a player without any is not in it.

    A mean ranks in a block, but no one has thrown it: here it counts nothing.
    """
    counted: Counter[int] = Counter()
    for row in (row for block in rows.values() for row in block):
        if row.here.games or row.credited == "sums":
            counted[row.person] += getattr(row.here, counter)
    order = sorted(
        ((number, person) for person, number in counted.items() if number),
        key=lambda pair: (-pair[0], pair[1]),
    )
    numbers = [number for number, _person in order]
    return [
        Honour(person, number, numbers.index(number) + 1, position)
        for position, (number, person) in enumerate(order, 1)
    ]


def _of_group(ranking: Sequence[Placed], group: Collection[int]) -> list[Honour]:
    """Rank the group among each other as in the ranking of all.

    The value is the rank in the latter.
    """
    own = [placed for placed in ranking if placed.person in group]
    ranks = [placed.rank for placed in own]
    return [
        Honour(placed.person, placed.rank, ranks.index(placed.rank) + 1, position)
        for position, placed in enumerate(own, 1)
    ]


def _first_out(rows: RowsByBlock) -> list[Honour]:
    """Return the first without a life; the value is the number of the game."""
    for _number, block in sorted(rows.items()):
        outs = [(row.out_at, row.person) for row in block if row.out_at is not None]
        if outs:
            game = min(outs)[0]
            people = sorted(person for out_at, person in outs if out_at == game)
            return [Honour(person, game, 1, at) for at, person in enumerate(people, 1)]
    return []


def specials(honours: Mapping[Award, Sequence[Honour]]) -> list[Special]:
    """Return the winners of the special prizes, by their rankings.

    One without a winner is left out.
    """
    return [
        Special(code, tuple(honour.person for honour in own if honour.rank == 1), own[0].value)
        for code in AWARDS
        if (own := honours.get(code))
    ]
