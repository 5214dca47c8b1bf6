"""The words about rounds and decisions on the page of a game's luck: without a page."""

from datetime import UTC, datetime

import pytest

from games.luck.labels import notices, outcome, taken, verdict
from games.luck.weighing import UNIT

pytestmark = pytest.mark.usefixtures("english")


def seen(*, is_running=False, is_ready=True, has_lines=True, silent_since=None):
    return notices(
        is_running=is_running, is_ready=is_ready, has_lines=has_lines, silent_since=silent_since
    )


def test_a_game_that_is_weighed_needs_no_notice():
    assert seen() == []


def test_an_open_game_is_weighed_once_it_is_closed():
    (notice,) = seen(is_running=True, is_ready=False, has_lines=False)
    assert notice.text.startswith("This game is open.")


def test_a_closed_game_is_being_reckoned_unless_the_worker_is_silent():
    (notice,) = seen(is_ready=False, has_lines=False)
    assert notice.text.startswith("This is being reckoned.")
    silent = datetime(2026, 11, 6, 20, 15, tzinfo=UTC)
    (notice,) = seen(is_ready=False, has_lines=False, silent_since=silent)
    assert notice.text == "This has not been computed since 6 Nov. 2026, 21:15. Tell the board."


def test_of_whole_hands_nothing_is_known():
    (notice,) = seen(has_lines=False)
    assert notice.style == "empty"


def decision(deckel, way="stand"):
    return {"way": way, "kept": [6], "turned": 0, "expected": deckel * UNIT}


def test_a_decision_says_what_was_done_and_whether_better_was_there():
    assert taken(decision(2)) == "Done: stand (2.00 Deckel)."
    assert verdict(decision(2), decision(2)) == "Nothing was better."
    better = verdict(decision(2), decision(1, way="throw"))
    assert better == "Better: keep 6 (1.00), it cost 1.00."


@pytest.mark.parametrize(
    ("giver", "moved", "sentence"),
    [
        ("Kim", 1, "Kim was best, Toni was worst and got one Deckel."),
        ("Kim", 3, "Kim was best, Toni was worst and got 3 Deckel."),
        ("", 1, "Toni was worst and got one Deckel."),
        ("", 3, "Toni was worst and got 3 Deckel."),
    ],
)
def test_a_round_says_who_was_best_and_who_was_worst(giver, moved, sentence):
    assert outcome(giver, "Toni", moved) == sentence
