"""Reading who may do what at a table without an account, and what is wrong there."""

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
    """Links that were revoked before their end."""
    revoked = TableLink.objects.filter(revoked_at__isnull=False, ends_at__gt=now)
    return revoked.values_list("pk", flat=True)


def _read_locked(now: datetime) -> Iterable[int]:
    """Tables of locked blocks that a link still opens."""
    open_links = TableLink.objects.filter(table__block__locked_at__isnull=False, ends_at__gt=now)
    return open_links.values_list("table", flat=True)


_revoked, _locked = _Remembered(_read_revoked), _Remembered(_read_locked)


def is_revoked(link_id: int, now: datetime) -> bool:
    """Whether a link that has not ended was revoked. Asks the database once a second at most."""
    return _revoked.has(link_id, now)


def forget_revoked() -> None:
    """After a revocation: this process at least knows it at once."""
    _revoked.forget()


def is_locked(table_id: int, now: datetime) -> bool:
    """Whether the block of a table with a link is locked. Asks the database once a second at most.

    For the taps of phones on links, which read no table; elsewhere the block itself is at hand.
    """
    return _locked.has(table_id, now)


def forget_locked() -> None:
    """After a block was locked or opened again: this process at least knows it at once."""
    _locked.forget()


@dataclass(frozen=True)
class TableRights:
    """What somebody may do at one table. Whoever may do anything there may see it."""

    see: bool = False
    inside: bool = False  # also what is not public: infractions, rulings, charges
    score: bool = False
    rule: bool = False
    confirm: bool = False
    object: bool = False
    call: bool = False
    locked: bool = False  # would score, were the block not locked


# So long after the evening its players may still write there; afterwards who runs evenings.
PLAYERS_CORRECT = timedelta(days=7)

_NONE, _PUBLIC = TableRights(), TableRights(see=True)
_LOOKING = TableRights(see=True, inside=True)
_PLAYING = TableRights(see=True, inside=True, score=True, confirm=True, object=True, call=True)
_LOCKED = TableRights(see=True, inside=True, confirm=True, object=True, call=True, locked=True)
_RULING = TableRights(
    see=True, inside=True, score=True, rule=True, confirm=True, object=True, call=True
)


def players_write(event: Event, today: date) -> bool:
    """Whether whoever sits there may still write at the event's tables."""
    return event.business_date > today - PLAYERS_CORRECT


def table_rights(
    actor: Actor, user: Any, table: Table, today: date, *, locked: bool | None = None
) -> TableRights:
    """What `actor`, logged in as `user` or not at all, may do at the table.

    Whoever runs evenings or sits there plays, until a week after the evening, and so does a phone
    on this very table's link; in a locked block only who rules does. Members and the evening's own
    guests look on, at a public evening everybody does. `locked` is for callers without the block.
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
    """The table, for whoever may at least see it. A table's link opens no other."""
    table = row_or_404(Table.objects.select_related("block__event"), pk=pk)
    if not table_rights(actor, user, table, today).see:
        raise Http404
    return table


def may_correct(rights: TableRights, result: Result) -> bool:
    """Who may enter a new version, or open the game again.

    What two people have confirmed is opened by whoever rules, or after a ruling to correct it. What
    the direction decided is changed by nobody below.
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
    """What whoever would score here is told where the block is locked."""
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
    """Whether somebody's word overrules what is written at a table: the direction's, at a
    tournament."""
    return table.block.event.kind == Event.Kind.TOURNAMENT and may_direct(user, today)


def open_objection(result: Result) -> Objection | None:
    """The problem with a result that nobody has ruled on yet."""
    return Objection.objects.filter(result=result, ruled_at=None).first()
