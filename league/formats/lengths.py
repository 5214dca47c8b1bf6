"""A chain made longer at its end."""

import re
from dataclasses import replace
from itertools import count

from .block import Advance
from .format import Format
from .who import Source, Who


def longer(format: Format) -> Format:
    """Add one more block like the last of the main line.

    After a block for all it is one for all again, and the points go on counting. After a block that
    says who advances it is played by those, and after another cut by those who fit at one table;
    then points begin anew.
    """
    number = format.main_line()[-1]
    last = format.block(number)
    if last.again:
        return with_another(format)
    name = next_name(format, last.name)
    if last.who.kind == "all" and last.advance is None:
        more = replace(last, name=name, carry_over=True)
        return replace(format, blocks=(*format.blocks, more))
    cut = replace(last, advance=last.advance or Advance("best", last.tables.target))
    who = Who("advancing", number)
    more = replace(last, name=name, who=who, advance=None, carry_over=False)
    blocks = [*format.blocks[: number - 1], cut, *format.blocks[number:], more]
    return replace(format, blocks=tuple(blocks))


def with_another(format: Format) -> Format:
    """Add the last block once more, for those who still have a life; their lives go on counting."""
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


def next_name(format: Format, name: str) -> str:
    """Return the name of a copy.

    „2. Durchgang“ follows „1. Durchgang“, „Finale (2)“ follows „Finale“.
    """
    names = {block.name for block in format.blocks}
    numbered = re.fullmatch(r"(\d+)(\. .+)", name)
    if numbered is not None:
        first, rest = int(numbered[1]), numbered[2]
        return next(new for n in count(first + 1) if (new := f"{n}{rest}") not in names)
    plain = name.partition(" (")[0]
    return next(new for n in count(2) if (new := f"{plain} ({n})") not in names)
