"""The end of the day and of the year: ranking, teams, special prizes."""

from dataclasses import replace
from fractions import Fraction

import pytest

from league.formats import (
    Format,
    FormatError,
    Placed,
    Row,
    Scoring,
    Team,
    Who,
    check,
    final_ranking,
    honours,
    load,
    specials,
    standing,
    team_ranking,
    year_ranking,
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
    best,
    by_person,
    game,
    knocked_out,
    order,
)

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
    assert [placed.rank for placed in ranking] == [1, 2, 3, 4, 5, 6]
    assert [placed.block for placed in ranking] == [2, 2, 2, 1, 1, 1]
    # Anna had the best round of the rest; she stays where the point round left her.
    assert cup_day()[3][0].person == ANNA


def test_before_the_knock_out_the_ranking_is_that_of_the_points():
    assert order(final_ranking(CUP, {1: cup_day()[1]}))[:3] == [BEN, CARO, FRED]


def test_each_life_lost_costs_the_team_a_point():
    red, blue = 10, 20
    teams = {ANNA: red, BEN: red, CARO: red, DIRK: blue, EMMA: blue, FRED: blue}
    first, second = team_ranking(CUP, cup_day(), teams)
    members = {member.person: member for row in (first, second) for member in row.members}
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
    assert [(member.person, member.counts) for member in rows[0].members] == [
        (ANNA, True),
        (BEN, False),
        (CARO, False),
    ]


def test_where_fewer_is_better_the_team_with_fewer_stands_above_and_its_best_are_the_fewest():
    loss_points = Format("x", "X", "-", (GONZERATH, KNOCK_OUT), Team(best=1, life_penalty=1))
    first = standing(GONZERATH, [game(ANNA, BEN, BEN)], FOUR)  # 1, 2, 0 and 0
    then = standing(KNOCK_OUT, knocked_out(CARO, CARO), FOUR)
    rows = team_ranking(loss_points, {1: first, 2: then}, {ANNA: 1, BEN: 1, CARO: 2, DIRK: 3})
    assert [(row.team, row.points) for row in rows] == [(3, 0), (1, 1), (2, 2)]
    assert [(member.person, member.counts) for member in rows[1].members] == [
        (ANNA, True),
        (BEN, False),
    ]


def test_a_team_does_not_win_by_a_member_who_left_where_fewer_is_better():
    loss_points = Format("x", "X", "-", (GONZERATH,), Team(size_least=2, size_most=2))
    first = [game(BEN, CARO, CARO), game(DIRK, DIRK, DIRK, number=2, seats=(BEN, CARO, DIRK))]
    teams = {ANNA: 1, BEN: 1, CARO: 2, DIRK: 2}
    rows = team_ranking(loss_points, {1: standing(GONZERATH, first, FOUR, left=[ANNA])}, teams)
    assert [(row.team, row.rank, row.points) for row in rows] == [(2, 1, 5), (1, 2, 1)]


def test_a_format_without_teams_ranks_none():
    with pytest.raises(FormatError) as refused:
        team_ranking(load("gonzerath"), {}, {})
    assert refused.value.code == "no_teams"


def test_the_schock_aus_king_is_shared_and_counts_every_block_once():
    day = cup_day()
    king, _ = specials(honours(final_ranking(CUP, day), day))
    assert (king.code, king.people, king.value) == ("schock_aus_king", (ANNA, BEN), 2)
    carried = {1: standing(POINT_ROUND, [game(ANNA, BEN, BEN, schock_aus={BEN: 2})], FOUR)}
    carried[2] = standing(load("schockfreunde").block(2), [], FOUR, by_person(carried[1]))
    king, _ = specials(honours([*final_ranking(CUP, carried)], carried))
    assert king.value == 2


def test_next_to_last_is_the_rank_before_the_last_however_many_share_that():
    day = cup_day()
    *_, last = specials(honours(final_ranking(CUP, day), day))
    assert (last.code, last.people) == ("next_to_last", (DIRK,))
    tied = {1: standing(POINT_ROUND, TIED, FOUR)}
    (only,) = specials(honours(final_ranking(CUP, tied), tied))
    assert only.people == (BEN, CARO, DIRK)
    everybody = {1: standing(POINT_ROUND, [], FOUR)}
    assert specials(honours(final_ranking(CUP, everybody), everybody)) == []


def test_whoever_is_equal_on_the_place_before_the_last_shares_next_to_last():
    def next_to_last(*ranks):
        ranking = [
            Placed(number, rank, at, 1, Row(number))
            for at, (number, rank) in enumerate(zip(FOUR, ranks, strict=True), start=1)
        ]
        (shared,) = specials(honours(ranking, {}))
        return shared.people

    assert next_to_last(1, 2, 2, 4) == (BEN, CARO)
    assert next_to_last(1, 2, 3, 3) == (BEN,)
    assert next_to_last(1, 2, 2, 2) == (ANNA,)


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


def test_one_result_always_counts():
    once = [final_ranking(CUP, cup_day())]
    assert by_person(year_ranking(once, (7, 5, 4), drop=1))[FRED].points == 7


def test_who_missed_a_tournament_has_dropped_it():
    places = (7, 5, 4, 3)
    twice = [final_ranking(CUP, {1: standing(POINT_ROUND, TIED, FOUR)})] * 2
    once = final_ranking(
        CUP, {1: standing(POINT_ROUND, [game(EMMA, BEN, BEN, seats=(EMMA, BEN))], ())}
    )
    rows = by_person(year_ranking([*twice, once], places, drop=1))
    assert (rows[ANNA].points, rows[EMMA].points) == (6, 7)


def test_the_best_of_a_group_is_whoever_stands_first_of_it():
    day = cup_day()
    ranking = final_ranking(CUP, day)
    own = honours(ranking, day, group={CARO, BEN, ANNA})["best_of_group"]
    assert [(honour.person, honour.rank, honour.value) for honour in own] == [
        (BEN, 1, 2),
        (CARO, 2, 3),
        (ANNA, 3, 6),
    ]
    shared = [Placed(BEN, 1, 1, 1, Row(BEN)), Placed(CARO, 1, 2, 1, Row(CARO))]
    assert [honour.rank for honour in honours(shared, {}, group={BEN, CARO})["best_of_group"]] == [
        1,
        1,
    ]
    assert honours(ranking, day)["best_of_group"] == []


def test_the_first_to_lose_the_last_life_is_named_where_it_is_played_to_the_last():
    day = cup_day()
    first_out = honours(final_ranking(CUP, day), day, to_the_last=True)["first_out"]
    assert [(honour.person, honour.value) for honour in first_out] == [(CARO, 1)]
    assert honours(final_ranking(CUP, day), day)["first_out"] == []


def test_other_figures_of_the_cards_are_ranked_where_somebody_wants_them():
    day = cup_day()
    ranking = final_ranking(CUP, day)
    wanted = honours(ranking, day, counters=["most_games_lost", "most_halves_lost"])
    lost = {ANNA: 1, BEN: 1, CARO: 1, DIRK: 1, EMMA: 1}
    assert {honour.person: honour.value for honour in wanted["most_games_lost"]} == lost
    halves = {ANNA: 2, BEN: 2, CARO: 2, DIRK: 2, EMMA: 2}
    assert {honour.person: honour.value for honour in wanted["most_halves_lost"]} == halves
    assert honours(ranking, day)["most_games_lost"] == []
