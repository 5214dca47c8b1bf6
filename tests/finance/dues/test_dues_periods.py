"""Months, quarters and years of dues, and what a part of one costs."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance.books import periods
from finance.books.periods import Period, Span, begun, months_in, share

YEAR = Period("year", date(2026, 1, 1))
ACTIVE = [Span("active", date(2020, 1, 1))]


def starts(kind, start, end, through):
    return [period.start for period in begun(kind, start, end, through)]


def test_a_period_is_owed_from_its_first_day_on():
    day = date(2026, 3, 31)
    assert starts("month", date(2026, 1, 1), None, day) == [
        date(2026, 1, 1),
        date(2026, 2, 1),
        date(2026, 3, 1),
    ]
    assert starts("quarter", date(2026, 1, 1), None, day) == [date(2026, 1, 1)]
    assert starts("quarter", date(2026, 1, 1), None, date(2026, 4, 1))[-1] == date(2026, 4, 1)
    assert starts("year", date(2025, 7, 1), None, day) == [date(2026, 1, 1)]


def test_a_rate_counts_for_the_periods_that_begin_while_it_holds():
    assert starts("month", date(2026, 1, 15), date(2026, 3, 1), date(2026, 9, 1)) == [
        date(2026, 2, 1)
    ]


@pytest.mark.parametrize(
    ("spans", "months"),
    [
        (ACTIVE, 12),
        ([Span("active", date(2026, 3, 31))], 10),
        ([Span("active", date(2020, 1, 1), date(2026, 3, 2))], 3),
        ([Span("active", date(2020, 1, 1), date(2026, 3, 1))], 2),
        (
            [
                Span("active", date(2020, 1, 1), date(2026, 7, 15)),
                Span("passive", date(2026, 7, 15)),
            ],
            7,
        ),
        ([Span("passive", date(2020, 1, 1))], 0),
        ([], 0),
    ],
)
def test_a_month_that_was_begun_counts_whole(spans, months):
    assert len(months_in(YEAR, "active", spans)) == months


def test_a_part_of_a_year_costs_its_months():
    assert share(6000, YEAR, 12) == 6000
    assert share(6000, YEAR, 5) == 2500
    assert share(1000, YEAR, 1) == 83
    assert share(1001, Period("quarter", date(2026, 4, 1)), 3) == 1001


@given(st.integers(1, 10**6), st.sampled_from(periods.KINDS), st.integers(0, 12))
def test_the_parts_of_a_period_are_never_more_than_a_cent_off(cents, kind, part):
    period = Period(kind, date(2026, 1, 1))
    whole = len(period.months)
    part = min(part, whole)
    both = share(cents, period, part) + share(cents, period, whole - part)
    assert 0 <= both - cents <= 1
