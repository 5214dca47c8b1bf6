"""Whether a format can be played, by how many, and how it is made smaller for fewer."""

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise

from .block import Block
from .errors import FormatError
from .format import Fit, Format


def check(format: Format) -> None:
    """Raises FormatError where the blocks do not make a chain from everybody to a winner.

    The main line begins with blocks for all; from the first cut on each takes those who advance
    out of the one before. Blocks of the rest are played beside one of these and lead nowhere.
    """
    if not format.blocks:
        raise FormatError("no_blocks")
    for number, block in enumerate(format.blocks, 1):
        _check_who(format, number, block)
    line = format.main_line()
    for before, number in pairwise(line):
        _check_step(format, before, number)
    last = format.block(line[-1])
    if last.advance is not None:
        raise FormatError("advance_leads_nowhere", block=line[-1])
    if len(line) > 1:
        cut = format.block(line[-2]).advance
        if cut is not None and cut.kind == "best" and (cut.number or 0) > last.tables.most:
            raise FormatError("final_too_big", number=cut.number, most=last.tables.most)
    _check_teams(format)
    _check_fits(format)


def _check_who(format: Format, number: int, block: Block) -> None:
    who = block.who
    if number == 1 and who.kind != "all":
        raise FormatError("first_block_is_for_all")
    if who.of is not None and who.of >= number:
        raise FormatError("block_refers_ahead", block=number, of=who.of)
    if who.of is not None and format.block(who.of).who.kind == "rest":
        raise FormatError("rest_leads_nowhere", block=who.of)
    if who.kind != "rest":
        return
    if format.block(who.of or 1).who.kind == "all":
        raise FormatError("rest_of_nobody", block=number, of=who.of)
    if block.advance is not None:
        raise FormatError("rest_leads_nowhere", block=number)
    if block.carry_over:
        raise FormatError("nothing_to_carry_over", block=number)


def _check_step(format: Format, before: int, number: int) -> None:
    """From one block of the main line to the next."""
    earlier, block = format.block(before), format.block(number)
    if block.who.kind == "all":
        if earlier.advance is not None:
            raise FormatError("advance_leads_nowhere", block=before)
        if earlier.who.kind != "all":
            raise FormatError("all_after_a_cut", block=number)
    else:
        if block.who.of != before:
            raise FormatError("not_the_block_before", block=number, of=block.who.of)
        if earlier.advance is None:
            raise FormatError("nobody_advances", block=before)
    if block.carry_over and earlier.scoring.better != block.scoring.better:
        raise FormatError("points_turn_round", block=number)


def _check_teams(format: Format) -> None:
    lives = any(block.scoring.lives for block in format.blocks)
    if format.blocks[0].carry_over:
        raise FormatError("nothing_to_carry_over", block=1)
    if format.blocks[0].draw == "points":
        raise FormatError("no_points_to_draw_by", block=1)
    if format.team is None:
        if any(block.separate_teams for block in format.blocks):
            raise FormatError("no_teams")
        return
    if format.team.life_penalty and not lives:
        raise FormatError("penalty_without_lives")
    points = {block.scoring.better for block in format.blocks if not block.scoring.lives}
    if len(points) > 1:
        raise FormatError("points_turn_round", block=1)


def _check_fits(format: Format) -> None:
    if not format.fits:
        return
    cut = _first_cut(format)
    advance = format.block(cut).advance if cut else None
    if advance is None or advance.kind != "best":
        raise FormatError("fits_need_a_cut")
    people = [fit.people for fit in format.fits]
    if people != sorted(set(people), reverse=True):
        raise FormatError("fits_out_of_order", people=people)
    after = [number for number in format.main_line() if number > (cut or 0)]
    if max(fit.skip for fit in format.fits) >= len(after):
        raise FormatError("fits_skip_the_final")


def _first_cut(format: Format) -> int | None:
    """The first block out of which not all go on."""
    return next((n for n in format.main_line() if format.block(n).advance is not None), None)


def headcounts(format: Format, people: int) -> dict[int, int]:
    """How many play in each block, by its number, where nobody goes home.

    Raises FormatError: `too_few_people` where all would advance, `tables_impossible` with the
    block, `final_needs_one_table`.
    """
    headcounts: dict[int, int] = {}
    for number, block in enumerate(format.blocks, 1):
        count = people
        if block.who.kind == "advancing":
            count = _advancing(format, block.who.of or 1, headcounts)
        elif block.who.kind == "rest":
            count = people - headcounts[block.who.of or 1]
        headcounts[number] = count
        tables = _sizes(format, number, count)
        last = number == format.main_line()[-1]
        if last and block.who.kind == "advancing" and len(tables) != 1:
            raise FormatError("final_needs_one_table", block=number, people=count)
    return headcounts


def _advancing(format: Format, of: int, counts: dict[int, int]) -> int:
    block = format.block(of)
    advance = block.advance
    if advance is None:
        raise FormatError("nobody_advances", block=of)
    tables = len(_sizes(format, of, counts[of]))
    match advance.kind:
        case "survivors":
            count = tables * block.scoring.leave + block.tables.springers(counts[of])
        case "per_table":
            count = tables * (advance.number or 0) + advance.wildcards
        case _:
            count = advance.number or 0
    if count >= counts[of]:
        raise FormatError("too_few_people", people=counts[of], least=count + 1, block=of)
    return count


def _sizes(format: Format, number: int, count: int) -> tuple[int, ...]:
    try:
        return format.block(number).tables.sizes(count)
    except FormatError as error:
        raise FormatError(error.code, block=number, **error.data) from None


def fitted(format: Format, people: int) -> Format:
    """The format for so many people: with `fits`, the first that asks for no more than there are.

    It says how many go on out of the first cut, and how many blocks after it are left out. Blocks
    of the rest go with the block beside which they are played, and where too few are left over
    for a table. Raises FormatError: `too_few_people`, and what `headcounts` raises.
    """
    check(format)
    fitted = format
    if format.fits:
        fit = next((fit for fit in format.fits if fit.people <= people), None)
        if fit is None:
            raise FormatError("too_few_people", people=people, least=format.fits[-1].people)
        fitted = _cut_to(format, fit)
    fitted = replace(fitted, fits=())
    too_small = _rests_without_a_table(fitted, people)
    fitted = _without(fitted, too_small)
    check(fitted)
    headcounts(fitted, people)
    return fitted


def _cut_to(format: Format, fit: Fit) -> Format:
    cut = _first_cut(format)
    assert cut is not None, "`check` refuses fits without one"
    after = [number for number in format.main_line() if number > cut]
    gone = set(after[: fit.skip])
    blocks = list(format.blocks)
    advance = blocks[cut - 1].advance
    if advance is not None:
        blocks[cut - 1] = replace(blocks[cut - 1], advance=replace(advance, number=fit.best))
    first = after[fit.skip] - 1
    blocks[first] = replace(blocks[first], who=replace(blocks[first].who, of=cut))
    beside = {
        n for n, block in enumerate(blocks, 1) if block.who.kind == "rest" and block.who.of in gone
    }
    return _without(replace(format, blocks=tuple(blocks)), gone | beside)


def _rests_without_a_table(format: Format, people: int) -> set[int]:
    """The blocks of the rest that cannot be seated."""
    rests = {n for n, block in enumerate(format.blocks, 1) if block.who.kind == "rest"}
    counts = headcounts(_without(format, rests), people)
    main = dict(zip(format.main_line(), counts.values(), strict=True))
    rests_without_a_table = set()
    for number in rests:
        block = format.block(number)
        try:
            block.tables.sizes(people - main[block.who.of or 1])
        except FormatError:
            rests_without_a_table.add(number)
    return rests_without_a_table


def _without(format: Format, gone: Collection[int]) -> Format:
    """The format without some blocks, the others numbered anew."""
    kept = [number for number in range(1, len(format.blocks) + 1) if number not in gone]
    new = {old: number for number, old in enumerate(kept, 1)}
    blocks = []
    for number in kept:
        block = format.block(number)
        if block.who.of is not None:
            block = replace(block, who=replace(block.who, of=new[block.who.of]))
        blocks.append(block)
    return replace(format, blocks=tuple(blocks))
