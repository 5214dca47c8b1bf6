"""Majorities, run-offs, quorum and the notice period, as the statutes of many clubs have them."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.assemblies import rules
from league.assemblies.rules import SIMPLE, TWO_THIRDS, Outcome, elect, is_carried


def test_two_weeks_lie_between_invitation_and_meeting():
    """Neither the day of the invitation nor that of the meeting counts."""
    meeting = date(2026, 3, 21)
    assert rules.last_day_to_invite(meeting, 14) == date(2026, 3, 6)
    assert rules.days_between(date(2026, 3, 6), meeting) == 14
    assert not rules.is_late(date(2026, 3, 6), meeting, 14)
    assert rules.is_late(date(2026, 3, 7), meeting, 14)
    assert rules.days_between(meeting, meeting) == 0
    assert not rules.is_late(meeting - timedelta(days=1), meeting, 0)


@pytest.mark.parametrize(
    ("voters", "percent", "needed"),
    [(11, 50, 6), (10, 50, 5), (11, 25, 3), (11, 100, 11), (9, 0, 0)],
)
def test_a_quorum_is_rounded_up(voters, percent, needed):
    assert rules.needed_for_quorum(voters, percent) == needed


@pytest.mark.parametrize(
    ("yes", "no", "majority", "carried"),
    [
        (5, 4, SIMPLE, True),
        (4, 4, SIMPLE, False),  # a tie carries nothing
        (1, 0, SIMPLE, True),  # all others abstained
        (0, 0, SIMPLE, False),
        (6, 3, TWO_THIRDS, True),
        (7, 4, TWO_THIRDS, False),
        (2, 1, TWO_THIRDS, True),
        (0, 0, TWO_THIRDS, False),
    ],
)
def test_what_is_carried(yes, no, majority, carried):
    assert is_carried(yes, no, majority) is carried


@pytest.mark.parametrize(
    ("votes", "against", "is_run_off", "outcome"),
    [
        ({1: 6, 2: 4}, 0, False, Outcome(elected=1)),
        ({1: 5, 2: 5}, 0, False, Outcome(run_off=(1, 2))),
        ({1: 5, 2: 3, 3: 2}, 0, False, Outcome(run_off=(1, 2))),  # half is not more than half
        ({1: 4, 2: 3, 3: 3}, 0, False, Outcome(run_off=(1, 2, 3))),  # who ties with the second
        ({1: 6}, 4, False, Outcome(elected=1)),
        ({1: 5}, 5, False, Outcome()),
        ({1: 5, 2: 4}, 2, True, Outcome(elected=1)),  # in a run-off the most are enough
        ({1: 5, 2: 5}, 0, True, Outcome(run_off=(1, 2))),
        ({1: 4, 2: 3, 3: 4}, 0, True, Outcome(run_off=(1, 3))),
        ({}, 0, False, Outcome()),
    ],
)
def test_who_is_elected(votes, against, is_run_off, outcome):
    assert elect(votes, against, is_run_off=is_run_off) == outcome


@given(
    st.dictionaries(st.integers(1, 9), st.integers(0, 30), min_size=1, max_size=6),
    st.integers(0, 30),
    st.booleans(),
)
def test_an_election_ends_with_one_or_goes_on_between_the_best(votes, against, is_run_off):
    outcome = elect(votes, against, is_run_off=is_run_off)
    if outcome.elected is not None:
        assert votes[outcome.elected] == max(votes.values())
        assert not outcome.run_off
    else:
        assert len(outcome.run_off) != 1
        others = [votes[key] for key in votes if key not in outcome.run_off]
        assert all(votes[key] >= max(others, default=0) for key in outcome.run_off)


def test_the_usual_agenda_ends_with_other_business():
    agenda = list(rules.usual_order(["chair", "treasurer"]))
    assert agenda[0] == ("opening", "")
    assert agenda[-3:] == [("election", "chair"), ("election", "treasurer"), ("other", "")]
