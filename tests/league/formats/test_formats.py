"""Points of games, ranking of blocks and ways onward: the worked numbers of real tournaments."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats import (
    Advance,
    Block,
    Credit,
    Credited,
    Decision,
    Format,
    FormatError,
    Played,
    Scoring,
    Tally,
    Who,
    advancing,
    alike_to,
    card_sums,
    credited,
    final_ranking,
    game_total,
    honours,
    load,
    open_ties,
    ranked,
    score,
    standing,
    table_over,
)
from tests.played import (
    ANNA,
    BEN,
    CARO,
    DIRK,
    EMMA,
    FOUR,
    FRED,
    GONZERATH,
    KNOCK_OUT,
    POINT_ROUND,
    TIED,
    WERL,
    best,
    by_person,
    game,
    in_order,
    knocked_out,
    order,
    scorings,
    season,
)

ALL = Who("all")
SCHOCKFREUNDE = POINT_ROUND.scoring
fast = settings(max_examples=40, deadline=None)
seeds = st.integers(0, 2**32)


def points(scoring, played):
    return dict(score(scoring, played).points)


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
    actual = points(WERL, game(ANNA, ANNA, ANNA, seats=three, exits=outs))
    assert actual == {ANNA: -1, BEN: 3 + 1, CARO: 1 + 3}


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


def test_only_the_half_that_was_cut_short_may_lack_who_got_out():
    outs = ({BEN: 1}, {ANNA: 1})
    assert score(WERL, game(ANNA, BEN, BEN, "overtime", exits=outs)).missing == "exit_first"


def test_where_halves_cost_lives_both_have_to_be_there():
    bands = Scoring(lives=3, life_per="half")
    assert score(bands, game(ANNA, None, ANNA, "final")).missing == "lost_second"


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


def test_direct_comparison_counts_the_games_of_the_blocks_before():
    met = game(BEN, CARO, CARO, seats=(ANNA, BEN, CARO))
    first = by_person(standing(POINT_ROUND, [met], ()))
    assert first[BEN].incomplete == ()
    block = replace(load("schockfreunde").block(2), ties=("points", "direct"))
    apart = [
        game(ANNA, EMMA, EMMA, seats=(ANNA, EMMA, FRED), table=2),
        game(DIRK, DIRK, DIRK, seats=(BEN, DIRK, EMMA), table=3),
    ]
    rows = by_person(standing(block, apart, (), first))
    assert rows[BEN].decided == ("direct", 1, 2, ANNA)
    # Where one of them has nothing to compare, nothing is compared.
    without = ranked(block, [rows[ANNA], replace(rows[BEN], met=())])
    assert [row.rank for row in without] == [1, 1]


def test_what_is_missing_on_an_earlier_card_is_still_named():
    first = by_person(standing(POINT_ROUND, [game(ANNA, None, ANNA, "final")], FOUR))
    rows = standing(load("schockfreunde").block(2), [game(ANNA, BEN, BEN)], FOUR, first)
    assert {row.incomplete for row in rows} == {((1, 1, 1, "lost_second"),)}


def test_schock_aus_decides_after_the_lost_games():
    rows = standing(POINT_ROUND, [game(ANNA, ANNA, ANNA, schock_aus={CARO: 1})], FOUR)
    assert order(rows)[0] == CARO
    assert rows[1].decided == ("more_schock_aus", 0, 1, CARO)


def test_who_sits_out_has_the_mean_of_the_others():
    played = [game(ANNA, BEN, BEN)]
    rows = by_person(standing(POINT_ROUND, played, FOUR, springers=[EMMA]))
    assert (rows[EMMA].points, rows[EMMA].total.springer) == (Fraction(5, 4), 1)
    # Who played after all has what he played for.
    assert by_person(standing(POINT_ROUND, played, FOUR, springers=[BEN]))[BEN].points == 0
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


def test_with_somebody_else_in_the_tie_a_decision_holds_for_nobody():
    """A corrected card brought Caro into it: what Dirk and Ben played off was another tie."""
    rows = standing(POINT_ROUND, TIED, FOUR, decisions=[Decision("lot", (DIRK, BEN))])
    assert [row.rank for row in rows] == [1, 1, 1, 4]


def test_what_was_played_off_stays_so_when_one_of_them_goes_home():
    decisions = [Decision("playoff", (CARO, DIRK, BEN))]
    rows = standing(best(1), TIED, FOUR, decisions=decisions)
    there = [row for row in rows if row.person != CARO]
    assert advancing(best(1), there, [], decisions).people == (DIRK,)


def test_the_last_decision_of_its_kind_holds():
    decisions = [Decision("lot", (CARO, BEN, DIRK)), Decision("lot", (BEN, DIRK, CARO))]
    assert order(standing(POINT_ROUND, TIED, FOUR, decisions=decisions))[0] == BEN


def test_a_tie_that_begins_on_the_podium_and_ends_below_it_is_played_off():
    rows = standing(POINT_ROUND, [game(ANNA, ANNA, ANNA, schock_aus={BEN: 1})], FOUR)
    assert [tie.people for tie in open_ties(rows, cut=None, podium=2)] == [(CARO, DIRK)]
    assert open_ties(rows, cut=None, podium=1) == []


def test_the_lot_comes_after_the_playoff():
    decisions = [Decision("lot", (CARO, BEN, DIRK), 7), Decision("playoff", (DIRK, BEN, CARO))]
    assert order(standing(POINT_ROUND, TIED, FOUR, decisions=decisions))[0] == DIRK


# Games that are not there.


ON = replace(GONZERATH, carry_over=True)
ROUNDS = Format("x", "X", "-", (GONZERATH, replace(ON, name="2"), replace(ON, name="3")))


def credits_for(person, kind, **more):
    """Anna's first card is lost; she lost three points in the second round and one in the third."""
    played = {
        1: Played([game(BEN, BEN, BEN, seats=(BEN, CARO, DIRK))], [FOUR]),
        2: Played([game(ANNA, ANNA, ANNA)], [FOUR]),
        3: Played([game(ANNA, BEN, BEN)], [FOUR]),
    }
    return credited(ROUNDS, played, {1: {person: Credit(kind, **more)}}), played[1].games


def test_the_own_mean_of_the_other_rounds_counts_for_a_lost_card():
    actual, games = credits_for(ANNA, "own")
    assert actual[1][ANNA].sums.points == 2  # of 3 and 1
    row = by_person(standing(GONZERATH, games, FOUR, credits=actual[1]))[ANNA]
    assert (row.points, row.here.blocks, row.here.games, row.credited) == (2, 1, 0, "own")
    assert order(standing(GONZERATH, games, FOUR, credits=actual[1])) == [CARO, DIRK, ANNA, BEN]


def test_a_mean_ranks_by_lost_games_and_schock_aus_too():
    played = [
        game(BEN, BEN, BEN, schock_aus={CARO: 2, DIRK: 2}, seats=(BEN, CARO, DIRK)),
        game(CARO, CARO, CARO, seats=(BEN, CARO, DIRK)),
        game(DIRK, DIRK, DIRK, seats=(BEN, CARO, DIRK)),
    ]
    rows = standing(POINT_ROUND, played, (BEN, CARO, DIRK), springers=[ANNA])
    anna = by_person(rows)[ANNA]
    assert (anna.here.games_lost, anna.here.schock_aus) == (1, 1)  # of 1 each, and 0, 2, 2
    given = credited(
        Format("x", "X", "-", (POINT_ROUND,)),
        {1: Played(played, [FOUR])},
        {1: {ANNA: Credit("table")}},
    )
    assert (given[1][ANNA].sums.games_lost, given[1][ANNA].sums.schock_aus) == (1, 1)
    # A mean was never thrown: it makes no König.
    kings = honours(final_ranking(Format("x", "X", "-", (POINT_ROUND,)), {1: rows}), {1: rows})
    assert {own.person for own in kings["schock_aus_king"]} == {CARO, DIRK}


def test_what_is_played_later_for_itself_changes_no_mean_of_a_round_before():
    """A final for the same points: who came to it was decided by the rounds."""
    final = Format("x", "X", "-", (*ROUNDS.blocks[:2], replace(GONZERATH, name="Finale")))
    assert [alike_to(final, number) for number in (1, 2, 3)] == [[2], [1], [1, 2]]
    played = {
        1: Played([game(BEN, BEN, BEN, seats=(BEN, CARO, DIRK))], [FOUR]),
        2: Played([game(ANNA, ANNA, ANNA)], [FOUR]),
        3: Played([game(ANNA, BEN, BEN)], [FOUR]),
    }
    actual = credited(final, played, {1: {ANNA: Credit("own")}})
    assert actual[1][ANNA].sums.points == 3  # of the second round alone


def test_the_mean_of_the_others_at_the_table_and_else_of_all():
    actual, _games = credits_for(ANNA, "table")
    assert actual[1][ANNA].sums.points == 1  # of 3, 0 and 0
    actual, _games = credits_for(EMMA, "table")  # sat at no table
    assert actual[1][EMMA].sums.points == 1


def test_without_another_round_there_is_no_own_mean_yet():
    actual, _games = credits_for(EMMA, "own")
    assert actual == {}


def test_sums_by_hand_count_like_games():
    sums = Tally(Fraction(4), games_lost=2, schock_aus=1)
    actual, games = credits_for(ANNA, "sums", sums=sums)
    row = by_person(standing(GONZERATH, games, FOUR, credits=actual[1]))[ANNA]
    assert (row.points, row.here.games_lost, row.here.schock_aus) == (4, 2, 1)
    only = {1: standing(GONZERATH, [], (), credits=actual[1])}
    assert order(final_ranking(ROUNDS, only)) == [ANNA]


def test_a_card_that_is_found_counts_before_what_stood_for_it():
    actual, _games = credits_for(BEN, "own", for_card=True)
    assert actual == {}


def test_lives_can_be_entered_by_hand():
    credits = {ANNA: Credited("sums", Tally(games_lost=2, lives_lost=2))}
    rows = standing(KNOCK_OUT, [], FOUR, credits=credits)
    assert by_person(rows)[ANNA].lives == 0
    assert by_person(rows)[BEN].lives == 2


# Knock-out.


def test_who_has_lost_two_games_is_out_and_the_later_the_better():
    rows = standing(KNOCK_OUT, knocked_out(ANNA, BEN, ANNA, CARO, BEN), FOUR)
    assert order(rows) == [DIRK, CARO, BEN, ANNA]
    assert [row.lives for row in rows] == [2, 1, 0, 0]
    assert [row.out_at for row in rows] == [None, None, 5, 3]
    assert rows[3].decided == ("out_later", 3, 5, BEN)


def test_who_changes_the_table_goes_out_with_the_later_game():
    moved = [
        game(ANNA, ANNA, ANNA, number=2, table=1),
        game(ANNA, ANNA, ANNA, number=1, table=2),
    ]
    assert by_person(standing(KNOCK_OUT, moved, FOUR))[ANNA].out_at == 2


def test_nobody_loses_more_lives_than_there_were():
    rows = by_person(standing(KNOCK_OUT, knocked_out(ANNA, ANNA, ANNA), FOUR))
    assert (rows[ANNA].lives, rows[ANNA].total.lives_lost, rows[ANNA].out_at) == (0, 2, 2)


def test_who_leaves_with_lives_has_none_from_the_last_game_on():
    rows = standing(KNOCK_OUT, knocked_out(BEN, CARO, BEN, CARO), FOUR, left=[ANNA])
    assert order(rows) == [DIRK, ANNA, CARO, BEN]
    gone = by_person(rows)[ANNA]
    assert (gone.lives, gone.out_at, gone.here.lives_lost) == (0, 4, 2)
    early = knocked_out(ANNA, seats=FOUR) + [
        game(n, n, n, seats=(BEN, CARO, DIRK), number=number)
        for number, n in enumerate((BEN, CARO, BEN, CARO), 2)
    ]
    rows = standing(KNOCK_OUT, early, FOUR, left=[ANNA])
    assert order(rows) == [DIRK, CARO, BEN, ANNA]
    assert by_person(rows)[ANNA].out_at == 1


def test_who_left_before_the_first_game_has_no_line():
    for block in (KNOCK_OUT, POINT_ROUND, GONZERATH):
        rows = standing(block, [game(ANNA, BEN, BEN)], (*FOUR, EMMA), left=[EMMA])
        assert EMMA not in order(rows)


def test_who_left_early_does_not_win_where_fewer_points_are_better():
    games = [game(BEN, BEN, BEN)]
    games += [game(number, number, number, seats=(BEN, CARO, DIRK), number=2) for number in (CARO,)]
    games += [game(DIRK, DIRK, DIRK, seats=(BEN, CARO, DIRK), number=3)]
    assert order(standing(GONZERATH, games, FOUR))[0] == ANNA  # a Springer between two tables
    assert order(standing(GONZERATH, games, FOUR, left=[ANNA]))[-1] == ANNA
    assert by_person(standing(POINT_ROUND, games, FOUR, left=[ANNA]))[ANNA].points == 2


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
        assert table_over(KNOCK_OUT, rows, len(games), 4) is over


def test_a_table_of_three_plays_six_games_in_essen_one_of_four_five():
    steele = load("steele").block(1)
    assert table_over(steele, [], 5, 4)
    assert not table_over(steele, [], 5, 3)
    assert not table_over(steele, [], 4, 4)


def test_the_survivors_go_on():
    rows = standing(KNOCK_OUT, knocked_out(ANNA, BEN, ANNA, CARO, BEN), FOUR)
    assert advancing(KNOCK_OUT, rows, [FOUR]).people == (DIRK, CARO)


# Who goes on.


def test_the_best_go_on_and_a_tie_across_the_cut_stops_it():
    rows = standing(best(2), [game(ANNA, BEN, BEN)], FOUR)
    assert advancing(best(2), rows, []).people == (CARO, DIRK)
    stopped = advancing(best(1), standing(best(1), [game(ANNA, BEN, BEN)], FOUR), [])
    assert (stopped.people, [tie.people for tie in stopped.ties]) == ((), [(CARO, DIRK)])


def test_who_is_sure_goes_on_while_others_play_it_out():
    three = advancing(best(2), standing(best(2), TIED, FOUR), [])
    assert (three.people, three.ties[0].places) == ((), 2)
    first = standing(best(2), [game(ANNA, ANNA, ANNA, schock_aus={BEN: 1})], FOUR)
    actual = advancing(best(2), first, [])
    assert (actual.people, [(tie.people, tie.rank, tie.places) for tie in actual.ties]) == (
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


def test_nobody_has_a_wildcard_while_a_table_plays_off():
    games = [TWO_TABLES[0], game(DIRK, DIRK, DIRK, seats=(DIRK, EMMA, FRED), table=2)]
    actual = advancing(per_table(1, 1), standing(per_table(1, 1), games, ()), AT_TABLES)
    assert (actual.people, [tie.table for tie in actual.ties]) == ((CARO,), [1])


def test_nobody_goes_on_out_of_the_last_block():
    with pytest.raises(FormatError) as refused:
        advancing(POINT_ROUND, [], [])
    assert refused.value.code == "nobody_advances"


# What must always hold.


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
    actual = advancing(block, rows, [])
    decisions = [Decision("lot", tuple(tie.people)) for tie in actual.ties]
    assert len(actual.people) + sum(tie.places for tie in actual.ties) == number
    assert len(advancing(block, rows, [], decisions).people) == number
