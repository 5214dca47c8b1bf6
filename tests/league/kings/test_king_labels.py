"""The words of a page about the race for König: without a page."""

from datetime import UTC, datetime, time
from types import SimpleNamespace

import pytest

from league.kings.labels import (
    crowning,
    how_it_stands,
    in_time,
    notes,
    outcome,
    place,
    signature,
    standing,
)

pytestmark = pytest.mark.usefixtures("english")


def named(*names):
    return [SimpleNamespace(pk=pk, name=name) for pk, name in enumerate(names, 1)]


def king(schock_aus=3, by_playoff=False, reason="", person="Rolf"):
    user = SimpleNamespace(is_authenticated=True, person=named(person)[0] if person else None)
    return SimpleNamespace(
        schock_aus=schock_aus,
        by_playoff=by_playoff,
        reason=reason,
        decided_by=user,
        decided_at=datetime(2026, 11, 5, 20, 15, tzinfo=UTC),
    )


def test_a_koenig_has_his_schock_aus_the_play_off_and_the_evenings_in_a_row():
    assert outcome(king(1), 1) == "one Schock-Aus"
    twice = outcome(king(by_playoff=True), 2)
    assert twice == "3 Schock-Aus, won in the play-off · 2 evenings in a row"


def test_who_entered_it_stands_below_with_the_reason_of_a_change():
    assert signature(king(reason="Miscounted")).startswith("Entered by Rolf, ")
    assert signature(king(reason="Miscounted")).endswith("21:15 · Miscounted")
    assert signature(king(person=None)) == ""


def test_the_race_has_nobody_a_leader_or_a_tie():
    assert standing([], 0) == "Nobody has a Schock-Aus so far."
    assert standing(named("Anke"), 2) == "Anke leads with 2 Schock-Aus."
    assert standing(named("Anke", "Bernd"), 1).startswith("A tie with one Schock-Aus each.")


def test_the_page_says_who_leads_until_somebody_decided():
    decided, nobody = king(2), king(0)
    decided.person, nobody.person = named("Anke")[0], None
    assert how_it_stands(None, 0, named("Anke"), 2) == "Anke leads with 2 Schock-Aus."
    assert how_it_stands(decided, 1, named("Bernd"), 3) == "2 Schock-Aus"
    assert how_it_stands(nobody, 0, [], 0).startswith("Nobody had a Schock-Aus.")


@pytest.mark.parametrize(
    ("leaders", "buttons"),
    [
        ([], [("", "No König today")]),
        (["Anke"], [(1, "Anke is König")]),
        (["Anke", "Bernd"], [(1, "Anke"), (2, "Bernd")]),
    ],
)
def test_whoever_leads_can_be_crowned_and_of_several_who_played_it_off(leaders, buttons):
    assert crowning(named(*leaders)) == buttons


def test_whether_a_late_game_counts_can_be_turned_round():
    assert in_time(counts=True) == (0, "Was too late")
    assert in_time(counts=False) == (1, "Counts after all")


@pytest.mark.parametrize(
    ("is_crowned", "folds", "where"),
    [
        (True, True, "top"),
        (True, False, "top"),
        (False, True, "folded"),
        (False, False, "open"),
    ],
)
def test_the_race_folds_while_something_else_is_to_be_done(is_crowned, folds, where):
    assert place(is_crowned=is_crowned, folds=folds) == where


def test_what_does_not_count_is_said():
    event = SimpleNamespace(end_time=time(23), ends_at=datetime(2026, 11, 5, 22, tzinfo=UTC))
    assert notes(event, too_late=0, unknown=0) == ["The games that ended by 23:00 count."]
    assert notes(event, too_late=2, unknown=1) == [
        "The games that ended by 23:00 count. 2 ended later.",
        "For one game nobody noted Schock-Aus.",
    ]
    assert notes(SimpleNamespace(end_time=None, ends_at=None), too_late=0, unknown=0) == []
