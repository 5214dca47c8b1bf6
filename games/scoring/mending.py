"""What becomes of a game when one of its rounds is changed afterwards. Pure; nothing is stored.

What was before the round stays. The rounds after it are kept while they are legal; from the first
that is not, each becomes a round in one entry with the loser, the penalty and the best it had, as
long as that is legal. Where it is not somebody says who lost it, or the game is cut there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine import EngineError, Round, State, apply
from games.engine.whole_round import EVERY, template
from games.scoring.live import BESIDE, WHOLE_ROUND, Json, Live

STAYS = BESIDE | {"reenter"}
"""What happened in a round beside its turns; it stays when the turns are changed."""


@dataclass(frozen=True)
class Said:
    """An event as it lies in the log, or a new one. `turns` were over in its round before it."""

    event: Json
    sequence: int = 0
    turns: int = 0


@dataclass(frozen=True)
class Stretch:
    """Entries in force that belong together: those of a round, of an opening, or of what lies on
    the table now. `settled` is the round they made, if any.
    """

    number: int
    entries: tuple[Said, ...]
    settled: Round | None


@dataclass(frozen=True)
class Change:
    """What a round is to be: who lost it with how many Deckel, or the hand of each player."""

    whole: Json | None = None
    hands: Mapping[str, Json] = field(default_factory=dict)


@dataclass
class Plan:
    """What would be said again, and what that leads to. Rounds are named by their old numbers.

    `stuck` is the round of which somebody has to say who lost it; `offer` is what can be said of
    it as a template of the log's format, None where it can only be cut there.
    """

    state: State
    said: list[Said] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    without_hands: list[int] = field(default_factory=list)
    dropped: list[Said] = field(default_factory=list)
    cut: int | None = None
    stuck: int | None = None
    why: EngineError | None = None
    offer: Json | None = None

    def add(self, state: State, *said: Said) -> None:
        self.state = state
        self.said += said


def in_force(game: Live, sequence: int) -> list[int]:
    """The sequences of what is in force at that point, oldest first."""
    found, top = [], game.top(sequence)
    while top:
        found.append(top)
        top = game.under(top)
    return found[::-1]


def stretches(game: Live, sequence: int) -> list[Stretch]:
    """The game at that point in its parts."""
    found: list[Stretch] = []
    now: list[Said] = []
    place: object = None
    for at in in_force(game, sequence):
        before, after = game.states[at - 1], game.states[at]
        rounds, part = before.table.rounds, before.table.part
        here = (len(rounds), part.phase, bool(part.rolling))
        if now and here != place:
            found.append(Stretch(_number(now, game), tuple(now), None))
            now = []
        place = here
        now.append(Said(game.entries[at - 1][1], at, len(before.hands)))
        if len(after.table.rounds) > len(rounds):
            found.append(Stretch(len(rounds) + 1, tuple(now), after.table.rounds[-1]))
            now = []
    if now:
        found.append(Stretch(_number(now, game), tuple(now), None))
    return found


def _number(entries: Sequence[Said], game: Live) -> int:
    return len(game.states[entries[0].sequence - 1].table.rounds) + 1


def place_of(parts: Sequence[Stretch], number: int) -> int | None:
    """Where a settled round lies among the parts of a game; None where there is none."""
    found = (place for place, one in enumerate(parts) if one.settled and one.number == number)
    return next(found, None)


def offer(before: State, stretch: Stretch) -> Json:
    """What can be said of a round as a whole: who may have lost it, who may have been best."""
    found = Plan(before)
    _what_is_legal(found, [one for one in stretch.entries if one.event["type"] in STAYS])
    return template(found.state)


def plan(
    before: State,
    changed: Stretch,
    later: Sequence[Stretch],
    change: Change,
    *,
    answers: Mapping[int, Json],
    cut: int | None,
    takes_rounds: bool,
) -> Plan:
    """The game from the changed round on. Raises the `EngineError` of a change that is illegal.

    `answers` say of rounds by number who lost them (`loser`, `penalty`, `best`); `cut` is the
    number of the first round that is given up.
    """
    found = Plan(before)
    _change(found, changed, change)
    for stretch in later:
        if cut is not None and stretch.number >= cut:
            found.cut = cut
            found.dropped += [one for one in stretch.entries if one.event["type"] in BESIDE]
            continue
        _again(found, stretch, answers.get(stretch.number), takes_rounds)
        if found.stuck is not None:
            break
    return found


def _change(found: Plan, changed: Stretch, change: Change) -> None:
    beside = [one for one in changed.entries if one.event["type"] in STAYS]
    if change.whole is not None:
        for one in beside:
            found.add(apply(found.state, one.event), one)
        event = {"type": WHOLE_ROUND, **change.whole}
        found.add(apply(found.state, event), Said(event))
        return
    rounds = len(found.state.table.rounds)
    while found.state.turn is not None and len(found.state.table.rounds) == rounds:
        turns = len(found.state.hands)
        # The last hand settles the round: what was noted after it, over the cups, comes before.
        is_last = turns + 1 == len(found.state.table.order)
        if beside and (is_last or beside[0].turns <= turns):
            one = beside.pop(0)
            found.add(apply(found.state, one.event), one)
            continue
        player = found.state.turn
        event = {"type": "hand", "player": player, **change.hands.get(player, {})}
        found.add(apply(found.state, event), Said(event))


def _again(found: Plan, stretch: Stretch, answer: Json | None, takes_rounds: bool) -> None:
    """One part of the game that came after the changed round."""
    state = _all(found.state, stretch)
    if state is not None and answer is None:
        found.add(state, *stretch.entries)
        if stretch.settled is not None:
            found.kept.append(stretch.number)
    elif stretch.settled is None:
        _what_is_legal(found, stretch.entries)
    else:
        _as_a_whole(found, stretch, stretch.settled, answer, takes_rounds)


def _all(state: State, stretch: Stretch) -> State | None:
    """The state after all entries, where each of them is legal and they make a round as before."""
    rounds = len(state.table.rounds)
    for one in stretch.entries:
        if len(state.table.rounds) > rounds:
            return None
        try:
            state = apply(state, one.event)
        except EngineError:
            return None
    made = len(state.table.rounds) - rounds
    return state if made == (stretch.settled is not None) else None


def _what_is_legal(found: Plan, entries: Sequence[Said]) -> None:
    """Of what makes no round: turns up to the first that is illegal, and what happened beside."""
    broken = False
    for one in entries:
        beside = one.event["type"] in BESIDE
        try:
            if broken and not beside:
                raise EngineError("round_begun")
            state = apply(found.state, one.event)
            if len(state.table.rounds) > len(found.state.table.rounds):
                raise EngineError("round_begun")  # an opening is no round
            found.add(state, one)
        except EngineError:
            broken = broken or not beside
            if beside:
                found.dropped.append(one)


def _as_a_whole(
    found: Plan, stretch: Stretch, settled: Round, answer: Json | None, takes_rounds: bool
) -> None:
    start, said, dropped = found.state, len(found.said), len(found.dropped)
    _what_is_legal(found, [one for one in stretch.entries if one.event["type"] in STAYS])
    event = {"type": WHOLE_ROUND, **(answer or _result(stretch, settled))}
    try:
        if not takes_rounds:
            raise EngineError("round_begun")
        if found.state.table.part.rolling:
            raise EngineError("no_turn")
        found.add(apply(found.state, event), Said(event))
        found.without_hands.append(stretch.number)
    except EngineError as error:
        possible = found.state.step == "throwing" and takes_rounds
        found.offer = template(found.state) if possible else None
        found.stuck, found.why = stretch.number, error
        found.state = start
        del found.said[said:], found.dropped[dropped:]


def _result(stretch: Stretch, settled: Round) -> Json:
    """Loser, penalty and best of a round as it was settled."""
    if not settled.hands:
        event = next(one.event for one in stretch.entries if one.event["type"] == WHOLE_ROUND)
        return {key: event.get(key) for key in ("loser", "penalty", "best")}
    best = settled.hands[settled.order.index(settled.best or "")]
    every = best.category == "schock_aus"
    return {
        "loser": settled.worst,
        "penalty": EVERY if every else settled.penalty,
        "best": settled.best,
    }
