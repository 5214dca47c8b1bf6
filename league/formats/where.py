"""The place to mend what a format refuses: the block, and the one of its fields."""

from typing import Any, Literal, NamedTuple

from .block import Block
from .errors import FormatError
from .format import Format

Part = Literal["block", "team", "fits"]

# Refusals whose field does not depend on the contents of the block.
_FIELDS: dict[str, str] = {
    "advance_leads_nowhere": "advance",
    "advance_number": "advance_number",
    "again_is_not_last": "again",
    "all_after_a_cut": "who",
    "block_name_twice": "name",
    "final_beyond_tables": "advance_number",
    "final_needs_one_table": "most",
    "final_too_big": "most",
    "first_block_is_for_all": "who",
    "games_missing": "games",
    "lives_decide_first": "tie_1",
    "lives_missing": "lives",
    "losers_of_nobody": "advance",
    "no_points_to_draw_by": "draw",
    "nobody_advances": "advance",
    "nobody_would_go_out": "leave",
    "place_points_need_more": "place_points",
    "place_points_out_of_order": "place_points",
    "points_decide_first": "tie_1",
    "points_turn_round": "better",
    "rest_of_nobody": "rest_of",
    "scoring_counts_nothing": "half_kept",
    "survivors_without_lives": "lives",
    "table_sizes_invalid": "least",
    "tables_impossible": "least",
    "whole_table_advances": "advance_number",
    "wildcards_beside_tables_only": "wildcards",
}
_TEAM = {
    "no_teams": "has_teams",
    "penalty_without_lives": "life_penalty",
    "team_sizes_invalid": "size_most",
}
_FITS = {
    "fit_lets_nobody_out": "best",
    "fits_need_a_cut": "best",
    "fits_out_of_order": "people",
    "fits_skip_the_final": "skip",
}


class Where(NamedTuple):
    """A field of a form: of the block with this number, of the teams, or of the fits."""

    part: Part
    field: str
    number: int | None = None


def where(error: FormatError, format: Format, number: int | None = None) -> Where | None:
    """Return the field to change; None if it is the format as a whole.

    `number` is the block that was just read, for a refusal that does not name one.
    """
    if error.code in _TEAM:
        return Where("team", _TEAM[error.code])
    if error.code in _FITS:
        field = error.data.get("key", _FITS[error.code])
        return Where("fits", f"fit_{error.data.get('fit', 1)}_{field}")
    named: Any = error.data.get("block")
    at = named if isinstance(named, int) else number
    if error.code == "losers_of_nobody":
        at = error.data["of"]  # that block has to say who advances
    if at is None or not 1 <= at <= len(format.blocks):
        return Where("fits", "fit_1_people") if error.code == "too_few_people" else None
    return Where("block", field_of(error, format.block(at)), at)


def field_of(error: FormatError, block: Block) -> str:
    """Return the field of the block that a refusal is about."""
    code, data = error.code, error.data
    if code in _FIELDS:
        return _FIELDS[code]
    match code:
        case "criterion_without_lives":
            return f"tie_{block.ties.index(data['criterion']) + 1}"
        case "exits_do_not_fit" | "exits_out_of_order":
            return f"exits_{data['size']}" if data["size"] else "exits_else"
        case "no_lives_to_carry":
            flags = {"carry_lives": block.carry_lives, "again": block.again}
            return next((name for name, is_set in flags.items() if is_set), "draw")
        case "nothing_to_carry_over":
            return "carry_over" if block.carry_over else "carry_lives"
        case "size_missing":
            return f"{data['what']}_{data['size']}"
        case "source_places":
            ways = enumerate(block.who.sources, 1)
            wrong = next((at for at, source in ways if not source.is_possible), 1)
            return f"source_{wrong}_first"
        case "who_of_which_block":
            return "rest_of" if block.who.kind == "rest" else "source_1"
        case "rest_leads_nowhere" if "of" not in data:
            return "advance"
        case "too_few_people" if "of" not in data:
            return "advance_number"
    return _way(data.get("of"), block)


def _way(of: object, block: Block) -> str:
    """Return the field by which the block takes people out of block `of`; the last such one."""
    if block.who.kind == "rest":
        return "rest_of"
    ways = [at for at, source in enumerate(block.who.takes, 1) if source.of == of]
    return f"source_{ways[-1]}" if ways else "who"
