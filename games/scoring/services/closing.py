"""The end of a game: closed, abandoned, opened again, or written on a card.

Only here does a game push its result and its charges down to the league.
"""

import zlib
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games.engine import State, apply, canonical, card
from games.scoring import queries
from games.scoring.live import ACT, Json, Live, live
from games.scoring.models import Entry, Game, charges_players
from games.scoring.services.late_logs import may_replace
from games.scoring.services.play import LONGEST_TEXT, Line, check_events, insert, read_line
from games.scoring.services.refusals import (
    closed_already,
    game_not_over,
    given_up,
    id_reused,
    reason_missing,
    stale,
    still_open,
)
from games.signals import game_closed
from league.access.actors import Actor
from league.access.queries.tables import TableRights, may_correct
from league.errors import IllegalError, NotAllowedError
from league.events.models import Table
from league.results.models.results import LONGEST_DRINK, Result
from league.results.queries.results import current_result, row_of_result
from league.results.services.confirming import pass_on_confirmation
from league.results.services.results import (
    SeatCharge,
    SeatLine,
    end_playing,
    mark_in_correction,
    record_result,
    set_playing,
)


def abandon_game(
    *,
    game: Live,
    seen: int,
    client_id: str,
    reason: str,
    waited: Json | None = None,
    actor: Actor,
    now: datetime,
) -> int:
    """End a game without a loser and close it, in one transaction. Else as `finish_game`."""
    end = f"{client_id}:end"
    line = read_line({"id": client_id, "type": "abandon", "reason": reason})
    done = _done(game, seen, end, Entry.FINISH)
    if done is not None:
        return done
    check_events(game=game, at=seen, lines=[line], may_rule=False)
    return _close_alone(game, seen, end, actor, now, last=line, waited=waited)


def finish_game(
    *,
    game: Live,
    seen: int,
    client_id: str,
    waited: Json | None = None,
    actor: Actor,
    now: datetime,
) -> int:
    """Close a game that is over, and in the same transaction push its result and charges down.

    `waited` is the note for a mark that waited on a phone (see `queries.arrivals`).

    After a reopening the new result supersedes the one before, unless the tournament's director has
    decided meanwhile. Returns the sequence of the mark; a repeat answers the same. StaleError,
    IllegalError if the game is not over, or is closed already.
    """
    done = _done(game, seen, client_id, Entry.FINISH)
    if done is not None:
        return done
    if not game.is_open(seen):
        raise closed_already()
    if game.states[seen].step != "over":
        raise game_not_over()
    return _close_alone(game, seen, client_id, actor, now, waited=waited)


def _done(game: Live, seen: int, client_id: str, kind: str) -> int | None:
    """Return the place of the mark with this id; None if it is not set and the game is at `seen`.

    StaleError if the game is elsewhere. Anything at `seen` is read from there on, never the newest:
    other threads add to the same copy.
    """
    game.refresh()
    at = game.sequence  # before the look for the id: else a mark set in between is stale to itself
    done = game.sequence_of.get(client_id)
    if done is not None:
        if game.entries[done - 1][0] != kind:
            raise id_reused()
        return done
    if at != seen:
        raise stale()
    return None


def _close_alone(
    game: Live,
    seen: int,
    client_id: str,
    actor: Actor,
    now: datetime,
    *,
    last: Line | None = None,
    waited: Json | None = None,
) -> int:
    try:
        with transaction.atomic():
            Table.objects.select_for_update(no_key=True).get(pk=game.table_id)
            at = close(game, seen, client_id, actor, now, last=last, waited=waited)
    except IntegrityError as error:
        return _after_a_race(game, seen, client_id, Entry.FINISH, error)
    game.refresh()
    return at


def close(
    game: Live,
    at: int,
    client_id: str,
    actor: Actor,
    now: datetime,
    *,
    last: Line | None = None,
    waited: Json | None = None,
) -> int:
    """Close the game after `at` entries, or after one more (`last`); return the sequence of the
    mark.
    """
    state, events = game.states[at], game.events(at)
    lines = [Line(client_id, Entry.FINISH, {}, waited or {})]
    if last is not None:
        state = apply(state, last.data)
        events.append(last.data)
        lines.insert(0, last)
    insert(game.pk, at, lines, actor, now)
    mark = at + len(lines)
    text = canonical(events).encode()
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED,
        packed=zlib.compress(text, 9),
        sha256=sha256(text).hexdigest(),
    )
    end_playing(table_id=game.table_id, number=game.number)
    game_closed.send(Game, game_id=game.pk)
    table = Table.objects.select_related("block__event").get(pk=game.table_id)
    current = row_of_result(table, game.number)
    if current is not None and current.source == Result.Source.DIRECTOR:
        Result.objects.filter(pk=current.pk).update(in_correction=False)
        return mark
    values, depth = card(state), game.depth(at)
    seats = result_lines(values["seats"], whole=depth != Result.Depth.CARD)
    closes_first = current is not None and _closes_first(game, at)
    entered = current_result(table, game.number) if closes_first else None
    if entered is not None and not may_replace(
        entered, ended_by=values["ended_by"], lines=seats, log=game, actor=actor, now=now
    ):
        return mark
    result = record_result(
        table=table,
        number=game.number,
        replaces=current.version if current else None,
        client_id=f"{game.key}:{mark}",
        source=Result.Source.GAME,
        depth=depth,
        ended_by=values["ended_by"],
        rulebook=game.header["rulebook"],
        house_rules=game.header.get("house_rules", {}),
        lines=seats,
        charges=(
            _charges(state, events, game.header) if charges_players(table.block.event) else ()
        ),
        **_why(game, at, current, entered),
        actor=actor,
        now=now,
    )
    if entered is not None:
        pass_on_confirmation(before=entered, after=result)
    return mark


def _closes_first(game: Live, at: int) -> bool:
    """Tell if the log comes to its end for the first time: an existing result has
    another source.
    """
    return not any(kind == Entry.FINISH and place <= at for place, kind in game.marks)


def _why(game: Live, at: int, current: Result | None, entered: Result | None) -> dict[str, str]:
    """Return why the result gets another version: the reason given for opening the game again, or
    the occasion.
    """
    if entered is not None:
        return {"occasion": Result.Occasion.LOG_ARRIVED}
    if current is None:
        return {}
    opened = next(
        (place for place, kind in reversed(game.marks) if kind == Entry.REOPEN and place <= at), 0
    )
    if opened and ACT in game.entries[opened - 1][1]:  # a phone's version took the log's place
        return {"occasion": Result.Occasion.NO_NETWORK}
    return {"reason": str(queries.notes_of(game).get(opened, {}).get("reason", "–"))[:200]}


# Of a half that was played without the app these were not written down.
COUNTED = ("exit_first", "schock_aus", "jule", "deckel_taken", "deckel_given", "throw_points")


def result_lines(seats: Mapping[str, Json], *, whole: bool) -> dict[int, SeatLine]:
    """Return the engine's card, seat by seat. Null is unknown: a half that no one lost, and all
    figures of a game that is not written down as a `whole`.
    """
    unknown = [half for half in ("lost_first", "lost_second") if not _any(seats, half)]
    unknown += () if whole else COUNTED
    return {
        int(seat): SeatLine(**{**line, **dict.fromkeys(unknown)}) for seat, line in seats.items()
    }


def _any(seats: Mapping[str, Json], half: str) -> bool:
    return any(line[half] for line in seats.values())


def _charges(state: State, events: list[Json], header: Json) -> list[SeatCharge]:
    options = header.get("options", {})
    return [
        SeatCharge(
            seat=int(charge.player),
            code=charge.code,
            kind=charge.kind,
            cents=charge.cents,
            count=_count(state, charge.code, events[charge.event]),
            log_index=charge.event,
            drink=options.get(charge.code, {}).get("drink", "")[:LONGEST_DRINK],
            payer_counts=charge.code == "stake" and _payer_counts(state),
        )
        for charge in state.table.part.charges
    ]


def _payer_counts(state: State) -> bool:
    game = state.table.game
    row = game.book.stake_row(len(game.players), game.venue)
    return row is not None and row.payer_counts


def _count(state: State, code: str, event: Json) -> int:
    breach = state.table.game.book.infractions.get(code)
    return int(event.get("count", 1)) if breach is not None and breach.most > 1 else 1


def reopen_game(
    *,
    game: Live,
    seen: int,
    client_id: str,
    reason: str,
    rights: TableRights,
    actor: Actor,
    now: datetime,
) -> int:
    """Open a closed game again; its result counts on, as „wird korrigiert“. Repeatable.

    Returns the sequence of the mark. Only a referee opens what two people have confirmed.
    IllegalError while another game runs at the table, or a reported problem is not ruled on.
    """
    line = Line(client_id, Entry.REOPEN, {}, {"reason": reason.strip()[:LONGEST_TEXT]})
    try:
        with transaction.atomic():
            table = Table.objects.select_for_update(no_key=True).get(pk=game.table_id)
            # Only now: the previous holder of the lock may have been the same message.
            done = _done(game, seen, client_id, Entry.REOPEN)
            if done is not None:
                return done
            if queries.is_given_up(game.table_id, client_id):
                raise given_up()
            if not reason.strip():
                raise reason_missing()
            if game.is_open(seen):
                raise still_open()
            open_again(table, game.number, rights)
            insert(game.pk, seen, [line], actor, now)
            Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING)
            set_playing(table_id=game.table_id, number=game.number)
    except IntegrityError as error:
        return _after_a_race(game, seen, client_id, Entry.REOPEN, error)
    game.refresh()
    return seen + 1


def open_again(
    table: Table, number: int, rights: TableRights, *, closes_at_once: bool = False
) -> None:
    """Let the result of a closed game count on, as „wird korrigiert“. Runs within the transaction
    of the caller that opens the game.

    IllegalError while another game runs at the table, unless this one is closed in the same breath;
    NotAllowedError if only a referee may.
    """
    if not closes_at_once and queries.running_game(table) is not None:
        raise IllegalError(
            "another_game_running",
            _("The next game is already being played at this table. Close it first."),
        )
    current = row_of_result(table, number)
    if current is None:
        return
    if not may_correct(rights, current):
        raise NotAllowedError(
            "result_confirmed",
            _("The result is confirmed. Only the referee can open it again."),
        )
    mark_in_correction(result=current)


def close_with_card(
    *, table: Table, number: int, client_id: str, actor: Actor, now: datetime
) -> None:
    """End the log of a game whose rest was written on a card. Within the card's transaction.

    IllegalError for a game that was scored to its end: it is opened again, not overwritten.
    """
    game = queries.game_of(table, number)
    if game is None:
        return
    if game.status == Game.Status.FINISHED:
        raise IllegalError(
            "game_was_scored",
            _("This game was scored throw by throw. Open it again there."),
        )
    played = live(game.key)
    assert played is not None
    line = Line(client_id, Entry.CARD, {}, {})
    while True:
        played.refresh()
        at = played.sequence
        if not played.is_open(at):
            return
        try:
            insert(game.pk, at, [line], actor, now)
        except IntegrityError:
            if client_id in played.sequence_of:
                raise id_reused() from None
            continue  # a tap came between; the card ends the log also after that one
        Game.objects.filter(pk=game.pk).update(status=Game.Status.CARD)
        set_playing(table_id=game.table_id, number=None)
        return


def _after_a_race(game: Live, seen: int, client_id: str, kind: str, error: IntegrityError) -> int:
    """Return the place of the mark after another write at the same moment, perhaps this very
    message.
    """
    done = _done(game, seen, client_id, kind)
    if done is None:
        raise error  # no other write did: a fault of ours
    return done
