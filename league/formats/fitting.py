"""Numbers of players in each block of a format, and the smaller format for fewer people."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from .chain import check, first_cut
from .errors import FormatError
from .format import Fit, Format
from .who import RANGES, Source, Who


class Heads(NamedTuple):
    """The number of players in a block: one number, or two if lives decide it on the day."""

    least: int
    most: int

    @property
    def is_sure(self) -> bool:
        return self.least == self.most


class Counts(NamedTuple):
    """The numbers with which a format is played: `heads` and `tables` (their sizes, empty if
    the day decides) by block, `ways` by the blocks from and to which so many go, `idle` as
    below.
    """

    heads: dict[int, Heads]
    tables: dict[int, tuple[int, ...]]
    ways: dict[tuple[int, int], Heads]
    idle: dict[int, int]


def counts(format: Format, people: int) -> Counts:
    """Return all that can be said beforehand of so many people.

    Raises FormatError as `headcounts`.
    """
    heads = _heads(format, people)
    ways: dict[tuple[int, int], Heads] = {}
    for taker, block in enumerate(format.blocks, 1):
        for source in block.who.takes:
            own, before = _taken(format, source, taker, heads), ways.get((source.of, taker))
            least, most = before or (0, 0)
            ways[source.of, taker] = Heads(least + own.least, most + own.most)
    tables = {
        number: _sizes(format, number, own.most) if own.is_sure else ()
        for number, own in heads.items()
    }
    return Counts(heads, tables, ways, idle(format, people))


def headcounts(format: Format, people: int) -> dict[int, int]:
    """Return the largest number of players in each block, by its number, if no one goes home.

    Raises FormatError: `too_few_people` if all would advance, `tables_impossible` with the block,
    `final_needs_one_table`.
    """
    return {number: heads.most for number, heads in _heads(format, people).items()}


def idle(format: Format, people: int) -> dict[int, int]:
    """Return how many play nowhere any more after a block out of which others go on, by its number.

    At the most; a block of the rest that is yet to come lets all of them play.
    """
    heads = _heads(format, people)
    idle = {}
    for number in format.main_line():
        taken = format.taken_from(number)
        if not sends_home(format, number):
            continue
        on = sum(_taken(format, source, taker, heads).least for taker, source in taken)
        if heads[number].most > on:
            idle[number] = heads[number].most - on
    return idle


def sends_home(format: Format, number: int) -> bool:
    """Return True if a player may have no further block to play after this one."""
    taken = format.taken_from(number)
    rests = [block.who.of or 0 for block in format.blocks if block.who.kind == "rest"]
    takers = [taker for taker, _source in taken]
    to_the_end = any(
        source.take == "losers" or (source.take in RANGES and source.last is None)
        for _taker, source in taken
    )
    return bool(taken) and not to_the_end and not any(of >= min(takers) for of in rests)


def _heads(format: Format, people: int) -> dict[int, Heads]:
    heads: dict[int, Heads] = {}
    for number, block in enumerate(format.blocks, 1):
        if block.who.kind == "all":
            own = Heads(people, people)
        elif block.who.kind == "rest":
            beside = heads[block.who.of or 1]
            own = Heads(people - beside.most, people - beside.least)
        else:
            parts = [_taken(format, source, number, heads) for source in block.who.takes]
            own = Heads(sum(part.least for part in parts), sum(part.most for part in parts))
        heads[number] = own
        if not own.is_sure:
            continue
        tables = _sizes(format, number, own.most)
        last = number == format.main_line()[-1] and block.who.kind != "all" and not block.again
        if last and len(tables) != 1:
            raise FormatError("final_needs_one_table", block=number, people=own.most)
    return heads


def _taken(format: Format, source: Source, taker: int, heads: Mapping[int, Heads]) -> Heads:
    """Return the number of people that a source brings."""
    there, block = heads[source.of], format.block(source.of)
    match source.take:
        case "losers":
            others = [
                _taken(format, other, number, heads)
                for number, other in format.taken_from(source.of)
                if other.take != "losers"
            ]
            least = there.least - sum(other.most for other in others)
            most = there.most - sum(other.least for other in others)
            return Heads(max(0, least), max(0, most))
        case "places":
            first, last = source.first or 1, source.last or there.most
            if there.least < min(last, first):
                raise FormatError(
                    "too_few_people", people=there.least, least=first, block=taker, of=source.of
                )
            return Heads(min(last, there.least) - first + 1, min(last, there.most) - first + 1)
        case "per_table":
            first = source.first or 1

            def of(people: int) -> int:
                tables = _sizes(format, source.of, people)
                return sum(max(0, min(size, source.last or size) - first + 1) for size in tables)

            return Heads(of(there.least), of(there.most))
    if source.take == "survivors" or (block.advance and block.advance.kind == "survivors"):
        return _surviving(format, source.of, taker, there)
    return _advancing(format, source.of, there)


def _surviving(format: Format, of: int, taker: int, there: Heads) -> Heads:
    """Return the number of survivors: as few as each table leaves.

    Up to all of them if the block can end before that.
    """
    block = format.block(of)
    if not there.is_sure:
        return Heads(1, there.most)
    tables = len(_sizes(format, of, there.most))
    least = tables * block.scoring.leave + block.tables.springers(there.most)
    if block.games is not None or block.carry_lives or format.block(taker).carry_lives:
        return Heads(least, there.most)
    if least >= there.most:
        raise FormatError("too_few_people", people=there.most, least=least + 1, block=of)
    return Heads(least, least)


def _advancing(format: Format, of: int, there: Heads) -> Heads:
    advance = format.block(of).advance
    if advance is None:
        raise FormatError("nobody_advances", block=of)

    def of_so_many(people: int) -> int:
        if advance.kind == "best":
            return advance.number or 0
        tables = len(_sizes(format, of, people))
        return tables * (advance.number or 0) + advance.wildcards

    going = Heads(of_so_many(there.least), of_so_many(there.most))
    if going.most >= there.most:
        raise FormatError("too_few_people", people=there.most, least=going.most + 1, block=of)
    return going


def _sizes(format: Format, number: int, count: int) -> tuple[int, ...]:
    try:
        return format.block(number).tables.sizes(count)
    except FormatError as error:
        raise FormatError(error.code, block=number, **error.data) from None


def fitted(format: Format, people: int) -> Format:
    """Return the format for so many people: with `fits`, cut by the first that asks for no more.

    A fit says how many go on out of the first cut, and which blocks after it are left out. Blocks
    of the rest go with the block beside which they are played, and if too few are left over for a
    table. Raises FormatError: `too_few_people`, and what `headcounts` raises.
    """
    check(format)
    fitted = format
    if format.fits:
        fit = next((fit for fit in format.fits if fit.people <= people), None)
        if fit is None:
            raise FormatError("too_few_people", people=people, least=format.fits[-1].people)
        fitted = _cut_to(format, fit)
    smaller = fitted = replace(fitted, fits=())
    try:
        fitted = without(smaller, _rests_without_a_table(smaller, people))
        check(fitted)
        headcounts(fitted, people)
    except FormatError as error:
        raise _numbered_as_in(format, fitted, error) from None
    return fitted


def _numbered_as_in(format: Format, fitted: Format, error: FormatError) -> FormatError:
    """Return the refusal with the numbers that its blocks have in the whole format."""
    data = dict(error.data)
    for key in ("block", "of"):
        number = data.get(key)
        if isinstance(number, int) and number <= len(fitted.blocks):
            name = fitted.block(number).name
            data[key] = next(n for n, block in enumerate(format.blocks, 1) if block.name == name)
    return FormatError(error.code, **data)


def _cut_to(format: Format, fit: Fit) -> Format:
    cut = first_cut(format)
    blocks = list(format.blocks)
    if cut is not None and fit.best is not None:
        before = blocks[cut - 1]
        if before.advance is not None:
            advance = replace(before.advance, number=fit.best)
            blocks[cut - 1] = replace(before, advance=advance)
    after = [number for number in format.main_line() if number > (cut or 0)]
    return without(replace(format, blocks=tuple(blocks)), {*after[: fit.skip], *fit.without})


def _rests_without_a_table(format: Format, people: int) -> set[int]:
    """Return the blocks of the rest that cannot be seated."""
    rests = {n for n, block in enumerate(format.blocks, 1) if block.who.kind == "rest"}
    counts = headcounts(without(format, rests), people)
    main = dict(zip(format.main_line(), counts.values(), strict=True))
    rests_without_a_table = set()
    for number in rests:
        block = format.block(number)
        try:
            block.tables.sizes(people - main[block.who.of or 1])
        except FormatError:
            rests_without_a_table.add(number)
    return rests_without_a_table


def without(format: Format, gone: Collection[int]) -> Format:
    """Return the format without some blocks, the others numbered anew.

    People who would have come through a block that is left out come from where it took them; a
    block that no one comes to any more is left out too, and so is one of the rest beside it.
    """
    gone = set(gone)
    ways: dict[int, tuple[Source, ...]] = {}
    for number, block in enumerate(format.blocks, 1):
        ways[number] = tuple(
            way for source in block.who.takes for way in _through(source, gone, ways)
        )
        nobody_comes = bool(block.who.takes) and not ways[number]
        if nobody_comes or (block.who.kind == "rest" and block.who.of in gone):
            gone.add(number)
    staying = [number for number in range(1, len(format.blocks) + 1) if number not in gone]
    new = {old: number for number, old in enumerate(staying, 1)}
    blocks = []
    for number in staying:
        block = format.block(number)
        if block.who.kind == "rest":
            block = replace(block, who=replace(block.who, of=new[block.who.of or 1]))
        elif block.who.kind != "all":
            ways_here = (replace(source, of=new[source.of]) for source in ways[number])
            block = replace(block, who=Who.out_of(tuple(ways_here)))
        blocks.append(block)
    return replace(format, blocks=tuple(blocks))


def _through(
    source: Source, gone: Collection[int], ways: Mapping[int, tuple[Source, ...]]
) -> Iterator[Source]:
    """Yield the source, or the ways that replace it if its block is left out: then it has no
    losers.
    """
    if source.of not in gone:
        yield source
    elif source.take != "losers":
        yield from ways[source.of]
