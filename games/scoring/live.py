"""Games in memory: every state a game has been in, so that one more tap costs the same at its end
as at its start.

This is a copy, never the truth. It only grows, from rows that only grow, so it may be behind but
never wrong; `refresh` reads what is missing. Each process of the server has its own.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from threading import Lock
from typing import Any
from uuid import UUID

from games.engine import State, apply, start
from games.scoring.models import Entry, Game, charges_players
from league.tournaments.core.queries.playing import counts_hands

Json = dict[str, Any]
MOST_GAMES = 256  # of some hundred states each; a large tournament has forty tables
RETRACT = "retract"
ACT = "act"  # names the change of a settled round under which what followed was entered again
MENDED = "mended"  # on the first entry that an act says again: its id, by which its head is found
BESIDE = {"infraction", "ruling", "overtime"}  # what does not lie on the table
WHOLE_ROUND = "round"
FROM_CARD = "from_card"  # on a ruling of ours: the half was played without the app


class Live:
    """One game. `sequence` counts its entries, `states[n]` is its state after n of them."""

    def __init__(self, game: Game) -> None:
        self.pk, self.key, self.table_id, self.number = (
            game.pk,
            game.key,
            game.table_id,
            game.number,
        )
        self.header: Json = game.header
        self.charges = charges_players(game.table.block.event)
        self.takes_rounds = not counts_hands(game.table.block)
        self.names: dict[str, str] = {}  # of the seats, as last read; only for sentences
        self.states: list[State] = [start(game.header)]
        self.entries: list[tuple[str, Json]] = []
        self.sequence_of: dict[str, int] = {}
        self.marks: list[tuple[int, str]] = []
        # After n entries: the sequence of the event that a retract would take back, 0 for none.
        self._top: list[int] = [0]
        self._under: dict[int, int] = {}
        # After n entries: the sequences of the breaches and rulings in force.
        self._noted: list[tuple[int, ...]] = [()]
        # After n entries: how many there are where all of an act count as one.
        self._weights: list[int] = [0]
        self._acts: set[str] = set()
        self._lock = Lock()

    @property
    def sequence(self) -> int:
        return len(self.entries)

    @property
    def state(self) -> State:
        return self.states[-1]

    def mark(self, sequence: int) -> str | None:
        """Return the last mark of the app at that point: finish, reopen, card, or none yet."""
        return next((kind for at, kind in reversed(self.marks) if at <= sequence), None)

    def is_open(self, sequence: int) -> bool:
        """Tell if the log takes events after that sequence."""
        return self.mark(sequence) in {None, Entry.REOPEN}

    def in_force(self, sequence: int) -> Json | None:
        """Return the event a retract would take back at that point."""
        top = self._top[sequence]
        return self.entries[top - 1][1] if top else None

    def top(self, sequence: int) -> int:
        """Return the sequence of the event that a retract would take back at that point, 0 for
        none.
        """
        return self._top[sequence]

    def under(self, sequence: int) -> int:
        """Return the entry that a retract would take back after this one."""
        return self._under[sequence]

    def noted(self, sequence: int) -> tuple[int, ...]:
        """Return the sequences of the breaches and rulings in force at that point, oldest first."""
        return self._noted[sequence]

    def since_settled(self, sequence: int) -> list[int] | None:
        """Return the entries in force from the one that settled the last round on, oldest first.

        None if no round is settled, or if a part of what follows lies there already.
        """
        sequences: list[int] = []
        top = self._top[sequence]
        while top:
            sequences.append(top)
            before, after = self.states[top - 1].table, self.states[top].table
            if len(after.rounds) > len(before.rounds):
                return sequences[::-1]
            kind, data = self.entries[top - 1]
            if kind not in BESIDE or data.get(FROM_CARD) or before.part.phase != after.part.phase:
                return None
            top = self._under[top]
        return None

    def act(self, sequence: int) -> list[int]:
        """Return the entries in force of the act that a retract would begin to take back: its
        breach and what was entered again. Empty if the last one belongs to none, or not all are
        left.
        """
        sequences: list[int] = []
        top = self._top[sequence]
        name = self.entries[top - 1][1].get(ACT) if top else None
        while name is not None and top and self.entries[top - 1][1].get(ACT) == name:
            sequences.append(top)
            top = self._under[top]
        is_complete = sequences and sequences[0] - sequences[-1] == len(sequences) - 1
        last = sequences[0] if sequences else 0
        ends = last == len(self.entries) or self.entries[last][1].get(ACT) != name
        return sequences[::-1] if is_complete and ends else []

    def weight(self, sequence: int) -> int:
        """Return how many entries the log has up to there, those of an act counted as one."""
        return self._weights[sequence]

    def events(self, sequence: int) -> list[Json]:
        """Return the log up to there as the format has it, without free text."""
        return [data for kind, data in self.entries[:sequence] if kind not in Entry.MARKS]

    def depth(self, sequence: int) -> str:
        """Return the shallowest depth that counts: `card`, `rounds` (a round in one entry), `hands`
        (a turn in one entry) or `throws`.
        """
        top, depth = self._top[sequence], "throws"
        while top:
            kind, data = self.entries[top - 1]
            if data.get(FROM_CARD):
                return "card"
            if kind == WHOLE_ROUND:
                depth = "rounds"
            elif kind == "hand" and depth == "throws":
                depth = "hands"
            top = self._under[top]
        return depth

    def extend(
        self,
        seen: int,
        rows: Iterable[tuple[str, str, Json]],
        states: Sequence[State | None] = (),
    ) -> None:
        """Take in entries after the one with the sequence `seen`; those known are passed over.

        `states` are those after each of them, if the caller knows them.
        """
        with self._lock:
            pairs = zip_longest(rows, states)
            for sequence, ((client_id, kind, data), state) in enumerate(pairs, start=seen + 1):
                if sequence == self.sequence + 1:
                    self._add(sequence, client_id, kind, data, state)

    def catch_up(self, sequence: int) -> None:
        """Make sure that at least so many entries are known; ask the database only if
        they are not.
        """
        if self.sequence < sequence:
            self.refresh()

    def refresh(self) -> None:
        """Read the entries of the database that are not known here yet. One query."""
        known = self.sequence
        rows = (
            Entry.objects.filter(game_id=self.pk, sequence__gt=known)
            .order_by("sequence")
            .values_list("client_id", "type", "data")
        )
        self.extend(known, list(rows))

    def _add(
        self, sequence: int, client_id: str, kind: str, data: Json, state: State | None
    ) -> None:
        top, noted = self._top[-1], self._noted[-1]
        if kind in Entry.MARKS:
            state = self.states[-1]
            self.marks.append((sequence, kind))
        else:
            state = state or apply(self.states[-1], data)
            if kind == RETRACT:
                noted = self._noted[top - 1]
                top = self._under[top]
            else:
                self._under[sequence] = top
                top = sequence
                if kind in ("infraction", "ruling"):
                    noted = (*noted, sequence)
        self.states.append(state)
        act = data.get(ACT)
        self._weights.append(self._weights[-1] + (act is None or act not in self._acts))
        if act is not None:
            self._acts.add(act)
        self._top.append(top)
        self._noted.append(noted)
        self.sequence_of[client_id] = sequence
        # Last of all: a reader without the lock sees a sequence whose state is present.
        self.entries.append((kind, data))


class _LiveGames:
    """The games used last."""

    def __init__(self) -> None:
        self._games: OrderedDict[UUID, Live] = OrderedDict()
        self._lock = Lock()

    def get(self, key: UUID) -> Live | None:
        with self._lock:
            if key in self._games:
                self._games.move_to_end(key)
            return self._games.get(key)

    def put(self, live: Live) -> Live:
        """Keep the game; if another thread was faster, its copy is the one."""
        with self._lock:
            live = self._games.setdefault(live.key, live)
            while len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
            return live


_live_games = _LiveGames()


def live(key: UUID) -> Live | None:
    """Return the game, perhaps behind the database; None if it does not exist."""
    known = _live_games.get(key)
    if known is None:
        game = Game.objects.select_related("table__block__event").filter(key=key).first()
        if game is None:
            return None
        known = Live(game)
        known.refresh()
        known = _live_games.put(known)
    return known


WORDS = ("text", "by", "reason")


def without_words(event: Mapping[str, Any]) -> tuple[Json, Json]:
    """Split an event into what is logged, and its free text, which can be erased."""
    words = {key: event[key] for key in WORDS if event.get(key)}
    logged = {key: value for key, value in event.items() if key not in WORDS}
    return logged, words
