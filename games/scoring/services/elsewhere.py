"""Keep both versions when a phone comes back that went on without network while others went on
here.

A person at the table decides which version counts. The other one stays beside the game as an
`OtherVersion`, whichever it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from games.engine import EngineError, card, replay
from games.scoring import queries
from games.scoring.live import ACT, FROM_CARD, RETRACT, Json, Live, without_words
from games.scoring.mending import in_force
from games.scoring.models import Entry, Game, OtherVersion, ScannedResult
from games.scoring.services.closing import close, open_again, result_lines
from games.scoring.services.late_breach import LONGEST_ID, numbered
from games.scoring.services.late_logs import may_replace
from games.scoring.services.play import Line, check_events, insert, noting, read_line
from games.scoring.services.refusals import (
    bad_event,
    game_not_over,
    given_up,
    id_too_long,
    referee_only,
    stale,
)
from league.access.actors import Actor
from league.access.queries.tables import TableRights
from league.events.models import Table
from league.results.models.results import Result
from league.results.queries.results import current_result
from league.results.services.results import set_playing

MOST_TEXT = 200_000  # characters of a version: a long game has a tenth


@dataclass(frozen=True)
class Taken:
    """The events of a phone that are to stand in the log after its first `base` entries, and the id
    of the mark that closes the game after them, where it is over on the phone.
    """

    base: int
    events: Sequence[Mapping[str, Any]]
    finish: str | None = None
    waited: Json | None = None


def keep_version(
    *,
    table: Table,
    client_id: str,
    key: UUID,
    number: int,
    base: int,
    header: Json,
    events: Sequence[Json],
    tapped_at: datetime | None,
    actor: Actor,
    now: datetime,
) -> OtherVersion:
    """Keep what a phone had entered beside the game. A repeat of the same id changes nothing.

    Nothing is judged but its size: InvalidError for what is no version of any game. Entries that a
    late repeat has brought into the log after all are left out; nothing is stored of them. If the
    result of that very game was scanned, the version lies beside it, and one that says something
    else is reported as a problem.
    """
    if len(str(header)) + len(str(events)) > MOST_TEXT:
        raise bad_event()
    scanned = ScannedResult.objects.filter(key=key, table=table).first()
    with transaction.atomic():
        left = _not_entered(table, key, events)
        plain, words = _apart(left)
        defaults = {
            "number": scanned.number if scanned else number,
            "key": key,
            "base": base,
            "header": header,
            "events": plain,
            "words": words,
            "was_log": False,
            "tapped_at": tapped_at,
            "at": now,
            "user_id": actor.user_id,
            "holder_id": actor.holder_id,
        }
        if events and not left:
            return OtherVersion(table=table, client_id=client_id, **defaults)
        version, new = OtherVersion.objects.get_or_create(
            table=table, client_id=client_id, defaults=defaults
        )
        if new and scanned is not None and base == 0:
            _compare(version, current_result(table, scanned.number), actor, now)
    return version


def _not_entered(table: Table, key: UUID, events: Sequence[Json]) -> list[Json]:
    """Return the events without those that are in the log. Locks the table."""
    Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    ids = [event["id"] for event in events if isinstance(event.get("id"), str)]
    stored = Entry.objects.filter(game__key=key, game__table=table, client_id__in=ids)
    entered = set(stored.values_list("client_id", flat=True))
    return [event for event in events if event.get("id") not in entered]


def _compare(version: OtherVersion, result: Result | None, actor: Actor, now: datetime) -> None:
    """Report a problem if a whole game says something else than what was scanned of it."""
    events = [event for event in version.events if event.get("type") not in Entry.MARKS]
    try:
        state = replay(version.header, events)
    except EngineError:
        return  # no game by the rules; it is kept all the same
    if (
        result is None
        or state.step != "over"
        or not all(map(str.isdecimal, state.table.game.players))
    ):
        return
    values = card(state)
    whole = not any(event.get(FROM_CARD) for event in events)
    lines = result_lines(values["seats"], whole=whole)
    may_replace(result, ended_by=values["ended_by"], lines=lines, log=version, actor=actor, now=now)


def take_version(
    *,
    game: Live,
    seen: int,
    client_id: str,
    taken: Taken,
    rights: TableRights,
    actor: Actor,
    now: datetime,
) -> int:
    """Let the events of a phone take the place of all that came after the common part of the log.

    The log takes back what came, and enters what it took away; a closed game is opened again. With
    `finish` it is closed in the same breath, and so the table's next game may run meanwhile. One
    transaction; returns the sequence after it, and a repeat answers the same. Raises StaleError if
    the log has gone on since `seen`, EngineError for what is against the rules there,
    NotAllowedError if a ruling would fall away without the office, IllegalError as `reopen_game`
    and `finish_game`.
    """
    if len(client_id) > LONGEST_ID:
        raise id_too_long()
    lines = [read_line(event) for event in taken.events]
    try:
        with transaction.atomic():
            table = Table.objects.select_for_update(no_key=True).get(pk=game.table_id)
            game.refresh()
            if (done := _done(game, client_id, lines, taken.finish)) is not None:
                return done
            if game.sequence != seen or taken.base > seen:
                raise stale()
            if queries.is_given_up(table.pk, client_id):
                raise given_up()
            back = _back(game, taken.base, client_id, may_rule=rights.rule)
            reopened = not game.is_open(seen)
            if reopened:
                open_again(table, game.number, rights, closes_at_once=taken.finish is not None)
                back.insert(0, Line("", Entry.REOPEN, {ACT: client_id}, {}))
            new = numbered(Line(client_id, "", {}, {}), back)
            _check(game, seen, new, lines, reopened=reopened, may_rule=rights.rule)
            insert(game.pk, seen, [*new, *noting(lines, taken.waited)], actor, now)
            if taken.finish is not None:
                _close(game, [*new, *lines], taken.finish, actor, now)
            elif reopened:
                Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING)
                set_playing(table_id=game.table_id, number=game.number)
            _keep_log(game, table, taken.base, seen, client_id, actor, now)
    except IntegrityError as error:
        game.refresh()
        if (done := _done(game, client_id, lines, taken.finish)) is None:
            raise stale() from error
        return done
    game.refresh()
    return seen + len(new) + len(lines) + int(taken.finish is not None)


def _close(game: Live, lines: Sequence[Line], finish: str, actor: Actor, now: datetime) -> None:
    """Close the game after these lines, which have just been inserted."""
    # A copy of its own: what may still be rolled back is not remembered.
    grown = Live(Game.objects.get(pk=game.pk))
    client_ids = {sequence: client_id for client_id, sequence in game.sequence_of.items()}
    entries = [
        (client_ids[at], kind, data) for at, (kind, data) in enumerate(game.entries, start=1)
    ]
    grown.extend(0, [*entries, *((line.client_id, line.type, line.data) for line in lines)])
    if grown.state.step != "over":
        raise game_not_over()
    close(grown, grown.sequence, finish, actor, now)


def _done(game: Live, client_id: str, lines: Sequence[Line], finish: str | None) -> int | None:
    """Return the sequence after it if all of it is in the log already."""
    if finish is not None:
        return game.sequence_of.get(finish)
    number = 0
    while f"{client_id}:{number + 1}" in game.sequence_of:
        number += 1
    last = lines[-1].client_id if lines else f"{client_id}:{number}"
    return game.sequence_of.get(last) if number or lines else None


def _back(game: Live, base: int, act: str, *, may_rule: bool) -> list[Line]:
    """Return the lines that lead from the log as it is to what was in force after
    `base` entries.
    """
    now, then = in_force(game, game.sequence), in_force(game, base)
    common = 0
    while common < min(len(now), len(then)) and now[common] == then[common]:
        common += 1
    if not may_rule and any(game.entries[at - 1][0] == "ruling" for at in now[common:]):
        raise referee_only()
    mark, words = {ACT: act}, queries.notes_of(game)
    lines = [Line("", RETRACT, {"type": RETRACT, **mark}, {}) for _at in now[common:]]
    for at in then[common:]:
        kind, data = game.entries[at - 1]
        lines.append(Line("", kind, {**data, **mark}, words.get(at, {})))
    return lines


def _check(
    game: Live,
    at: int,
    back: Sequence[Line],
    lines: Sequence[Line],
    *,
    reopened: bool,
    may_rule: bool,
) -> None:
    """Check the lines by the rules. Raises EngineError with the index in `lines` of the refused
    one.
    """
    if not may_rule and any(line.type == "ruling" for line in lines):
        raise referee_only()
    events = [line for line in back if line.type != Entry.REOPEN]
    try:
        check_events(game=game, at=at, lines=[*events, *lines], may_rule=True, reopened=reopened)
    except EngineError as error:
        error.event = max(0, (error.event or 0) - len(events))
        raise


def _keep_log(
    game: Live, table: Table, base: int, seen: int, act: str, actor: Actor, now: datetime
) -> None:
    """Keep the log's own version, which gave way, beside the game as well."""
    notes = queries.notes_of(game)
    events = [
        {**data, **notes.get(at, {}), "type": kind}
        for at, (kind, data) in enumerate(game.entries[:seen], start=1)
        if at > base
    ]
    plain, words = _apart(events)
    OtherVersion.objects.get_or_create(
        table=table,
        client_id=f"{act}:log",
        defaults={
            "number": game.number,
            "key": game.key,
            "base": base,
            "header": game.header,
            "events": plain,
            "words": words,
            "was_log": True,
            "at": now,
            "user_id": actor.user_id,
            "holder_id": actor.holder_id,
        },
    )


def _apart(events: Sequence[Json]) -> tuple[list[Json], dict[str, Json]]:
    """Return the events without free text, and that text by their index."""
    pairs = [without_words(event) for event in events]
    return (
        [event for event, _words in pairs],
        {str(place): words for place, (_event, words) in enumerate(pairs) if words},
    )
