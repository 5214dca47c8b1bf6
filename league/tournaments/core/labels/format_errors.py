"""Errors of a format in sentences that say how to mend it."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.formats import Format, FormatError
from league.tournaments.core.labels.formats import CRITERIA, block_name

Sentence = str | Promise


def format_error(error: FormatError, format: Format | None = None) -> str:
    """Return the sentence of a FormatError for the person who sets up the tournament.

    With `format` its blocks are named, otherwise numbered.
    """
    data: dict[str, Any] = {
        name: value for name, value in error.data.items() if isinstance(value, str | int)
    }
    for name in ("block", "of"):
        number = data.get(name)
        if isinstance(number, str):
            data[name] = block_name(number)
        elif format is not None and number and number <= len(format.blocks):
            data[name] = block_name(format.block(number).name)
    if "criterion" in data:
        data["criterion"] = str(CRITERIA[data["criterion"]])
    if error.code == "tables_impossible":
        return _impossible(error, data)
    if error.code == "too_few_people" and "block" in data:
        return str(_TOO_FEW_OF_A_BLOCK) % data
    if error.code in ("wrong_value", "missing_key", "unknown_key"):
        return _in_the_file(error, data)
    sentence = _FORMAT.get(error.code)
    if sentence is None:
        return _("The format does not work out like this. Check the rounds one by one.")
    return str(sentence) % data


def _impossible(error: FormatError, data: Mapping[str, Any]) -> str:
    people, below, above = (error.data.get(key) for key in ("number", "below", "above"))
    values = {"n": people, "below": below, "above": above, **data}
    if below is None:
        sentence = _("%(n)s people are too few for a table; it takes %(above)s.") % values
    else:
        sentence = (
            _("%(n)s people do not work out at such tables; %(below)s would, or %(above)s.")
            % values
        )
    return f"{data['block']}: {sentence}" if isinstance(data.get("block"), str) else sentence


def _in_the_file(error: FormatError, data: Mapping[str, Any]) -> str:
    """Describe an error only a file can have: a form offers valid settings alone."""
    values = {"line": 1, "key": "", **data}
    if not values["key"]:
        return _("Line %(line)s: a table is expected here.") % values
    if error.code == "missing_key":
        return _("Line %(line)s: “%(key)s” is missing.") % values
    if error.code == "unknown_key":
        return _("Line %(line)s: there is no setting “%(key)s”.") % values
    return _("Line %(line)s: “%(key)s” cannot have this value.") % values


_TOO_FEW_OF_A_BLOCK = gettext_lazy(
    "%(people)s people in “%(block)s” are too few; it takes at least %(least)s. Let fewer go on "
    "from there, or more come to it."
)
_FORMAT: Mapping[str, Sentence] = {
    "advance_leads_nowhere": gettext_lazy(
        "“%(block)s” says who advances, but no round takes them. Let a later round take them, or "
        "let nobody advance."
    ),
    "advance_number": gettext_lazy(
        "Say how many advance; only where whoever has a life advances there is no number."
    ),
    "again_is_not_last": gettext_lazy(
        "Only the last round can be played until one has a life left."
    ),
    "all_after_a_cut": gettext_lazy(
        "“%(block)s” is for everybody, but some are out by then. Say out of which rounds its "
        "people come."
    ),
    "block_name_twice": gettext_lazy(
        "Two rounds are called “%(block)s”. Give one of them another name."
    ),
    "block_refers_ahead": gettext_lazy(
        "“%(block)s” takes people out of a round that comes later. Move it down, or take them from "
        "an earlier one."
    ),
    "criterion_without_lives": gettext_lazy(
        "“%(criterion)s” decides nothing in “%(block)s”, because nobody has a life there."
    ),
    "exits_do_not_fit": gettext_lazy(
        "At a table of %(size)s it takes %(size)s numbers, one for everybody, for example 3/2/1/0 "
        "at a table of 4."
    ),
    "exits_out_of_order": gettext_lazy(
        "Whoever gets out first has to do best: 3/2/1/0 where many points are good, 0/1/2/3 where "
        "few are."
    ),
    "file_no_text": gettext_lazy("This file is no text. Choose one that was saved here."),
    "file_no_toml": gettext_lazy("Line %(line)s: This is not written as TOML asks for."),
    "file_too_large": gettext_lazy("A format has at most %(most)s KB. This is another file."),
    "final_beyond_tables": gettext_lazy(
        "%(number)s reach the final, but at most %(most)s fit at any table. Let fewer go on."
    ),
    "final_needs_one_table": gettext_lazy(
        "In the final %(people)s people would sit at more than one "
        "table. Let fewer go on before it, add another round in the "
        "settings, or allow more at the final table."
    ),
    "final_too_big": gettext_lazy(
        "%(number)s reach the final, but only %(most)s fit at the table. "
        "Let fewer go on before it, or allow more at the final table."
    ),
    "first_block_is_for_all": gettext_lazy("The first round is for everybody who is here."),
    "fit_lets_nobody_out": gettext_lazy(
        "With %(people)s people %(best)s cannot advance: there would be nobody who does not."
    ),
    "fits_need_a_cut": gettext_lazy(
        "How many advance can only change where a round lets “the best” advance. Leave it empty, "
        "or change that round."
    ),
    "fits_out_of_order": gettext_lazy("The largest number of people comes first, each once."),
    "fits_skip_the_final": gettext_lazy(
        "The first round and the final cannot be left out. Leave fewer out."
    ),
    "games_missing": gettext_lazy("How many games does “%(block)s” have?"),
    "lives_decide_first": gettext_lazy(
        "“%(block)s” is played for lives, so whoever has more of them comes first in the order."
    ),
    "lives_missing": gettext_lazy(
        "What a life costs and how many stay only counts where there are lives. How many has "
        "everybody?"
    ),
    "losers_of_nobody": gettext_lazy(
        "“%(block)s” takes the losers of “%(of)s”, but nobody advances from there. Say there who "
        "does, and which round takes them."
    ),
    "no_blocks": gettext_lazy("A tournament needs at least one round."),
    "no_lives_to_carry": gettext_lazy("In “%(block)s” no lives are left from the rounds before."),
    "no_points_to_draw_by": gettext_lazy(
        "In the first round nobody has points yet, so the ranking cannot seat anybody."
    ),
    "no_teams": gettext_lazy("A round keeps teams apart, but there are none."),
    "nobody_advances": gettext_lazy(
        "Another round takes whoever advances from “%(block)s”. Say who does."
    ),
    "nobody_would_go_out": gettext_lazy(
        "In “%(block)s” nobody would go out: %(leave)s stay, and a table can be that small."
    ),
    "not_the_block_before": gettext_lazy(
        "“%(block)s” takes people out of “%(of)s”, after which everybody plays on. Take them from "
        "a later round."
    ),
    "nothing_to_carry_over": gettext_lazy(
        "Nothing goes before “%(block)s” that could go on counting there."
    ),
    "penalty_without_lives": gettext_lazy(
        "Lives cost the team points, but no round is played for lives."
    ),
    "place_points_need_more": gettext_lazy("Points by place only go with many points being good."),
    "place_points_out_of_order": gettext_lazy(
        "The first place has the most points, for example 7/5/4/3/2/1."
    ),
    "points_decide_first": gettext_lazy(
        "“%(block)s” is played for points, so these come first in the order."
    ),
    "points_turn_round": gettext_lazy(
        "In one round many points are good, in another few. They cannot be added up: let both "
        "count alike, or let them not go on counting."
    ),
    "rest_leads_nowhere": gettext_lazy(
        "“%(block)s”: out of a round for those who are not in another one nobody goes on."
    ),
    "rest_of_nobody": gettext_lazy(
        "In “%(of)s” everybody plays, so nobody is left for “%(block)s”. Choose a later round."
    ),
    "scoring_counts_nothing": gettext_lazy(
        "Nothing counts yet. What is a half, a game or a life worth?"
    ),
    "size_missing": gettext_lazy(
        "“%(block)s” says nothing about tables of %(size)s. Fill in the line for %(size)s, or "
        "change “At least” and “At most at a table” so that there are none."
    ),
    "source_places": gettext_lazy(
        "Say from which place to which, for example from 1 to 4; otherwise leave both empty."
    ),
    "survivors_without_lives": gettext_lazy("In “%(block)s” nobody has a life to lose."),
    "table_sizes_invalid": gettext_lazy(
        "The table sizes do not fit: at least %(least)s, target %(target)s, at most %(most)s."
    ),
    "taken_twice": gettext_lazy(
        "“%(block)s” takes people out of “%(of)s” who already go somewhere else. Change where it "
        "takes them from."
    ),
    "team_sizes_invalid": gettext_lazy("The team sizes do not fit together."),
    "too_few_people": gettext_lazy(
        "%(people)s people are too few for this programme; it takes at "
        "least %(least)s. Fit it in the settings, or wait for more."
    ),
    "too_many_blocks": gettext_lazy("A format has at most %(most)s rounds."),
    "unknown_format": gettext_lazy("There is no such template. Choose one from the list."),
    "who_of_which_block": gettext_lazy("Say out of which round they come."),
    "whole_table_advances": gettext_lazy(
        "In “%(block)s” %(number)s from each table would advance, and a table can be that small."
    ),
    "wildcards_beside_tables_only": gettext_lazy(
        "The best of those left only go with the best of each table."
    ),
}
