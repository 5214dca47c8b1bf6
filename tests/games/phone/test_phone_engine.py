"""The engine of the phones plays as that of the server does, byte for byte of canonical JSON.

Every state after every event is compared, what is legal in it, and every refusal with its sentence
in both languages. The oracle, written apart from both, judges the outcome.
"""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path

import pytest

from games.engine import load, slugs
from games.engine.rulebook import VENUES
from games.engine.words import HOUSE_RULES
from tests.games.oracle import oracle_replay
from tests.games.phone.doubts import with_doubts
from tests.games.phone.following import digest, follow, replayed
from tests.games.random_logs import random_log

pytestmark = pytest.mark.browser

VECTORS = Path(__file__).parent.parent / "vectors"


def rows(name):
    return [json.loads(line) for line in (VECTORS / name).read_text("utf-8").splitlines()]


def same(phone, logs):
    """Assert that both phone and server read each log alike, or show the first line in which they
    differ.
    """
    call = phone.call("digests", logs)
    assert len(call) == len(logs)
    for (head, events), theirs in zip(logs, call, strict=True):
        if theirs != digest(head, events):
            lines = phone.call("follow", head, events)
            assert lines == follow(head, events), (head, events)


def without_fractions(value):
    """Return the value as a phone reads its JSON, which knows no difference between 1.0 and 1."""
    if isinstance(value, dict):
        return {key: without_fractions(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [without_fractions(entry) for entry in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def check(phone, rulebook, seeds):
    """Half of the games by what is legal now, half by what the oracle takes and judges."""
    same(phone, [with_doubts(random.Random(f"phone-{rulebook}-{s}"), rulebook) for s in seeds])
    randoms = [random.Random(f"{rulebook}-{seed}") for seed in seeds]
    logs = [without_fractions(random_log(rng, rulebook, illegal=0.4)) for rng in randoms]
    same(phone, [(log["header"], log["events"]) for log in logs])
    # Both have been found to be the same, so one is enough to be judged.
    for log in logs:
        outcome = replayed(log["header"], log["events"])
        if "code" in outcome:
            outcome = {"error": True, "event": outcome["event"]}
        assert outcome == oracle_replay(log), log


BOOKS = pytest.mark.parametrize("rulebook", slugs())


@BOOKS
def test_a_hundred_random_games_go_the_same_way_on_the_phone(phone, rulebook):
    check(phone, rulebook, range(50))


@pytest.mark.long
@BOOKS
def test_two_thousand_random_games_go_the_same_way_on_the_phone(phone, rulebook):
    for first in range(0, 1000, 100):
        check(phone, rulebook, range(first, first + 100))


RULES = sorted(HOUSE_RULES)
ROUNDS, GAMES, WHOLE = rows("rounds.jsonl"), rows("games.jsonl"), rows("whole-rounds.jsonl")
with lzma.open(VECTORS / "demo.jsonl.xz", "rt", encoding="utf-8") as lines:
    OLD = [json.loads(line) for line in lines]


def test_worked_games_and_those_of_an_old_season_go_the_same_way(phone):
    logs = [(row["log"]["header"], row["log"]["events"]) for row in (*GAMES, *WHOLE, *OLD)]
    assert len(logs) == 100 + 57 + 99
    same(phone, logs)


def test_worked_games_end_as_they_should(phone):
    worked = [*GAMES, *WHOLE]
    logs = [(row["log"]["header"], row["log"]["events"]) for row in worked]
    for row, entry in zip(worked, phone.call("replayed", logs), strict=True):
        legal = "phase" in row["expect"]
        assert (entry if legal else entry["event"]) == (
            row["expect"] if legal else row["expect"]["event"]
        ), row["id"]


def test_worked_rounds_settle_as_they_should(phone):
    for row, actual in zip(ROUNDS, phone.call("settled", ROUNDS), strict=True):
        expected = {key: value for key, value in row["expect"].items() if key != "ranking"}
        assert actual == expected, row["id"]


HEADERS = [
    None,
    [],
    {},
    {"format": 1},
    {"format": True},
    {"format": 2},
    {"startr": "a"},
    {"rulebook": "toString"},
    {"rulebook": ["jule"]},
    {"players": ["a", "a"]},
    {"players": ["a"]},
    {"players": ["a", ""]},
    {"players": ["__proto__", "constructor", "\U0001f3b2", "\ue000"]},
    {"venue": None},
    {"venue": "x" * 80},
    {"starter": None},
    {"starter": 2.5},
    {"rules": True},
    {"rules": 3},
    {"house_rules": []},
    {"house_rules": {"constructor": 1}},
    {"house_rules": {"deckel": 4}},
    {"house_rules": {"deckel": True}},
    {"house_rules": {"one_throw_only": 1}},
    {"options": None},
    {"options": {"toString": 1}},
    {"options": {"aus_round": {"drink": "Bier", "agreed": ["a", "b"]}}},
    {"options": {"aus_round": {"drink": "Bier", "agreed": ["a"]}}},
    {"options": {"aus_round": {"drink": "Bier", "agreed": ["a", "b", 3]}}},
    {"options": {"aus_round": {"drink": "", "agreed": ["a", "b"]}}},
    *({"house_rules": {rule: value}} for rule in RULES for value in (True, "none", "rest", 7)),
]


@BOOKS
def test_a_header_is_taken_or_refused_alike(phone, rulebook):
    whole = {"format": 1, "rulebook": rulebook, "players": ["a", "b"]}
    heads = [
        {**whole, **change} if isinstance(change, dict) and change else change for change in HEADERS
    ]
    lacking = [{key: whole[key] for key in whole if key != left_out} for left_out in whole]
    same(phone, [(head, [{"type": "abandon"}]) for head in [*heads, *lacking, whole]])


@BOOKS
def test_a_phone_reads_the_values_and_the_stakes_as_the_server_does(phone, rulebook):
    book = load(rulebook)
    call = phone.call("told", rulebook, list(VENUES))
    assert [tuple(row) for row in call["values"]] == [
        (row.hand, row.code, row.name._asdict(), row.penalty, row.clause)
        for row in book.value_table
    ]
    assert call["names"] == {code: name._asdict() for code, name in book.category_names.items()}
    stakes = [book.stake(players, venue) for venue in VENUES for players in range(2, 10)]
    assert call["stakes"] == [stake and {"kind": stake[0], "cents": stake[1]} for stake in stakes]
