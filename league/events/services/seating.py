"""Writes about tables and seats of an event."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Block, Event, Participation, Seat, Table
from league.events.queries import waiting


def add_table(*, event: Event) -> Table:
    """Add a table to the last block; return an empty one instead if it has any. Locks the block."""
    with transaction.atomic():
        block = Block.objects.select_for_update(no_key=True).filter(event=event).latest("number")
        if empty := block.tables.filter(seats=None).first():
            return empty
        last = block.tables.aggregate(last=Max("number"))["last"] or 0
        return Table.objects.create(block=block, number=last + 1)


def open_table_for(*, event: Event, chosen: Collection[int] | None = None) -> Table | None:
    """Seat those who are here without a seat at one more table, clockwise by name.

    Of these only the participations in `chosen`, in that order. None if none of them waits, so that
    a repeat opens no second table. Locks the block.
    """
    with transaction.atomic():
        Block.objects.select_for_update(no_key=True).filter(event=event).latest("number")
        people = {participation.pk: participation for participation in waiting(event)}
        keys = people if chosen is None else [key for key in chosen if key in people]
        if not keys:
            return None
        table = add_table(event=event)
        seat_all(table=table, participations=[people[key] for key in keys])
        return table


def seat_all(*, table: Table, participations: Iterable[Participation]) -> None:
    """Seat several people at the table, clockwise in this order; all or none, as `seat` says."""
    with transaction.atomic():
        for participation in participations:
            seat(table=table, participation=participation)


def seat(*, table: Table, participation: Participation) -> Seat:
    """Seat a participant at the table, last in the circle.

    A seat elsewhere in the block is given up. Repeating it changes nothing. Locks the block.
    IllegalError for a participant who is not here.
    """
    with transaction.atomic():
        Block.objects.select_for_update(no_key=True).get(pk=table.block_id)
        participation = Participation.objects.select_for_update(no_key=True).get(
            pk=participation.pk
        )
        if participation.event_id != table.block.event_id:
            raise InvalidError("other_event", _("This person belongs to another evening."))
        if table.block.event.is_cancelled:
            raise IllegalError("event_cancelled", _("This evening is called off."))
        if not participation.is_here:
            raise IllegalError(
                "not_here",
                _("%(name)s is not here yet. Note the attendance first.")
                % {"name": participation.person.name},
            )
        taken = Seat.objects.filter(
            participation=participation, table__block=table.block_id
        ).order_by("pk")
        own = next((place for place in taken if place.table_id == table.pk), None)
        if own is not None and own.active:
            return own
        for left in taken:
            if left.active:
                _give_up(left)
        position = 1 + (
            table.seats.filter(active=True).aggregate(last=Max("position"))["last"] or 0
        )
        if own is None:
            return Seat.objects.create(table=table, participation=participation, position=position)
        own.active, own.position = True, position
        own.save(update_fields=["active", "position"])
        return own


def unseat(*, seat: Seat) -> None:
    """Clear the seat of a player who gets up; the games played there stay.

    Repeatable. Locks the block.
    """
    with transaction.atomic():
        Block.objects.select_for_update(no_key=True).get(pk=seat.table.block_id)
        seat = Seat.objects.get(pk=seat.pk)
        if seat.active:
            _give_up(seat)


def move_seat(*, seat: Seat, step: int) -> None:
    """Move a seat clockwise (1) or back (-1), by changing places. Locks the block."""
    with transaction.atomic():
        Block.objects.select_for_update(no_key=True).get(pk=seat.table.block_id)
        circle = list(Seat.objects.filter(table=seat.table_id, active=True).order_by("position"))
        places = [place.pk for place in circle]
        if seat.pk not in places or len(circle) < 2:
            return
        here = places.index(seat.pk)
        there = (here + step) % len(circle)
        circle[here], circle[there] = circle[there], circle[here]
        _renumber(circle)


def _give_up(seat: Seat) -> None:
    seat.active = False
    seat.save(update_fields=["active"])
    _renumber(list(Seat.objects.filter(table=seat.table_id, active=True).order_by("position")))


def _renumber(circle: list[Seat]) -> None:
    # Positions are unique among active seats at every moment, so they first move out of the way.
    for offset in (1000, 0):
        for number, place in enumerate(circle, start=1):
            place.position = number + offset
            place.save(update_fields=["position"])
