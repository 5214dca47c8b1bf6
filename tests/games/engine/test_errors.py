"""Every refusal has a stable code, its data, and a sentence for its reader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games.engine
from games.engine import EngineError, IllegalError, InvalidError, RulebookError, apply, replay
from games.engine.sentences import SENTENCES
from tests.games.engine.scoring import Scorer

HEADER = {"format": 1, "rulebook": "dortmund", "players": ["a", "b"]}


def test_all_errors_have_one_root_and_end_in_error():
    for kind in (InvalidError, IllegalError, RulebookError):
        assert issubclass(kind, EngineError)
        assert kind.__name__.endswith("Error")


def test_every_code_has_a_sentence_and_every_sentence_is_used():
    folder = Path(games.engine.__file__).parent
    code = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    raised = set(re.findall(r'Error\(\s*"(\w+)"', code))
    assert raised == set(SENTENCES)


def test_german_and_english_have_the_same_fields():
    for code, text in SENTENCES.items():
        fields = re.findall(r"{(\w+)}", text.de)
        assert sorted(fields) == sorted(re.findall(r"{(\w+)}", text.en)), code
        assert text.de != text.en


def test_a_sentence_names_players_as_the_table_does():
    error = Scorer("rsc2003", "ab").refused("stand", "b")
    assert error.sentence() == "Nicht b, sondern a ist am Wurf. (§ 8)"
    assert error.sentence("en") == "It is the turn of a, not of b. (§ 8)"
    assert error.sentence(names={"a": "Anna", "b": "Bodo"}) == (
        "Nicht Bodo, sondern Anna ist am Wurf. (§ 8)"
    )
    assert str(error) == "not_your_turn: It is the turn of a, not of b. (§ 8)"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 59 + "…"),
        (10**30, "…"),
        (5, "5"),
        (None, "None"),
        ([1], "…"),
        (1.5, "1.5"),
    ],
)
def test_a_sentence_quotes_little_of_what_came(value, shown):
    with pytest.raises(InvalidError) as refused:
        apply(Scorer("jule").state, {"type": "stand", "player": value})
    assert refused.value.sentence("en") in (
        f"“{shown}” does not play here.",
        "Nobody is to throw at the moment. (1.2.1)",
    )


def test_where_the_text_is_silent_there_is_no_clause():
    assert Scorer("dortmund", "ab").refused("reenter", "a").clause is None


def test_a_log_without_a_list_of_events_is_no_log():
    for events in (None, {}, "x", 1):
        with pytest.raises(InvalidError) as refused:
            replay(HEADER, events)
        assert (refused.value.code, refused.value.event) == ("not_a_log", None)


def test_replay_names_the_index_of_the_refused_event():
    with pytest.raises(EngineError) as refused:
        replay(HEADER, [{"type": "abandon"}, {"type": "retract"}, {"type": "stand", "player": "a"}])
    assert (refused.value.code, refused.value.event) == ("no_throw_yet", 2)


def test_a_mistyped_event_has_a_name_of_its_own():
    state = Scorer("dortmund").state
    for event, code in (
        (None, "not_an_event"),
        ([], "not_an_event"),
        ({}, "missing_key"),
        ({"type": "jump"}, "unknown_type"),
        ({"type": ["throw"]}, "unknown_type"),
        ({"type": "throw"}, "missing_key"),
        ({"type": "throw", "player": "a"}, "missing_key"),
        (
            {"type": "throw", "player": None, "kept": [], "turned": 0, "dice": [1, 2, 3]},
            "unknown_player",
        ),
        ({"type": "throw", "player": "a", "turned": 0}, "missing_key"),
        ({"type": "throw", "player": "a", "turned": 0, "kept": []}, "missing_key"),
    ):
        with pytest.raises(EngineError) as refused:
            apply(state, event)
        assert refused.value.code == code
