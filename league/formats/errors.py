"""Refusals of a format: a code and data. The sentence for a person is written further up."""

from typing import Any

# All codes, for the module that writes their sentences.
CODES = frozenset(
    {
        *("advance_leads_nowhere", "advance_number", "again_is_not_last", "all_after_a_cut"),
        *("block_name_twice", "block_refers_ahead", "criterion_without_lives", "exits_do_not_fit"),
        *("exits_out_of_order", "file_no_text", "file_no_toml", "file_too_large"),
        *(
            "final_beyond_tables",
            "final_needs_one_table",
            "final_too_big",
            "first_block_is_for_all",
        ),
        *("fit_lets_nobody_out", "fits_need_a_cut", "fits_out_of_order", "fits_skip_the_final"),
        *("games_missing", "lives_decide_first", "lives_missing", "losers_of_nobody"),
        *("missing_key", "no_blocks", "no_lives_to_carry", "no_points_to_draw_by", "no_teams"),
        *("nobody_advances", "nobody_would_go_out", "not_the_block_before"),
        *("nothing_to_carry_over", "penalty_without_lives", "place_points_need_more"),
        *("place_points_out_of_order", "points_decide_first", "points_turn_round"),
        *("rest_leads_nowhere", "rest_of_nobody", "scoring_counts_nothing", "size_missing"),
        *("source_places", "survivors_without_lives", "table_sizes_invalid", "tables_impossible"),
        *("taken_twice", "team_sizes_invalid", "too_few_people", "too_many_blocks"),
        *("unknown_format", "unknown_key", "who_of_which_block", "whole_table_advances"),
        *("wildcards_beside_tables_only", "wrong_value"),
    }
)


class FormatError(Exception):
    """A format that cannot be played as written. `code` is stable, `data` says where.

    Not a LeagueError: those carry a German sentence and with it Django's gettext.
    """

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data = data
