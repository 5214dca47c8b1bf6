"""Ways out of a block that was played, and the tables by the lives left."""

from collections.abc import Collection, Mapping, Sequence

from .block import Block, Tables
from .errors import FormatError
from .format import Format
from .standing import Decision, Row, ranked
from .ties import Advancing, advancing, cut
from .who import Source


def taken(
    format: Format,
    number: int,
    rows: Sequence[Row],
    tables: Sequence[Collection[int]],
    decisions: Sequence[Decision] = (),
) -> dict[int, Advancing]:
    """Return who comes out of block `number` into which other, best first.

    The key is the number of the other. Leave out the rows of those who have gone home. While a tie
    is open only those are named of whom it is sure, see `advancing`.
    """
    block = format.block(number)
    sources = format.taken_from(number)
    taken: dict[int, Advancing] = {}
    others = [source for _taker, source in sources if source.take != "losers"]
    parts = {source: _part(block, source, rows, tables, decisions) for source in others}
    for taker, source in sources:
        part = parts.get(source) or _losers(rows, list(parts.values()))
        taken[taker] = together(rows, [taken[taker], part] if taker in taken else [part])
    return taken


def going_on(
    format: Format, number: int, rows: Sequence[Row], taken: Mapping[int, Advancing]
) -> Advancing | None:
    """Return all whom a block sends on otherwise than as its losers; None if it sends no one."""
    ways = {
        taker: source.take != "losers"
        for taker, source in sorted(format.taken_from(number), key=lambda way: way[1].take)
    }
    parts = [taken[taker] for taker, is_won in ways.items() if is_won and taker in taken]
    return together(rows, parts) if parts else None


def together(rows: Sequence[Row], parts: Sequence[Advancing]) -> Advancing:
    """Join several parts of a block to one, in the order of its rows; ties each once."""
    people = {person for part in parts for person in part.people}
    ties = dict.fromkeys(tie for part in parts for tie in part.ties)
    return Advancing(tuple(row.person for row in rows if row.person in people), tuple(ties))


def _part(
    block: Block,
    source: Source,
    rows: Sequence[Row],
    tables: Sequence[Collection[int]],
    decisions: Sequence[Decision],
) -> Advancing:
    match source.take:
        case "advancing":
            return advancing(block, rows, tables, decisions)
        case "survivors":
            return Advancing(tuple(row.person for row in rows if row.lives))
        case "places":
            return _places(block, source, ranked(block, rows, decisions), decisions)
    parts = [
        _places(block, source, [row for row in rows if row.person in table], decisions, at)
        for at, table in enumerate(tables)
    ]
    return together(rows, parts)


def _places(
    block: Block,
    source: Source,
    rows: Sequence[Row],
    decisions: Sequence[Decision],
    table: int | None = None,
) -> Advancing:
    """Return the people from the first place to the last of these rows.

    They are those who make one cut and not the other.
    """
    to = cut(block, rows, source.last or len(rows), decisions, table)
    before = cut(block, rows, (source.first or 1) - 1, decisions, table)
    undecided = {person for tie in before.ties for person in tie.people}
    people = (person for person in to.people if person not in {*before.people, *undecided})
    return Advancing(tuple(people), tuple(dict.fromkeys((*before.ties, *to.ties))))


def _losers(rows: Sequence[Row], others: Sequence[Advancing]) -> Advancing:
    """Return those whom no other source takes."""
    away = {person for other in others for person in other.people}
    ties = tuple(dict.fromkeys(tie for other in others for tie in other.ties))
    away |= {person for tie in ties for person in tie.people}
    return Advancing(tuple(row.person for row in rows if row.person not in away), ties)


def by_parity(
    people: Sequence[int], lives: Mapping[int, int], tables: Tables
) -> tuple[tuple[int, ...], ...]:
    """Seat those with an even number of lives left apart from those with an odd one (Pützchen).

    If one group makes no tables of its own it takes the first of the other, as few as it needs, so
    give `people` in the order of a lot; if that helps neither, all are one group.
    """
    if len(people) <= tables.together:
        return (tuple(people),)
    even = [person for person in people if lives.get(person, 0) % 2 == 0]
    odd = [person for person in people if lives.get(person, 0) % 2]
    for moved in range(len(people)):
        for group, other in ((even, odd), (odd, even)):
            parts = (group + other[:moved], other[moved:])
            if all(_seats(tables, len(part)) for part in parts):
                in_order = parts if group is even else parts[::-1]
                return tuple(tuple(part) for part in in_order if part)
    return (tuple(people),)


def _seats(tables: Tables, people: int) -> bool:
    try:
        return not people or bool(tables.sizes(people))
    except FormatError:
        return False
