"""Writes about missing games: a lost card, a late arrival, and the credit for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Block, Participation, Seat, Table
from league.people.models.people import User
from league.standings.services import mark_stale
from league.tournaments.core.services.revising import decided
from league.tournaments.models.tournaments import Credit

MOST_POINTS = Decimal(9999)


@dataclass(frozen=True)
class Sums:
    """The known sums of games whose card is lost.

    `lost` are games, or lives where the block is played for lives.
    """

    points: Decimal
    lost: int
    schock_aus: int


def give_up_card(
    *,
    table: Table,
    kind: str = Credit.Kind.NOTHING,
    sums: Mapping[int, Sums] | None = None,
    reason: str,
    seen: int,
    by: User | None,
    now: datetime,
) -> None:
    """Give up this table's card and set the credit for the people who sit there.

    Entered games count first: a player with a game in the block keeps it. `sums` are by
    participation and only for that `kind`. Locks the tournament and the table. Raise InvalidError
    without a reason or with missing sums, IllegalError for a mean in a block played for lives.
    """
    with transaction.atomic():
        _check(table.block, kind, reason)
        decided(table.block.event, seen)
        tables = Table.objects.select_for_update(no_key=True, of=("self",))
        table = tables.select_related("block__event").get(pk=table.pk)
        table.card_in_at, table.card_missing = None, _tidy(reason)
        table.save(update_fields=["card_in_at", "card_missing"])
        people = Seat.objects.filter(table=table, active=True).values_list(
            "participation", flat=True
        )
        for person in people:
            _store(table.block, person, kind, (sums or {}).get(person), reason, by, now, table)
        mark_stale(event=table.block.event)


def credit(
    *,
    block: Block,
    participation: Participation,
    kind: str,
    sums: Sums | None = None,
    reason: str,
    seen: int,
    by: User | None,
    now: datetime,
) -> None:
    """Set the credit of a player in this block instead of games.

    The ruling before is withdrawn. Locks the tournament. Errors as `give_up_card`, and InvalidError
    for a participant of another tournament.
    """
    if participation.event_id != block.event_id:
        raise InvalidError("other_event", _("This person does not play here."))
    with transaction.atomic():
        _check(block, kind, reason)
        decided(block.event, seen)
        _store(block, participation.pk, kind, sums, reason, by, now, None)
        mark_stale(event=block.event)


def withdraw_credits(*, table: Table, now: datetime) -> None:
    """Withdraw the credits for this table's card, which is awaited after all.

    Within the caller's transaction.
    """
    Credit.objects.filter(table=table, withdrawn_at=None).update(withdrawn_at=now)
    mark_stale(event=table.block.event)


def _check(block: Block, kind: str, reason: str) -> None:
    if not _tidy(reason):
        raise InvalidError(
            "reason_missing", _("Say why it goes on without these games."), field="reason"
        )
    if kind not in Credit.Kind.values:
        raise InvalidError("no_such_credit", _("Say what is to count instead."), field="kind")
    if block.settings.get("scoring", {}).get("lives") and kind in {"own", "table"}:
        raise IllegalError(
            "no_mean_of_lives",
            _("This round is played for lives, which have no average. Enter the totals."),
        )


def _store(
    block: Block,
    person: int,
    kind: str,
    sums: Sums | None,
    reason: str,
    by: User | None,
    now: datetime,
    table: Table | None,
) -> None:
    entered = sums if kind == Credit.Kind.SUMS else None
    if kind == Credit.Kind.SUMS and entered is None:
        raise InvalidError(
            "sums_missing", _("Enter points, games lost and Schock-Aus for everybody.")
        )
    if entered is not None and abs(entered.points) > MOST_POINTS:
        raise InvalidError("sums_too_large", _("There are not that many points here."))
    Credit.objects.filter(block=block, participation=person, withdrawn_at=None).update(
        withdrawn_at=now
    )
    Credit.objects.create(
        block=block,
        participation_id=person,
        table=table,
        kind=kind,
        points=entered.points if entered else None,
        lost=entered.lost if entered else None,
        schock_aus=entered.schock_aus if entered else None,
        reason=_tidy(reason),
        decided_by=by,
        decided_at=now,
    )


def _tidy(reason: str) -> str:
    return " ".join(reason.split())[:200]
