"""Formats of tournaments: the worked numbers of real ones, and what must always hold."""

import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league import formats
from league.formats import (
    CODES,
    Advance,
    Block,
    Decision,
    Format,
    FormatError,
    Game,
    Games,
    Line,
    Scoring,
    Tables,
    Team,
    Who,
    advancing,
    card_sums,
    check,
    final_ranking,
    fitted,
    game_total,
    headcounts,
    load,
    open_ties,
    ranked,
    score,
    slugs,
    specials,
    standing,
    table_over,
    team_ranking,
    year_ranking,
)

ANNA, BEN, CARO, DIRK, EMMA, FRED = 1, 2, 3, 4, 5, 6
FOUR = (ANNA, BEN, CARO, DIRK)
ALL = Who("all")
SCHOCKFREUNDE = load("schockfreunde").block(1).scoring
GONZERATH = load("gonzerath").block(1)
WERL = load("werl").block(1).scoring
KNOCK_OUT = load("schockfreunde").block(4)
POINT_ROUND = load("schockfreunde").block(1)
fast = settings(max_examples=40, deadline=None)
seeds = st.integers(0, 2**32)


def game(first, second, loser, ended_by=None, seats=FOUR, number=1, table=1, exits=(), **counts):
    """A game: who lost the halves and the game. `exits` are two dicts of who got out as what."""
    outs = [dict(half) for half in exits] or [{}, {}]
    lines = tuple(
        Line(
            person,
            seat,
            lost_first=None if first is None else person == first,
            lost_second=None if second is None else person == second,
            lost_game=person == loser,
            exit_first=outs[0].get(person),
            exit_second=outs[1].get(person),
            **{name: by_person.get(person, 0) for name, by_person in counts.items()},
        )
        for seat, person in enumerate(seats, 1)
    )
    ending = ended_by or ("sweep" if first == second else "final")
    return Game(table, number, len(seats), ending, lines)


def in_order(*people):
    """Who got out one after the other."""
    return {person: number for number, person in enumerate(people, 1)}


def points(scoring, played):
    return dict(score(scoring, played).points)


def order(rows):
    return [row.person for row in rows]


def by_person(rows):
    return {row.person: row for row in rows}


def knocked_out(*losers, seats=FOUR, table=1):
    """The games of a knock-out table, by who lost each."""
    return [
        game(loser, loser, loser, seats=seats, number=number, table=table)
        for number, loser in enumerate(losers, 1)
    ]


# What a game gives: the worked numbers of the real tournaments.


def test_schockfreunde_the_uninvolved_have_two_the_winner_of_the_final_one_its_loser_none():
    final = game(ANNA, BEN, BEN)
    assert points(SCHOCKFREUNDE, final) == {ANNA: 1, BEN: 0, CARO: 2, DIRK: 2}


def test_schockfreunde_after_both_halves_the_loser_has_none_and_all_others_two():
    assert points(SCHOCKFREUNDE, game(ANNA, ANNA, ANNA)) == {ANNA: 0, BEN: 2, CARO: 2, DIRK: 2}


def test_gonzerath_three_games_and_two_halves_stand_above_four_games_both_with_eight():
    lost_by_anna = [game(ANNA, ANNA, ANNA, number=n) for n in (1, 2)]  # 2 halves and the game: 3
    lost_by_anna.append(game(ANNA, CARO, ANNA, number=3))  # a half and the game: 2
    lost_by_ben = [game(BEN, CARO, BEN, number=n) for n in (4, 5, 6, 7)]
    rows = by_person(standing(GONZERATH, lost_by_anna + lost_by_ben, FOUR))
    assert (rows[ANNA].points, rows[BEN].points) == (8, 8)
    assert (rows[ANNA].total.games_lost, rows[BEN].total.games_lost) == (3, 4)
    assert (rows[ANNA].rank, rows[BEN].rank) == (3, 4)
    assert rows[BEN].decided == ("fewer_games_lost", 4, 3, ANNA)


def test_gonzerath_the_game_costs_one_more_than_its_halves():
    assert points(GONZERATH.scoring, game(ANNA, BEN, BEN)) == {ANNA: 1, BEN: 2, CARO: 0, DIRK: 0}


def test_werl_who_gets_out_first_has_three_and_the_lost_final_costs_one():
    outs = (in_order(CARO, DIRK, BEN), in_order(CARO, ANNA, DIRK))
    assert points(WERL, game(ANNA, BEN, BEN, exits=outs)) == {
        ANNA: 0 + 2,
        BEN: 1 + 0 - 1,
        CARO: 3 + 3,
        DIRK: 2 + 1,
    }


def test_werl_both_halves_lost_cost_one_as_well():
    outs = (in_order(BEN, CARO, DIRK), in_order(BEN, CARO, DIRK))
    assert points(WERL, game(ANNA, ANNA, ANNA, exits=outs))[ANNA] == -1


def test_werl_at_a_table_of_three_the_first_has_three_the_second_one():
    three = (ANNA, BEN, CARO)
    outs = (in_order(BEN, CARO), in_order(CARO, BEN))
    found = points(WERL, game(ANNA, ANNA, ANNA, seats=three, exits=outs))
    assert found == {ANNA: -1, BEN: 3 + 1, CARO: 1 + 3}


def test_koenigswinter_counts_the_best_throws():
    scoring = load("koenigswinter").block(1).scoring
    played = game(ANNA, BEN, BEN, throw_points={ANNA: 4, BEN: 9, CARO: 1})
    assert points(scoring, played) == {ANNA: 4, BEN: 9, CARO: 1, DIRK: 0}
    assert score(scoring, game(ANNA, BEN, BEN)).missing == "throw_points"


def test_a_bonus_for_each_schock_aus_on_top():
    scoring = replace(SCHOCKFREUNDE, schock_aus=2)
    assert points(scoring, game(ANNA, BEN, BEN, schock_aus={BEN: 1, CARO: 2}))[CARO] == 2 + 4
    assert score(scoring, game(ANNA, BEN, BEN)).missing == "schock_aus"


def together(mode):
    """Ben and Caro get out of the first half at the same moment; Caro sits before Ben."""
    outs = ({BEN: 1, CARO: 1, DIRK: 2}, in_order(BEN, CARO, DIRK))
    played = game(ANNA, ANNA, ANNA, seats=(CARO, BEN, DIRK, ANNA), exits=outs)
    return score(replace(WERL, together=mode), played)


def test_who_gets_out_together_shares_the_points_of_the_places():
    half = Fraction(5, 2)
    assert together("share").points == {ANNA: -1, BEN: half + 3, CARO: half + 2, DIRK: 2}


def test_or_stands_by_seat():
    assert together("seat").points == {ANNA: -1, BEN: 2 + 3, CARO: 3 + 2, DIRK: 2}


def test_or_the_order_has_to_be_entered():
    assert (together("entered").points, together("entered").missing) == ({}, "exit_first")


def test_a_card_without_the_order_of_getting_out_gives_nobody_points_yet():
    scored = score(WERL, game(ANNA, BEN, BEN))
    assert (scored.points, scored.missing) == ({}, "exit_first")
    later = game(ANNA, BEN, BEN, exits=(in_order(BEN, CARO, DIRK), in_order(ANNA, CARO)))
    assert score(WERL, later).missing == "exit_second"


def test_a_table_of_a_size_without_points_is_incomplete_and_no_crash():
    five = (*FOUR, EMMA)
    outs = (in_order(BEN, CARO, DIRK, EMMA),) * 2
    assert score(WERL, game(ANNA, ANNA, ANNA, seats=five, exits=outs)).missing == "exit_first"


@pytest.mark.parametrize(
    ("first", "second", "ended_by", "missing"),
    [
        (None, BEN, "final", "lost_first"),
        (ANNA, None, "final", "lost_second"),
        (None, None, "overtime", "lost_first"),
        (ANNA, None, "overtime", None),
        (ANNA, None, "exclusion", None),
        (None, None, "ruling", None),
        (None, None, "abandoned", None),
    ],
)
def test_which_half_is_missing_and_which_was_never_played(first, second, ended_by, missing):
    assert score(SCHOCKFREUNDE, game(first, second, ANNA, ended_by)).missing == missing


def test_scharf_one_half_decides_and_the_other_gives_nothing():
    assert points(SCHOCKFREUNDE, game(ANNA, None, ANNA, "overtime")) == {
        ANNA: 0,
        BEN: 1,
        CARO: 1,
        DIRK: 1,
    }


def test_who_is_still_in_when_a_round_decides_the_half_gets_out_last_together():
    played = game(ANNA, None, ANNA, "overtime", exits=({BEN: 1}, {}))
    shared = Fraction(2 + 1, 2)
    assert points(WERL, played) == {ANNA: 0, BEN: 3, CARO: shared, DIRK: shared}


def test_without_a_loser_no_life_is_lost_and_the_game_says_so():
    assert score(KNOCK_OUT.scoring, game(ANNA, BEN, None)).missing == "lost_game"


def test_an_abandoned_game_gives_nothing():
    rows = standing(POINT_ROUND, [game(ANNA, ANNA, ANNA, "abandoned")], FOUR)
    assert {(row.points, row.total.games, row.incomplete) for row in rows} == {(0, 0, ())}


def test_the_sums_of_a_card_while_it_is_typed():
    card = [game(ANNA, BEN, BEN), game(ANNA, None, None, "final", number=2)]
    assert card_sums(SCHOCKFREUNDE, card) == {ANNA: 1, BEN: 0, CARO: 2, DIRK: 2}


def test_what_a_whole_game_gives_the_table():
    for n in (3, 4, 5, 6):
        assert game_total(SCHOCKFREUNDE, n, "final") == 2 * (n - 1) - 1
        assert game_total(SCHOCKFREUNDE, n, "sweep") == 2 * (n - 1)
        assert game_total(GONZERATH.scoring, n, "final") == 3
    assert game_total(WERL, 4, "final") == 2 * 6 - 1
    assert game_total(WERL, 5, "final") is None
    assert game_total(SCHOCKFREUNDE, 4, "overtime") is None
    assert game_total(load("koenigswinter").block(1).scoring, 4, "final") is None


# The ranking of a block.


def test_who_has_not_come_to_the_table_does_not_win_by_losing_nothing():
    rows = standing(GONZERATH, [game(ANNA, ANNA, ANNA)], (*FOUR, EMMA))
    assert order(rows) == [BEN, CARO, DIRK, ANNA, EMMA]
    assert rows[-1].decided == ("blocks_played", 0, 1, ANNA)


def test_the_points_of_the_blocks_before_count_on():
    first = by_person(standing(POINT_ROUND, [game(ANNA, BEN, BEN)], FOUR))
    second = load("schockfreunde").block(2)
    rows = by_person(standing(second, [game(CARO, CARO, CARO)], FOUR, first))
    assert {who: row.points for who, row in rows.items()} == {ANNA: 3, BEN: 2, CARO: 2, DIRK: 4}
    assert (rows[ANNA].total.games, rows[ANNA].here.games, rows[ANNA].here.points) == (2, 1, 2)
    alone = standing(replace(second, carry_over=False), [game(CARO, CARO, CARO)], FOUR, first)
    assert by_person(alone)[ANNA].points == 2


def test_direct_comparison_counts_only_where_all_of_the_tied_met():
    block = replace(POINT_ROUND, ties=("points", "direct"))
    # At the table of both Anna keeps both halves; elsewhere Ben makes it up.
    met = game(BEN, CARO, CARO, seats=(ANNA, BEN, CARO))
    anna = game(ANNA, EMMA, EMMA, seats=(ANNA, EMMA, FRED), table=2, number=2)
    ben = game(DIRK, DIRK, DIRK, seats=(BEN, DIRK, EMMA), table=3, number=2)
    rows = by_person(standing(block, [met, anna, ben], ()))
    assert (rows[ANNA].points, rows[BEN].points) == (3, 3)
    assert (rows[ANNA].rank, rows[BEN].rank) == (1, 2)
    assert rows[BEN].decided == ("direct", 1, 2, ANNA)
    never_met = by_person(standing(block, [anna, ben], ()))
    assert never_met[BEN].tied_with == (EMMA, FRED)


def test_schock_aus_decides_after_the_lost_games():
    rows = standing(POINT_ROUND, [game(ANNA, ANNA, ANNA, schock_aus={CARO: 1})], FOUR)
    assert order(rows)[0] == CARO
    assert rows[1].decided == ("more_schock_aus", 0, 1, CARO)


def test_who_sits_out_has_the_mean_of_the_others():
    played = [game(ANNA, BEN, BEN)]
    rows = by_person(standing(POINT_ROUND, played, FOUR, springers=[EMMA]))
    assert (rows[EMMA].points, rows[EMMA].total.springer) == (Fraction(5, 4), 1)
    strict = replace(POINT_ROUND, scoring=replace(SCHOCKFREUNDE, springer="none"))
    assert by_person(standing(strict, played, FOUR, springers=[EMMA]))[EMMA].points == 0


def test_points_by_place_of_the_evening_instead_of_the_sum():
    block = replace(POINT_ROUND, scoring=replace(SCHOCKFREUNDE, place_points=(7, 5, 4, 3, 2, 1)))
    rows = by_person(standing(block, [game(ANNA, BEN, BEN)], (*FOUR, EMMA)))
    assert [rows[who].points for who in (CARO, DIRK, ANNA, BEN, EMMA)] == [6, 6, 4, 3, 0]


def test_an_incomplete_game_is_named_in_the_row_of_everybody_at_its_table():
    rows = standing(POINT_ROUND, [game(ANNA, None, ANNA, "final", table=7, number=3)], FOUR)
    assert {row.incomplete for row in rows} == {((1, 7, 3, "lost_second"),)}


# Ties, playoffs and lots.


TIED = [game(ANNA, ANNA, ANNA)]  # the other three are equal in everything


def test_equal_in_everything_share_the_rank_and_name_each_other():
    rows = standing(POINT_ROUND, TIED, FOUR)
    assert [row.rank for row in rows] == [1, 1, 1, 4]
    assert rows[0].tied_with == (CARO, DIRK)
    assert [row.decided for row in rows[:3]] == [None] * 3


def test_two_play_a_half_and_more_than_two_a_game():
    (three,) = open_ties(standing(POINT_ROUND, TIED, FOUR), cut=1)
    assert (three.people, three.places, three.why, three.play) == (
        (BEN, CARO, DIRK),
        1,
        "cut",
        "game",
    )
    pair = standing(POINT_ROUND, [game(ANNA, BEN, BEN)], FOUR)
    (two,) = open_ties(pair, cut=None)
    assert (two.people, two.why, two.play) == ((CARO, DIRK), "podium", "half")


def test_a_tie_that_changes_nothing_is_not_played_off():
    rows = standing(POINT_ROUND, TIED, FOUR)
    assert open_ties(rows, cut=3, podium=0) == []
    below = standing(POINT_ROUND, [game(ANNA, BEN, BEN)], (*FOUR, EMMA, FRED))
    assert [tie.people for tie in open_ties(below, cut=None)] == [(CARO, DIRK)]


def test_a_playoff_decides_among_those_who_played_it():
    decisions = [Decision("playoff", (DIRK, BEN, CARO))]
    rows = standing(POINT_ROUND, TIED, FOUR, decisions=decisions)
    assert order(rows) == [DIRK, BEN, CARO, ANNA]
    assert rows[1].decided == ("playoff", 2, 1, DIRK)
    assert open_ties(rows, cut=1) == []


def test_a_decision_of_another_tie_holds_for_nobody():
    """A corrected card made another tie of it: what was played off was something else."""
    for people in ((DIRK, BEN), (ANNA, DIRK, BEN, CARO)):
        rows = standing(POINT_ROUND, TIED, FOUR, decisions=[Decision("lot", people)])
        assert [row.rank for row in rows] == [1, 1, 1, 4]


def test_the_lot_comes_after_the_playoff():
    decisions = [Decision("lot", (CARO, BEN, DIRK), 7), Decision("playoff", (DIRK, BEN, CARO))]
    assert order(standing(POINT_ROUND, TIED, FOUR, decisions=decisions))[0] == DIRK


# Knock-out.


def test_who_has_lost_two_games_is_out_and_the_later_the_better():
    rows = standing(KNOCK_OUT, knocked_out(ANNA, BEN, ANNA, CARO, BEN), FOUR)
    assert order(rows) == [DIRK, CARO, BEN, ANNA]
    assert [row.lives for row in rows] == [2, 1, 0, 0]
    assert [row.out_at for row in rows] == [None, None, 5, 3]
    assert rows[3].decided == ("out_later", 3, 5, BEN)


def test_nobody_loses_more_lives_than_there_were():
    rows = by_person(standing(KNOCK_OUT, knocked_out(ANNA, ANNA, ANNA), FOUR))
    assert (rows[ANNA].lives, rows[ANNA].total.lives_lost, rows[ANNA].out_at) == (0, 2, 2)


def test_a_life_can_be_lost_with_each_half():
    scoring = Scoring(lives=3, life_per="half")
    block = Block("Bändchen", ALL, scoring, ties=("lives", "out_later"))
    rows = by_person(standing(block, [game(ANNA, ANNA, ANNA), game(ANNA, BEN, BEN)], FOUR))
    assert (rows[ANNA].lives, rows[BEN].lives, rows[CARO].lives) == (0, 2, 3)


def test_a_table_is_over_when_as_many_are_left_as_go_on():
    for games, over in (
        (knocked_out(ANNA, BEN, ANNA, CARO), False),
        (knocked_out(ANNA, BEN, ANNA, CARO, BEN), True),
    ):
        rows = standing(KNOCK_OUT, games, FOUR)
        assert table_over(KNOCK_OUT, rows, games, 4) is over


def test_a_table_of_three_plays_six_games_in_essen_one_of_four_five():
    steele = load("steele").block(1)
    five = [game(ANNA, ANNA, ANNA, number=number) for number in range(1, 6)]
    assert table_over(steele, [], five, 4)
    assert not table_over(steele, [], five, 3)


def test_the_survivors_go_on():
    rows = standing(KNOCK_OUT, knocked_out(ANNA, BEN, ANNA, CARO, BEN), FOUR)
    assert advancing(KNOCK_OUT, rows, [FOUR]).people == (DIRK, CARO)


# Who goes on.


def best(number):
    return replace(POINT_ROUND, advance=Advance("best", number))


def test_the_best_go_on_and_a_tie_across_the_cut_stops_it():
    rows = standing(best(2), [game(ANNA, BEN, BEN)], FOUR)
    assert advancing(best(2), rows, []).people == (CARO, DIRK)
    stopped = advancing(best(1), standing(best(1), [game(ANNA, BEN, BEN)], FOUR), [])
    assert (stopped.people, [tie.people for tie in stopped.ties]) == ((), [(CARO, DIRK)])


def test_who_is_sure_goes_on_while_others_play_it_out():
    three = advancing(best(2), standing(best(2), TIED, FOUR), [])
    assert (three.people, three.ties[0].places) == ((), 2)
    first = standing(best(2), [game(ANNA, ANNA, ANNA, schock_aus={BEN: 1})], FOUR)
    found = advancing(best(2), first, [])
    assert (found.people, [(tie.people, tie.rank, tie.places) for tie in found.ties]) == (
        (BEN,),
        [((CARO, DIRK), 2, 1)],
    )


def test_the_next_one_takes_the_place_of_who_went_home():
    rows = standing(best(2), [game(ANNA, BEN, BEN)], FOUR)
    there = [row for row in rows if row.person != CARO]
    assert advancing(best(2), there, []).people == (DIRK, ANNA)


def per_table(number, wildcards=0):
    return replace(POINT_ROUND, advance=Advance("per_table", number, wildcards))


TWO_TABLES = [
    game(ANNA, BEN, BEN, seats=(ANNA, BEN, CARO), table=1),
    game(DIRK, DIRK, DIRK, seats=(DIRK, EMMA, FRED), table=2, schock_aus={FRED: 1}),
]
AT_TABLES = [(ANNA, BEN, CARO), (DIRK, EMMA, FRED)]


def test_the_best_of_each_table_and_the_next_best_as_a_wildcard():
    rows = standing(per_table(1), TWO_TABLES, ())
    assert set(advancing(per_table(1), rows, AT_TABLES).people) == {CARO, FRED}
    assert set(advancing(per_table(1, 1), rows, AT_TABLES).people) == {CARO, FRED, EMMA}


def test_a_tie_at_one_table_is_decided_at_that_table():
    """In the whole block Caro is equal to both; at the table it is only between the two."""
    games = [TWO_TABLES[0], game(DIRK, DIRK, DIRK, seats=(DIRK, EMMA, FRED), table=2)]
    block = per_table(1)
    rows = standing(block, games, ())
    stopped = advancing(block, rows, AT_TABLES)
    assert stopped.people == (CARO,)
    assert [(tie.people, tie.table) for tie in stopped.ties] == [((EMMA, FRED), 1)]
    played_off = [Decision("playoff", (FRED, EMMA))]
    rows = standing(block, games, (), decisions=played_off)
    assert set(advancing(block, rows, AT_TABLES, played_off).people) == {CARO, FRED}


def test_nobody_goes_on_out_of_the_last_block():
    with pytest.raises(FormatError) as refused:
        advancing(POINT_ROUND, [], [])
    assert refused.value.code == "nobody_advances"


# The end of the day.


CUP = Format(
    "pokal",
    "Pokal",
    "-",
    (
        best(3),
        replace(KNOCK_OUT, who=Who("advancing", 1), scoring=Scoring(lives=1), advance=None),
        replace(POINT_ROUND, who=Who("rest", 2)),
    ),
    team=Team(life_penalty=1),
)


def cup_day():
    """Six at two tables; three go into the knock-out, three play on for their teams."""
    first = [
        game(ANNA, ANNA, ANNA, seats=(ANNA, BEN, CARO), schock_aus={BEN: 2}),
        game(DIRK, EMMA, DIRK, seats=(DIRK, EMMA, FRED), table=2, schock_aus={DIRK: 1}),
    ]
    knock_out = knocked_out(CARO, BEN, seats=(BEN, CARO, FRED))
    rest = [game(EMMA, DIRK, EMMA, seats=(ANNA, DIRK, EMMA), schock_aus={ANNA: 2})]
    return {
        1: standing(CUP.block(1), first, ()),
        2: standing(CUP.block(2), knock_out, ()),
        3: standing(CUP.block(3), rest, ()),
    }


def test_later_blocks_stand_before_and_the_rest_lifts_nobody():
    check(CUP)
    ranking = final_ranking(CUP, cup_day())
    assert order(ranking) == [FRED, BEN, CARO, EMMA, DIRK, ANNA]
    assert [one.rank for one in ranking] == [1, 2, 3, 4, 5, 6]
    assert [one.block for one in ranking] == [2, 2, 2, 1, 1, 1]
    # Anna had the best round of the rest; she stays where the point round left her.
    assert cup_day()[3][0].person == ANNA


def test_before_the_knock_out_the_ranking_is_that_of_the_points():
    assert order(final_ranking(CUP, {1: cup_day()[1]}))[:3] == [BEN, CARO, FRED]


def test_each_life_lost_costs_the_team_a_point():
    red, blue = 10, 20
    teams = {ANNA: red, BEN: red, CARO: red, DIRK: blue, EMMA: blue, FRED: blue}
    first, second = team_ranking(CUP, cup_day(), teams)
    members = {one.person: one for row in (first, second) for one in row.members}
    assert (members[BEN].points, members[BEN].penalty, members[BEN].lives_lost) == (2 - 1, 1, 1)
    assert members[ANNA].by_block == {1: 0, 3: 2}
    assert (first.team, first.points, second.team, second.points) == (
        red,
        (0 + 2) + (2 - 1) + (2 - 1),
        blue,
        (0 + 1) + (1 + 0) + 2,
    )


def test_teams_with_as_many_points_share_the_place_and_the_best_of_a_team_may_count():
    one_counts = replace(CUP, team=Team(size_most=2, best=1, life_penalty=1))
    rows = team_ranking(one_counts, cup_day(), {ANNA: 1, BEN: 1, CARO: 1, FRED: 2})
    assert [(row.team, row.rank, row.points, row.size_fits) for row in rows] == [
        (1, 1, 2, False),
        (2, 1, 2, False),
    ]
    assert [(one.person, one.counts) for one in rows[0].members] == [
        (ANNA, True),
        (BEN, False),
        (CARO, False),
    ]


def test_a_format_without_teams_ranks_none():
    with pytest.raises(FormatError) as refused:
        team_ranking(load("gonzerath"), {}, {})
    assert refused.value.code == "no_teams"


def test_the_schock_aus_king_is_shared_and_counts_every_block_once():
    day = cup_day()
    king, _ = specials(final_ranking(CUP, day), day)
    assert (king.code, king.people, king.value) == ("schock_aus_king", (ANNA, BEN), 2)
    carried = {1: standing(POINT_ROUND, [game(ANNA, BEN, BEN, schock_aus={BEN: 2})], FOUR)}
    carried[2] = standing(load("schockfreunde").block(2), [], FOUR, by_person(carried[1]))
    king, _ = specials([*final_ranking(CUP, carried)], carried)
    assert king.value == 2


def test_next_to_last_of_the_day_and_who_is_equal_to_him():
    day = cup_day()
    *_, last = specials(final_ranking(CUP, day), day)
    assert (last.code, last.people) == ("next_to_last", (DIRK,))
    tied = {1: standing(POINT_ROUND, TIED, FOUR)}
    (only,) = specials(final_ranking(CUP, tied), tied)
    assert only.people == (BEN, CARO, DIRK)


def test_the_year_counts_places_and_drops_the_worst():
    places = (7, 5, 4, 3, 2, 1)
    tournaments = [cup_day(), cup_day(), {1: standing(POINT_ROUND, TIED, FOUR)}]
    rankings = [final_ranking(CUP, day) for day in tournaments]
    rows = by_person(year_ranking(rankings, places, drop=1))
    assert rows[FRED].points == 14
    assert rows[FRED].rank == 1
    # 5 and 5, and the mean of 7, 5 and 4 for a shared first place: the worst is dropped.
    assert rows[BEN].points == Fraction(16, 3) + 5
    assert [result.counts for result in rows[BEN].results] == [True, False, True]
    all_three = by_person(year_ranking(rankings, places))
    assert all_three[BEN].points == Fraction(16, 3) + 10
    assert by_person(year_ranking(rankings, places, best=1))[FRED].points == 7


def test_who_missed_a_tournament_has_dropped_it():
    places = (7, 5, 4, 3)
    twice = [final_ranking(CUP, {1: standing(POINT_ROUND, TIED, FOUR)})] * 2
    once = final_ranking(
        CUP, {1: standing(POINT_ROUND, [game(EMMA, BEN, BEN, seats=(EMMA, BEN))], ())}
    )
    rows = by_person(year_ranking([*twice, once], places, drop=1))
    assert (rows[ANNA].points, rows[EMMA].points) == (6, 7)


# Formats as data.


@pytest.mark.parametrize("slug", slugs())
def test_every_template_is_a_chain_and_survives_being_written(slug):
    found = load(slug)
    check(found)
    assert Format.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    for block in found.blocks:
        assert Block.from_dict(json.loads(json.dumps(block.to_dict()))) == block


@pytest.mark.parametrize("slug", slugs())
def test_every_template_fits_whoever_comes_or_says_why_not(slug):
    for people in range(1, 6):
        if slug == "steele" and people in (3, 4):
            continue
        with pytest.raises(FormatError) as refused:
            fitted(load(slug), people)
        assert refused.value.code in ("too_few_people", "tables_impossible")
    for people in range(6, 100):
        found = fitted(load(slug), people)
        assert headcounts(found, people)[1] == people
        assert fitted(found, people) == found


def test_schockfreunde_play_as_the_source_says():
    found = load("schockfreunde")
    rounds = [found.block(number) for number in found.main_line()]
    assert [block.scoring.lives for block in rounds] == [0, 0, 0, 2, 2, 2]
    assert [block.overtime for block in rounds] == ["sudden_round"] * 3 + ["one_half"] * 2 + [
        "finish_game"
    ]
    assert {block.minutes for block in rounds[:5]} == {75}
    assert {block.games.default for block in found.blocks if block.games} == {6}
    assert len(found.blocks) - len(rounds) == 3


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
        ({"deckel": {"3": 11, "4": 13}}, "size_missing"),
        ({"tables": {"target": 6, "most": 4}}, "table_sizes_invalid"),
        ({"who": {"kind": "all", "of": 1}}, "who_of_which_block"),
        ({"who": {"kind": "advancing"}}, "who_of_which_block"),
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
    ("blocks", "code"),
    [
        ((), "no_blocks"),
        ((FINAL,), "first_block_is_for_all"),
        ((best(4), replace(FINAL, who=Who("advancing", 2))), "block_refers_ahead"),
        ((best(4), replace(FINAL, who=Who("advancing", 9))), "block_refers_ahead"),
        ((best(4),), "advance_leads_nowhere"),
        ((best(4), POINT_ROUND), "advance_leads_nowhere"),
        ((POINT_ROUND, FINAL), "nobody_advances"),
        ((best(4), FINAL, POINT_ROUND), "all_after_a_cut"),
        ((POINT_ROUND, best(4), FINAL), "not_the_block_before"),
        ((best(6), FINAL), "final_too_big"),
        ((best(4), replace(POINT_ROUND, who=Who("rest", 1)), FINAL), "rest_of_nobody"),
        ((best(4), FINAL, replace(best(2), who=Who("rest", 2))), "rest_leads_nowhere"),
        (
            (best(4), FINAL, replace(POINT_ROUND, who=Who("rest", 2), carry_over=True)),
            "nothing_to_carry_over",
        ),
        ((replace(POINT_ROUND, carry_over=True),), "nothing_to_carry_over"),
        ((replace(POINT_ROUND, draw="points"),), "no_points_to_draw_by"),
        ((replace(POINT_ROUND, separate_teams=True),), "no_teams"),
        ((POINT_ROUND, replace(GONZERATH, carry_over=True)), "points_turn_round"),
    ],
)
def test_blocks_that_are_no_chain_are_refused(blocks, code):
    with pytest.raises(FormatError) as refused:
        check(Format("x", "X", "-", blocks))
    assert refused.value.code == code


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
    """So that whoever writes the sentences knows when one is missing."""
    folder = Path(formats.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert set(re.findall(r'FormatError\(\s*"(\w+)"', source)) == CODES


# What must always hold.


def season(rng, people=12, games=24, scoring=None):
    """Games with everything recorded, of people who sit together by chance."""
    found = []
    for number in range(1, games + 1):
        seats = rng.sample(range(1, people + 1), rng.choice((3, 4)))
        first, second = rng.choice(seats), rng.choice(seats)
        loser = rng.choice((first, second))
        outs = []
        for lost in (first, second):
            moments = {who: rng.randint(1, 3) for who in seats if who != lost}
            outs.append(moments)
        aus = {who: rng.choice((0, 0, 1)) for who in seats}
        found.append(
            game(
                first,
                second,
                loser,
                seats=seats,
                number=number,
                exits=outs,
                schock_aus=aus,
                throw_points=aus,
            )
        )
    return found


scorings = st.sampled_from(
    [block.scoring for slug in slugs() for block in load(slug).blocks]
    + [replace(WERL, together="seat"), replace(GONZERATH.scoring, lives=3, life_per="half")]
)


@fast
@given(seeds, scorings)
def test_the_order_of_games_and_people_does_not_matter(seed, scoring):
    rng = random.Random(seed)
    block = replace(POINT_ROUND, scoring=scoring, ties=("lives", "out_later", *POINT_ROUND.ties))
    games, people = season(rng), list(range(1, 14))
    once = standing(block, games, people, springers=[13])
    rng.shuffle(games)
    rng.shuffle(people)
    again = standing(block, games, people, springers=[13])
    assert once == again
    rng.shuffle(again)
    assert ranked(block, again) == once


@fast
@given(seeds, scorings)
def test_a_whole_game_gives_the_table_what_it_must(seed, scoring):
    for played in season(random.Random(seed)):
        total = game_total(scoring, played.size, played.ended_by)
        scored = score(scoring, played)
        assert scored.missing is None
        assert total is None or sum(scored.points.values()) == total


@fast
@given(seeds, st.sampled_from(["playoff", "lot"]))
def test_a_decision_moves_nobody_outside_of_its_tie(seed, kind):
    rng = random.Random(seed)
    games = season(rng, games=8)
    before = standing(POINT_ROUND, games, range(1, 16))
    tied = next(row for row in before if row.tied_with)
    wish = [tied.person, *tied.tied_with]
    rng.shuffle(wish)
    after = standing(POINT_ROUND, games, range(1, 16), decisions=[Decision(kind, tuple(wish))])
    first = tied.rank - 1
    assert order(after)[first : first + len(wish)] == wish
    outside = [row.position for row in before if row.person not in wish]
    assert [after[n - 1].person for n in outside] == [before[n - 1].person for n in outside]
    assert [after[n - 1].rank for n in outside] == [before[n - 1].rank for n in outside]


@fast
@given(seeds, st.integers(1, 11))
def test_as_many_go_on_as_should_once_the_ties_are_decided(seed, number):
    rng = random.Random(seed)
    games = season(rng, games=6)
    block = best(number)
    rows = standing(block, games, range(1, 13))
    found = advancing(block, rows, [])
    decisions = [Decision("lot", tuple(tie.people)) for tie in found.ties]
    assert len(found.people) + sum(tie.places for tie in found.ties) == number
    assert len(advancing(block, rows, [], decisions).people) == number


@st.composite
def blocks(draw):
    """Blocks that can be meant, for what is written and read back."""
    scoring = draw(scorings)
    lives = bool(scoring.lives)
    return Block(
        name=draw(st.text(min_size=1).filter(str.strip)),
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
