"""Writes of tables and seats from a draw."""

from collections.abc import Mapping

from league import formats
from league.events.models import Block, Seat, Table


def seat_draw(block: Block, wanted: Mapping[int, tuple[int, ...]]) -> None:
    """Set tables and seats to those of the draw, in a few statements for any number of people."""
    setting = formats.Block.from_dict(block.settings)
    tables = {table.number: table for table in block.tables.all()}
    for number, people in wanted.items():
        if number not in tables:
            tables[number] = Table.objects.create(block=block, number=number)
        _lay_deckel(block, tables[number], setting.deckel.get(len(people)))
    seats = list(Seat.objects.filter(table__block=block).order_by("pk"))
    # Positions are unique among active seats at every moment: first all seats are switched off.
    Seat.objects.filter(table__block=block, active=True).update(active=False)
    there = {(seat.table_id, seat.participation_id): seat for seat in seats}
    new, again = [], []
    for number, people in wanted.items():
        for position, person in enumerate(people, start=1):
            seat = there.get((tables[number].pk, person))
            if seat is None:
                seat = Seat(table=tables[number], participation_id=person)
                new.append(seat)
            else:
                again.append(seat)
            seat.position, seat.active = position, True
    Seat.objects.bulk_update(again, ["position", "active"])
    Seat.objects.bulk_create(new)


def _lay_deckel(block: Block, table: Table, deckel: int | None) -> None:
    """Set the Deckel for this size of table if the organiser departs from the rulebook."""
    rules = None if deckel is None else {**block.event.house_rules, "deckel": deckel}
    if table.house_rules != rules:
        table.house_rules = rules
        table.save(update_fields=["house_rules"])
