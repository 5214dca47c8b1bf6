"""The backups that stay: 7 days, 4 weeks, 12 months, every year's end."""

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.backups import keeping

NIGHTS = [datetime.fromisoformat("2024-01-01 03:00") + timedelta(days=n) for n in range(900)]


def test_a_backup_in_the_night_is_of_the_day_before():
    assert keeping.day_of(datetime.fromisoformat("2027-01-01 03:15")) == date(2026, 12, 31)
    assert keeping.day_of(datetime.fromisoformat("2027-01-01 14:00")) == date(2027, 1, 1)


def test_after_years_of_nights_a_few_are_left():
    days = sorted(keeping.day_of(made) for made in keeping.to_retain(NIGHTS))
    last = keeping.day_of(NIGHTS[-1])
    assert days[-7:] == [last - timedelta(days=n) for n in range(6, -1, -1)]
    assert {date(2023, 12, 31), date(2024, 12, 31), date(2025, 12, 31)} <= set(days)
    months = {(day.year, day.month) for day in days}
    assert len(months) == 13 + 1  # twelve, and two ends of years before them, one of them a month's
    assert len(days) <= 7 + 4 + 12 + 3


def test_night_after_night_the_rule_keeps_what_it_would_keep_at_once():
    there: set[datetime] = set()
    for made in NIGHTS:
        there = keeping.to_retain({*there, made})
    assert {date(2024, 12, 31), date(2025, 12, 31)} <= {keeping.day_of(made) for made in there}
    assert len({(day.year, day.month) for day in map(keeping.day_of, there)}) >= 12


def test_of_several_on_a_day_the_last_stays():
    three = [datetime.fromisoformat(f"2026-03-06 {hour}:00") for hour in ("09", "12", "18")]
    assert keeping.to_retain(three) == {three[-1]}


@given(st.sets(st.sampled_from(NIGHTS), min_size=1))
def test_the_newest_always_stays_and_nothing_is_invented(there):
    left = keeping.to_retain(there)
    assert max(there) in left
    assert left <= there
    assert keeping.to_retain(left) == left


@pytest.mark.parametrize(
    ("now", "newest", "due"),
    [
        ("2026-03-06 12:00", None, True),
        ("2026-03-06 03:00", "2026-03-05 03:10", True),
        ("2026-03-06 02:59", "2026-03-05 03:10", False),
        ("2026-03-06 20:00", "2026-03-06 03:00", False),
        ("2026-03-06 20:00", "2026-03-04 03:00", True),
    ],
)
def test_one_is_due_each_night_and_also_where_the_machine_slept(now, newest, due):
    newest = newest and datetime.fromisoformat(newest)
    assert keeping.is_due(datetime.fromisoformat(now), newest) is due


def test_the_night_begins_at_three():
    assert time(3) == keeping.NIGHT
