"""The draw: what must always hold, known schedules, and two draws written down."""

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from league.draw import (
    DrawError,
    Place,
    Plan,
    Spread,
    TableSizes,
    draw,
    join,
    leave,
    meetings,
    quality,
    redraw,
    schedule,
    sizes,
    why,
)
from league.draw.designs import carousel, field, kirkman
from league.draw.every import every_round, number_of_rounds
from league.draw.meetings import pigeonholes, repeat
from league.draw.search import Task
from league.draw.shares import shortfalls

ROOT = Path(__file__).resolve().parent.parent.parent.parent
WIDE = TableSizes(4, 2, 5)
LITTLE = 15_000
numbers = st.integers(2, 120)
seeds = st.integers(0, 2**32)
fast = settings(max_examples=15, deadline=None)


def people(number):
    return tuple(range(101, 101 + number))


def lot(plan, rng):
    """Return a round by nothing but lot."""
    seats = list(plan.people)
    rng.shuffle(seats)
    return tuple(tuple(seats.pop() for _ in range(size)) for size in plan.sizes())


def after(plan, rounds, rng):
    """Return the plan after some rounds by lot."""
    return replace(plan, history=tuple(lot(plan, rng) for _ in range(rounds)))


def seated(tables):
    return sorted(person for table in tables for person in table)


def repeats(plan, tables):
    met = meetings(plan.history)
    return sum(
        met.get(person, {}).get(other, 0) > 0
        for table in tables
        for person, other in combinations(table, 2)
    )


def code(call, *args, **kwargs):
    with pytest.raises(DrawError) as caught:
        call(*args, **kwargs)
    return caught.value.code


# Sizes of tables


@pytest.mark.parametrize(
    ("number", "target", "least", "most", "fill", "wanted"),
    [
        (17, 4, 3, 5, "nearest", (5, 4, 4, 4)),
        (17, 4, 3, 5, "smaller", (4, 4, 3, 3, 3)),
        (17, 4, 3, 4, "nearest", (4, 4, 3, 3, 3)),
        (17, 4, 4, 5, "smaller", (5, 4, 4, 4)),
        (14, 4, 3, 5, "nearest", (4, 4, 3, 3)),
        (14, 4, 3, 5, "larger", (5, 5, 4)),
        (16, 4, 3, 5, "larger", (4, 4, 4, 4)),
        (6, 4, 3, 6, "nearest", (3, 3)),
        (6, 4, 3, 6, "larger", (6,)),
        (48, 6, 5, 6, "nearest", (6,) * 8),
    ],
)
def test_tables_are_filled_as_the_organiser_allows(number, target, least, most, fill, wanted):
    assert sizes(number, target, least, most, fill) == wanted


@given(
    st.integers(1, 120),
    st.tuples(st.integers(2, 8), st.integers(2, 8), st.integers(2, 8)).map(sorted),
    st.sampled_from(["nearest", "smaller", "larger"]),
)
def test_tables_are_even_or_the_error_says_who_could_come(number, limits, fill):
    least, target, most = limits
    if any(tables * least <= number <= tables * most for tables in range(1, number + 1)):
        actual = sizes(number, target, least, most, fill)
        assert sum(actual) == number
        assert least <= min(actual) <= max(actual) <= most
        assert max(actual) - min(actual) <= 1
        assert list(actual) == sorted(actual, reverse=True)
        return
    with pytest.raises(DrawError) as caught:
        sizes(number, target, least, most, fill)
    assert caught.value.code == "table_sizes_impossible"
    below, above = caught.value.data["below"], caught.value.data["above"]
    assert below is None or below < number
    assert number < above
    for works in filter(None, (below, above)):
        assert sum(sizes(works, target, least, most, fill)) == works


def test_five_people_do_not_fit_tables_of_three_and_four():
    with pytest.raises(DrawError) as caught:
        sizes(5, 4, 3, 4)
    assert (caught.value.data["below"], caught.value.data["above"]) == (4, 6)
    assert code(sizes, 12, 3, 4, 5) == "table_sizes_invalid"


# What must always hold


@fast
@given(numbers, st.integers(0, 3), st.sampled_from([0, LITTLE]), seeds)
def test_everybody_sits_once_and_the_tables_are_as_asked(number, played, budget, seed):
    rng = random.Random(seed)
    plan = after(Plan(people(number), WIDE), played, rng)
    drawn = draw(plan, rng, budget)
    assert seated(drawn.tables) == list(plan.people)
    assert tuple(map(len, drawn.tables)) == plan.sizes()
    assert all(low <= high for low, high in zip(drawn.bound[:4], drawn.cost[:4], strict=True))
    assert pigeonholes(plan, 1, repeat)["person"] <= repeats(plan, drawn.tables)


@fast
@given(st.integers(2, 60), st.integers(1, 5), seeds)
def test_a_schedule_keeps_every_round_whole(number, rounds, seed):
    plan = Plan(people(number), WIDE)
    drawn = schedule(plan, rounds, random.Random(seed), LITTLE)
    assert len(drawn.rounds) == rounds
    for tables in drawn.rounds:
        assert seated(tables) == list(plan.people)
        assert tuple(map(len, tables)) == plan.sizes()
    assert all(low <= high for low, high in zip(drawn.bound[:5], drawn.cost[:5], strict=True))


@fast
@given(st.integers(4, 60), st.integers(1, 4), seeds)
def test_a_draw_repeats_no_more_than_lots_do(number, played, seed):
    rng = random.Random(seed)
    plan = after(Plan(people(number), WIDE), played, rng)
    drawn = draw(plan, rng, 60_000)
    lots = [Task(plan, 1).cost([_where(plan, lot(plan, rng))]) for _ in range(5)]
    assert drawn.cost[:3] <= min(lots)[:3]


def _where(plan, tables):
    at = {person: number for number, table in enumerate(tables) for person in table}
    return [at[person] for person in plan.people]


@fast
@given(st.integers(3, 12), st.integers(3, 6), seeds)
def test_a_second_round_repeats_nobody_where_there_are_tables_enough(tables, size, seed):
    assume(size <= tables)
    rng = random.Random(seed)
    plan = after(Plan(people(tables * size), (size,) * tables), 1, rng)
    assert repeats(plan, draw(plan, rng).tables) == 0


@fast
@given(st.integers(6, 30), st.integers(1, 3), seeds)
def test_more_budget_is_never_worse(number, rounds, seed):
    plan = Plan(people(number), WIDE, teams={person: person % 5 for person in people(number)})
    costs = [
        schedule(plan, rounds, random.Random(seed), budget).cost[:5]
        for budget in (0, 5_000, 20_000, 40_000)
    ]
    assert costs == sorted(costs, reverse=True)


@fast
@given(st.integers(3, 8), st.integers(3, 5), st.integers(2, 8), seeds)
def test_team_mates_are_apart_where_that_is_possible(tables, size, in_team, seed):
    number = tables * size
    in_team = min(in_team, tables)
    teams = {person: index // in_team for index, person in enumerate(people(number))}
    drawn = draw(Plan(people(number), (size,) * tables, teams), random.Random(seed), 100_000)
    assert drawn.cost.mates == 0
    assert all(len({teams[person] for person in table}) == size for table in drawn.tables)


def test_teams_first_parts_mates_where_new_people_would_be_mates():
    # Two teams at two tables: after two rounds no one is new but one's own.
    plan = Plan(people(8), (4, 4), {person: person % 2 for person in people(8)}, teams_first=True)
    drawn = draw(after(plan, 1, random.Random(1)), random.Random(2))
    assert drawn.cost.apart == drawn.bound.apart == 4


@fast
@given(st.integers(6, 40), seeds)
def test_who_must_not_meet_does_not(number, seed):
    rng = random.Random(seed)
    plan = Plan(people(number), TableSizes(3, 2, 4))
    pairs = tuple(tuple(rng.sample(plan.people, 2)) for _ in range(number // 6))
    # A pair that has met is parted even where that costs a repeat.
    plan = replace(after(plan, 2, rng), apart=pairs[::2], rather_not=pairs[1::2])
    drawn = draw(plan, rng, 60_000)
    tables = [set(table) for table in drawn.tables]
    assert not any(set(pair) <= table for pair in plan.apart for table in tables)
    count = sum(set(pair) <= table for pair in set(plan.rather_not) for table in tables)
    assert count >= drawn.cost.mates


@fast
@given(st.integers(5, 50), seeds, st.data())
def test_who_is_fixed_stays(number, seed, data):
    rng = random.Random(seed)
    plan = after(Plan(people(number), WIDE), 2, rng)
    before = lot(plan, rng)
    places = {
        person: Place(table, seat if data.draw(st.booleans()) else None)
        for table, seats in enumerate(before)
        for seat, person in enumerate(seats)
        if data.draw(st.booleans())
    }
    drawn = draw(replace(plan, fixed=places), rng, LITTLE)
    for person, place in places.items():
        assert person in drawn.tables[place.table]
        assert place.seat is None or drawn.tables[place.table][place.seat] == person
    assert seated(drawn.tables) == list(plan.people)


def every_partition(persons, seats):
    """Yield all rounds, found in another way than the draw does; equal ones come more than once."""
    if not seats:
        yield ()
        return
    for table in combinations(persons, seats[0]):
        rest = [person for person in persons if person not in table]
        for tables in every_partition(rest, seats[1:]):
            yield (table, *tables)


@pytest.mark.parametrize("seats", [(4,), (2, 2), (3, 2), (3, 3), (4, 3), (3, 2, 2), (3, 3, 3)])
def test_every_round_is_looked_at_once(seats):
    task = Task(Plan(people(sum(seats)), seats), 1)
    collected = [
        frozenset(frozenset(p for p, at in enumerate(where) if at == table) for table in set(where))
        for where in every_round(task)
    ]
    known = {
        frozenset(map(frozenset, tables))
        for tables in every_partition(range(sum(seats)), list(seats))
    }
    assert len(collected) == len(set(collected)) == number_of_rounds(task)
    assert set(collected) == known


@fast
@given(st.integers(4, 8), st.integers(0, 4), st.booleans(), seeds)
def test_of_few_people_no_better_round_exists(number, played, teams_first, seed):
    rng = random.Random(seed)
    teams = {person: person % 3 for person in people(number)}
    plan = Plan(people(number), TableSizes(3, 2, 4), teams, teams_first=teams_first)
    plan = replace(after(plan, played, rng), apart=((101, 104),), rather_not=((102, 104),))
    task = Task(plan, 1)
    best = min(
        task.cost([_where(plan, tables)])
        for tables in every_partition(plan.people, list(plan.sizes()))
    )
    drawn = draw(plan, rng)
    assert drawn.cost[:5] == best[:5]
    assert drawn.proven
    assert all(low <= high for low, high in zip(task.bound[:5], best[:5], strict=True))


def test_in_a_schedule_only_the_first_round_is_fixed():
    fixed = {person: Place(index // 3, index % 3) for index, person in enumerate(people(9))}
    plan = Plan(people(9), (3, 3, 3), fixed=fixed)
    drawn = schedule(plan, 4, random.Random(1))
    assert drawn.rounds[0] == ((101, 102, 103), (104, 105, 106), (107, 108, 109))
    assert quality(drawn.rounds).most_meetings == 1


# Seats, first throws, sizes of tables


@fast
@given(st.integers(2, 8), st.integers(2, 6), st.integers(1, 9), seeds)
def test_each_throws_first_as_often_as_the_others(tables, size, rounds, seed):
    plan = Plan(people(tables * size), (size,) * tables)
    figures = quality(schedule(plan, rounds, random.Random(seed), 0).rounds)
    assert figures.firsts.most - figures.firsts.least <= 1
    assert all(seat.most - seat.least <= 2 for seat in figures.seats)


@pytest.mark.parametrize(("tables", "size", "seed"), [(4, 3, 1), (3, 4, 3), (3, 4, 5)])
def test_in_as_many_rounds_as_seats_everybody_has_each_seat_once(tables, size, seed):
    plan = Plan(people(tables * size), (size,) * tables)
    figures = quality(schedule(plan, size, random.Random(seed)).rounds)
    assert figures.firsts == Spread(1, 1)
    assert all(seat == Spread(1, 1) for seat in figures.seats)


def test_round_by_round_the_first_throw_goes_round_too():
    rng = random.Random(5)
    plan = Plan(people(16), (4,) * 4)
    for _ in range(4):
        plan = replace(plan, history=(*plan.history, draw(plan, rng, 60_000).tables))
    assert quality(plan.history).firsts.most <= 2


def test_throwing_first_weighs_more_than_any_seat():
    # 1 threw first once and sat second five times, 2 is new: now 2 throws first nevertheless.
    plan = Plan((1, 2), (2,), history=(((1, 3),), *((((4, 1),),) * 5)))
    assert draw(plan, random.Random(1)).tables == ((2, 1),)


def test_a_missed_round_counts_half_a_small_table():
    rounds = (((1, 5, 6, 7), (2, 3, 4)), ((1, 2, 3), (4, 5, 6)))
    assert shortfalls((1, 2, 9), rounds) == [0, 2, 1]


def test_the_small_table_goes_round():
    rng = random.Random(1)
    plan = Plan(people(11), (4, 4, 3))
    figures = quality(schedule(plan, 4, rng, 200_000).rounds)
    # Twelve seats at it for eleven people: two would be fair, three is one more, four is always.
    assert figures.sizes[3].most <= 3
    for _ in range(4):
        plan = replace(plan, history=(*plan.history, draw(plan, rng, 60_000).tables))
    assert quality(plan.history).sizes[3].most <= 3


def test_nobody_sits_always_at_the_large_table():
    # The carousel of 37 would leave the one at the fifth seat there all evening.
    drawn = schedule(Plan(people(37)), 8, random.Random(1), 400_000)
    assert quality(drawn.rounds).sizes[5].most <= 3


# Known schedules


@pytest.mark.parametrize(
    ("tables", "size", "rounds"),
    [(5, 3, 7), (4, 4, 5), (5, 4, 5), (8, 4, 9), (6, 6, 3), (12, 4, 8), (12, 5, 8), (7, 3, 10)],
)
def test_nobody_meets_twice_where_a_schedule_is_known(tables, size, rounds):
    plan = Plan(people(tables * size), (size,) * tables)
    for seed in range(2):
        drawn = schedule(plan, rounds, random.Random(seed))
        assert quality(drawn.rounds).most_meetings == 1
        assert drawn.cost[:5] == drawn.bound[:5] == (0, 0, 0, 0, 0)


def test_the_search_alone_finds_five_rounds_of_sixteen():
    plan = Plan(people(16), (4,) * 4)
    drawn = schedule(plan, 5, random.Random(3), known=False)
    assert (drawn.origin, drawn.cost.meetings) == ("search", 0)


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27])
def test_a_field_is_a_field(order):
    numbers = field(order)
    elements = range(order)
    for element in elements:
        assert sorted(numbers.add(element, other) for other in elements) == list(elements)
        if element:
            assert sorted(numbers.times(element, other) for other in elements) == list(elements)
    rng = random.Random(order)
    for _ in range(50):
        a, b, c = (rng.randrange(order) for _ in range(3))
        apart = numbers.add(numbers.times(a, b), numbers.times(a, c))
        assert numbers.times(a, numbers.add(b, c)) == apart


def test_there_is_no_field_of_six():
    assert [order for order in range(16) if not field(order)] == [0, 1, 6, 10, 12, 14, 15]


@pytest.mark.parametrize(
    "design",
    [kirkman(number, 99, random.Random(number)) for number in (15, 21, 27, 39, 51, 57, 75)]
    + [carousel(tables, 4, 99, 0, random.Random(tables)) for tables in (4, 5, 6, 8, 9, 10, 12)],
    ids=lambda design: f"{design.origin}-{len(design.rounds)}",
)
def test_in_a_design_nobody_meets_twice(design):
    everybody = seated(design.rounds[0])
    assert everybody == list(range(len(everybody)))
    assert all(seated(tables) == everybody for tables in design.rounds)
    assert quality(design.rounds).most_meetings == 1
    if design.origin == "kirkman":
        assert quality(design.rounds).pairs[0] == 0


# The same lot everywhere

GOLDEN = """
import random, sys
sys.path.insert(0, sys.argv[1])
from league.draw import Plan, draw, schedule
plan = Plan(tuple(range(1, 14)), history=(((1, 2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12, 13)),))
print(draw(plan, random.Random("Schockwart"), 40_000).tables)
plan = Plan(tuple(range(1, 9)), (4, 4), teams={1: 1, 2: 1, 3: 2, 4: 2})
print(schedule(plan, 2, random.Random(11), 20_000).rounds)
drawn = schedule(Plan(tuple(range(1, 15))), 4, random.Random(5), 50_000, known=False)
print(drawn.origin, tuple(drawn.cost), drawn.rounds[3])
"""


def test_the_same_seed_gives_the_same_draw_in_every_process():
    fields = {
        subprocess.run(
            [sys.executable, "-c", GOLDEN, str(ROOT)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert fields == {WRITTEN_DOWN}


WRITTEN_DOWN = """\
((8, 13, 7, 3, 12), (11, 5, 1, 6), (2, 4, 9, 10))
(((8, 7, 2, 4), (1, 6, 3, 5)), ((4, 8, 1, 6), (7, 3, 5, 2)))
search (0, 0, 1, 0, 192, 20, 68) ((1, 9, 4, 12), (8, 6, 11, 5), (2, 13, 10), (7, 14, 3))
"""


def test_another_seed_gives_another_draw():
    plan = Plan(people(20), (4,) * 5)
    collected = {schedule(plan, 3, random.Random(seed)).rounds for seed in range(5)}
    assert len(collected) == 5


def test_a_draw_by_a_design_is_still_a_lot():
    plan = Plan(people(16), (4,) * 4)
    rounds = [schedule(plan, 5, random.Random(seed)).rounds[0] for seed in range(150)]
    mates = [
        sum(any({101, other} <= set(table) for table in tables) for tables in rounds)
        for other in range(102, 117)
    ]
    # Each of 15 shares the first table with a fifth of the seeds: 30, give or take.
    assert min(mates) > 12
    assert max(mates) < 55
    # The people are dealt out too, not only the rounds: three others out of 15, in any way.
    tables = {frozenset(next(t for t in tables if 101 in t)) for tables in rounds}
    assert len(tables) > 50


def test_teams_are_dealt_out_so_that_a_design_keeps_them_apart():
    teams = {person: person // 4 for person in people(48)}
    for seed in range(2):
        drawn = schedule(Plan(people(48), (4,) * 12, teams), 6, random.Random(seed), 0)
        assert (drawn.origin, drawn.cost.meetings, drawn.cost.mates) == ("carousel", 0, 0)


# Why again with him?


def test_why_knows_who_never_met_and_who_does_not_sit_together():
    plan = Plan(people(9), (3, 3, 3))
    drawn = draw(plan, random.Random(1))
    (number, other, _), (stranger, *_), _ = drawn.tables
    assert why(drawn, number, other, random.Random(2)).code == "first_meeting"
    assert why(drawn, number, stranger, random.Random(2)).code == "not_together"
    assert code(why, drawn, number, 999, random.Random(2)) == "not_in_the_draw"
    assert code(why, drawn, number, number, random.Random(2)) == "not_in_the_draw"


def test_why_says_that_one_table_parts_nobody():
    plan = after(Plan(people(4), (4,)), 2, random.Random(1))
    answer = why(draw(plan, random.Random(1)), 101, 102, random.Random(2))
    assert (answer.code, answer.earlier) == ("unavoidable", (0, 1))
    assert (answer.repeats, answer.repeats_at_least, answer.proven) == (6, 6, True)


def test_why_says_that_somebody_had_to_meet_again():
    # 13 people, fifth round at fours: each has met most of the others.
    plan = Plan(people(13))
    rng = random.Random(4)
    for _ in range(4):
        plan = replace(plan, history=(*plan.history, draw(plan, rng, 60_000).tables))
    drawn = draw(plan, rng, 60_000)
    met = meetings(plan.history)
    number, other = next(
        pair for table in drawn.tables for pair in combinations(table, 2) if met[pair[0]][pair[1]]
    )
    answer = why(drawn, number, other, random.Random(1), budget=60_000)
    assert answer.repeats >= answer.repeats_at_least > 0
    assert answer.bound in ("pairs", "person", "table")
    assert answer.code in ("others_instead", "worse_otherwise")
    assert answer.otherwise >= answer.cost
    assert answer.otherwise_repeats == repeats(plan, answer.otherwise_tables)
    assert not any({number, other} <= set(table) for table in answer.otherwise_tables)
    assert len(answer.earlier) == met[number][other]


def test_why_admits_that_a_plain_lot_could_have_been_better():
    plan = Plan(people(16), (4,) * 4)
    plan = replace(plan, history=(draw(plan, random.Random(1)).tables,))
    fixed = {person: Place(0) for person in plan.history[0][0][:2]}
    # Two were fixed when this was drawn; without that they would have been apart.
    drawn = draw(replace(plan, fixed=fixed), random.Random(2))
    assert why(drawn, *fixed, random.Random(3)).code == "kept"
    free = replace(drawn, plan=plan)
    answer = why(free, *fixed, random.Random(3))
    assert (answer.code, answer.otherwise_repeats, answer.because) == (
        "better_found",
        0,
        "meetings",
    )


def test_why_says_what_parting_them_would_have_cost():
    # All but 101 and 102 have met all of the other pair twice.
    rounds = (((101, 102), (103, 104)),) + (((101, 103), (102, 104)), ((101, 104), (102, 103))) * 2
    plan = Plan(people(4), (2, 2), history=rounds)
    drawn = draw(plan, random.Random(1))
    answer = why(drawn, 101, 102, random.Random(1))
    assert (answer.code, answer.because) == ("worse_otherwise", "meetings")
    assert (answer.cost.meetings, answer.otherwise.meetings) == (2, 16)


def test_why_looks_at_one_round_of_a_schedule_with_the_others_given():
    drawn = schedule(Plan(people(6), (3, 3)), 3, random.Random(2))
    again = next(
        pair
        for table in drawn.rounds[2]
        for pair in combinations(table, 2)
        if meetings(drawn.rounds[:2])[pair[0]][pair[1]]
    )
    answer = why(drawn, *again, random.Random(2), number=2)
    assert answer.round == 2
    assert min(answer.repeats, answer.cost.meetings) > 0
    assert answer.earlier
    assert answer.code in ("others_instead", "worse_otherwise")


# Late arrivals, leavers, what is drawn anew


@fast
@given(st.integers(6, 40), seeds)
def test_a_late_arrival_takes_a_seat_and_nobody_moves(number, seed):
    rng = random.Random(seed)
    plan = after(Plan(people(number), TableSizes(4, 3, 5)), 1, rng)
    assume(min(plan.sizes()) < 5)
    tables = draw(plan, rng, LITTLE).tables
    grown = join(replace(plan, people=people(number + 1)), tables, 101 + number, rng).tables
    assert [table[: len(before)] for table, before in zip(grown, tables, strict=True)] == list(
        tables
    )
    assert seated(grown) == list(people(number + 1))
    assert max(map(len, grown)) <= 5


def test_a_late_arrival_goes_where_he_meets_nobody_again():
    rng = random.Random(1)
    plan = Plan(people(10), WIDE, history=(((101, 102, 110), (103, 104, 105)),))
    tables = ((101, 103, 106), (102, 104, 107), (105, 108, 109))
    assert all(110 in join(plan, tables, 110, rng).tables[2] for _ in range(8))


def test_a_late_arrival_goes_to_a_table_that_still_plays_and_has_played_least():
    rng = random.Random(1)
    plan = Plan(people(10), WIDE)
    tables = ((101, 103, 106), (102, 104, 107), (105, 108, 109))
    assert all(110 in join(plan, tables, 110, rng, (None, 2, 1)).tables[2] for _ in range(8))
    assert all(110 in join(plan, tables, 110, rng, (None, 2, None)).tables[1] for _ in range(8))
    assert code(join, plan, tables, 110, rng, (None, None, None)) == "no_open_table"


def test_no_table_grows_beyond_what_is_allowed():
    plan = Plan(people(9), TableSizes(4, 3, 4))
    full = ((101, 102, 103, 104), (105, 106, 107, 108))
    assert code(join, plan, full, 109, random.Random(1)) == "no_room"
    assert code(join, plan, full, 108, random.Random(1)) == "already_seated"


def test_a_leaver_frees_a_seat_until_the_table_is_too_small():
    rng = random.Random(1)
    tables = ((101, 102, 103, 104), (105, 106, 107))
    left = tuple(person for person in people(7) if person != 102)
    assert leave(Plan(left), tables, 102, rng).tables == ((101, 103, 104), (105, 106, 107))
    stays = tuple(person for person in people(7) if person != 106)
    assert code(leave, Plan(stays), tables, 106, rng) == "table_too_small"
    assert code(leave, Plan(left), tables, 999, rng) == "not_in_the_draw"


@fast
@given(st.integers(12, 40), seeds)
def test_a_redraw_keeps_the_tables_that_play(number, seed):
    rng = random.Random(seed)
    plan = after(Plan(people(number)), 1, rng)
    tables = draw(plan, rng, LITTLE).tables
    # The first of the last table has left, two have come; the first table is playing.
    here = tuple(p for p in people(number + 2) if p != tables[-1][0])
    fresh = redraw(replace(plan, people=here), tables, {0}, rng, LITTLE).tables
    assert fresh[0] == tables[0]
    assert seated(fresh) == list(here)
    assert all(3 <= len(table) <= 5 for table in fresh)


# What is refused


@pytest.mark.parametrize(
    ("plan", "refusal"),
    [
        (Plan((1, 1, 2)), "person_twice"),
        (Plan(()), "table_sizes_impossible"),
        (Plan((), ()), "table_sizes_invalid"),
        (Plan(people(14), (13, 1)), "table_sizes_invalid"),
        (Plan(people(8), (4, 3)), "seats_do_not_match"),
        (Plan(people(8), apart=((101, 101),)), "apart_from_oneself"),
        (Plan(people(8), history=(((101, 102), (101, 103)),)), "history_seats_twice"),
        (Plan(people(8), fixed={7: Place(0)}), "fixed_stranger"),
        (Plan(people(8), fixed={101: Place(2)}), "fixed_without_table"),
        (Plan(people(8), fixed={101: Place(0, 4)}), "fixed_without_seat"),
        (Plan(people(8), fixed={101: Place(0, 1), 102: Place(0, 1)}), "fixed_seat_taken"),
        (Plan(people(8), fixed=dict.fromkeys(people(5), Place(0))), "fixed_table_full"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_its_code(plan, refusal):
    assert code(draw, plan, random.Random(1)) == refusal


def test_no_rounds_are_no_schedule():
    assert code(schedule, Plan(people(8)), 0, random.Random(1)) == "no_rounds"


# Figures


def test_the_figures_by_hand():
    rounds = (((1, 2, 3), (4, 5)), ((2, 1, 4), (3, 5)))
    figures = quality(rounds, {1: 7, 2: 7, 3: 8})
    assert meetings(rounds)[1] == Counter({2: 2, 3: 1, 4: 1})
    assert (figures.repeats, figures.most_meetings, figures.pairs) == (1, 2, (3, 6, 1))
    assert figures.mates == 2
    assert figures.firsts == Spread(0, 1)
    assert figures.seats == (Spread(0, 1), Spread(0, 2), Spread(0, 1))
    assert figures.sizes == {2: Spread(0, 2), 3: Spread(0, 2)}
