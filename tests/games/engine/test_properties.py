"""Laws of every game: random legal games of all rulebooks and house rules."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    EngineError,
    apply,
    canonical,
    card,
    explain,
    load,
    replay,
    slugs,
    start,
    state_json,
)
from games.engine.dice import ALL_HANDS
from games.engine.hands import TURNS
from games.engine.settle import weigh
from tests.strategies import game, seeds

FEW = settings(max_examples=60, deadline=None)
MANY = settings(max_examples=3000, deadline=None)


def states(seed):
    header, events = game(random.Random(seed))
    state = start(header)
    yield header, None, state
    for event in events:
        state = apply(state, event)
        yield header, event, state


def check_conserved(seed):
    for header, _, state in states(seed):
        rules = header.get("house_rules", {})
        total = rules.get("deckel", load(header["rulebook"]).deckel)
        data = state_json(state)
        assert data["middle"] + sum(data["deckel"].values()) == total
        assert data["middle"] >= 0
        assert min(data["deckel"].values()) >= 0
        for settled in data["rounds"]:
            assert settled["middle"] + sum(settled["deckel"].values()) == total


def check_step_by_step(seed):
    header, events = game(random.Random(seed))
    state = start(header)
    for number, event in enumerate(events, start=1):
        state = apply(state, event)
        assert state.events == number
    assert state_json(replay(header, events)) == state_json(state)


def check_shape(seed):
    """Assert what the State object promises about itself, in every state."""
    for header, _, state in states(seed):
        data = state_json(state)
        assert json.loads(canonical(data)) == data
        assert (data["step"] in ("throwing", "revealing")) == bool(data["order"])
        assert (data["limit"] is not None) == bool(data["order"])
        assert (data["turn"] is not None) == (data["step"] == "throwing")
        assert (data["phase"] == "over") == (data["step"] == "over")
        assert (data["ended_by"] is not None) == (data["phase"] == "over")
        assert (data["loser"] is None) == (data["ended_by"] in (None, "abandoned"))
        assert len(set(data["order"])) == len(data["order"]) != 1
        assert set(data["order"]) <= set(header["players"])
        assert [c["event"] for c in data["charges"]] == sorted(c["event"] for c in data["charges"])
        for settled in data["rounds"]:
            assert settled["best"] != settled["worst"]
            if not settled["hands"]:
                assert settled["limit"] is None
                continue
            assert settled["limit"] == settled["hands"][settled["order"][0]]["throws"]
            assert all(hand["throws"] <= settled["limit"] for hand in settled["hands"].values())


def check_retracting_all(seed):
    header, events = game(random.Random(seed), 150)
    begun, state = start(header), replay(header, events)
    left = len(events) - 2 * sum(event["type"] == "retract" for event in events)
    for _ in range(left):
        state = apply(state, {"type": "retract"})
    assert state_json(state) == state_json(begun)
    with pytest.raises(EngineError) as refused:
        apply(state, {"type": "retract"})
    assert refused.value.code == "nothing_to_retract"


def check_card_and_sentences(seed):
    """Assert that a card adds up, and that every round can be explained in both languages."""
    *_, (_, _, state) = states(seed)
    seats = card(state)["seats"]
    for round_ in state.table.rounds:
        for lang in ("de", "en"):
            sentence = explain(round_, lang)
            assert sentence.endswith(".")
            assert "{" not in sentence
    assert sum(s["lost_game"] for s in seats.values()) == (state.table.part.loser is not None)
    for half in ("first", "second"):
        numbers = {s[f"exit_{half}"] for s in seats.values()} - {None}
        assert numbers == set(range(1, len(numbers) + 1))
        assert not any(s[f"lost_{half}"] and s[f"exit_{half}"] for s in seats.values())


CHECKS = [
    check_conserved,
    check_step_by_step,
    check_shape,
    check_retracting_all,
    check_card_and_sentences,
]
named = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__[6:])


@named
@given(seed=seeds)
@FEW
def test_always(check, seed):
    check(seed)


@pytest.mark.long
@named
@given(seed=seeds)
@MANY
def test_always_in_many_games(check, seed):
    check(seed)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
key = st.sampled_from(
    [
        "type",
        "player",
        "kept",
        "turned",
        "dice",
        "throws",
        "in_one_throw",
        "code",
        "count",
        "cents",
        "votes_for",
        "votes_against",
        "by",
        "text",
        "effect",
        "mode",
        "reason",
    ]
)


@given(seed=seeds, event=junk | st.dictionaries(key, junk))
@settings(max_examples=300, deadline=None)
def test_an_illegal_event_changes_nothing(seed, event):
    rng = random.Random(seed)
    header, events = game(rng, rng.randint(0, 60))
    state = replay(header, events)
    before = canonical(state_json(state))
    error = None
    try:
        apply(state, event)
    except EngineError as refused:
        error = refused
    assert error is None or (error.sentence("de") and error.sentence("en"))
    assert canonical(state_json(state)) == before


@given(header=junk | st.dictionaries(st.sampled_from(["format", "rulebook", "players"]), junk))
@settings(max_examples=300, deadline=None)
def test_any_header_is_played_or_refused(header):
    with pytest.raises(EngineError) as refused:
        start(header)
    assert refused.value.event is None


@given(seed=seeds)
@settings(max_examples=300, deadline=None)
def test_a_better_hand_never_fares_worse(seed):
    """A player with a better hand never becomes the worst, nor stops being best."""
    rng = random.Random(seed)
    hands = load(rng.choice(slugs())).ranking.hands
    turns = [(rng.choice(ALL_HANDS), *rng.choice(TURNS)) for _ in range(rng.randint(2, 6))]
    thrown = [hands[turn] for turn in turns]
    place = rng.randrange(len(thrown))
    better = hands[(rng.choice(ALL_HANDS), *rng.choice(TURNS))]
    if better.rank < thrown[place].rank:
        better, thrown[place] = thrown[place], better
    best, worst = weigh(thrown)
    best_then, worst_then = weigh([*thrown[:place], better, *thrown[place + 1 :]])
    assert best != place or best_then == place
    assert worst == place or worst_then != place


def test_nothing_of_a_game_can_be_changed_in_place():
    header = {"format": 1, "rulebook": "rsc2003", "players": ["a", "b"]}
    hand = {"type": "hand", "player": "a", "dice": [1, 2, 3], "throws": 1, "in_one_throw": True}
    state = replay(header, [hand])
    table, book = state.table, state.table.game.book
    values = [state, table, table.part, table.game, table.part.tally, state.hands[0], state.node]
    values += [state.node.lefts[(0,)], book, book.sixes, book.opening, book.categories[0]]
    values += [book.infractions["early_lift"], book.outside[0], book.stakes[0]]
    values += [book.value_table[0], load("jule").options["aus_round"]]
    for value in values:
        names = getattr(value, "_fields", None) or [f.name for f in dataclasses.fields(value)]
        with pytest.raises(AttributeError):
            setattr(value, names[0], None)


def test_a_state_is_its_own_copy_and_is_not_pickled():
    header = {"format": 1, "rulebook": "dortmund", "players": ["a", "b"]}
    note = {"type": "ruling", "effect": {}}
    state = replay(header, [note] * 50_000)
    assert copy.deepcopy(state) is copy.copy(state) is state
    assert state == apply(state.before, note)
    assert state != state.before
    assert state != "another thing"
    assert (state == "another thing") is False
    assert hash(state) == hash(apply(state.before, note))
    assert "first_half" in repr(state)
    with pytest.raises(TypeError):
        pickle.dumps(state)
