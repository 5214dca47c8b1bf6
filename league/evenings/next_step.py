"""The next step at an evening, for a reader of its page: a pure decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.events.models import GOOD_SEATS, MIN_SEATS


class Step(StrEnum):
    CONFIRM = "confirm"  # a game the reader played waits for a second look
    REFEREE = "referee"  # a table calls, or a problem waits for a ruling
    PLAY = "play"  # the reader's own table plays
    ATTENDANCE = "attendance"  # too few are noted as here
    SEAT_ALL = "seat_all"  # all who wait fit at a table that is set up for them
    CHOOSE = "choose"  # too many for one table wait: choose who sits where
    BEGIN = "begin"  # a table is seated and has not played
    WATCH = "watch"  # others play
    LOOK = "look"  # games that only one pair of eyes has seen
    CLOSE = "close"  # all is played: count the cash and sign
    COSIGN = "cosign"  # it is counted and waits for a second signature
    CROWN = "crown"  # all is played, and no one is König yet
    NEXT_GAME = "next_game"  # a table is between two games
    ANSWER = "answer"  # whether the reader comes
    CLOSED = "closed"  # it is signed
    WAIT = "wait"  # nothing to do but to come


@dataclass(frozen=True)
class TableNow:
    """The state of a table.

    It says how many sit at it, the number of the game being scored, and how many were played.
    `is_own`: the reader sits at it; `writes`: the reader may keep its score.
    """

    key: int
    number: int
    seated: int
    playing: int | None = None
    played: int = 0
    is_own: bool = False
    writes: bool = False


@dataclass(frozen=True)
class Tonight:
    """The facts that the step depends on: the reader's offices, and the state of the evening.

    `coming` said yes and are not noted yet; `waiting` are here without a seat. `closing` is the
    till's word to the reader: "close", "cosign", "closed", or nothing. `is_pausing`: the last game
    ended so shortly ago that another one is to be expected.
    """

    tables: Sequence[TableNow] = ()
    runs: bool = False
    rules: bool = False
    is_asked: bool = False
    to_confirm: int = 0
    calls: int = 0
    here: int = 0
    coming: int = 0
    open: int = 0
    waiting: int = 0
    unconfirmed: int = 0
    is_pausing: bool = False
    has_king: bool = True
    closing: str = ""


@dataclass(frozen=True)
class NextStep:
    """The step, and what it is about: how many, at which table. `is_answered`: they said yes."""

    step: Step
    count: int = 0
    table: TableNow | None = None
    is_answered: bool = False


def next_step(now: Tonight) -> NextStep:
    """Return the one step that the page offers as its primary action."""
    if now.to_confirm:
        return NextStep(Step.CONFIRM, now.to_confirm)
    if now.rules and now.calls:
        return NextStep(Step.REFEREE, now.calls)
    running = [table for table in now.tables if table.playing]
    if own := _first(table for table in running if table.is_own):
        return NextStep(Step.PLAY, table=own)
    played = sum(table.played for table in now.tables)
    if now.runs and not (running or played) and (step := _before_the_first_game(now)):
        return step
    ready = [t for t in now.tables if not t.playing and not t.played and t.seated >= MIN_SEATS]
    if begins := _first(table for table in ready if table.writes):
        return NextStep(Step.BEGIN, table=begins)
    if now.runs and now.waiting >= MIN_SEATS and running:
        return _seating(now)
    if running:
        return NextStep(Step.WATCH, len(running), running[0])
    if now.closing == "closed":
        return NextStep(Step.CLOSED)
    if played:
        return _between_or_after_games(now)
    return NextStep(Step.ANSWER if now.is_asked else Step.WAIT)


def _first(tables: Iterable[TableNow]) -> TableNow | None:
    """Return the first of these tables, the reader's own before all others."""
    return min(tables, key=lambda table: not table.is_own, default=None)


def _before_the_first_game(now: Tonight) -> NextStep | None:
    """Return the step for those who run the evening: people, then tables.

    None once all who are here sit.
    """
    seated = sum(table.seated for table in now.tables)
    if now.here < MIN_SEATS:
        is_answered = now.coming >= MIN_SEATS
        count = now.coming if is_answered else now.open
        return NextStep(Step.ATTENDANCE, count, is_answered=is_answered)
    if now.waiting >= MIN_SEATS:
        return _seating(now)
    return None if seated >= MIN_SEATS else NextStep(Step.ATTENDANCE, now.open)


def _seating(now: Tonight) -> NextStep:
    """Seat those who wait at a table of their own if they are as many as play well together."""
    if MIN_SEATS <= now.waiting <= GOOD_SEATS:
        return NextStep(Step.SEAT_ALL, now.waiting)
    return NextStep(Step.CHOOSE, now.waiting)


def _between_or_after_games(now: Tonight) -> NextStep:
    """Return the step while no one is playing and games have been played."""
    again = _first(table for table in now.tables if table.writes and table.seated >= MIN_SEATS)
    if again and now.is_pausing:
        return NextStep(Step.NEXT_GAME, table=again)
    if now.runs and now.unconfirmed:
        return NextStep(Step.LOOK, now.unconfirmed)
    if now.closing:
        return NextStep(Step.CLOSE if now.closing == "close" else Step.COSIGN)
    if now.runs and not now.has_king:
        return NextStep(Step.CROWN)
    if again:
        return NextStep(Step.NEXT_GAME, table=again)
    return NextStep(Step.WAIT, sum(table.played for table in now.tables))
