"""The formulas of the catalogue: what a deed costs, and what absence does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance.books import formulas
from finance.books.formulas import Deed, Formula, Step, average, price, problem, rounded

LATE = Formula("steps", measure="minutes", steps=(Step(30, 500), Step(60, 1000), Step(None, 1500)))
QUARTERS = Formula("started", cents=100, per=15, most=500)


def test_a_fixed_fine_costs_the_same_however_often():
    assert price(Formula("fixed", cents=500), Deed(count=3)) == 500


def test_dice_cost_by_the_piece():
    assert price(Formula("piece", cents=100), Deed(count=3)) == 300


@pytest.mark.parametrize(
    ("minutes", "cents"), [(1, 500), (30, 500), (31, 1000), (60, 1000), (61, 1500), (300, 1500)]
)
def test_lateness_has_steps(minutes, cents):
    assert price(LATE, Deed(minutes=minutes)) == cents


@pytest.mark.parametrize(
    ("minutes", "cents"), [(1, 100), (15, 100), (16, 200), (61, 500), (999, 500)]
)
def test_or_each_started_quarter_costs_up_to_a_limit(minutes, cents):
    assert price(QUARTERS, Deed(minutes=minutes)) == cents


def test_where_nobody_looked_at_the_clock_the_amount_is_open():
    assert price(LATE, Deed()) is None
    assert price(QUARTERS, Deed()) is None


def test_a_stake_by_the_heads_at_the_table():
    stake = Formula("steps", measure="heads", steps=(Step(5, 500), Step(None, 1000)))
    assert [price(stake, Deed(heads=n)) for n in (2, 5, 6, 12)] == [500, 500, 1000, 1000]


def test_the_second_and_third_time_cost_more_and_then_it_stays():
    ladder = Formula("fixed", cents=500, again=(1000, 2000))
    assert [price(ladder, Deed(before=n)) for n in range(5)] == [500, 1000, 2000, 2000, 2000]


@pytest.mark.parametrize("kind", ["open", "thing", "average"])
def test_some_things_have_no_price_of_their_own(kind):
    assert price(Formula(kind), Deed(count=2)) is None


def test_the_absentee_pays_the_average_rounded_as_the_club_decided():
    assert average(Formula("average"), 4750, 11) == 432
    assert average(Formula("average", round_to=50, rounding="up"), 4750, 11) == 450
    assert average(Formula("average", round_to=100, rounding="down"), 4750, 11) == 400
    assert average(Formula("average", round_to=50, cents=500), 4750, 11) == 950


def test_an_evening_without_heads_has_no_average():
    assert average(Formula("average", cents=200), 0, 0) == 200


@given(
    st.integers(0, 10**7),
    st.integers(1, 60),
    st.sampled_from([1, 5, 10, 50, 100]),
    st.sampled_from([formulas.NEAREST, formulas.UP, formulas.DOWN]),
)
def test_rounding_never_moves_by_more_than_it_rounds_to(total, heads, to, how):
    actual = rounded(total, heads, to, how)
    assert actual % to == 0
    off = actual * heads - total
    assert abs(off) < to * heads
    if how == formulas.UP:
        assert off >= 0
    elif how == formulas.DOWN:
        assert off <= 0
    else:
        assert 2 * abs(off) <= to * heads


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        (Formula("fixed"), "amount_missing"),
        (Formula("guess", cents=1), "kind_unknown"),
        (Formula("started", cents=100, per=0), "span_unreadable"),
        (Formula("steps", measure="minutes"), "steps_without_end"),
        (Formula("steps", measure="minutes", steps=(Step(9, 5),)), "steps_without_end"),
        (Formula("steps", steps=(Step(None, 5),)), "measure_missing"),
        (
            Formula("steps", measure="count", steps=(Step(9, 1), Step(3, 2), Step(None, 3))),
            "steps_do_not_rise",
        ),
        (Formula("open", again=(5,)), "again_without_amount"),
        (Formula("thing", cents=100), "amount_too_many"),
        (LATE, ""),
        (QUARTERS, ""),
    ],
)
def test_what_is_no_formula_is_named(formula, code):
    assert problem(formula) == code
