"""One line of text in, one JSON value out: what the command line does with logs and rounds.

No files here and no exit status; a line that cannot be read raises an `EngineError` like any other.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from .actions import legal_actions
from .dice import MOST_THROWS, Hand
from .errors import EngineError, InvalidError
from .events import faces, field, flag, integer
from .loading import load
from .play import replay
from .rulebook import Rulebook
from .settle import flow, weigh
from .state import Json, State, state_json


def canonical(value: Any) -> str:
    """Write canonical JSON: keys sorted, no spaces, UTF-8."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def read(line: bytes) -> Any:
    """Return the JSON value of a line. Raises `InvalidError` (`not_json`) for whatever is none."""
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise InvalidError("not_json") from None


def _no_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads; JSON has neither."""
    raise ValueError(name)


def refusal(error: EngineError) -> Json:
    return {"error": error.code, "event": error.event, "message": error.sentence("de")}


def replay_line(line: bytes) -> Json:
    return state_json(_state(line))


def actions_line(line: bytes) -> list[Json]:
    return legal_actions(_state(line))


def _state(line: bytes) -> State:
    log = read(line)
    if not isinstance(log, dict) or "header" not in log or "events" not in log:
        raise InvalidError("not_a_log")
    return replay(log["header"], log["events"])


def settle_line(line: bytes) -> Json:
    """Settle a round out of the blue: `rulebook`, `before` and `hands`, as in the worked rounds."""
    data = read(line)
    if not isinstance(data, dict) or not {"rulebook", "before", "hands"} <= set(data):
        raise InvalidError("not_a_round")
    book = load(data["rulebook"])
    middle, deckel = _before(data["before"])
    hands = _hands(book, data["hands"], deckel)
    return settle(hands, middle, deckel)


def settle(hands: dict[str, Hand], middle: int, deckel: dict[str, int]) -> Json:
    """Return the best and worst of `hands`, in the order thrown, and where the Deckel lie then."""
    order, seats = list(hands), list(deckel)
    high, low = weigh(tuple(hands.values()))
    best, worst = order[high], order[low]
    penalty, moved, source, left, after = flow(
        hands[best].penalty,
        middle + sum(deckel.values()),
        middle,
        tuple(deckel.values()),
        seats.index(best),
        seats.index(worst),
    )
    # Sorting is stable: of two equal hands the earlier stays in front, unless it yields.
    places = {player: place for place, player in enumerate(order)}
    ranking = sorted(
        order,
        key=lambda player: (-hands[player].rank, -places[player] * hands[player].yields),
    )
    return {
        "ranking": ranking,
        "best": best,
        "worst": worst,
        "penalty": penalty,
        "moved": moved,
        "source": source,
        "deckel": dict(zip(seats, after, strict=True)),
        "middle": left,
    }


def _before(before: Any) -> tuple[int, dict[str, int]]:
    if not isinstance(before, dict) or not isinstance(before.get("deckel"), dict):
        raise InvalidError("not_a_round")
    middle = integer(before, "middle", 0)
    deckel = {player: integer(before["deckel"], player, 0) for player in before["deckel"]}
    if middle + sum(deckel.values()) == 0:
        raise InvalidError("bad_value", key="before")
    return middle, deckel


def _hands(book: Rulebook, rows: Any, deckel: dict[str, int]) -> dict[str, Hand]:
    if not isinstance(rows, list) or len(rows) < 2:
        raise InvalidError("not_a_round")
    hands: dict[str, Hand] = {}
    for row in rows:
        if not isinstance(row, dict):
            raise InvalidError("not_a_round")
        player = field(row, "player")
        if not isinstance(player, str) or player not in deckel or player in hands:
            raise InvalidError("unknown_player", player=player)
        dice = faces(field(row, "dice"), 3)
        throws, whole = integer(row, "throws", 1, MOST_THROWS), flag(row, "in_one_throw")
        if throws == 1 and not whole:
            raise InvalidError("one_throw_is_whole")
        hands[player] = book.ranking.hands[dice, throws, whole]
    return hands
