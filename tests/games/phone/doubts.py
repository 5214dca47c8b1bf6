"""Games with doubtful entries: some spoilt, some in order but perhaps not now.

An event with `"tried": true` (a key that the engine ignores) is judged and not played on.
"""

from __future__ import annotations

import contextlib
import copy
import random
from typing import Any

from games.engine import EngineError, State, apply, load, slugs, start
from games.engine.rulings import EFFECTS
from games.engine.words import OVERTIME
from tests.games.random_logs import EVENT_TYPES, ODD_VALUES
from tests.strategies import dice, header, next_event

Json = dict[str, Any]
# JSON on a phone knows no difference between 1.0 and 1.
ODD = [value for value in ODD_VALUES if not (isinstance(value, float) and value.is_integer())]
CODES = sorted({code for slug in slugs() for code in load(slug).infractions})


def with_doubts(rng: random.Random, rulebook: str) -> tuple[Json, list[Any]]:
    """Return a game by legal events, with doubtful ones between, of which some are played on."""
    head = {**header(rng, rulebook), "rules": rng.choice((1, 2))}
    state, events = start(head), []
    while len(events) < 250:
        event: Any = next_event(state, rng)
        if event is None:
            break
        if rng.random() < (0.1 if events else 0.5):
            event = spoilt(rng, rng.choice((event, *events[-5:])), state)
        events.append(event)
        with contextlib.suppress(EngineError):
            state = apply(state, event)
        while rng.random() < 0.3:
            events.append({**elsewhere(rng, state), "tried": True})
    return head, events


def spoilt(rng: random.Random, event: Any, state: State) -> Any:
    """Return the event with one thing changed, or something else altogether."""
    if rng.random() < 0.03:
        return rng.choice(ODD)
    event = copy.deepcopy(event)
    if not isinstance(event, dict) or not event:
        return event
    event.pop("tried", None)
    key = rng.choice(sorted(event))
    what = rng.randrange(6)
    if what == 0:
        del event[key]
    elif what == 1:
        event[key] = rng.choice(ODD)
    elif what == 2:
        who = rng.choice((*state.table.game.players, "x" * 70, "😀"))
        event[rng.choice(("player", "loser", "best"))] = who
    elif what == 3 and isinstance(event[key], int):
        event[key] += rng.choice((-1, 1))
    elif what == 4:
        event["type"] = rng.choice(EVENT_TYPES)
    elif what == 5 and isinstance(event.get("dice"), list):
        event["dice"] = [*event["dice"], rng.choice((1, 6, 0, 7, True, "1", None))]
    return event


def elsewhere(rng: random.Random, state: State) -> Json:
    """Return an event in good shape, whether or not the game is anywhere near it."""
    kind = rng.choice((*EVENT_TYPES, "throw", "throw"))
    players, book = state.table.game.players, state.table.game.book
    who = rng.choice(players)
    event: Json = {"type": kind, "player": who}
    if state.turn is not None and kind in ("throw", "stand", "hand") and rng.random() < 0.9:
        event["player"] = state.turn
    match kind:
        case "opening" | "reveal":
            event["dice"] = dice(rng, rng.choice((1, 2, 3, book.opening.dice)))
        case "throw":
            kept, turned = kept_dice(rng, state)
            fallen = rng.choice((None, dice(rng, max(0, 3 - len(kept)))))
            event |= {"kept": kept, "turned": turned, "dice": fallen}
        case "hand":
            throws, whole = rng.randint(1, 4), rng.random() < 0.5
            event |= {"dice": dice(rng, 3), "throws": throws, "in_one_throw": whole}
        case "round":
            penalty = rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, "all"))
            event |= {"loser": who, "best": rng.choice((*players, None)), "penalty": penalty}
        case "infraction":
            event["code"] = rng.choice(rng.choice((CODES, sorted(book.infractions) or CODES)))
            event |= {"votes_for": rng.randint(0, 3), "votes_against": rng.randint(0, 3)}
            event |= {"count": rng.randint(0, 4), "cents": rng.choice((None, 0, 1, 250))}
        case "ruling":
            effect = rng.choice(EFFECTS)
            event["effect"] = {effect: rng.choice((who, True)) if rng.random() < 0.2 else who}
            if effect == "void_round":
                event["effect"] = {effect: rng.random() < 0.9}
        case "overtime":
            event["mode"] = rng.choice((*OVERTIME, "one_round"))
    return event


def kept_dice(rng: random.Random, state: State) -> tuple[list[int], int]:
    """Dice left on the table and how many sixes were turned, rightly or not."""
    last, kept = state.node.last, state.node.kept
    if last.count(6) > 1 and rng.random() < 0.8:
        # In falling order the last of them is no six, if there is such a die.
        more = rng.choice(([], last[-1:], last[:1]))
        return [*kept, 1, *more], rng.randint(1, 2)
    lying = (1, 1, 6, *last, *kept)
    return rng.sample(lying, rng.choice((0, 1, 1, 2, 2, 2, 3))), rng.choice((0, 0, 1, 1, 2, 3))
