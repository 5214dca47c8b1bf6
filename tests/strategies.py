"""Random legal games: headers, and play that is driven by the engine's legal actions.

One seed makes one game, so that Hypothesis shrinks a number and a failure is found again by it.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from games.engine import apply, house_rules, legal_actions, load, slugs, start
from games.engine.state import State

VENUES = ("club_night", "pub", "private")
seeds = st.integers(0, 2**32)


def header(rng: random.Random, slug: str | None = None, most: int = 6) -> dict[str, Any]:
    """Return a header that is accepted, with house rules now and then."""
    slug = slug or rng.choice(slugs())
    players = [f"p{number}" for number in range(rng.randint(2, most))]
    rng.shuffle(players)
    header: dict[str, Any] = {"format": 1, "rulebook": slug, "players": players}
    if rng.random() < 0.4:
        header["starter"] = rng.choice(players)
    if rng.random() < 0.5:
        header["venue"] = rng.choice(VENUES)
    if rng.random() < 0.7:
        free = [r for r in house_rules(load(slug)) if not (r.locked or r.refused)]
        chosen = rng.sample(free, rng.randint(1, len(free)))
        header["house_rules"] = {rule.code: rng.choice(rule.allowed) for rule in chosen}
    if slug == "jule" and rng.random() < 0.5:
        agreed = rng.sample(players, len(players))
        header["options"] = {"aus_round": {"drink": "Bier", "agreed": agreed}}
    return header


def dice(rng: random.Random, number: int) -> list[int]:
    """Return dice with more ones and sixes than usual, for the sake of the rules about them."""
    return [rng.choice((1, 1, 2, 3, 4, 5, 6, 6)) for _ in range(number)]


def sample(template: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return one of the events that fit a template."""
    event = {key: template[key] for key in ("type", "player") if key in template}
    return {**event, **FIELDS.get(template["type"], _none)(template, rng)}


def _none(_: dict[str, Any], __: random.Random) -> dict[str, Any]:
    return {}


def _rolled(template: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    return {"dice": dice(rng, template["dice"])}


def _throw(template: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    way = rng.choice(template["choices"])
    sample = rng.sample(way["kept"], len(way["kept"]))
    covered = template["may_cover"] and rng.random() < 0.2
    fallen = None if covered else dice(rng, way["dice"])
    return {"kept": sample, "turned": way["turned"], "dice": fallen}


def _hand(template: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    throws = rng.randint(*template["throws"])
    return {
        "dice": dice(rng, 3),
        "throws": throws,
        "in_one_throw": throws == 1 or rng.random() < 0.4,
    }


def _round(template: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    loser, penalty = rng.choice(template["losers"]), rng.choice(template["penalties"])
    event: dict[str, Any] = {"loser": loser, "penalty": penalty}
    needed = template["best"] == "required" and penalty != "all"
    if needed or rng.random() < 0.5:
        event["best"] = rng.choice([who for who in template["bests"] if who != loser])
    return event


def _infraction(template: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    code = rng.choice(template["codes"])
    event: dict[str, Any] = {"code": code["code"]}
    if "votes" in code:
        votes_for = rng.randint(0, code["votes"])
        against = rng.randint(0, code["votes"] - votes_for)
        event |= {"votes_for": votes_for, "votes_against": against}
    if "count" in code and rng.random() < 0.7:
        event["count"] = rng.randint(*code["count"])
    if "cents" in code and rng.random() < 0.7:
        event["cents"] = rng.choice((None, 1, 250))
    return event


def _ruling(template: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    effect = rng.choice(template["effects"])
    chosen = {
        key: rng.choice(value) if isinstance(value, list) else value
        for key, value in effect.items()
    }
    return {"by": "referee", "text": "…", "effect": chosen}


def _overtime(template: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    return {"mode": rng.choice(template["modes"])}


FIELDS = {
    "opening": _rolled,
    "reveal": _rolled,
    "throw": _throw,
    "hand": _hand,
    "round": _round,
    "infraction": _infraction,
    "ruling": _ruling,
    "overtime": _overtime,
}
RARE = {"infraction": 0.03, "ruling": 0.02, "overtime": 0.004, "retract": 0.04, "abandon": 0.001}
"""How often these happen, so that most games are played to their end."""


def next_event(state: State, rng: random.Random, whole: float = 0.1) -> dict[str, Any] | None:
    """Return one legal event, None if the game is over and stays over.

    `whole` is how often a round may be one entry.
    """
    templates = legal_actions(state)
    rare = [t for t in templates if rng.random() < RARE.get(t["type"], 0)]
    usual = [t for t in templates if t["type"] not in RARE]
    if not usual and not rare:
        return None
    if usual and rng.random() < 0.9:
        # Throwing along when out is usual enough, but no one does it all the time.
        seldom = {"reenter"} if rng.random() < whole else {"reenter", "round"}
        usual = [t for t in usual if t["type"] not in seldom] or usual
    return sample(rng.choice(rare or usual), rng)


def game(
    rng: random.Random, most_events: int = 400, **kind: Any
) -> tuple[dict[str, Any], list[Any]]:
    """Return the log of one game, mostly played to its end."""
    head = header(rng, **kind)
    state, events = start(head), []
    while len(events) < most_events:
        event = next_event(state, rng)
        if event is None:
            break
        events.append(event)
        state = apply(state, event)
    return head, events
