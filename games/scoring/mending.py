"""Plan a game anew when one of its rounds is changed afterwards. Pure; nothing is stored.

The part before the round stays. The rounds after it are kept while they are legal; from the first
that is not, each becomes a round in one entry with the loser, the penalty and the best it had, as
long as that is legal. If it is not, a person says who lost it, or the game is cut there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine import EngineError, Round, State, apply
from games.engine.whole_round import EVERY, template
from games.scoring.live import BESIDE, WHOLE_ROUND, Json, Live

STAYS = BESIDE | {"reenter"}
"""What happened in a round beside its turns; it stays when the turns are changed."""


@dataclass(frozen=True)
class LogEvent:
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
    entries: tuple[LogEvent, ...]
    settled: Round | None


@dataclass(frozen=True)
class Change:
    """The new content of a round: who lost it with how many Deckel, or the hand of each player."""

    outcome: Json | None = None
    hands: Mapping[str, Json] = field(default_factory=dict)


@dataclass
class Plan:
    """The entries that would be made again, and the state they lead to. Rounds are named by their
    old numbers.

    `stuck` is the round of which a person has to say who lost it; `offer` is what can be said of it
    as a template of the log's format, None if it can only be cut there.
    """

    state: State
    corrected: list[LogEvent] = field(default_factory=list)
    unchanged: list[int] = field(default_factory=list)
    without_hands: list[int] = field(default_factory=list)
    dropped: list[LogEvent] = field(default_factory=list)
    cut: int | None = None
    stuck: int | None = None
    why: EngineError | None = None
    offer: Json | None = None

    def add(self, state: State, *event: LogEvent) -> None:
        self.state = state
        self.corrected += event


def in_force(game: Live, sequence: int) -> list[int]:
    """Return the sequences of what is in force at that point, oldest first."""
    sequences, top = [], game.top(sequence)
    while top:
        sequences.append(top)
        top = game.under(top)
    return sequences[::-1]


def stretches(game: Live, sequence: int) -> list[Stretch]:
    """Return the game at that point in its parts."""
    stretches: list[Stretch] = []
    now: list[LogEvent] = []
    place: object = None
    for at in in_force(game, sequence):
        before, after = game.states[at - 1], game.states[at]
        rounds, part = before.table.rounds, before.table.part
        here = (len(rounds), part.phase, bool(part.rolling))
        if now and here != place:
            stretches.append(Stretch(_number(now, game), tuple(now), None))
            now = []
        place = here
        now.append(LogEvent(game.entries[at - 1][1], at, len(before.hands)))
        if len(after.table.rounds) > len(rounds):
            stretches.append(Stretch(len(rounds) + 1, tuple(now), after.table.rounds[-1]))
            now = []
    if now:
        stretches.append(Stretch(_number(now, game), tuple(now), None))
    return stretches


def _number(entries: Sequence[LogEvent], game: Live) -> int:
    return len(game.states[entries[0].sequence - 1].table.rounds) + 1


def place_of(parts: Sequence[Stretch], number: int) -> int | None:
    """Return the place of a settled round among the parts of a game; None if it is not
    among them.
    """
    places = (place for place, part in enumerate(parts) if part.settled and part.number == number)
    return next(places, None)


def offer(before: State, stretch: Stretch) -> Json:
    """Return what can be said of a round as a whole: who may have lost it, who may have
    been best.
    """
    plan = Plan(before)
    _what_is_legal(plan, [entry for entry in stretch.entries if entry.event["type"] in STAYS])
    return template(plan.state)


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
    """Plan the game from the changed round on. Raises the `EngineError` of a change that is
    illegal.

    `answers` say of rounds by number who lost them (`loser`, `penalty`, `best`); `cut` is the
    number of the first round that is given up.
    """
    plan = Plan(before)
    _change(plan, changed, change)
    for stretch in later:
        if cut is not None and stretch.number >= cut:
            plan.cut = cut
            plan.dropped += [entry for entry in stretch.entries if entry.event["type"] in BESIDE]
            continue
        _again(plan, stretch, answers.get(stretch.number), takes_rounds)
        if plan.stuck is not None:
            break
    return plan


def _change(plan: Plan, changed: Stretch, change: Change) -> None:
    beside = [entry for entry in changed.entries if entry.event["type"] in STAYS]
    if change.outcome is not None:
        for log_event in beside:
            plan.add(apply(plan.state, log_event.event), log_event)
        event = {"type": WHOLE_ROUND, **change.outcome}
        plan.add(apply(plan.state, event), LogEvent(event))
        return
    rounds = len(plan.state.table.rounds)
    while plan.state.turn is not None and len(plan.state.table.rounds) == rounds:
        turns = len(plan.state.hands)
        # The last hand settles the round: what was noted after it, over the cups, comes before.
        is_last = turns + 1 == len(plan.state.table.order)
        if beside and (is_last or beside[0].turns <= turns):
            log_event = beside.pop(0)
            plan.add(apply(plan.state, log_event.event), log_event)
            continue
        player = plan.state.turn
        event = {"type": "hand", "player": player, **change.hands.get(player, {})}
        plan.add(apply(plan.state, event), LogEvent(event))


def _again(plan: Plan, stretch: Stretch, answer: Json | None, takes_rounds: bool) -> None:
    """Enter again one part of the game that came after the changed round."""
    state = _all(plan.state, stretch)
    if state is not None and answer is None:
        plan.add(state, *stretch.entries)
        if stretch.settled is not None:
            plan.unchanged.append(stretch.number)
    elif stretch.settled is None:
        _what_is_legal(plan, stretch.entries)
    else:
        _as_a_whole(plan, stretch, stretch.settled, answer, takes_rounds)


def _all(state: State, stretch: Stretch) -> State | None:
    """Return the state after all entries, if each is legal and they make a round as before."""
    rounds = len(state.table.rounds)
    for entry in stretch.entries:
        if len(state.table.rounds) > rounds:
            return None
        try:
            state = apply(state, entry.event)
        except EngineError:
            return None
    made = len(state.table.rounds) - rounds
    return state if made == (stretch.settled is not None) else None


def _what_is_legal(plan: Plan, entries: Sequence[LogEvent]) -> None:
    """Add the legal part of what makes no round: turns up to the first that is illegal, and what
    happened beside.
    """
    broken = False
    for entry in entries:
        beside = entry.event["type"] in BESIDE
        try:
            if broken and not beside:
                raise EngineError("round_begun")
            state = apply(plan.state, entry.event)
            if len(state.table.rounds) > len(plan.state.table.rounds):
                raise EngineError("round_begun")  # an opening is no round
            plan.add(state, entry)
        except EngineError:
            broken = broken or not beside
            if beside:
                plan.dropped.append(entry)


def _as_a_whole(
    plan: Plan, stretch: Stretch, settled: Round, answer: Json | None, takes_rounds: bool
) -> None:
    start, events_before, dropped = plan.state, len(plan.corrected), len(plan.dropped)
    _what_is_legal(plan, [entry for entry in stretch.entries if entry.event["type"] in STAYS])
    event = {"type": WHOLE_ROUND, **(answer or _result(stretch, settled))}
    try:
        if not takes_rounds:
            raise EngineError("round_begun")
        if plan.state.table.part.rolling:
            raise EngineError("no_turn")
        plan.add(apply(plan.state, event), LogEvent(event))
        plan.without_hands.append(stretch.number)
    except EngineError as error:
        possible = plan.state.step == "throwing" and takes_rounds
        plan.offer = template(plan.state) if possible else None
        plan.stuck, plan.why = stretch.number, error
        plan.state = start
        del plan.corrected[events_before:], plan.dropped[dropped:]


def _result(stretch: Stretch, settled: Round) -> Json:
    """Return loser, penalty and best of a round as it was settled."""
    if not settled.hands:
        event = next(entry.event for entry in stretch.entries if entry.event["type"] == WHOLE_ROUND)
        return {key: event.get(key) for key in ("loser", "penalty", "best")}
    best = settled.hands[settled.order.index(settled.best or "")]
    every = best.category == "schock_aus"
    return {
        "loser": settled.worst,
        "penalty": EVERY if every else settled.penalty,
        "best": settled.best,
    }
