"""Reading who may do what at a table without an account, and what is wrong there."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from threading import Lock
from typing import Any

from django.http import Http404

from league.actors import Actor
from league.models import Objection, Participation, Result, Seat, Table, TableLink
from league.queries.rights import RULES_GAMES, RUNS_EVENINGS, is_member, person_of, roles_of

# A revoked link is refused by every process of the server after this time at the latest.
REMEMBERED = timedelta(seconds=1)


class _Revoked:
    """The short list of links that were revoked before their end, read once a second at most."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._links: frozenset[int] = frozenset()
        self._until: datetime | None = None

    def has(self, link_id: int, now: datetime) -> bool:
        until = self._until
        if until is None or not until - REMEMBERED <= now < until:
            with self._lock:
                revoked = TableLink.objects.filter(revoked_at__isnull=False, ends_at__gt=now)
                self._links = frozenset(revoked.values_list("pk", flat=True))
                self._until = now + REMEMBERED
        return link_id in self._links

    def forget(self) -> None:
        self._until = None


_revoked = _Revoked()


def is_revoked(link_id: int, now: datetime) -> bool:
    """Whether a link that has not ended was revoked. Asks the database once a second at most."""
    return _revoked.has(link_id, now)


def forget_revoked() -> None:
    """After a revocation: this process at least knows it at once."""
    _revoked.forget()


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


# So long after the evening its players may still write there; afterwards who runs evenings.
PLAYERS_CORRECT = timedelta(days=7)

_NONE, _PUBLIC = TableRights(), TableRights(see=True)
_LOOKING = TableRights(see=True, inside=True)
_PLAYING = TableRights(see=True, inside=True, score=True, confirm=True, object=True, call=True)
_RULING = TableRights(
    see=True, inside=True, score=True, rule=True, confirm=True, object=True, call=True
)


def table_rights(actor: Actor, user: Any, table: Table, today: date) -> TableRights:
    """What `actor`, logged in as `user` or not at all, may do at the table.

    Whoever runs evenings or sits there plays, until a week after the evening, and so does a phone
    on this very table's link. Members and the evening's own guests look on, at a public evening
    everybody does.
    """
    roles = roles_of(user, today)
    if not roles.isdisjoint(RULES_GAMES):
        return _RULING
    if actor.table_id == table.pk or not roles.isdisjoint(RUNS_EVENINGS):
        return _PLAYING
    person = person_of(user)
    if person is not None:
        seats = Seat.objects.filter(table=table, active=True, participation__person=person)
        if seats.filter(participation__event__business_date__gt=today - PLAYERS_CORRECT).exists():
            return _PLAYING
        event = table.block.event
        if (
            is_member(user, today)
            or Participation.objects.filter(event=event, person=person).exists()
        ):
            return _LOOKING
    return _PUBLIC if table.block.event.is_public else _NONE


def get_table_at(actor: Actor, user: Any, pk: int, today: date) -> Table:
    """The table, for whoever may at least see it. A table's link opens no other."""
    table = Table.objects.select_related("block__event__season").filter(pk=pk).first()
    if table is None or not table_rights(actor, user, table, today).see:
        raise Http404
    return table


def may_correct(rights: TableRights, result: Result) -> bool:
    """Who may enter a new version, or open the game again.

    What two people have confirmed is opened by whoever rules, or after a ruling to correct it.
    """
    return rights.score and (
        rights.rule
        or result.confirmed_at is None
        or any(one.outcome == Objection.Outcome.CORRECT for one in result.objections.all())
    )


def open_objection(result: Result) -> Objection | None:
    """The problem with a result that nobody has ruled on yet."""
    return Objection.objects.filter(result=result, ruled_at=None).first()
