"""The engine of the phones plays as that of the server does, byte for byte of canonical JSON.

Every state after every event is compared, what is legal in it, and every refusal with its sentence
in both languages. The oracle, written apart from both, judges the outcome.
"""

from __future__ import annotations

import copy
import json
import lzma
import random
from pathlib import Path

import pytest

from games.engine import EngineError, apply, slugs, start
from games.engine.words import HOUSE_RULES
from tests.games.oracle import oracle_replay
from tests.games.phone.following import digest, follow, replayed
from tests.games.random_logs import ODD_VALUES, random_log
from tests.strategies import header, next_event

pytestmark = pytest.mark.browser

VECTORS = Path(__file__).parent.parent / "vectors"
# JSON on a phone knows no difference between 1.0 and 1.
ODD = [value for value in ODD_VALUES if not (isinstance(value, float) and value.is_integer())]


def rows(name):
    return [json.loads(line) for line in (VECTORS / name).read_text("utf-8").splitlines()]


def same(phone, logs):
    """Both make the same of each log; where they do not, the first line in which they differ."""
    found = phone.evaluate("logs => phone.digests(logs)", logs)
    assert len(found) == len(logs)
    for (head, events), theirs in zip(logs, found, strict=True):
        if theirs != digest(head, events):
            lines = phone.evaluate("log => phone.follow(...log)", [head, events])
            assert lines == follow(head, events), (head, events)


def with_doubts(rng, rulebook):
    """A game by what is legal, with doubtful entries between, of which some are taken."""
    head = {**header(rng, rulebook), "rules": rng.choice((1, 2))}
    state, events = start(head), []
    while len(events) < 250:
        event = next_event(state, rng)
        if event is None:
            break
        if rng.random() < 0.1:
            event = spoilt(rng, rng.choice((event, *events[-5:])), head["players"])
        events.append(event)
        try:
            state = apply(state, event)
        except EngineError:
            continue
    return head, events


def spoilt(rng, event, players):
    """An event with one thing changed, or something else altogether."""
    if rng.random() < 0.03:
        return rng.choice(ODD)
    event = copy.deepcopy(event)
    if not isinstance(event, dict) or not event:
        return event
    key = rng.choice(sorted(event))
    what = rng.randrange(6)
    if what == 0:
        del event[key]
    elif what == 1:
        event[key] = rng.choice(ODD)
    elif what == 2:
        event[rng.choice(("player", "loser", "best"))] = rng.choice((*players, "x" * 70, "😀"))
    elif what == 3 and isinstance(event[key], int):
        event[key] += rng.choice((-1, 1))
    elif what == 4 and isinstance(event.get("kept"), list):
        event["kept"] = rng.choices((1, 1, 2, 6, 6), k=rng.randint(0, 3))
        event["turned"] = rng.randint(0, 2)
    elif what == 5 and isinstance(event.get("dice"), list):
        event["dice"] = [*event["dice"], rng.choice((1, 6, 0, 7, True, "1", None))]
    return event


def games(rulebook, seeds):
    return [with_doubts(random.Random(f"phone-{rulebook}-{seed}"), rulebook) for seed in seeds]


def without_fractions(value):
    """As JSON on a phone reads it."""
    if isinstance(value, dict):
        return {key: without_fractions(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [without_fractions(entry) for entry in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def oracle_logs(rulebook, seeds):
    logs = [
        random_log(random.Random(f"{rulebook}-{seed}"), rulebook, illegal=0.4) for seed in seeds
    ]
    return [without_fractions(log) for log in logs]


def check_random_games(phone, rulebook, seeds):
    same(phone, games(rulebook, seeds))


def check_with_the_oracle(phone, rulebook, seeds):
    logs = oracle_logs(rulebook, seeds)
    pairs = [(log["header"], log["events"]) for log in logs]
    same(phone, pairs)
    # Both have been found to be the same, so one is enough to be judged.
    for log in logs:
        outcome = replayed(log["header"], log["events"])
        if "code" in outcome:
            outcome = {"error": True, "event": outcome["event"]}
        assert outcome == oracle_replay(log), log


CHECKS = pytest.mark.parametrize(
    "check", [check_random_games, check_with_the_oracle], ids=lambda check: check.__name__[6:]
)
BOOKS = pytest.mark.parametrize("rulebook", slugs())


@BOOKS
@CHECKS
def test_random_games_go_the_same_way_on_the_phone(phone, check, rulebook):
    check(phone, rulebook, range(200))


@pytest.mark.long
@BOOKS
@CHECKS
def test_very_many_random_games_go_the_same_way_on_the_phone(phone, check, rulebook):
    for first in range(200, 2000, 200):
        check(phone, rulebook, range(first, first + 200))


RULES = sorted(HOUSE_RULES)
GAMES, WHOLE = rows("games.jsonl"), rows("whole-rounds.jsonl")
with lzma.open(VECTORS / "demo.jsonl.xz", "rt", encoding="utf-8") as lines:
    OLD = [json.loads(line) for line in lines]


def test_worked_games_and_those_of_an_old_season_go_the_same_way(phone):
    logs = [(row["log"]["header"], row["log"]["events"]) for row in (*GAMES, *WHOLE, *OLD)]
    assert len(logs) == 100 + 57 + 99
    same(phone, logs)


@pytest.mark.parametrize("row", [*GAMES, *WHOLE], ids=lambda row: row["id"])
def test_a_worked_game_ends_as_it_should(phone, row):
    log, expected = row["log"], row["expect"]
    found = phone.evaluate("log => phone.replayed(log.header, log.events)", log)
    if "phase" in expected:
        assert found == expected
    else:
        assert found["event"] == expected["event"]


@pytest.mark.parametrize("row", rows("rounds.jsonl"), ids=lambda row: row["id"])
def test_a_worked_round_settles_as_it_should(phone, row):
    found = phone.evaluate("row => phone.settled(row)", row)
    expected = {key: value for key, value in row["expect"].items() if key != "ranking"}
    assert found == expected


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
