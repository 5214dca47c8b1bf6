"""Editing a format: blocks come in, go, move, and all references to them follow.

The result need not make an event yet; `check` says so. Blocks keep naming each other by their
numbers, and these change with the order.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from .block import Block, Games
from .errors import FormatError
from .format import Format
from .lengths import longer, next_name
from .scoring import Scoring
from .who import MOST_BLOCKS, TAKES, Source, Take, Who


def blank() -> Format:
    """Return one round for all, as the Schockfreunde score it: the beginning of a format of
    one's own.
    """
    scoring = Scoring(half_kept=1, final_lost=-1)
    block = Block("1. Durchgang", Who(), scoring, games=Games(5))
    return Format("blank", "-", "-", (block,))


def another(format: Format, number: int) -> Format:
    """Add one more block after this one, like it. Raises FormatError (`too_many_blocks`).

    After a block for all it is for all and the points go on counting; after another it is played by
    those who advance. All who came out of the first come out of the second now.
    """
    _must_have_room(format)
    if number == format.main_line()[-1]:
        return _at(longer(format), number)
    block = format.block(number)
    after = replace(block, name=next_name(format, block.name))
    if block.who.kind == "all":
        block, after = replace(block, advance=None), replace(after, carry_over=True)
    elif block.who.kind != "rest":
        everybody = Source(number, "places", first=1)
        way = everybody if block.advance is None else Source(number)
        after = replace(after, who=Who.out_of((way,)))
    blocks = [*format.blocks[: number - 1], block, *format.blocks[number:]]
    new = len(blocks) + 1
    moving: Collection[Take] = TAKES if block.who.kind == "all" else ("advancing",)
    redirected = (_redirected(taking, number, new, moving) for taking in blocks)
    return _at(replace(format, blocks=(*redirected, after)), number)


def _redirected(taking: Block, of: int, to: int, moving: Collection[Take]) -> Block:
    """Let a block take from `to` what it took from `of`, if the way is one of those that move."""
    if not taking.who.takes:
        return taking
    sources = (
        replace(source, of=to) if source.of == of and source.take in moving else source
        for source in taking.who.takes
    )
    return replace(taking, who=Who.out_of(tuple(sources)))


def beside(format: Format, number: int) -> Format:
    """Add a block after this one for its losers. Raises FormatError (`too_many_blocks`)."""
    _must_have_room(format)
    block = format.block(number)
    losers = replace(
        block,
        name=_free_name(format, "Trostrunde"),
        who=Who("sources", sources=(Source(number, "losers"),)),
        advance=None,
        carry_over=False,
        carry_lives=False,
        again=False,
        draw="meetings" if block.draw == "parity" else block.draw,
    )
    return _at(replace(format, blocks=(*format.blocks, losers)), number)


def moved(format: Format, number: int, by: int) -> Format:
    """Move the block so many places further on, or back; at the ends nothing changes."""
    numbers = list(range(1, len(format.blocks) + 1))
    to = number + by
    if to in numbers:
        numbers.insert(to - 1, numbers.pop(number - 1))
    return renumbered(format, numbers)


def removed(format: Format, number: int) -> Format:
    """Remove the block: a block that took people out of it takes them from where it had them.

    Raises FormatError (`no_blocks`) if it is the only one.
    """
    if len(format.blocks) < 2:
        raise FormatError("no_blocks")
    gone = format.block(number)
    before = [n for n in format.main_line() if n < number] if gone.who.kind == "all" else []
    blocks = list(format.blocks)
    if before:  # the one before is now the last for all
        blocks[before[-1] - 1] = replace(blocks[before[-1] - 1], advance=gone.advance)
    for at, block in enumerate(blocks):
        if block.who.kind == "rest" and block.who.of == number:
            blocks[at] = replace(block, who=Who())
            continue
        sources: list[Source] = []
        for source in block.who.takes:
            if source.of != number:
                sources.append(source)
            elif before:
                sources.append(replace(source, of=before[-1]))
            elif source.take != "losers":
                sources += gone.who.takes
        if block.who.takes:
            once = tuple(dict.fromkeys(sources))
            blocks[at] = replace(block, who=Who.out_of(once) if once else Who())
    numbers = [n for n in range(1, len(blocks) + 1) if n != number]
    left = renumbered(replace(format, blocks=tuple(blocks)), numbers)
    led_on = [_led_on(left, n) for n in range(1, len(left.blocks) + 1)]
    led_on[0] = replace(led_on[0], carry_over=False, carry_lives=False)  # no block before it
    return replace(left, blocks=tuple(led_on))


def _led_on(format: Format, number: int) -> Block:
    """Return the block, without an advance if no block takes those who advance."""
    block = format.block(number)
    takes = [source.take for _taker, source in format.taken_from(number)]
    return block if "advancing" in takes else replace(block, advance=None)


def renumbered(format: Format, numbers: Sequence[int]) -> Format:
    """Return the blocks with these numbers in this order, named by their new ones everywhere.

    No block may name one that is left out.
    """
    new = {old: at for at, old in enumerate(numbers, 1)}
    blocks = []
    for number in numbers:
        block, who = format.block(number), format.block(number).who
        of = None if who.of is None else new.get(who.of, who.of)
        sources = (replace(source, of=new.get(source.of, source.of)) for source in who.sources)
        blocks.append(replace(block, who=replace(who, of=of, sources=tuple(sources))))
    fits = (
        replace(fit, without=tuple(sorted(new[n] for n in fit.without if new.get(n, 1) > 1)))
        for fit in format.fits
    )
    return replace(format, blocks=tuple(blocks), fits=tuple(fits))


def _at(format: Format, number: int) -> Format:
    """Move the last block behind this one."""
    return moved(format, len(format.blocks), number + 1 - len(format.blocks))


def _free_name(format: Format, name: str) -> str:
    """Return the name itself if it is free, else that of a copy."""
    is_taken = any(block.name == name for block in format.blocks)
    return next_name(format, name) if is_taken else name


def _must_have_room(format: Format) -> None:
    if len(format.blocks) >= MOST_BLOCKS:
        raise FormatError("too_many_blocks", most=MOST_BLOCKS)
