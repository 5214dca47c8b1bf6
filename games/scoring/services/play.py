"""The log of a game: adding to it, and looking what would be.

What makes this safe is the database's number for every entry: of two writers who saw the same state
one gets it, the other is told to look again. Nothing is locked for a tap.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Any

from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections, transaction

from games.engine import EngineError, State, apply, canonical
from games.scoring.live import ACT, FROM_CARD, RETRACT, WHOLE_ROUND, Json, Live, without_words
from games.scoring.models import Entry, EntryNote
from games.scoring.services.refusals import (
    amount_too_large,
    bad_event,
    finished,
    hands_count,
    id_missing,
    id_reused,
    referee_only,
    stale,
    text_too_long,
    too_long,
)
from league.access.actors import Actor
from league.errors import IllegalError, StaleError
from league.wall import stamp

ID = re.compile("[0-9A-Za-z:._-]{1,64}")
KEYS = (
    *("type", "player", "kept", "turned", "dice", "throws", "in_one_throw", "code", "count"),
    *("cents", "votes_for", "votes_against", "effect", "mode", "text", "by", "reason"),
    *("loser", "penalty", "best"),
)
MOST_ENTRIES = 5_000  # a long game has three hundred; an act counts as one
MOST_SEEN = 50_000  # of all rows, those of acts among them
MOST_CENTS = 1_000_000
LONGEST_TEXT = 400
LONGEST_EVENT = 4_000


@dataclass(frozen=True)
class Line:
    """One event on its way into the log."""

    client_id: str
    type: str
    data: Json
    words: Json


def append_events(
    *,
    game: Live,
    seen: int,
    events: Sequence[Mapping[str, Any]],
    actor: Actor,
    may_rule: bool,
    now: datetime,
    waited: Json | None = None,
) -> int:
    """Add events to the log, all or none; return the sequence after them. `waited` is the note for
    events that waited on a phone (see `queries.arrivals`).

    A repeat answers as the first time, also one that goes on where the first was cut off. Raises
    StaleError if another writer was faster, EngineError with the index in `events` for what is
    against the rules now, NotAllowedError for a ruling without the office.
    """
    lines = [read_line(event) for event in events]
    if len({line.client_id for line in lines}) != len(lines):
        raise id_reused()
    fresh, failed_at = False, -1
    while True:
        # One moment, read once: meanwhile other threads add to the same copy.
        at = game.sequence
        known, last = _known(game, lines, at)
        if lines and known == len(lines):
            return last
        if (last if known else seen) == at:
            try:
                states = check_events(
                    game=game, at=at, lines=lines[known:], may_rule=may_rule, first=known
                )
            except (EngineError, IllegalError, StaleError):
                if fresh:
                    raise
            else:
                try:
                    store(game, at, noting(lines[known:], waited), states, actor, now)
                except IntegrityError:
                    if failed_at == at:
                        raise  # no other writer was in the way: a fault of ours
                    failed_at = at
                else:
                    return at + len(lines) - known
        elif fresh:
            raise stale()
        game.refresh()
        fresh = True


def append_act(
    *,
    game: Live,
    seen: int,
    client_id: str,
    repeated: Callable[[], int],
    lines_at: Callable[[int], tuple[Sequence[Line], Sequence[State]]],
    actor: Actor,
    now: datetime,
) -> int:
    """Add the entries of an act, one statement in one transaction; return the sequence after it.

    `lines_at` makes them and their states for the log as it is, `repeated` answers if the act's id
    is in the log already. Raises StaleError if the log has gone on since `seen`.
    """
    raced = False
    while True:
        game.refresh()
        if client_id in game.sequence_of:
            return repeated()
        at = game.sequence
        if at != seen:
            raise stale()
        lines, states = lines_at(at)
        try:
            store(game, at, lines, states, actor, now)
        except IntegrityError:
            if raced:
                raise
            raced = True
        else:
            return at + len(lines)


def noting(lines: Sequence[Line], waited: Json | None) -> list[Line]:
    """Return the lines, with a note at the first that they waited on a phone."""
    if not waited or not lines:
        return list(lines)
    first, *rest = lines
    return [replace(first, words={**first.words, **waited}), *rest]


def check_events(
    *,
    game: Live,
    at: int,
    lines: Sequence[Line],
    may_rule: bool,
    first: int = 0,
    reopened: bool = False,
) -> list[State]:
    """Return the states after each line, from that after `at` entries on; store nothing. A closed
    game takes none, unless it is `reopened` in the same breath.
    """
    if not reopened and not game.is_open(at):
        raise finished()
    acts = {line.data[ACT] for line in lines if ACT in line.data}
    if game.weight(at) + sum(ACT not in line.data for line in lines) + len(acts) > MOST_ENTRIES:
        raise too_long()
    states, state = [], game.states[at]
    tops = _Tops(game, at)
    for index, line in enumerate(lines, start=first):
        kind = tops.retracted() if line.type == RETRACT else line.type
        if kind == "ruling" and not may_rule:
            raise referee_only()
        if kind == WHOLE_ROUND and not game.takes_rounds:
            raise hands_count()
        try:
            state = apply(state, line.data)
        except EngineError as error:
            error.event = index
            raise
        tops.add(line.type)
        states.append(state)
    return states


class _Tops:
    """The kind of event that a retract would take back, while events are being added."""

    def __init__(self, game: Live, at: int) -> None:
        self._game, self._top, self._new = game, game.top(at), list[str]()

    def retracted(self) -> str | None:
        if self._new:
            return self._new[-1]
        if not self._top:
            return None
        kind, data = self._game.entries[self._top - 1]
        return None if data.get(FROM_CARD) else kind

    def add(self, kind: str) -> None:
        if kind != RETRACT:
            self._new.append(kind)
        elif self._new:
            self._new.pop()
        else:
            self._top = self._game.under(self._top)


def preview_events(
    *, game: Live, seen: int, events: Sequence[Mapping[str, Any]], may_rule: bool
) -> State:
    """Return the state after these events, of which nothing is stored. Raises as
    `append_events`.
    """
    lines = [read_line({**event, "id": "preview"}) for event in events]
    if (at := game.sequence) != seen:
        game.refresh()
        at = game.sequence
    if at != seen:
        raise stale()
    return check_events(game=game, at=at, lines=lines, may_rule=may_rule)[-1]


def read_line(event: Mapping[str, Any]) -> Line:
    """Read an event with only the keys the format knows. InvalidError for what no phone sends."""
    client_id = event.get("id")
    if not isinstance(client_id, str) or not ID.fullmatch(client_id):
        raise id_missing()
    known = {key: event[key] for key in KEYS if key in event}
    for key in ("text", "by", "reason"):
        if (
            not isinstance(known.get(key, ""), str | None)
            or len(known.get(key) or "") > LONGEST_TEXT
        ):
            raise text_too_long()
    for key in ("cents", "count"):
        value = known.get(key)
        if isinstance(value, int) and abs(value) > MOST_CENTS:
            raise amount_too_large()
    _check_storable(known)
    data, words = without_words(known)
    kind = data.get("type")
    return Line(client_id, kind if isinstance(kind, str) else "", data, words)


def _check_storable(event: Json) -> None:
    """Refuse what no database takes: the engine does not look at keys it ignores."""
    try:
        text = canonical(event).encode()
    except UnicodeEncodeError:
        text = b"\\u0000"
    if len(text) > LONGEST_EVENT or b"\\u0000" in text:
        raise bad_event()


def _known(game: Live, lines: Sequence[Line], at: int) -> tuple[int, int]:
    """Return how many lines, from the first on, are among the first `at` entries, and the last's
    place.

    InvalidError if an id is there with other content, or out of its turn.
    """
    number = last = 0
    for place, line in enumerate(lines):
        sequence = game.sequence_of.get(line.client_id, 0)
        if not 0 < sequence <= at:
            continue
        if place > number or game.entries[sequence - 1] != (line.type, line.data):
            raise id_reused()
        number, last = number + 1, sequence
    return number, last


def store(
    game: Live,
    at: int,
    lines: Sequence[Line],
    states: Sequence[State],
    actor: Actor,
    now: datetime,
) -> None:
    """Insert lines after `at` entries. IntegrityError if another writer has been faster."""
    insert(game.pk, at, lines, actor, now)
    # Entries that may still be rolled back are not remembered.
    if not connections[DEFAULT_DB_ALIAS].in_atomic_block:
        game.extend(at, [(line.client_id, line.type, line.data) for line in lines], states)


_COLUMNS = ("game_id", "sequence", "client_id", "type", "data", "at", "user_id", "holder_id")
_INSERT = f"INSERT INTO games_entry ({', '.join(_COLUMNS)}) VALUES "  # noqa: S608 (our own names)
_ROW = f"({', '.join(['%s'] * len(_COLUMNS))})"
MOST_ROWS = 1_000  # in one statement: SQLite has a limit for the places in it
_DATA, _AT = Entry._meta.get_field("data"), Entry._meta.get_field("at")


def insert(game_pk: int, at: int, lines: Sequence[Line], actor: Actor, now: datetime) -> None:
    """Insert lines in one statement, which is a transaction by itself unless they bring free text.

    Written out, because this is where a tap spends its time: an object for a row that no one looks
    at costs as much as the row.
    """
    database = connections[DEFAULT_DB_ALIAS]  # the proxy `connection` looks it up at each use
    when = _AT.get_db_prep_save(now, database)
    who, rows = (actor.user_id, actor.holder_id), []
    for sequence, line in enumerate(lines, start=at + 1):
        data = _DATA.get_db_prep_save(line.data, database)
        rows.append((game_pk, sequence, line.client_id, line.type, data, when, *who))
    words = {sequence: line.words for sequence, line in enumerate(lines, at + 1) if line.words}
    alone = len(rows) <= MOST_ROWS and not words and not database.in_atomic_block
    with nullcontext() if alone else transaction.atomic():
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            with database.cursor() as cursor:
                cursor.execute(_INSERT + ", ".join([_ROW] * len(some)), list(chain(*some)))
        if words:
            stored = Entry.objects.filter(game=game_pk, sequence__in=words)
            EntryNote.objects.bulk_create(
                EntryNote(entry_id=pk, words=words[sequence])
                for pk, sequence in stored.values_list("pk", "sequence")
            )
    stamp.changed()
