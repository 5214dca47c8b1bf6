"""A breach of the round that has just been settled, as one act that is undone as one.

The log takes back what came since the last turn of that round, notes the breach, and says the same
again in its order; what was settled is settled anew. The entries of an act name the breach's id
under `act`, which the engine ignores.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.engine import EngineError, State, apply
from games.scoring import queries
from games.scoring.live import ACT, MENDED, RETRACT, WHOLE_ROUND, Json, Live
from games.scoring.mending import in_force
from games.scoring.services.play import Line, append_act, check_events, noting, read_line
from games.scoring.services.refusals import (
    bad_event,
    id_reused,
    id_too_long,
    late_alone,
    no_last_round,
    referee_only,
    stale,
)
from league.access.actors import Actor

LONGEST_ID = 58  # „:12345“ is put behind it, and an entry's id has 64 places


def is_late(events: Sequence[Mapping[str, Any]]) -> bool:
    """Tell if a message is about the last round. InvalidError if other events come with it."""
    late = [event for event in events if event.get("round") == "last"]
    if late and len(events) > 1:
        raise late_alone()
    return bool(late)


def enter_late(
    *,
    game: Live,
    seen: int,
    event: Mapping[str, Any],
    actor: Actor,
    may_rule: bool,
    now: datetime,
    waited: Json | None = None,
) -> int:
    """Add a breach or a ruling to the last round, or take such an act back (`retract`).

    One statement in one transaction. Returns the sequence after it; a repeat answers the same.
    Raises StaleError, EngineError for what the rules refuse, NotAllowedError for a ruling without
    the office, IllegalError if no round has just been settled.
    """
    line = _read(event)

    def lines_at(at: int) -> tuple[Sequence[Line], Sequence[State]]:
        lines = _lines(game, at, line, may_rule)
        return noting(lines, waited), _checked(game, at, lines)

    return append_act(
        game=game,
        seen=seen,
        client_id=line.client_id,
        repeated=lambda: _repeated(game, line),
        lines_at=lines_at,
        actor=actor,
        now=now,
    )


def preview_late(
    *, game: Live, seen: int, event: Mapping[str, Any], may_rule: bool
) -> tuple[State, int]:
    """Return the state it would lead to, and how many rounds come before those settled anew."""
    line = _read({**event, "id": "preview"})
    game.refresh()
    if (at := game.sequence) != seen:
        raise stale()
    states = _checked(game, at, _lines(game, at, line, may_rule))
    return states[-1], min(len(state.table.rounds) for state in states)


def _read(event: Mapping[str, Any]) -> Line:
    line = read_line(event)
    if len(line.client_id) > LONGEST_ID:
        raise id_too_long()
    return line


def _checked(game: Live, at: int, lines: Sequence[Line]) -> list[State]:
    """Return the states after each line; a refusal is about the one event that the
    message holds.
    """
    try:
        return check_events(game=game, at=at, lines=lines, may_rule=True)
    except EngineError as error:
        error.event = 0
        raise


def _repeated(game: Live, line: Line) -> int:
    """Return the end of an act that is in the log already. InvalidError if the id is another
    entry's.
    """
    place = game.sequence_of[line.client_id]
    kind, data = game.entries[place - 1]
    values = {key: value for key, value in data.items() if key != ACT}
    number = 0
    while f"{line.client_id}:{number + 1}" in game.sequence_of:
        number += 1
    if (kind, values) != (line.type, line.data) or not number:
        raise id_reused()
    return max(place, game.sequence_of[f"{line.client_id}:{number}"])


def _lines(game: Live, at: int, line: Line, may_rule: bool) -> list[Line]:
    if line.type == RETRACT:
        return _taken_back(game, at, line, may_rule)
    if line.type not in ("infraction", "ruling"):
        raise bad_event()
    if line.type == "ruling" and not may_rule:
        raise referee_only()
    since = game.since_settled(at)
    if not since or not game.is_open(at):
        raise no_last_round()
    before = game.states[since[0] - 1]
    try:
        after = apply(before, line.data)
    except EngineError as error:
        error.event = 0
        raise
    mark = {ACT: line.client_id}
    again = _copies(game, since, mark)
    # With the half that it lost the last turn is gone: it belongs to no round any more.
    if after.table.part.phase != before.table.part.phase:
        again = again[1:]
    elif again[0].type == WHOLE_ROUND:
        again[0] = _whole_round(again[0], after, line.data.get("best"))
    return [
        *numbered(line, [Line("", RETRACT, {"type": RETRACT, **mark}, {})] * len(since)),
        Line(line.client_id, line.type, {**line.data, **mark}, line.words),
        *numbered(line, again, first=len(since)),
    ]


def _whole_round(line: Line, state: State, best: str | None) -> Line:
    """Return a round in one entry once more, lost by the player who has forfeited it: the penalty
    stays, and so does the best unless it was he; then it is the one that the breach names.
    """
    forfeits = dict(state.table.forfeits)
    values = dict(line.data)
    if forfeits and values["loser"] not in forfeits:
        values["loser"] = next(iter(forfeits))
    if values.get("best") in forfeits or values.get("best") == values["loser"]:
        values["best"] = best
    return Line(line.client_id, line.type, values, line.words)


def _taken_back(game: Live, at: int, line: Line, may_rule: bool) -> list[Line]:
    act = game.act(at)
    if not act:
        raise no_last_round()
    kind, data = game.entries[act[0] - 1]
    if kind == "ruling" and MENDED not in data and not may_rule:
        raise referee_only()
    first = act[0]
    while first > 1 and game.entries[first - 2][1].get(ACT) == data[ACT]:
        first -= 1
    # The entries that the act took back lay on top of those it was built on.
    count_before = len(in_force(game, act[0] - 1))
    before = in_force(game, first - 1)[count_before:]
    # The first of them has the id of the message itself, by which a repeat is known.
    back = [Line("", RETRACT, {"type": RETRACT}, {})] * (len(act) - 1)
    return [
        line,
        *numbered(line, [*back, *_copies(game, before, None)]),
    ]


def _copies(game: Live, sequences: Sequence[int], mark: Json | None) -> list[Line]:
    """Copy the same entries, with their free text; under the mark of an act, or of none."""
    words = queries.notes_of(game)
    lines = []
    for sequence in sequences:
        kind, data = game.entries[sequence - 1]
        own = {key: value for key, value in data.items() if key != ACT} | (mark or {})
        lines.append(Line("", kind, own, words.get(sequence, {})))
    return lines


def numbered(line: Line, lines: Sequence[Line], first: int = 0) -> list[Line]:
    return [
        Line(f"{line.client_id}:{number}", other_line.type, other_line.data, other_line.words)
        for number, other_line in enumerate(lines, start=first + 1)
    ]
