"""Rounds kept as data: their meetings counted plainly, and what the draw makes of them."""

import random
from itertools import combinations

import pytest

from bench.draw import HARDEST
from league.draw import Plan, quality, schedule
from league.draw.base_rounds import BY_SIZE, KNOWN, known
from tests.league.draw.page import PAGE, written


def name(circles):
    return f"{circles.people // circles.size}x{circles.size}"


def size_of_tables(people, tables):
    each, larger = divmod(people, tables)
    return (each + 1,) * larger + (each,) * (tables - larger)


@pytest.mark.parametrize("circles", KNOWN, ids=name)
def test_everybody_sits_in_each_round_and_meets_nobody_twice(circles):
    met = set()
    for tables in circles.rounds():
        assert sorted(person for table in tables for person in table) == list(range(circles.people))
        assert {len(table) for table in tables} == {circles.size}
        pairs = [pair for table in tables for pair in combinations(table, 2)]
        assert met.isdisjoint(pairs)
        met.update(pairs)
    assert met.isdisjoint(combinations(range(circles.people)[circles.people - circles.spare :], 2))


def test_each_size_is_kept_once():
    assert len(BY_SIZE) == len(KNOWN)


@pytest.mark.parametrize(
    ("tables", "size", "rounds"),
    [(tables, size, HARDEST[size][tables - 3]) for tables, size in BY_SIZE],
)
def test_the_draw_has_as_many_rounds_without_a_repeat_as_are_known(tables, size, rounds):
    for wanted in (rounds, rounds - 1):
        plan = Plan(tuple(range(tables * size)), (size,) * tables)
        drawn = schedule(plan, wanted, random.Random(wanted), 0)
        figures = quality(drawn.rounds)
        assert len(drawn.rounds) == wanted
        assert figures.most_meetings == 1
        assert figures.firsts.most - figures.firsts.least <= 1
        assert all(seat.most - seat.least <= 1 for seat in figures.seats)
        assert drawn.proven


@pytest.mark.parametrize(
    ("people", "tables", "rounds"), [(23, 6, 7), (22, 6, 7), (27, 7, 9), (29, 6, 6), (71, 12, 13)]
)
def test_who_is_missing_leaves_a_seat_empty_and_still_nobody_meets_twice(people, tables, rounds):
    plan = Plan(tuple(range(people)), size_of_tables(people, tables))
    drawn = schedule(plan, rounds, random.Random(1), 0)
    assert drawn.origin == "circles"
    assert [tuple(map(len, seats)) for seats in drawn.rounds] == [plan.sizes()] * rounds
    assert quality(drawn.rounds).most_meetings == 1


def test_more_empty_seats_than_never_meet_are_refused():
    assert known(6, 4, 7, 3, random.Random(1))
    assert known(6, 4, 7, 4, random.Random(1)) is None
    assert known(5, 4, 7, 0, random.Random(1)) is None


def test_known_rounds_are_dealt_out_by_lot():
    plan = Plan(tuple(range(24)), (4,) * 6)
    first = {schedule(plan, 7, random.Random(seed), 0).rounds[0] for seed in range(4)}
    assert len(first) == 4


def test_the_page_says_what_the_draw_knows():
    there = PAGE.read_text("utf-8")
    assert there == written(there), "docs/draw.md is old; python -m tests.league.draw.page"
