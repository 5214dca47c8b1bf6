"""The end of a game: closed, abandoned, opened again, or written on a card.

Only here does a game push its result and its charges down to the league.
"""

import zlib
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games import queries
from games.engine import canonical, card
from games.live import Json, Live, live
from games.models import Entry, Game
from games.services.play import LONGEST_TEXT, Line, append_events, insert, stale
from league import queries as league
from league.actors import Actor
from league.errors import IllegalError, InvalidError, NotAllowedError
from league.models import Result, Table
from league.services.results import SeatCharge, SeatLine, mark_in_correction, record_result


def abandon_game(
    *, game: Live, seen: int, client_id: str, reason: str, actor: Actor, now: datetime
) -> int:
    """Ends a game without a loser and pushes its charges down. Repeatable."""
    event = {"id": client_id, "type": "abandon", "reason": reason}
    at = append_events(game=game, seen=seen, events=[event], actor=actor, may_rule=False, now=now)
    return finish_game(game=game, seen=at, client_id=f"{client_id}:end", actor=actor, now=now)


def finish_game(*, game: Live, seen: int, client_id: str, actor: Actor, now: datetime) -> int:
    """Closes a game that is over: its result and charges go down to the league, in one transaction.

    After a reopening the new result supersedes the one before, unless the tournament's director
    has decided meanwhile. Returns the sequence of the mark; a repeat answers the same. StaleError,
    IllegalError where the game is not over, or is closed already.
    """
    game.refresh()
    if (done := game.sequence_of.get(client_id)) is not None:
        return done
    if game.sequence != seen:
        raise stale()
    if not game.is_open():
        raise IllegalError("game_finished", _("Dieses Spiel ist schon abgeschlossen."))
    if game.state.step != "over":
        raise IllegalError(
            "game_not_over", _("Das Spiel ist noch nicht zu Ende. Spielt weiter oder brecht es ab.")
        )
    try:
        with transaction.atomic():
            close(game, client_id, actor, now)
    except IntegrityError:
        return _after_a_race(game, client_id)
    game.refresh()
    return seen + 1


def close(game: Live, client_id: str, actor: Actor, now: datetime) -> None:
    line = Line(client_id, Entry.FINISH, {}, {})
    (entry,) = insert(game.pk, game.sequence, [line], actor, now)
    text = canonical(game.events()).encode()
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED,
        packed=zlib.compress(text, 9),
        sha256=sha256(text).hexdigest(),
    )
    table = Table.objects.get(pk=game.table_id)
    current = league.current_result(table, game.number)
    if current is not None and current.source == Result.Source.DIRECTOR:
        Result.objects.filter(pk=current.pk).update(in_correction=False)
        return
    said = card(game.state)
    record_result(
        table=table,
        number=game.number,
        replaces=current.version if current else None,
        client_id=f"{game.key}:{entry.sequence}",
        source=Result.Source.GAME,
        depth=game.depth(),
        ended_by=said["ended_by"],
        rulebook=game.header["rulebook"],
        house_rules=game.header.get("house_rules", {}),
        lines=_lines(said["seats"], whole=game.depth() != Result.Depth.CARD),
        charges=_charges(game),
        reason=_why(game) if current else "",
        actor=actor,
        now=now,
    )


# Of a half that was played without the app nobody wrote these down.
COUNTED = ("exit_first", "schock_aus", "jule", "deckel_taken", "deckel_given", "throw_points")


def _lines(seats: Mapping[str, Json], *, whole: bool) -> dict[int, SeatLine]:
    """The engine's card, seat by seat. Null is what is not known: a half that nobody lost, and all
    figures of a game that is not written down as a `whole`.
    """
    unknown = [half for half in ("lost_first", "lost_second") if not _any(seats, half)]
    unknown += () if whole else COUNTED
    return {
        int(seat): SeatLine(**{**line, **dict.fromkeys(unknown)}) for seat, line in seats.items()
    }


def _any(seats: Mapping[str, Json], half: str) -> bool:
    return any(line[half] for line in seats.values())


def _charges(game: Live) -> list[SeatCharge]:
    events = game.events()
    return [
        SeatCharge(
            seat=int(charge.player),
            code=charge.code,
            kind=charge.kind,
            cents=charge.cents,
            count=_count(game, charge.code, events[charge.event]),
            log_index=charge.event,
        )
        for charge in game.state.table.part.charges
    ]


def _count(game: Live, code: str, event: Json) -> int:
    breach = game.state.table.game.book.infractions.get(code)
    return int(event.get("count", 1)) if breach is not None and breach.most > 1 else 1


def _why(game: Live) -> str:
    """Why the game was opened again, for the new version of its result."""
    opened = next(at for at, kind in reversed(game.marks) if kind == Entry.REOPEN)
    return str(queries.notes_of(game).get(opened, {}).get("reason", "–"))[:200]


def reopen_game(
    *,
    game: Live,
    seen: int,
    client_id: str,
    reason: str,
    rights: league.TableRights,
    actor: Actor,
    now: datetime,
) -> int:
    """Opens a closed game again; its result counts on, as „wird korrigiert“. Repeatable.

    Returns the sequence of the mark. What two people have confirmed opens only a referee.
    IllegalError while another game runs at the table, or a reported problem is not ruled on.
    """
    game.refresh()
    if (done := game.sequence_of.get(client_id)) is not None:
        return done
    if not reason.strip():
        raise InvalidError(
            "reason_missing", _("Bitte sag, warum das Spiel wieder geöffnet wird."), field="reason"
        )
    if game.sequence != seen:
        raise stale()
    if game.is_open():
        raise IllegalError("game_running", _("Dieses Spiel ist offen. Schreibt einfach weiter."))
    line = Line(client_id, Entry.REOPEN, {}, {"reason": reason.strip()[:LONGEST_TEXT]})
    try:
        with transaction.atomic():
            table = Table.objects.select_for_update().get(pk=game.table_id)
            if queries.running_game(table) is not None:
                raise IllegalError(
                    "another_game_running",
                    _("An diesem Tisch läuft schon das nächste Spiel. Schließt es erst ab."),
                )
            current = league.current_result(table, game.number)
            if current is not None:
                if not league.may_correct(rights, current):
                    raise NotAllowedError(
                        "result_confirmed",
                        _("Das Ergebnis ist bestätigt. Nur der Schiedsrichter öffnet es wieder."),
                    )
                mark_in_correction(result=current)
            insert(game.pk, seen, [line], actor, now)
            Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING)
    except IntegrityError:
        return _after_a_race(game, client_id)
    game.refresh()
    return seen + 1


def close_with_card(
    *, table: Table, number: int, client_id: str, actor: Actor, now: datetime
) -> None:
    """The rest of a game was written on a card: its log ends here. Within the card's transaction.

    IllegalError for a game that was scored to its end: it is opened again, not overwritten.
    """
    game = queries.game_of(table, number)
    if game is None:
        return
    if game.status == Game.Status.FINISHED:
        raise IllegalError(
            "game_was_scored",
            _("Dieses Spiel ist Wurf für Wurf geschrieben. Öffnet es dort wieder."),
        )
    if game.status == Game.Status.CARD:
        return
    found = live(game.key)
    assert found is not None
    found.refresh()
    line = Line(f"{client_id}:card", Entry.CARD, {}, {})
    insert(game.pk, found.sequence, [line], actor, now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CARD)


def _after_a_race(game: Live, client_id: str) -> int:
    """Somebody wrote at the same moment: perhaps this very message."""
    game.refresh()
    if (done := game.sequence_of.get(client_id)) is not None:
        return done
    raise stale()
