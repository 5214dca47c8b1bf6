"""Writes for two people who change places: from now on, or because they sat wrong at first."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.access.actors import Actor
from league.errors import IllegalError, InvalidError
from league.events.models import Block, Participation, Seat, Table
from league.people.models.people import User
from league.results.models.results import Result
from league.results.services.results import SeatLine, record_result
from league.standings.services import mark_stale
from league.tournaments.core.queries import draws as queries
from league.tournaments.core.services.revising import decided
from league.tournaments.draws.services.proposing import Tables, in_force
from league.tournaments.draws.services.seating import seat_draw
from league.tournaments.models.tournaments import Draw, SeatSwap


def swap_seats(
    *,
    block: Block,
    first: Participation,
    other: Participation,
    from_start: bool,
    client_id: str,
    seen: int,
    reason: str = "",
    by: User | None,
    actor: Actor,
    now: datetime,
) -> SeatSwap:
    """Swap two people: from now on, or because they sat wrong `from_start` of the block.

    From the start the games count for those who played them and both stay where they are; from now
    on the games stay and both get up. A repeat of `client_id` changes nothing. Locks the
    tournament, the block and their tables. Raise InvalidError unless both sit in the block.
    """
    if known := SeatSwap.objects.filter(client_id=client_id).first():
        return known
    with transaction.atomic():
        decided(block.event, seen)
        there = in_force(block)
        Block.objects.select_for_update(no_key=True).get(pk=block.pk)
        # So a card entered at the same time uses either the old seats or the new ones.
        list(
            Table.objects.select_for_update(no_key=True, of=("self",))
            .filter(block=block, seats__active=True, seats__participation__in=[first.pk, other.pk])
            .order_by("pk")
        )
        seats = list(
            Seat.objects.filter(
                table__block=block, active=True, participation__in=[first.pk, other.pk]
            )
            .select_related("table")
            .order_by("table__number", "position")
        )
        if len(seats) != 2:
            raise InvalidError("not_in_the_draw", _("Both have to sit at a table in this round."))
        if block.locked_at is not None and not from_start:
            raise IllegalError("block_locked", _("This round is locked."))
        if from_start:
            _give_games(seats, reason, actor, now)
        change = {first.pk: other.pk, other.pk: first.pk}
        tables = {
            number: tuple(change.get(person, person) for person in people)
            for number, people in queries.tables_of(there).items()
        }
        _supersede(there, tables, reason, by, now)
        if not from_start:
            seat_draw(block, tables)
        mark_stale(event=block.event)
        return SeatSwap.objects.create(
            first=seats[0],
            other=seats[1],
            client_id=client_id,
            from_start=from_start,
            reason=" ".join(reason.split())[:200],
            swapped_by=by,
            swapped_at=now,
        )


def _give_games(seats: Sequence[Seat], reason: str, actor: Actor, now: datetime) -> None:
    """Give the games of each seat to the other person."""
    seat, other = seats
    if seat.table_id == other.table_id:
        _change_lines(seat, other, reason, actor, now)
    taken = Seat.objects.filter(
        table__in=[seat.table_id, other.table_id],
        participation__in=[seat.participation_id, other.participation_id],
        active=False,
    )
    if taken.exists():
        raise IllegalError(
            "sat_there_before",
            _("One of the two already sat at the other table before. Correct the cards there."),
        )
    people = seat.participation_id, other.participation_id
    # No one may sit twice in a block at any moment: first neither sits.
    pair = Seat.objects.filter(pk__in=[seat.pk, other.pk])
    pair.update(active=False)
    if seat.table_id == other.table_id:
        places = seat.position, other.position
        Seat.objects.filter(pk=seat.pk).update(position=places[1], active=True)
        Seat.objects.filter(pk=other.pk).update(position=places[0], active=True)
        return
    Seat.objects.filter(pk=seat.pk).update(participation=people[1], active=True)
    Seat.objects.filter(pk=other.pk).update(participation=people[0], active=True)


def _change_lines(seat: Seat, other: Seat, reason: str, actor: Actor, now: datetime) -> None:
    """Write new versions of the cards of one table, with both lines exchanged."""
    change = {seat.pk: other.pk, other.pk: seat.pk}
    names = [field.name for field in fields(SeatLine)]
    for result in Result.objects.filter(
        table=seat.table_id, is_current=True, lines__seat__in=[seat.pk, other.pk]
    ).distinct():
        record_result(
            table=result.table,
            number=result.number,
            replaces=result.version,
            client_id=f"swap:{result.pk}",
            source=result.source,
            depth=result.depth,
            ended_by=result.ended_by,
            rulebook=result.rulebook,
            house_rules=result.house_rules,
            lines={
                change.get(line.seat_id, line.seat_id): SeatLine(
                    **{name: getattr(line, name) for name in names}
                )
                for line in result.lines.all()
            },
            reason=reason or str(_("Seats mixed up")),
            actor=actor,
            now=now,
        )


def _supersede(there: Draw, tables: Tables, reason: str, by: User | None, now: datetime) -> None:
    """Store the version after a swap, in force at once."""
    there.block.draws.filter(superseded_at=None).update(superseded_at=now)
    Draw.objects.create(
        block=there.block,
        version=queries.last_version(there.block) + 1,
        kind=Draw.Kind.SWAP,
        tables=[{"number": number, "people": list(people)} for number, people in tables.items()],
        reason=" ".join(reason.split())[:200],
        made_by=by,
        made_at=now,
        released_by=by,
        released_at=now,
        **{name: getattr(there, name) for name in _DRAWN},
    )


_DRAWN = (
    "seed",
    "budget",
    "plan",
    "rounds",
    "index",
    "cost",
    "bound",
    "origin",
    "steps",
    "springers",
)
