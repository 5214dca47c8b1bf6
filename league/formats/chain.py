"""Check that the blocks of a format make an event: from all players, by any ways, to a winner."""

from itertools import combinations, pairwise

from league.draw.sizes import LARGEST_TABLE

from .block import Block
from .errors import FormatError
from .format import Format


def check(format: Format) -> None:
    """Raise FormatError if the blocks do not lead from all players to a winner.

    The main line begins with blocks for all; from the first cut on each takes people out of blocks
    before it, none of them twice. The last one has the winner. Blocks of the rest are played beside
    one of these and lead nowhere.
    """
    if not format.blocks:
        raise FormatError("no_blocks")
    for number, block in enumerate(format.blocks, 1):
        _check_who(format, number, block)
    line = format.main_line()
    for before, number in pairwise(line):
        _check_step(format, before, number)
    last_for_all = max(n for n in line if format.block(n).who.kind == "all")
    for number in line:
        for of in format.block(number).who.blocks:
            if of < last_for_all:
                raise FormatError("not_the_block_before", block=number, of=of)
    for number in line:
        _check_taken(format, number)
        _check_carried(format, number)
    last = format.block(line[-1])
    if last.who.kind == "advancing":
        cut = format.block(last.who.of or 1).advance
        if cut is not None and cut.kind == "best" and (cut.number or 0) > last.tables.possible[-1]:
            most = last.tables.possible[-1]
            if (cut.number or 0) > LARGEST_TABLE:  # no table is that large: only the cut can change
                of = last.who.of or 1
                raise FormatError(
                    "final_beyond_tables", block=of, number=cut.number, most=LARGEST_TABLE
                )
            raise FormatError("final_too_big", block=line[-1], number=cut.number, most=most)
    _check_teams(format)
    _check_fits(format)


def check_names(format: Format) -> None:
    """Raise FormatError (`block_name_twice`) for equal names: no one could tell the two apart
    in the hall.
    """
    names: set[str] = set()
    for number, block in enumerate(format.blocks, 1):
        name = " ".join(block.name.casefold().split())
        if name in names:
            raise FormatError("block_name_twice", block=number)
        names.add(name)


def _check_who(format: Format, number: int, block: Block) -> None:
    who = block.who
    if number == 1 and who.kind != "all":
        raise FormatError("first_block_is_for_all", block=1)
    for of in who.blocks:
        if of >= number:
            raise FormatError("block_refers_ahead", block=number, of=of)
        if format.block(of).who.kind == "rest":
            raise FormatError("rest_leads_nowhere", block=number, of=of)
    if who.kind != "rest":
        return
    if format.block(who.of or 1).who.kind == "all":
        raise FormatError("rest_of_nobody", block=number, of=who.of)
    if block.advance is not None:
        raise FormatError("rest_leads_nowhere", block=number)
    if block.carry_over or block.carry_lives:
        raise FormatError("nothing_to_carry_over", block=number)


def _check_step(format: Format, before: int, number: int) -> None:
    """Check that blocks for all follow one another until the first cut."""
    earlier, block = format.block(before), format.block(number)
    if block.who.kind == "all":
        if earlier.advance is not None:
            raise FormatError("advance_leads_nowhere", block=before)
        if earlier.who.kind != "all":
            raise FormatError("all_after_a_cut", block=number)


def _check_taken(format: Format, number: int) -> None:
    """Check the ways out of a block: each player goes one way at the most."""
    block, taken = format.block(number), format.taken_from(number)
    takes = [source.take for _taker, source in taken]
    if "advancing" in takes and block.advance is None:
        raise FormatError("nobody_advances", block=number)
    if block.advance is not None and "advancing" not in takes:
        raise FormatError("advance_leads_nowhere", block=number)
    if "survivors" in takes and not block.scoring.lives:
        raise FormatError("survivors_without_lives", block=number)
    if takes == ["losers"]:
        raise FormatError("losers_of_nobody", block=taken[0][0], of=number)
    if block.again and not all(
        source.take == "survivors" and format.block(taker).carry_lives for taker, source in taken
    ):
        raise FormatError("again_is_not_last", block=number)
    for (taker, source), (_other, second) in combinations(taken, 2):
        if source.overlaps(second):
            raise FormatError("taken_twice", block=taker, of=number)


def _check_carried(format: Format, number: int) -> None:
    """Check that points and lives go on counting only if those before count in the same way."""
    block = format.block(number)
    for before in format.before(number):
        earlier = format.block(before).scoring
        if block.carry_over and earlier.better != block.scoring.better:
            raise FormatError("points_turn_round", block=number)
        if block.carry_lives and not 0 < earlier.lives <= block.scoring.lives:
            raise FormatError("no_lives_to_carry", block=number)


def _check_teams(format: Format) -> None:
    lives = any(block.scoring.lives for block in format.blocks)
    if format.blocks[0].carry_over or format.blocks[0].carry_lives:
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
    cut = first_cut(format)
    advance = format.block(cut).advance if cut else None
    cuts_best = advance is not None and advance.kind == "best"
    line = format.main_line()
    after = [number for number in line if number > (cut or 0)]
    for at, fit in enumerate(format.fits, 1):
        if fit.best is not None and not cuts_best:
            raise FormatError("fits_need_a_cut", fit=at)
        if at > 1 and fit.people >= format.fits[at - 2].people:
            raise FormatError("fits_out_of_order", fit=at, people=fit.people)
        if fit.skip >= len(after):
            raise FormatError("fits_skip_the_final", fit=at, key="skip")
        if any(number >= line[-1] or number == 1 for number in fit.without):
            raise FormatError("fits_skip_the_final", fit=at, key="without")


def first_cut(format: Format) -> int | None:
    """Return the first block out of which not all go on."""
    return next((n for n in format.main_line() if format.block(n).advance is not None), None)
