"""Reading the rights at a table without an account, and the open problems there."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from threading import Lock
from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from league.access.actors import Actor
from league.access.queries.rights import (
    RULES_GAMES,
    RUNS_EVENINGS,
    is_member,
    may_direct,
    person_of,
    roles_of,
)
from league.errors import NotAllowedError
from league.events.models import Event, Participation, Seat, Table
from league.links.models import TableLink
from league.results.models.results import Result
from league.results.models.second_look import Objection
from league.web.rows import row_or_404

# A revoked link and a locked block are known to every process after this time at the latest.
REMEMBERED = timedelta(seconds=1)


class _Remembered:
    """A short list of keys that phones on links are asked about, read once a second at most."""

    def __init__(self, read: Callable[[datetime], Iterable[int]]) -> None:
        self._read = read
        self._lock = Lock()
        self._keys: frozenset[int] = frozenset()
        self._until: datetime | None = None

    def has(self, key: int, now: datetime) -> bool:
        until = self._until
        if until is None or not until - REMEMBERED <= now < until:
            with self._lock:
                self._keys = frozenset(self._read(now))
                self._until = now + REMEMBERED
        return key in self._keys

    def forget(self) -> None:
        self._until = None


def _read_revoked(now: datetime) -> Iterable[int]:
    """Return links that were revoked before their end."""
    revoked = TableLink.objects.filter(revoked_at__isnull=False, ends_at__gt=now)
    return revoked.values_list("pk", flat=True)


def _read_locked(now: datetime) -> Iterable[int]:
    """Return tables of locked blocks that a link still opens."""
    open_links = TableLink.objects.filter(table__block__locked_at__isnull=False, ends_at__gt=now)
    return open_links.values_list("table", flat=True)


_revoked, _locked = _Remembered(_read_revoked), _Remembered(_read_locked)


def is_revoked(link_id: int, now: datetime) -> bool:
    """Return True if a link that has not ended was revoked.

    Asks the database once a second at most.
    """
    return _revoked.has(link_id, now)


def forget_revoked() -> None:
    """Forget the list after a revocation: this process at least knows it at once."""
    _revoked.forget()


def is_locked(table_id: int, now: datetime) -> bool:
    """Return True if the block of a table with a link is locked.

    Asks the database once a second at most. For the taps of phones on links, which read no table;
    elsewhere the block itself is at hand.
    """
    return _locked.has(table_id, now)


def forget_locked() -> None:
    """Forget the list after a block was locked or opened again: this process at least knows it
    at once.
    """
    _locked.forget()


@dataclass(frozen=True)
class TableRights:
    """The rights of an actor at one table. Every other right includes the right to see it."""

    see: bool = False
    inside: bool = False  # also what is not public: infractions, rulings, charges
    score: bool = False
    rule: bool = False
    confirm: bool = False
    object: bool = False
    call: bool = False
    locked: bool = False  # would score, were the block not locked


# For so long after the evening its players may still write; afterwards those who run evenings.
PLAYERS_CORRECT = timedelta(days=7)

_NONE, _PUBLIC = TableRights(), TableRights(see=True)
_LOOKING = TableRights(see=True, inside=True)
_PLAYING = TableRights(see=True, inside=True, score=True, confirm=True, object=True, call=True)
_LOCKED = TableRights(see=True, inside=True, confirm=True, object=True, call=True, locked=True)
_RULING = TableRights(
    see=True, inside=True, score=True, rule=True, confirm=True, object=True, call=True
)


def players_write(event: Event, today: date) -> bool:
    """Return True while the players of the event may still write at its tables."""
    return event.business_date > today - PLAYERS_CORRECT


def table_rights(
    actor: Actor, user: Any, table: Table, today: date, *, locked: bool | None = None
) -> TableRights:
    """Return what `actor`, logged in as `user` or not at all, may do at the table.

    Those who run evenings or sit at the table play, until a week after the evening, and so does a
    phone on this very table's link; in a locked block only those who rule do. Members and the
    evening's own guests look on; at a public evening everyone does. `locked` is for callers without
    the block.
    """
    roles = roles_of(user, today)
    if not roles.isdisjoint(RULES_GAMES):
        return _RULING
    if locked is None:
        locked = table.block.locked_at is not None
    playing = _LOCKED if locked else _PLAYING
    if actor.table_id == table.pk or not roles.isdisjoint(RUNS_EVENINGS):
        return playing
    person = person_of(user)
    if person is not None:
        seats = Seat.objects.filter(table=table, active=True, participation__person=person)
        if seats.filter(participation__event__business_date__gt=today - PLAYERS_CORRECT).exists():
            return playing
        event = table.block.event
        if (
            is_member(user, today)
            or Participation.objects.filter(event=event, person=person).exists()
        ):
            return _LOOKING
    return _PUBLIC if table.block.event.is_public else _NONE


def get_table_at(actor: Actor, user: Any, pk: int, today: date) -> Table:
    """Return the table, for actors who may at least see it; Http404 for all others.

    A table's link opens no other.
    """
    table = row_or_404(Table.objects.select_related("block__event"), pk=pk)
    if not table_rights(actor, user, table, today).see:
        raise Http404
    return table


def may_correct(rights: TableRights, result: Result) -> bool:
    """Return True if a new version may be entered, or the game opened again.

    What two people have confirmed is opened by those who rule, or after a ruling to correct it.
    What the direction decided is changed by no one below.
    """
    if rights.rule or not rights.score:
        return rights.score
    return result.source != Result.Source.DIRECTOR and (
        result.confirmed_at is None
        or any(
            objection.outcome == Objection.Outcome.CORRECT for objection in result.objections.all()
        )
    )


def against_scoring(rights: TableRights) -> NotAllowedError | None:
    """Return the refusal for those who would score here if the block were not locked, else None."""
    if not rights.locked:
        return None
    return NotAllowedError(
        "block_locked",
        _(
            "This round is locked. Only the tournament director can enter anything now; if "
            "something is wrong, report a problem."
        ),
    )


def may_decide(user: Any, table: Table, today: date) -> bool:
    """Return True if the user's word overrules what is written at a table.

    That is the direction's, at a tournament.
    """
    return table.block.event.kind == Event.Kind.TOURNAMENT and may_direct(user, today)


def open_objection(result: Result) -> Objection | None:
    """Return the problem with a result that is not ruled on yet."""
    return Objection.objects.filter(result=result, ruled_at=None).first()
