"""What a page says of the race for König: without a page."""

from datetime import UTC, datetime, time
from types import SimpleNamespace

import pytest

from league.kings.labels import notes, outcome, signature, standing

pytestmark = pytest.mark.usefixtures("english")


def named(*names):
    return [SimpleNamespace(name=name) for name in names]


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


def test_what_does_not_count_is_said():
    event = SimpleNamespace(end_time=time(23), ends_at=datetime(2026, 11, 5, 22, tzinfo=UTC))
    assert notes(event, too_late=0, unknown=0) == ["The games that ended by 23:00 count."]
    assert notes(event, too_late=2, unknown=1) == [
        "The games that ended by 23:00 count. 2 ended later.",
        "For one game nobody noted Schock-Aus.",
    ]
    assert notes(SimpleNamespace(end_time=None, ends_at=None), too_late=0, unknown=0) == []
