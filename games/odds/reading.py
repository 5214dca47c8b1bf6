"""The turns of a log, as far as they were written down throw by throw.

What the table saw is worked out here: which hands lay open, and what lay beside a covered cup. What
was taken back, or belongs to a round that was never settled, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.engine import Round, State, apply, start
from games.engine.dice import Dice, Node

from .plans import Odds
from .situation import Seen, Situation

Event = dict[str, Any]
COVER, THROW, STAND = "cover", "throw", "stand"


class Way(NamedTuple):
    """A way to play: `stand`, `throw` with the result seen, or `cover` the throw.

    `kept` lies on the table meanwhile, `turned` of it were sixes of the throw before.
    """

    code: str
    kept: Dice = ()
    turned: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One thing that was done, after `throws` throws, with the dice of `node` on the table."""

    throws: int
    node: Node = field(repr=False)  # a whole graph hangs on it
    way: Way


@dataclass(slots=True)
class Taken:
    """A turn as it was played. `end` is what it left on the table, None where it is not over."""

    player: str
    situation: Situation
    steps: list[Step] = field(default_factory=list)
    end: Seen | None = None


@dataclass(slots=True)
class Played:
    """A settled round with the turns known of it; `before` are the Deckel by seat before it."""

    round: Round
    turns: tuple[Taken, ...]
    before: tuple[int, ...]


def rounds(odds: Odds, header: Any, events: Any) -> Iterator[Played]:
    """Yield the settled rounds of a log. Raises the `EngineError` of a log that is refused."""
    table: list[Taken] = []
    seen: dict[str, Seen] = {}
    for before, event, after in _in_force(header, events):
        _note(odds, table, seen, before, event, after)
        if len(after.table.rounds) > len(before.table.rounds):
            known = tuple(taken for taken in table if taken.end is not None)
            yield Played(after.table.rounds[-1], known, before.table.deckel)
        if not after.hands and not after.throws:
            # Nothing has been thrown in the round that is played now.
            table.clear()
            seen.clear()
        elif event["type"] == "reenter" and after.throws and table and table[-1].end is None:
            # A player in the middle of a turn began it at another table.
            table.pop()


def _in_force(header: Any, events: Any) -> Sequence[tuple[State, Event, State]]:
    """Return each event that was not taken back, between its states."""
    state = start(header)
    states: list[tuple[State, Event, State]] = []
    for event in events:
        after = apply(state, event)
        if event["type"] == "retract":
            states.pop()
        else:
            states.append((state, event, after))
        state = after
    return states


def _note(
    odds: Odds,
    table: list[Taken],
    seen: dict[str, Seen],
    before: State,
    event: Event,
    after: State,
) -> None:
    """Take one event down: as a step of a turn, and as what lies open after it."""
    kind, player = event["type"], before.turn
    if kind == "hand":
        seen[event["player"]] = Seen(odds.scale.place[_rank(before, event)])
    if kind not in (THROW, STAND) or player is None:
        return
    if not before.throws:
        table.append(Taken(player, _situation(before, seen)))
    taken = table[-1] if table and table[-1].player == player else None
    way, end = _step(odds, before, event)
    if taken is not None:
        taken.steps.append(Step(before.throws, before.node, way))
        taken.end = end
    if end is not None:
        seen[player] = end


def _step(odds: Odds, before: State, event: Event) -> tuple[Way, Seen | None]:
    """Return what was done, and what the turn left on the table if that ended it."""
    places = odds.scale.places
    if event["type"] == STAND:
        return Way(STAND), Seen(places[before.throws - 1][before.node.number])
    kept = tuple(sorted(event["kept"], reverse=True))
    last, throws = before.left == 1, before.throws + 1
    # A table that logs late writes faces where a cup was: the rulebook knows better.
    covered = event["dice"] is None or (last and _covers(before) == (True,))
    way = Way(COVER if covered else THROW, kept, event["turned"])
    if covered:
        return way, Seen(None, kept, throws)
    if not last:
        return way, None
    node = before.node.lefts[(event["turned"], *kept)].falls[_fallen(event["dice"])]
    return way, Seen(places[throws - 1][node.number])


def _fallen(dice: list[int]) -> Any:
    return tuple(dice) if len(dice) > 1 else dice[0]


def _rank(before: State, event: Event) -> int:
    """Return the rank of a turn in one entry; it lay open, as far as the log tells."""
    ranking = before.table.game.book.ranking
    return ranking.hands[tuple(event["dice"]), event["throws"], event["in_one_throw"]].rank


def _covers(state: State) -> tuple[bool, ...]:
    """Tell if a last throw stays covered: the rulebook's word, or the player's choice."""
    if state.table.open:
        return (False,)
    return (True,) if state.table.game.book.last_throw == "must" else (False, True)


def _situation(state: State, seen: dict[str, Seen]) -> Situation:
    """Return the situation that the player whose turn begins finds at the table."""
    table = state.table
    seats, deckel = table.game.seats, table.deckel
    place = len(state.hands)
    return Situation(
        earlier=tuple((seen[player], deckel[seats[player]]) for player in table.order[:place]),
        later=tuple(deckel[seats[player]] for player in table.order[place + 1 :]),
        mine=deckel[seats[table.order[place]]],
        middle=table.middle,
        total=table.game.total,
        limit=state.left,
        covers=_covers(state),
    )


def final_place(odds: Odds, settled: Round, player: str) -> int:
    """Return the place on the scale of a player's hand when the round settled."""
    return odds.scale.place[settled.hands[settled.order.index(player)].rank]
