"""A round that was settled long ago is changed, as one act that is undone as one.

The log takes back everything from that round on and says it again as it is now; what becomes of
the later rounds is planned in `games.scoring.mending`. `late_breach` undoes such an act too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.engine import EngineError, State
from games.scoring import queries
from games.scoring.live import ACT, MENDED, RETRACT, Json, Live
from games.scoring.mending import Change, Plan, in_force, place_of, plan, stretches
from games.scoring.services.late_breach import LONGEST_ID, numbered
from games.scoring.services.play import Line, append_act, check_events, read_line
from games.scoring.services.refusals import (
    finished,
    hands_count,
    id_reused,
    id_too_long,
    referee_only,
    stale,
)
from league.access.actors import Actor
from league.errors import IllegalError


@dataclass(frozen=True)
class Mending:
    """A change as it is asked for. `answers` are of later rounds, by number; from `cut` on the game
    is given up.
    """

    number: int
    change: Change
    answers: Mapping[int, Json] = field(default_factory=dict)
    cut: int | None = None


def look_ahead(*, game: Live, seen: int, mending: Mending) -> Plan:
    """Return what would become of the game; store nothing. Raises as `mend_round`, except for what
    is still to be answered.
    """
    game.refresh()
    if game.sequence != seen:
        raise stale()
    return _plan(game, mending)[1]


def mend_round(
    *,
    game: Live,
    seen: int,
    client_id: str,
    mending: Mending,
    actor: Actor,
    may_rule: bool,
    now: datetime,
) -> int:
    """Change a settled round of an open game. One transaction; return the sequence after it, and a
    repeat answers the same.

    Raises StaleError, EngineError for a change that the rules refuse, NotAllowedError if a ruling
    would fall away without the office, IllegalError if the round does not exist (`round_unknown`)
    or a later one is not answered yet (`round_undecided`).
    """

    def lines_at(at: int) -> tuple[list[Line], list[State]]:
        first, planned = _plan(game, mending)
        if planned.stuck is not None:
            raise undecided(planned.stuck)
        if not may_rule and _loses_a_ruling(game, first, planned):
            raise referee_only()
        lines = _lines(game, first, client_id, mending.number, planned, actor)
        return lines, check_events(game=game, at=at, lines=lines, may_rule=True)

    return append_act(
        game=game,
        seen=seen,
        client_id=client_id,
        repeated=lambda: _repeated(game, client_id),
        lines_at=lines_at,
        actor=actor,
        now=now,
    )


def _plan(game: Live, mending: Mending) -> tuple[int, Plan]:
    """Return the first entry that is taken back, and what is said instead of all from there on."""
    at = game.sequence
    if not game.is_open(at):
        raise finished()
    if mending.change.outcome is not None and not game.takes_rounds:
        raise hands_count()
    parts = stretches(game, at)
    place = place_of(parts, mending.number)
    if place is None:
        raise unknown()
    first = parts[place].entries[0].sequence
    try:
        planned = plan(
            game.states[first - 1],
            parts[place],
            parts[place + 1 :],
            mending.change,
            answers=mending.answers,
            cut=mending.cut,
            takes_rounds=game.takes_rounds,
        )
    except EngineError as error:
        error.event = None
        raise
    return first, planned


def _loses_a_ruling(game: Live, first: int, planned: Plan) -> bool:
    stays = {event.sequence for event in planned.corrected}
    gone = [at for at in in_force(game, game.sequence) if at >= first and at not in stays]
    return any(game.entries[at - 1][0] == "ruling" for at in gone)


def _lines(
    game: Live, first: int, client_id: str, number: int, planned: Plan, actor: Actor
) -> list[Line]:
    words = queries.notes_of(game)
    mark = {ACT: client_id}
    back = [sequence for sequence in in_force(game, game.sequence) if sequence >= first]
    author = {"by": actor.name} if actor.name else {}
    # The first of them has the id of the message, and says what the act is about and whose it is.
    head = Line(client_id, RETRACT, {"type": RETRACT, **mark, "round": number}, author)
    lines = [Line("", RETRACT, {"type": RETRACT, **mark}, {})] * (len(back) - 1)
    for place, event in enumerate(planned.corrected):
        values = {**event.event, **mark} | ({MENDED: client_id} if place == 0 else {})
        lines.append(Line("", str(event.event["type"]), values, words.get(event.sequence, {})))
    return [head, *numbered(head, lines)]


def _repeated(game: Live, client_id: str) -> int:
    place = game.sequence_of[client_id]
    kind, data = game.entries[place - 1]
    if kind != RETRACT or data.get(ACT) != client_id:
        raise id_reused()
    number = place
    while number < game.sequence and game.entries[number][1].get(ACT) == client_id:
        number += 1
    return number


def read_id(client_id: object) -> str:
    """Return the id of the act, from which those of its entries are made."""
    line = read_line({"type": RETRACT, "id": client_id})
    if len(line.client_id) > LONGEST_ID:
        raise id_too_long()
    return line.client_id


def unknown() -> IllegalError:
    return IllegalError("round_unknown", _("There is no such round in this game."))


def undecided(number: int) -> IllegalError:
    return IllegalError(
        "round_undecided",
        _("Round %(number)s no longer fits. Say who lost it, or cut the game there.")
        % {"number": number},
    )
