"""The engine and a second implementation, written apart from it, agree on random logs.

The oracle knows the format's page only and is as plain as possible; where the two differ, one of
them has misread the page.
"""

import random

import pytest

from games.engine import EngineError, replay, state_json
from tests.games.oracle import oracle_replay
from tests.games.random_logs import random_log

RULEBOOKS = ["schock4life", "schockfreunde", "rsc2003", "dortmund", "jule"]


def same(log):
    expected = oracle_replay(log)
    try:
        state = state_json(replay(log["header"], log["events"]))
    except EngineError as error:
        state = {"error": True, "event": error.event}
    assert state == expected, log


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_both_read_the_same_from_a_random_log(rulebook):
    for seed in range(60):
        same(random_log(random.Random(f"{rulebook}-{seed}"), rulebook, illegal=0.4))


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_both_read_the_same_from_very_many_random_logs(rulebook):
    for seed in range(60, 20_000):
        same(random_log(random.Random(f"{rulebook}-{seed}"), rulebook, illegal=0.4))
