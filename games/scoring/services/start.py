"""Starting a game at a table, and taking in one that was written elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games.engine import replay
from games.rules import rulebooks as books
from games.scoring import queries
from games.scoring.live import FROM_CARD, WHOLE_ROUND, Json, Live
from games.scoring.models import Game, ScannedResult
from games.scoring.services.closing import close
from games.scoring.services.play import MOST_ENTRIES, Line, insert, noting, read_line
from games.scoring.services.refusals import (
    another_running,
    foreign_seat,
    game_not_over,
    given_up,
    hands_count,
    id_of_another_game,
    moved_on,
    referee_only,
    starter_missing,
    too_long,
)
from league.access.actors import Actor
from league.errors import IllegalError, InvalidError
from league.events.models import Table
from league.events.queries import seats_of
from league.results.services.results import set_playing
from league.tournaments.core.queries.playing import counts_hands


@dataclass(frozen=True)
class Played:
    """A game that is over on a phone already: its events, the id of the mark that closes it, and
    `may_rule` if the person who brings it may rule.
    """

    events: Sequence[Mapping[str, Any]]
    finish: str
    may_rule: bool
    waited: Json | None = None


def start_game(
    *,
    table: Table,
    key: UUID,
    seats: Sequence[int],
    starter: int | None,
    lot: bool = False,
    options: Mapping[str, Any],
    first_half_loser: int | None = None,
    number: int | None = None,
    played: Played | None = None,
    actor: Actor,
    now: datetime,
    rng: Random,
) -> Game:
    """Start the table's next game, its rulebook and house rules frozen. Locks the table.

    `seats` are those who play; with `lot` one of them is drawn to begin, unless a phone without
    network has done so (`starter`). If the first half was played without the app,
    `first_half_loser` is the seat that lost it. `number` is the one that a phone expects which has
    not heard from the table for a while: StaleError if others have been played meanwhile. A game
    whose result was scanned gets the number of that. One that was `played` on a phone is closed in
    the same transaction, and another may run meanwhile. A repeat of the same `key` answers with the
    existing game. IllegalError while another game runs here, at a cancelled evening, or if a
    tournament's table has played, InvalidError for seats of elsewhere or a missing starter,
    EngineError for what the rulebook refuses.
    """
    if known := _known(table, key):
        return known
    _takes_place(table)
    slug, agreed = queries.rules_of(table)
    around = [seat.pk for seat in seats_of(table)]
    if not seats or not set(seats) <= set(around) or len(set(seats)) != len(seats):
        raise foreign_seat()
    players = [str(pk) for pk in around if pk in seats]
    if lot and starter is None:
        starter = int(rng.choice(players))
    book = books.for_table(slug, agreed)
    if starter is None and book.opening.starter != "rolled":
        raise starter_missing()
    header: Json = {**queries.next_header(table), "players": players}
    if starter is not None:
        header["starter"] = str(starter)
    if options:
        header["options"] = {
            code: {**option, "agreed": players} for code, option in options.items()
        }
    lines = _half_from_card(header, first_half_loser)
    if played is not None:
        lines += noting([read_line(event) for event in played.events], played.waited)
        _check_whole(table, lines, may_rule=played.may_rule)
    state = replay(header, [line.data for line in lines])
    if played is not None and state.step != "over":
        raise game_not_over()
    try:
        with transaction.atomic():
            over = played is not None
            game, new = _create(table, key, header, lot, actor, now, expected=number, over=over)
            if new and lines:
                insert(game.pk, 0, lines, actor, now)
            if new and played is not None:
                _close(game, lines, played.finish, actor, now)
            return game
    except IntegrityError:
        return _made_elsewhere(table, key)


def _half_from_card(header: Json, loser: int | None) -> list[Line]:
    """Return the lines of a half of which only the loser is known, as the rules allow:
    as decided.
    """
    if loser is None:
        return []
    event = {"type": "ruling", "effect": {"lose_half": str(loser)}, FROM_CARD: True}
    return [Line("half-from-card", "ruling", event, {})]


def _check_whole(table: Table, lines: Sequence[Line], *, may_rule: bool) -> None:
    """Check a whole log beside the rules. NotAllowedError for rulings without the office,
    IllegalError for a log that is too long, or too shallow for this tournament.
    """
    if len(lines) > MOST_ENTRIES:
        raise too_long()
    ruled = (line for line in lines if line.type == "ruling" and not line.data.get(FROM_CARD))
    if not may_rule and any(ruled):
        raise referee_only()
    if counts_hands(table.block) and any(line.type == WHOLE_ROUND for line in lines):
        raise hands_count()


def _close(game: Game, lines: Sequence[Line], finish: str, actor: Actor, now: datetime) -> None:
    live = Live(game)
    live.extend(0, [(line.client_id, line.type, line.data) for line in lines])
    close(live, len(lines), finish, actor, now)
    game.refresh_from_db()


def _known(table: Table, key: UUID) -> Game | None:
    """Return the existing game with this key. InvalidError if it is one of another table."""
    known = Game.objects.filter(key=key).first()
    if known is not None and known.table_id != table.pk:
        raise id_of_another_game()
    return known


def _takes_place(table: Table) -> None:
    if table.block.event.is_cancelled:
        raise IllegalError("event_cancelled", _("This evening is called off."))


def _made_elsewhere(table: Table, key: UUID) -> Game:
    """Return the game started under the same key at another table, whose lock is not ours."""
    known = _known(table, key)
    if known is None:
        raise RuntimeError(f"no game could be made under the key {key}, and none is there")
    return known


def _create(
    table: Table,
    key: UUID,
    header: Json,
    lot: bool,
    actor: Actor,
    now: datetime,
    *,
    expected: int | None = None,
    over: bool = False,
) -> tuple[Game, bool]:
    """Return the game, and whether it is a new one. Locks the table, within the caller's
    transaction. One that is `over` is closed by the caller, and never runs at the table.
    """
    table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    if known := _known(table, key):
        return known, False
    if queries.is_given_up(table.pk, str(key)):
        raise given_up()
    if not over and queries.running_game(table) is not None:
        raise another_running()
    number = _number(table, key, expected)
    game = Game.objects.create(
        key=key,
        table=table,
        number=number,
        header=header,
        by_lot=lot,
        status=Game.Status.FINISHED if over else Game.Status.RUNNING,
        packed=b"" if over else None,
        started_at=now,
        user_id=actor.user_id,
        holder_id=actor.holder_id,
    )
    if not over:
        set_playing(table_id=table.pk, number=game.number)
    return game, True


def _number(table: Table, key: UUID, expected: int | None) -> int:
    """Return the number of a new game. StaleError if it is not the expected one, IllegalError if
    the table has played.
    """
    scanned = ScannedResult.objects.filter(key=key).first()
    if scanned is not None:
        if scanned.table_id != table.pk:
            raise id_of_another_game()
        return scanned.number  # its result is there already
    number = queries.next_number(table)
    if expected is not None and expected != number:
        # A later game of the same phone may have been scanned first.
        if expected > number or not queries.is_free(table, expected):
            raise moved_on()
        number = expected
    if (refusal := queries.against_another_game(table)) is not None:
        raise refusal
    return number


def import_game(
    *,
    table: Table,
    key: UUID,
    log: Any,
    seats: Mapping[str, int],
    may_rule: bool,
    actor: Actor,
    now: datetime,
) -> Game:
    """Import a whole log at once as the table's next game; one that is over is finished as well.

    `seats` says which seat each player of the log has; a log of this table needs none. One
    transaction; a repeat of the same `key` answers with the existing game. EngineError with the
    index of the event that is refused, NotAllowedError for rulings without the office.
    """
    if known := _known(table, key):
        return known
    _takes_place(table)
    header, events = _at_these_seats(log, seats, table)
    state = replay(header, events)
    lines = [read_line({**event, "id": f"{key}:{n}"}) for n, event in enumerate(events, start=1)]
    _check_whole(table, lines, may_rule=may_rule)
    try:
        with transaction.atomic():
            game, new = _create(table, key, header, False, actor, now)
            if new:
                insert(game.pk, 0, lines, actor, now)
            if new and state.step == "over":
                _close(game, lines, f"{key}:end", actor, now)
            return game
    except IntegrityError:
        return _made_elsewhere(table, key)


def _at_these_seats(log: Any, seats: Mapping[str, int], table: Table) -> tuple[Json, list[Json]]:
    """Return header and events of a log with its players' names replaced by seats of the table."""
    if (
        not isinstance(log, dict)
        or not isinstance(log.get("header"), dict)
        or not isinstance(log.get("events"), list)
        or not all(isinstance(event, dict) for event in log["events"])
    ):
        raise InvalidError("not_a_log", _("That is no game log."))
    # Checked as it came, so that a refusal speaks of what is in the file.
    replay(log["header"], log["events"])
    around = {seat.pk for seat in seats_of(table)}
    seat_of = {
        player: seats.get(player, int(player) if player.isdecimal() else 0)
        for player in log["header"]["players"]
    }
    if not set(seat_of.values()) <= around or len(set(seat_of.values())) != len(seat_of):
        raise InvalidError(
            "foreign_seat",
            _("Say for each person of the log which seat is theirs."),
            field="seats",
        )
    header = _renamed(log["header"], seat_of)
    return header, [_renamed(event, seat_of) for event in log["events"]]


def _renamed(value: Any, seat_of: Mapping[str, int]) -> Any:
    """Return the same JSON with players replaced wherever a player can be."""
    out = {key: part for key, part in value.items() if key not in {"text", "by", "reason", "id"}}
    for key in ("player", "starter", "loser", "best"):
        if out.get(key) is not None:
            out[key] = str(seat_of[out[key]])
    if "players" in out:
        out["players"] = [str(seat_of[player]) for player in out["players"]]
    for key in ("effect", "options"):
        if isinstance(out.get(key), dict):
            out[key] = {code: _renamed_option(option, seat_of) for code, option in out[key].items()}
    words = {key: value[key] for key in ("text", "by", "reason") if isinstance(value.get(key), str)}
    return {**out, **words}


def _renamed_option(value: Any, seat_of: Mapping[str, int]) -> Any:
    if isinstance(value, str) and value in seat_of:
        return str(seat_of[value])
    if isinstance(value, dict) and isinstance(value.get("agreed"), list):
        return {**value, "agreed": [str(seat_of[player]) for player in value["agreed"]]}
    return value
