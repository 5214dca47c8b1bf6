"""`legal_actions` is exactly what `apply` accepts: no template too many, no event left out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from games.engine import EngineError, apply, legal_actions, start
from games.engine.state import State
from tests.strategies import game, next_event, sample, seeds

FEW = settings(max_examples=60, deadline=None)
MANY = settings(max_examples=4000, deadline=None)
HANDS_OF_DICE = ([1, 1, 1], [6, 6, 6], [6, 6, 2], [4, 2, 1], [3, 3, 5])


def integer(value, least, most=None):
    return type(value) is int and least <= value and (most is None or value <= most)


def faces(value, number):
    return type(value) is list and len(value) == number and all(integer(f, 1, 6) for f in value)


def fits_throw(template, event):
    kept, turned, dice = event.get("kept"), event.get("turned"), event.get("dice", 0)
    if type(kept) is not list or not faces(kept, len(kept)) or type(turned) is not int:
        return False
    ways = [w for w in template["choices"] if w["kept"] == sorted(kept, reverse=True)]
    ways = [w for w in ways if w["turned"] == turned]
    if dice is None:
        return bool(ways) and template["may_cover"]
    return any(faces(dice, way["dice"]) for way in ways)


def fits_hand(template, event):
    throws, whole = event.get("throws"), event.get("in_one_throw")
    if not faces(event.get("dice"), 3) or type(whole) is not bool:
        return False
    return integer(throws, *template["throws"]) and (throws > 1 or whole)


def fits_round(template, event):
    loser, penalty, best = event.get("loser"), event.get("penalty", 0), event.get("best")
    if loser not in template["losers"]:
        return False
    if not any(
        type(allowed) is type(penalty) and allowed == penalty for allowed in template["penalties"]
    ):
        return False
    if best is None:
        return template["best"] == "optional" or penalty == "all"
    return best in template["bests"] and best != loser


def fits_code(code, event):
    if code["code"] != event.get("code"):
        return False
    if "votes" in code:
        votes = [event.get("votes_for"), event.get("votes_against")]
        if not all(integer(v, 0) for v in votes) or sum(votes) > code["votes"]:
            return False
    if "count" in code and not integer(event.get("count", 1), *code["count"]):
        return False
    cents = event.get("cents")
    return "cents" not in code or cents is None or integer(cents, 1)


def fits_effect(effect, given):
    if type(given) is not dict or set(effect) != set(given):
        return False
    return all(
        given[kind] is True if chosen is True else given[kind] in chosen
        for kind, chosen in effect.items()
    )


def fits(template, event):
    """Return whether an event is one of those a template allows, read from the template alone."""
    if type(event) is not dict or event.get("type") != template["type"]:
        return False
    if "player" in template and event.get("player") != template["player"]:
        return False
    match template["type"]:
        case "opening" | "reveal":
            return faces(event.get("dice"), template["dice"])
        case "throw":
            return fits_throw(template, event)
        case "hand":
            return fits_hand(template, event)
        case "round":
            return fits_round(template, event)
        case "infraction":
            return any(fits_code(code, event) for code in template["codes"])
        case "ruling":
            return any(fits_effect(effect, event.get("effect")) for effect in template["effects"])
        case "overtime":
            return event.get("mode") in template["modes"]
    return template["type"] in ("stand", "reenter", "retract", "abandon")


ODD = (0, 1, 2, 3, 4, 7, -1, True, False, 1.0, None, "x", [], [1], [1, 1], {}, "spinksen")


def near_misses(event, state: State, rng):
    """Yield the event itself, then with one thing changed, or of another type or player."""
    players = [*state.table.game.players, "nobody"]
    yield event
    for _ in range(3):
        yield {**event, rng.choice(list(event)): rng.choice(ODD)}
    if "player" in event:
        yield {**event, "player": rng.choice(players)}
    without = rng.choice(list(event))
    yield {key: value for key, value in event.items() if key != without}
    if event["type"] == "throw":
        dice = event["dice"] or [3]
        yield {**event, "kept": rng.choice([[], [1], [6], dice[:1], dice[:2], [1, 1], dice])}
        yield {**event, "turned": rng.choice([0, 1, 2, 3])}
        yield {**event, "dice": rng.choice([None, [1], [1, 2], [True, 2, 3], [1.0, 2, 3], 5])}


def anything(state: State, rng):
    """Yield an event of any type with plausible fields, most of them for another moment."""
    players = list(state.table.game.players)
    kept = rng.choice([[], [1], [6], [1, 6], [6, 1], [1, 1], [2]])
    yield {
        "type": rng.choice(["opening", "throw", "stand", "hand", "reveal", "reenter", "retract"]),
        "player": rng.choice(players),
        "dice": rng.choice([None, *HANDS_OF_DICE, [4], [2, 5]]),
        "kept": kept,
        "turned": rng.choice([0, 0, 1, 2]),
        "throws": rng.choice([1, 2, 3, 4]),
        "in_one_throw": rng.choice([True, False]),
    }
    yield {
        "type": "infraction",
        "player": rng.choice(players),
        "code": rng.choice(
            [
                "spinksen",
                "invalid_throw",
                "early_lift",
                "dice_off_table",
                "cup_off_table",
                "played_while_out",
                "too_many_throws",
                "left_table",
                "dropped_dice",
                "no_show",
            ]
        ),
        "count": rng.choice([1, 2, 3, 4, 0, True]),
        "cents": rng.choice([None, 0, 1, 100, -5, True]),
        "votes_for": rng.choice([0, 1, 2, -1]),
        "votes_against": rng.choice([0, 1, 2]),
    }
    yield {
        "type": "round",
        "loser": rng.choice([*players, "nobody", None]),
        "penalty": rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 0, -1, 13, True, 1.0, "all", "All", None]),
        "best": rng.choice([None, *players, "nobody", 3]),
    }
    effect = rng.choice(
        [
            {},
            {"void_round": rng.choice([True, True, False, 1])},
            {"lose_round": rng.choice(players)},
            {"lose_half": rng.choice(players)},
            {"lose_game": rng.choice([*players, "nobody", None])},
            {"lose_round": players[0], "lose_half": players[0]},
            {"nothing": True},
            [],
        ]
    )
    yield {"type": "ruling", "effect": effect, "by": rng.choice([None, "r", 3])}
    yield {"type": "overtime", "mode": rng.choice(["sudden_round", "one_half", "other", None, []])}
    yield {"type": "abandon", "reason": rng.choice([None, "late", 4])}


def check_exact(seed):
    rng = random.Random(seed)
    header, events = game(rng, rng.choice([0, 5, 30, 90, 150]))
    state = start(header)
    for event in events:
        state = apply(state, event)
    for _ in range(6):
        templates = legal_actions(state)
        tried = [sample(template, rng) for template in templates]
        tried += [near for event in tried for near in near_misses(event, state, rng)]
        tried += [event for _ in range(6) for event in anything(state, rng)]
        for event in tried:
            expected = any(fits(template, event) for template in templates)
            assert accepted(state, event) == expected, (header, events, event)
        event = next_event(state, rng)
        if event is None:
            break
        events = [*events, event]
        state = apply(state, event)


def accepted(state, event):
    try:
        apply(state, event)
    except EngineError:
        return False
    return True


@given(seed=seeds)
@FEW
def test_legal_actions_are_exactly_what_is_accepted(seed):
    check_exact(seed)


@pytest.mark.long
@given(seed=seeds)
@MANY
def test_legal_actions_are_exactly_what_is_accepted_in_many_games(seed):
    check_exact(seed)
