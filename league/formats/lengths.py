"""A chain made longer at its end."""

from dataclasses import replace
from itertools import count

from .block import Advance
from .format import Format
from .who import Source, Who


def longer(format: Format) -> Format:
    """With one more block like the last of the main line.

    After a block for all it is one for all again, and the points go on counting. After a cut those
    go on who fit at one table.
    """
    number = format.main_line()[-1]
    last = format.block(number)
    if last.again:
        return with_another(format)
    names = {block.name for block in format.blocks}
    name = next(name for n in count(2) if (name := f"{last.name} ({n})") not in names)
    if last.who.kind == "all":
        more = replace(last, name=name, carry_over=True)
        return replace(format, blocks=(*format.blocks, more))
    cut = replace(last, advance=Advance("best", last.tables.target))
    more = replace(last, name=name, who=Who("advancing", number))
    blocks = [*format.blocks[: number - 1], cut, *format.blocks[number:], more]
    return replace(format, blocks=tuple(blocks))


def with_another(format: Format) -> Format:
    """The last block once more, for those who still have a life; their lives go on counting."""
    number = format.main_line()[-1]
    last = format.block(number)
    plain, _open, at = last.name.partition(" (")
    times = int(at[:-1]) + 1 if at[:-1].isdecimal() else 2
    more = replace(
        last,
        name=f"{plain} ({times})",
        who=Who("sources", sources=(Source(number, "survivors"),)),
        carry_lives=True,
    )
    return replace(format, blocks=(*format.blocks, more))
