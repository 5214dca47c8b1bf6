"""Formats as data: the templates, what cannot be meant, what is no chain."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league import formats
from league.formats import (
    CODES,
    Advance,
    Block,
    Fit,
    Format,
    FormatError,
    Games,
    Scoring,
    Tables,
    Team,
    Who,
    check,
    describe,
    fitted,
    headcounts,
    load,
    slugs,
)
from tests.played import (
    GONZERATH,
    KNOCK_OUT,
    POINT_ROUND,
    best,
    scorings,
)

fast = settings(max_examples=40, deadline=None)


# Formats as data.


@pytest.mark.parametrize("slug", slugs())
def test_every_template_is_a_chain_and_survives_being_written(slug):
    template = load(slug)
    check(template)
    assert Format.from_dict(json.loads(json.dumps(template.to_dict()))) == template
    assert describe(slug, "de") != describe(slug, "en")
    for block in template.blocks:
        assert Block.from_dict(json.loads(json.dumps(block.to_dict()))) == block


# From how many on a template can be played; of most it is six, which make a cut and a final.
LEAST = {"dm2007": 11, "dormagen": 12, "kamen": 11, "oberkirchen": 12}
LEAST |= dict.fromkeys(("dattenberg", "grafschaft", "puetzchen", "silschede"), 2)
LEAST |= {"schockenorg": 4, "steele": 3, "velen": 3}


@pytest.mark.parametrize("slug", slugs())
def test_every_template_fits_whoever_comes_or_says_why_not(slug):
    least = LEAST.get(slug, 6)
    for people in range(1, least):
        with pytest.raises(FormatError) as refused:
            fitted(load(slug), people)
        assert refused.value.code in ("too_few_people", "tables_impossible")
    for people in range(least, 100):
        if slug == "steele" and people == 5:
            continue
        fitting = fitted(load(slug), people)
        assert headcounts(fitting, people)[1] == people
        assert fitted(fitting, people) == fitting


def test_schockfreunde_play_as_the_source_says():
    template = load("schockfreunde")
    rounds = [template.block(number) for number in template.main_line()]
    assert [block.scoring.lives for block in rounds] == [0, 0, 0, 2, 2, 2]
    assert [block.overtime for block in rounds] == ["sudden_round"] * 3 + ["one_half"] * 2 + [
        "finish_game"
    ]
    assert {block.minutes for block in rounds[:5]} == {75}
    assert {block.games.default for block in template.blocks if block.games} == {6}
    assert len(template.blocks) - len(rounds) == 3


def test_with_fewer_people_there_is_less_knock_out():
    whole = fitted(load("schockfreunde"), 40)
    assert headcounts(whole, 40) == dict(enumerate((40, 40, 40, 16, 24, 8, 32, 4, 36), 1))
    fewer = fitted(load("schockfreunde"), 14)
    assert headcounts(fewer, 14) == dict(enumerate((14, 14, 14, 8, 6, 4, 10), 1))
    assert [block.who for block in fewer.blocks[3:]] == [
        Who("advancing", 3),
        Who("rest", 4),
        Who("advancing", 4),
        Who("rest", 6),
    ]


def test_where_the_last_round_is_removed_nobody_goes_on_to_what_is_gone():
    whole = fitted(load("schockfreunde"), 14)
    without_the_rest = formats.removed(whole, 7)
    assert without_the_rest.blocks == whole.blocks[:6]
    without_the_final = formats.removed(without_the_rest, 6)
    assert without_the_final.blocks[3] == replace(whole.blocks[3], advance=None)
    assert without_the_final.blocks[4] == whole.blocks[4]


def test_two_left_over_are_no_table_of_the_rest():
    assert [b.who.kind for b in fitted(load("schockfreunde"), 6).blocks] == ["all"] * 3 + [
        "advancing"
    ]


def test_too_few_are_told_how_many_it_takes():
    with pytest.raises(FormatError) as refused:
        fitted(load("gonzerath"), 5)
    assert (refused.value.code, refused.value.data) == (
        "too_few_people",
        {"people": 5, "least": 6},
    )
    with pytest.raises(FormatError) as refused:
        fitted(load("steele"), 5)
    assert refused.value.data == {"block": 1, "number": 5, "below": 4, "above": 6}


def test_springers_sit_out_beyond_full_tables():
    tables = Tables(4, 4, 4, "springer")
    assert (tables.sizes(14), tables.springers(14)) == ((4, 4, 4), 2)


def test_eleven_thirteen_or_fifteen_deckel():
    assert load("koenigswinter").block(1).deckel == {3: 11, 4: 13, 5: 15}


PLAIN = POINT_ROUND.to_dict()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"minuten": 75}, "unknown_key"),
        ({"scoring": {"half_kept": 1, "halves": 2}}, "unknown_key"),
        ({"who": {}}, "missing_key"),
        ({"minutes": "75"}, "wrong_value"),
        ({"minutes": True}, "wrong_value"),
        ({"carry_over": 1}, "wrong_value"),
        ({"name": " "}, "wrong_value"),
        ({"name": "A" * 201}, "wrong_value"),
        ({"name": "A\0"}, "wrong_value"),
        ({"tables": []}, "wrong_value"),
        ({"overtime": "scharf"}, "wrong_value"),
        ({"deckel": {"vier": 13}}, "wrong_value"),
        ({"ties": ["points", "points"]}, "wrong_value"),
        ({"ties": ["blocks_played"]}, "wrong_value"),
        ({"ties": ["lot"]}, "points_decide_first"),
        ({"ties": ["points", "out_later"]}, "criterion_without_lives"),
        ({"scoring": {"lives": 1}, "ties": ["points"]}, "lives_decide_first"),
        ({"scoring": {"lives": 2, "leave": 3}}, "nobody_would_go_out"),
        ({"scoring": {"half_kept": 1, "leave": 2}}, "lives_missing"),
        ({"scoring": {}}, "scoring_counts_nothing"),
        ({"scoring": {"exits": {"4": [3, 2, 1]}}}, "exits_do_not_fit"),
        ({"scoring": {"exits": {"3": [0, 1, 3]}}}, "exits_out_of_order"),
        ({"scoring": {"exits": {"3": [3, 1, 0]}}}, "size_missing"),
        ({"scoring": {"half_kept": 1, "place_points": [1, 7]}}, "place_points_out_of_order"),
        (
            {"scoring": {"better": "fewer", "half_lost": 1, "place_points": [7, 5]}},
            "place_points_need_more",
        ),
        ({"deckel": {"3": 11, "4": 13}}, "size_missing"),
        ({"tables": {"target": 6, "most": 4}}, "table_sizes_invalid"),
        ({"who": {"kind": "all", "of": 1}}, "who_of_which_block"),
        ({"who": {"kind": "advancing"}}, "who_of_which_block"),
        ({"who": {"kind": "sources"}}, "who_of_which_block"),
        ({"who": {"kind": "sources", "sources": [{"of": 1, "take": "places"}]}}, "source_places"),
        ({"who": {"kind": "sources", "sources": [{"of": 1, "first": 1}]}}, "source_places"),
        (
            {
                "who": {
                    "kind": "sources",
                    "sources": [{"of": 1, "take": "places", "first": 4, "last": 3}],
                }
            },
            "source_places",
        ),
        ({"carry_lives": True}, "no_lives_to_carry"),
        ({"again": True}, "no_lives_to_carry"),
        ({"draw": "parity"}, "no_lives_to_carry"),
        ({"scoring": {"exits_else": [0, 1, 3]}}, "exits_out_of_order"),
        ({"advance": {"kind": "best"}}, "advance_number"),
        (
            {"advance": {"kind": "best", "number": 4, "wildcards": 1}},
            "wildcards_beside_tables_only",
        ),
        ({"advance": {"kind": "per_table", "number": 3}}, "whole_table_advances"),
        ({"advance": {"kind": "survivors"}}, "survivors_without_lives"),
    ],
)
def test_a_block_that_cannot_be_meant_is_refused(change, code):
    with pytest.raises(FormatError) as refused:
        Block.from_dict({**PLAIN, **change})
    assert refused.value.code == code


def test_a_block_without_games_needs_lives():
    without = {key: value for key, value in PLAIN.items() if key not in ("games", "ties")}
    with pytest.raises(FormatError) as refused:
        Block.from_dict(without)
    assert refused.value.code == "games_missing"
    assert Block.from_dict({**without, "scoring": {"lives": 1}}).games is None


FINAL = replace(KNOCK_OUT, who=Who("advancing", 1), scoring=Scoring(lives=1), advance=None)


@pytest.mark.parametrize(
    ("blocks", "code", "where"),
    [
        ((), "no_blocks", None),
        ((FINAL,), "first_block_is_for_all", 1),
        ((best(4), replace(FINAL, who=Who("advancing", 2))), "block_refers_ahead", 2),
        ((best(4), replace(FINAL, who=Who("advancing", 9))), "block_refers_ahead", 2),
        ((best(4),), "advance_leads_nowhere", 1),
        ((best(4), POINT_ROUND), "advance_leads_nowhere", 1),
        ((POINT_ROUND, FINAL), "nobody_advances", 1),
        ((best(4), FINAL, POINT_ROUND), "all_after_a_cut", 3),
        ((POINT_ROUND, best(4), FINAL), "not_the_block_before", 3),
        ((best(6), FINAL), "final_too_big", 2),
        ((best(4), replace(POINT_ROUND, who=Who("rest", 1)), FINAL), "rest_of_nobody", 2),
        ((best(4), FINAL, replace(best(2), who=Who("rest", 2))), "rest_leads_nowhere", 3),
        (
            (best(4), FINAL, replace(POINT_ROUND, who=Who("rest", 2), carry_over=True)),
            "nothing_to_carry_over",
            3,
        ),
        ((replace(POINT_ROUND, carry_over=True),), "nothing_to_carry_over", 1),
        ((replace(POINT_ROUND, draw="points"),), "no_points_to_draw_by", 1),
        ((replace(POINT_ROUND, separate_teams=True),), "no_teams", None),
        ((POINT_ROUND, replace(GONZERATH, carry_over=True)), "points_turn_round", 2),
    ],
)
def test_blocks_that_are_no_chain_are_refused(blocks, code, where):
    with pytest.raises(FormatError) as refused:
        check(Format("x", "X", "-", blocks))
    assert (refused.value.code, refused.value.data.get("block")) == (code, where)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"team": Team(life_penalty=1), "blocks": (POINT_ROUND,)}, "penalty_without_lives"),
        ({"team": Team(), "blocks": (POINT_ROUND, GONZERATH)}, "points_turn_round"),
        ({"blocks": (POINT_ROUND,)}, "fits_need_a_cut"),
        (
            {"blocks": (replace(KNOCK_OUT, who=Who()), FINAL)},
            "fits_need_a_cut",
        ),
        ({"fits": (Fit(6, 4), Fit(12, 4))}, "fits_out_of_order"),
        ({"fits": (Fit(6, 4, skip=1),)}, "fits_skip_the_final"),
    ],
)
def test_teams_and_fits_that_cannot_be_meant_are_refused(change, code):
    cup = Format("x", "X", "-", (best(4), FINAL), fits=(Fit(6, 4),))
    check(cup)
    with pytest.raises(FormatError) as refused:
        check(replace(cup, **change))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ({"team": {"size_least": 5, "size_most": 3}}, "team_sizes_invalid"),
        ({"team": {"size_most": 3, "best": 4}}, "team_sizes_invalid"),
        ({"fits": [{"people": 4, "best": 6}]}, "fit_lets_nobody_out"),
    ],
)
def test_parts_of_a_format_that_contradict_themselves_are_refused(part, code):
    with pytest.raises(FormatError) as refused:
        Format.from_dict({**load("gonzerath").to_dict(), **part})
    assert refused.value.code == code


def test_how_many_go_on_with_wildcards_and_springers():
    groups = replace(POINT_ROUND, advance=Advance("per_table", 1, wildcards=1))
    wild = Format("x", "X", "-", (groups, FINAL))
    assert headcounts(wild, 12) == {1: 12, 2: 4}
    lives = replace(KNOCK_OUT, who=Who(), tables=Tables(4, 3, 4, "springer"))
    assert headcounts(Format("x", "X", "-", (lives, FINAL)), 9) == {1: 9, 2: 5}
    with pytest.raises(FormatError) as refused:
        headcounts(Format("x", "X", "-", (best(4), FINAL)), 4)
    assert (refused.value.code, refused.value.data["least"]) == ("too_few_people", 5)


def test_a_final_at_two_tables_is_none():
    two_finals = Format(
        "x",
        "X",
        "-",
        (
            best(8),
            replace(KNOCK_OUT, who=Who("advancing", 1)),
            replace(FINAL, who=Who("advancing", 2), tables=Tables(3, 2, 3)),
        ),
    )
    check(two_finals)
    with pytest.raises(FormatError) as refused:
        fitted(two_finals, 20)
    assert refused.value.code == "final_needs_one_table"


def test_every_refusal_has_a_code_that_is_listed():
    """The list tells the writer of the sentences when one is missing."""
    folder = Path(formats.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert set(re.findall(r'FormatError\(\s*"(\w+)"', source)) == CODES


@st.composite
def blocks(draw):
    """Draw blocks that can be meant, for what is written and read back."""
    scoring = draw(scorings)
    lives = bool(scoring.lives)
    return Block(
        name=draw(st.text(st.characters(exclude_characters="\0"), min_size=1).filter(str.strip)),
        who=draw(st.sampled_from([Who(), Who("advancing", 1), Who("rest", 2)])),
        scoring=scoring,
        tables=Tables(4, 3, 4, draw(st.sampled_from(["nearest", "larger", "springer"]))),
        games=Games(draw(st.integers(1, 50)), draw(st.sampled_from([{}, {3: 6, 12: 1}]))),
        minutes=draw(st.none() | st.integers(1, 600)),
        draw=draw(st.sampled_from(["lot", "meetings", "points"])),
        separate_teams=draw(st.booleans()),
        advance=draw(st.sampled_from([None, Advance("best", 4), Advance("per_table", 1, 2)])),
        carry_over=draw(st.booleans()),
        deckel=draw(st.sampled_from([{}, {3: 11, 4: 13}])),
        ties=("lives", "out_later", "lot") if lives else ("points", "lot"),
    )


@fast
@given(blocks())
def test_what_is_written_is_read_back(block):
    assert Block.from_dict(json.loads(json.dumps(block.to_dict()))) == block
