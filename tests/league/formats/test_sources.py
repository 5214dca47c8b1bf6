"""A block takes its people from several others: losers play on, come back, and no one twice."""

from dataclasses import replace
from fractions import Fraction

import pytest

from league.formats import (
    Advance,
    Decision,
    Fit,
    Format,
    FormatError,
    Games,
    Scoring,
    Source,
    Tables,
    Who,
    by_parity,
    check,
    final_ranking,
    fitted,
    going_on,
    headcounts,
    idle,
    load,
    longer,
    removed,
    score,
    standing,
    taken,
    team_ranking,
    with_another,
    year_ranking,
)
from tests.format_days import Day
from tests.played import (
    ANNA,
    BEN,
    CARO,
    DIRK,
    EMMA,
    FOUR,
    FRED,
    POINT_ROUND,
    best,
    by_person,
    game,
    in_order,
    knocked_out,
    order,
)

SEMI = replace(POINT_ROUND, advance=Advance("per_table", 1), tables=Tables(4, 3, 5))
DUEL = replace(POINT_ROUND, tables=Tables(2, 2, 4), games=Games(2))
LIVES = replace(POINT_ROUND, scoring=Scoring(lives=2), ties=("lives", "out_later", "lot"))


def out_of(*sources):
    return Who("sources", sources=sources)


ACCOUNT = replace(LIVES, carry_lives=True, who=out_of(Source(1, "survivors")))


def chain(*blocks, **more):
    return Format("x", "X", "-", blocks, **more)


THIRD = chain(
    best(4),
    replace(SEMI, who=Who("advancing", 1), tables=Tables(2, 2, 2)),
    replace(DUEL, name="Platz 3", who=out_of(Source(2, "losers"))),
    replace(DUEL, name="Finale", who=Who("advancing", 2)),
)


def test_the_losers_of_the_semi_finals_play_for_the_third_place():
    check(THIRD)
    assert headcounts(THIRD, 12) == {1: 12, 2: 4, 3: 2, 4: 2}
    tables = [(ANNA, BEN), (CARO, DIRK)]
    games = [
        game(ANNA, ANNA, ANNA, seats=(ANNA, BEN)),
        game(CARO, CARO, CARO, seats=(CARO, DIRK), table=2),
    ]
    rows = standing(THIRD.block(2), games, FOUR)
    led = taken(THIRD, 2, rows, tables)
    assert led[4].people == (BEN, DIRK)
    assert led[3].people == (ANNA, CARO)
    assert going_on(THIRD, 2, rows, led).people == (BEN, DIRK)


def test_whoever_wins_for_the_third_place_is_third():
    day = Day("leevmarie", 20, seed=3)
    places = {placed.position: placed.person for placed in day.ranking}
    third = day.named("Spiel um Platz 3")
    assert {places[3], places[4]} == third.people
    assert places[3] == third.rows[0].person
    assert {places[1], places[2]} == day.named("Finale").people


def test_while_a_tie_is_open_neither_way_has_those_it_is_about():
    block = replace(SEMI, advance=Advance("best", 2))
    format = chain(
        block,
        replace(DUEL, who=out_of(Source(1, "losers"))),
        replace(DUEL, who=Who("advancing", 1)),
    )
    rows = standing(block, [game(ANNA, ANNA, ANNA)], FOUR)
    led = taken(format, 1, rows, [FOUR])
    assert (led[3].people, led[2].people) == ((), (ANNA,))
    assert led[3].ties == led[2].ties != ()
    decisions = [Decision("playoff", (DIRK, CARO, BEN))]
    led = taken(format, 1, rows, [FOUR], decisions)
    assert (set(led[3].people), set(led[2].people)) == ({CARO, DIRK}, {ANNA, BEN})


def test_places_of_the_whole_block_and_of_each_table():
    small = replace(DUEL, tables=Tables(2, 2, 6))
    format = chain(
        replace(POINT_ROUND, tables=Tables(3, 3, 3)),
        replace(small, name="B", who=out_of(Source(1, "per_table", 2, 3))),
        replace(small, name="A", who=out_of(Source(1, "per_table", 1, 1))),
    )
    check(format)
    assert headcounts(format, 6) == {1: 6, 2: 4, 3: 2}
    tables = [(ANNA, BEN, CARO), (DIRK, EMMA, FRED)]
    games = [
        game(ANNA, BEN, ANNA, seats=tables[0]),
        game(DIRK, EMMA, DIRK, seats=tables[1], table=2),
    ]
    rows = standing(format.block(1), games, range(1, 7))
    led = taken(format, 1, rows, tables)
    assert set(led[3].people) == {CARO, FRED}
    assert set(led[2].people) == {ANNA, BEN, DIRK, EMMA}
    of_all = chain(
        POINT_ROUND,
        replace(small, name="B", who=out_of(Source(1, "places", 3))),
        replace(small, name="A", who=out_of(Source(1, "places", 1, 2))),
    )
    check(of_all)
    assert headcounts(of_all, 8) == {1: 8, 2: 6, 3: 2}
    led = taken(of_all, 1, rows, tables)
    assert (led[3].people, set(led[2].people)) == ((CARO, FRED), {ANNA, BEN, DIRK, EMMA})


def test_nobody_who_plays_is_forgotten_and_nobody_is_taken_twice():
    format, people = fitted(load("oberkirchen"), 40), 40
    heads = headcounts(format, people)
    for number in format.main_line()[:-1]:
        leaves = idle(format, people).get(number, 0)
        comes = sum(heads[n] for n in {taker for taker, _source in format.taken_from(number)})
        assert leaves <= heads[number] <= leaves + comes
    assert sum(idle(format, people).values()) == people - 4
    assert idle(load("steele"), 23) == {}
    assert idle(fitted(load("schockfreunde"), 40), 40) == {}


@pytest.mark.parametrize(
    ("blocks", "code"),
    [
        ((POINT_ROUND, replace(DUEL, who=out_of(Source(1, "losers")))), "losers_of_nobody"),
        (
            (POINT_ROUND, replace(DUEL, who=out_of(Source(1, "survivors")))),
            "survivors_without_lives",
        ),
        (
            (
                best(4),
                replace(DUEL, who=out_of(Source(1, "advancing"))),
                replace(DUEL, who=out_of(Source(1, "places", 2, 3), Source(2, "losers"))),
            ),
            "taken_twice",
        ),
        (
            (
                POINT_ROUND,
                replace(DUEL, who=out_of(Source(1, "places", 1, 4))),
                replace(DUEL, who=out_of(Source(1, "places", 4))),
            ),
            "taken_twice",
        ),
        ((best(2), replace(DUEL, who=out_of(Source(1), Source(3)))), "block_refers_ahead"),
        (
            (
                LIVES,
                replace(
                    LIVES,
                    carry_lives=True,
                    who=out_of(Source(1, "survivors")),
                    scoring=Scoring(lives=1),
                ),
            ),
            "no_lives_to_carry",
        ),
        (
            (
                replace(LIVES, again=True, advance=Advance("survivors")),
                replace(LIVES, who=Who("advancing", 1)),
            ),
            "again_is_not_last",
        ),
        ((replace(LIVES, carry_lives=True),), "nothing_to_carry_over"),
    ],
)
def test_ways_that_lead_nowhere_are_refused(blocks, code):
    with pytest.raises(FormatError) as refused:
        check(chain(*blocks))
    assert refused.value.code == code


def test_a_round_that_is_left_out_sends_its_people_through():
    whole = load("dormagen")
    shorter_day = fitted(whole, 12)
    assert [block.name for block in shorter_day.blocks] == [
        "Hauptrunde (1)",
        "Verliererrunde (3)",
        "Hauptrunde (4)",
        "Verliererrunde (4)",
        "Hauptrunde (5)",
        "Verliererrunde (5)",
        "Finale",
    ]
    assert shorter_day.block(2).who == out_of(Source(1, "losers"))
    with pytest.raises(FormatError) as refused:
        check(replace(whole, fits=(Fit(12, without=(11,)),)))
    assert refused.value.code == "fits_skip_the_final"


def test_without_its_last_block_nobody_advances_to_it_by_either_way():
    whole = fitted(load("dm2007"), 40)
    cut_short = removed(whole, len(whole.blocks))
    assert [block.advance for block in cut_short.blocks[-2:]] == [None, None]
    check(cut_short)


# --- lives as an account ----------------------------------------------------------------------


def test_lives_go_on_counting_where_nobody_gets_new_ones():
    first = standing(LIVES, knocked_out(ANNA, BEN, BEN), FOUR)
    second = replace(LIVES, carry_lives=True, who=out_of(Source(1, "survivors")))
    rows = by_person(
        standing(
            second,
            knocked_out(ANNA, CARO, seats=(ANNA, CARO, DIRK)),
            (ANNA, CARO, DIRK),
            by_person(first),
        )
    )
    assert [rows[item].lives for item in (ANNA, CARO, DIRK)] == [0, 1, 2]
    assert rows[ANNA].out_at == 1
    assert rows[ANNA].here.lives_lost == 1
    fresh = by_person(standing(replace(ACCOUNT, carry_lives=False), [], (ANNA,), by_person(first)))
    assert fresh[ANNA].lives == 2


def test_played_again_until_one_is_left():
    day = Day("grafschaft", 9, seed=2)
    assert len(day.blocks) > 2
    assert [block.name for block in day.format.blocks[:3]] == ["Runde", "Runde (2)", "Runde (3)"]
    check(day.format)
    assert day.format.account(3) == [1, 2]
    assert longer(day.format) == with_another(day.format)
    rows = {number: played.rows for number, played in day.blocks.items()}
    lost = sum(row.here.lives_lost for block in rows.values() for row in block)
    last = day.ranking[0]
    assert lost == 9 * 3 - last.row.lives
    assert [row.lives for row in rows[len(rows)] if row.person != last.person] == [0] * (
        len(rows[len(rows)]) - 1
    )


def test_even_and_odd_sit_apart_until_one_table_is_enough():
    day = Day("puetzchen", 24, seed=5)
    left = dict.fromkeys(day.everybody, 7)
    for played in day.blocks.values():
        mixed = [table for table in played.tables if len({left[item] % 2 for item in table}) > 1]
        if len(played.people) <= 9:
            assert len(played.tables) == 1
        else:  # no more than one group that was too small for a table of its own
            assert len(mixed) <= 1
        for fact in (fact for table in played.facts for fact in table):
            left[fact.loser] -= 1
    assert len(day.blocks) > 3


def test_a_group_too_small_for_a_table_takes_as_few_of_the_other_as_it_needs():
    lives = {ANNA: 6, BEN: 4, CARO: 3, DIRK: 1, EMMA: 5, FRED: 7, 7: 1, 8: 3}
    tables = Tables(4, 3, 5)
    assert by_parity(list(lives), lives, tables) == ((ANNA, BEN, CARO), (DIRK, EMMA, FRED, 7, 8))
    assert by_parity([ANNA, BEN, CARO], lives, tables) == ((ANNA, BEN, CARO),)
    assert by_parity(list(lives), lives, replace(tables, together=9)) == (tuple(lives),)


# --- a play-off for a life --------------------------------------------------------------------


def test_whoever_wins_the_final_takes_the_staked_life_back():
    block = replace(LIVES, scoring=Scoring(lives=3, life_per="stake"))
    rows = by_person(
        standing(block, [game(ANNA, BEN, BEN), game(CARO, CARO, CARO, number=2)], FOUR)
    )
    assert [rows[item].lives for item in FOUR] == [3, 2, 1, 3]
    assert score(block.scoring, game(None, BEN, BEN, "final")).missing == "lost_first"


def test_the_team_has_the_lives_its_members_have_left():
    velen = load("velen")
    first = standing(velen.block(1), [game(ANNA, BEN, BEN), game(CARO, CARO, CARO, number=2)], FOUR)
    second = standing(velen.block(2), [game(DIRK, DIRK, DIRK)], FOUR)
    teams = team_ranking(velen, {1: first, 2: second}, {ANNA: 1, BEN: 2, CARO: 2, DIRK: 1})
    assert [(row.team, row.points) for row in teams] == [(1, 3 + 2 + 3 + 0), (2, 2 + 2 + 1 + 2)]
    account = replace(
        velen,
        blocks=(
            velen.block(1),
            replace(velen.block(2), carry_lives=True, scoring=velen.block(1).scoring),
        ),
    )
    second = standing(account.block(2), [game(DIRK, DIRK, DIRK)], FOUR, by_person(first))
    teams = team_ranking(account, {1: first, 2: second}, {ANNA: 1, BEN: 2, CARO: 2, DIRK: 1})
    assert [(row.team, row.points) for row in teams] == [(1, 3 + 1), (2, 2 + 1)]


# --- points for any table, the year -----------------------------------------------------------


def test_points_for_getting_out_at_tables_of_any_size():
    scoring = Scoring(exits={4: (3, 2, 1, 0)}, exits_else=(3, 2, 1, 0))
    assert scoring.exits_at(3) == (3, 2, 0)
    assert scoring.exits_at(5) == (3, 2, 1, 0, 0)
    five = (ANNA, BEN, CARO, DIRK, EMMA)
    item = game(EMMA, EMMA, EMMA, seats=five, exits=(in_order(*FOUR), in_order(*FOUR)))
    assert score(scoring, item).points == {ANNA: 6, BEN: 4, CARO: 2, DIRK: 0, EMMA: 0}
    replace(POINT_ROUND, scoring=scoring).check()


def test_four_tournaments_make_the_year_and_the_worst_is_dropped():
    days = [Day("schockenorg", 10, seed=seed).ranking for seed in range(4)]
    points = (7, 5, 4, 3, 2, 1)
    year = year_ranking(days, points, drop=1)
    by_hand: dict[int, list[Fraction]] = {}
    for day in days:
        for placed in day:
            shared = [item for item in day if item.rank == placed.rank]
            share = Fraction(
                sum(points[item.position - 1] for item in shared if item.position <= 6), len(shared)
            )
            by_hand.setdefault(placed.person, []).append(share)
    assert {row.person: row.points for row in year} == {
        person: sum(sorted(of)[1:]) for person, of in by_hand.items()
    }
    assert order(year)[0] in {
        p for p, of in by_hand.items() if sum(sorted(of)[1:]) == year[0].points
    }


def test_a_later_block_lifts_whoever_came_back_from_the_losers():
    day = Day("dormagen", 16, seed=4)
    final = day.named("Finale").people
    assert {
        placed.person
        for placed in final_ranking(day.format, {n: p.rows for n, p in day.blocks.items()})[:4]
    } == final
