"""The engine's answer to a log, as text: the same that `follow.js` writes on a phone."""

from __future__ import annotations

import hashlib
from typing import Any

from games.engine import (
    EngineError,
    Round,
    State,
    apply,
    canonical,
    card,
    legal_actions,
    replay,
    round_json,
    start,
    state_json,
)

Log = tuple[Any, Any]


def follow(header: Any, events: list[Any]) -> list[str]:
    """Return line by line each state with its legal actions, each refusal, and the final state.

    A settled round is told once, where it is new: a state tells how many there are, and the same
    objects stay in all that follow. The last one is told with all its rounds.
    """
    lines: list[str] = []
    told: dict[int, Round] = {}

    def tell(state: State) -> None:
        table = state.table
        bare = state._replace(table=table._replace(rounds=()))
        lines.append(canonical([len(table.rounds), state_json(bare), legal_actions(state)]))
        for place, settled in enumerate(table.rounds):
            if id(settled) not in told:
                told[id(settled)] = settled
                lines.append(canonical([place, round_json(settled)]))

    try:
        state = start(header)
    except EngineError as error:
        return [canonical(refusal(error))]
    tell(state)
    for event in events:
        try:
            after = apply(state, event)
        except EngineError as error:
            lines.append(canonical(refusal(error)))
            continue
        tell(after)
        if not is_tried(event):
            state = after
    lines.append(canonical([state_json(state), card(state)]))
    lines.append(canonical(replayed(header, [event for event in events if not is_tried(event)])))
    return lines


def is_tried(event: Any) -> bool:
    return isinstance(event, dict) and "tried" in event


def replayed(header: Any, events: list[Any]) -> Any:
    """Return the state of the whole log, or the refusal of its first event that is illegal."""
    try:
        return state_json(replay(header, events))
    except EngineError as error:
        return refusal(error)


def refusal(error: EngineError) -> Any:
    fields = {lang: error.sentence(lang) for lang in ("de", "en")}
    return {"code": error.code, "event": error.event, "clause": error.clause, **fields}


def digest(header: Any, events: list[Any]) -> str:
    return hashlib.sha256("\n".join(follow(header, events)).encode()).hexdigest()
