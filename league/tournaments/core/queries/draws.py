"""Queries for draws: in force, proposed, of earlier rounds, and the circles of the tables.

Only the direction reads proposals. Persons are participations throughout.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Prefetch, QuerySet

from league import draw as drawing
from league.events.models import Block, Event, Participation, Seat, Table
from league.tournaments.models.tournaments import Draw, TieDecision
from league.web.rows import row_or_404


def draw_in_force(block: Block) -> Draw | None:
    """Return the released draw by which the block sits."""
    return block.draws.filter(released_at__isnull=False, superseded_at=None).first()


def draws_in_force(event: Event) -> dict[int, Draw]:
    """Return the draws in force in all blocks of a tournament, by the key of the block."""
    return {
        draw.block_id: draw
        for draw in Draw.objects.filter(
            block__event=event, released_at__isnull=False, superseded_at=None
        )
        .select_related("block")
        .order_by("block__number", "version")
    }


def seated(draw: Draw) -> list[int]:
    """Return all participations of a draw, springers included."""
    return [person for table in draw.tables for person in table["people"]] + list(draw.springers)


def tables_by_block(event: Event, people: Mapping[int, Participation]) -> dict[int, list[Table]]:
    """Return all tables of a tournament, by block, with the `people` on their seats.

    Persons are not read again for each seat: a big day has several seats for each.
    """
    seats = Seat.objects.order_by("position", "pk")
    tables: dict[int, list[Table]] = {}
    for table in (
        Table.objects.filter(block__event=event)
        .order_by("number")
        .prefetch_related(Prefetch("seats", queryset=seats))
    ):
        for seat in table.seats.all():
            seat.participation = people[seat.participation_id]
        tables.setdefault(table.block_id, []).append(table)
    return tables


def proposed_draw(block: Block) -> Draw | None:
    """Return the draw that only the direction sees."""
    return block.draws.filter(released_at=None, superseded_at=None).first()


def released_draws(block: Block) -> QuerySet[Draw]:
    """Return every version that was ever released, newest first."""
    return (
        block.draws.filter(released_at__isnull=False)
        .select_related("made_by__person", "released_by__person")
        .order_by("-version")
    )


def draw_of(block: Block, pk: int) -> Draw | None:
    """Return a version of this very block, released or not: for the direction alone."""
    return block.draws.filter(pk=pk).first()


def get_released(block: Block, version: int) -> Draw:
    """Return a version that was released once; raise Http404 if it does not exist."""
    return row_or_404(released_draws(block), version=version)


def is_trial(event: Event) -> bool:
    """Return True for a tournament that was drawn and is not closed: it can still be deleted."""
    released = event.blocks.filter(released_at__isnull=False)
    return event.tournament.finished_at is None and released.exists()


def drawn_numbers(event: Event) -> set[int]:
    """Return the numbers of the blocks that have a draw, also one that is only proposed."""
    return set(event.blocks.filter(draws__isnull=False).values_list("number", flat=True))


def tie_decisions(block: Block) -> list[TieDecision]:
    """Return the decisions on ties of the block, without the withdrawn ones."""
    return list(block.tie_decisions.filter(withdrawn_at=None))


def lots(block: Block) -> dict[int, str]:
    """Return, by participation, the seed of the lot that parted a tie."""
    decisions = block.tie_decisions.filter(kind=TieDecision.Kind.LOT, withdrawn_at=None)
    return {
        person: tie_decision.seed for tie_decision in decisions for person in tie_decision.order
    }


@dataclass(frozen=True)
class Circle:
    """The seats of a table in the order of their places, and the participations that came late.

    A place is kept: a player who gets up leaves it empty and one who comes later has the next, so
    that a printed card, the short form and the screens all use the same numbers.
    """

    seats: tuple[Seat, ...]
    late: frozenset[int] = frozenset()  # participations
    replaced: frozenset[int] = frozenset()  # participations that a later draw left out

    @property
    def places(self) -> Mapping[int, int]:
        """Return the places by seat."""
        return {seat.pk: place for place, seat in enumerate(self.seats, start=1)}


def circles_of(block: Block) -> dict[int, Circle]:
    """Return every table of the block by its key."""
    seats: dict[int, dict[int, Seat]] = {}
    numbers: dict[int, int] = {}
    for seat in (
        Seat.objects.filter(table__block=block.pk)
        .select_related("table", "participation__person")
        .order_by("position", "pk")
    ):
        seats.setdefault(seat.table_id, {})[seat.participation_id] = seat
        numbers[seat.table.number] = seat.table_id
    orders: dict[int, list[int]] = {table: [] for table in seats}
    late: dict[int, set[int]] = {table: set() for table in seats}
    for draw in released_draws(Block(pk=block.pk)).order_by("version"):
        for number, people in tables_of(draw).items():
            table = numbers.get(number)
            if table is None:
                continue
            orders[table], new = _ordered(draw.kind, orders[table], people, seats[table])
            late[table] |= new
    return {
        table: Circle(
            tuple(
                there[person]
                for person in dict.fromkeys([*orders[table], *there])
                if person in there
            ),
            frozenset(late[table]),
            frozenset(there.keys() - set(orders[table]) if orders[table] else ()),
        )
        for table, there in seats.items()
    }


def _ordered(
    kind: str, before: list[int], people: Sequence[int], seats: Mapping[int, Seat]
) -> tuple[list[int], set[int]]:
    """Return the places after this version, and those who came late."""
    new = [person for person in people if person not in before]
    if kind == Draw.Kind.JOIN:
        return [*before, *new], set(new) if before else set()
    if kind == Draw.Kind.LEAVE or not new:
        return [*before, *new], set()
    if kind == Draw.Kind.SWAP:
        # A player seated wrongly from the start never sat here: the other had the place.
        wrong = [person for person in before if person not in seats]
        change = dict(zip(wrong, new, strict=False))
        return [change.get(person, person) for person in before] + new[len(wrong) :], set()
    return list(people), set()  # drawn anew: another card


def last_version(block: Block) -> int:
    last = block.draws.order_by("-version").values_list("version", flat=True).first()
    return last or 0


def tables_of(draw: Draw) -> dict[int, tuple[int, ...]]:
    """Return the participations by table number, clockwise."""
    return {table["number"]: tuple(table["people"]) for table in draw.tables}


def round_of(draw: Draw) -> drawing.Round:
    return tuple(tables_of(draw).values())


def history(event: Event, before: int) -> tuple[drawing.Round, ...]:
    """Return the rounds of the blocks before number `before`, as they finally sat."""
    draws = Draw.objects.filter(
        block__event=event,
        block__number__lt=before,
        released_at__isnull=False,
        superseded_at=None,
    ).order_by("block__number")
    return tuple(round_of(draw) for draw in draws)


def present(event: Event) -> list[Participation]:
    """Return the participations that are checked in and have not gone."""
    here = [Participation.Attendance.PRESENT, Participation.Attendance.LATE]
    return list(
        Participation.objects.filter(event=event, attendance__in=here)
        .select_related("person", "team")
        .order_by("pk")
    )


def participants(event: Event) -> dict[int, Participation]:
    """Return all participations of the tournament by key, also those who have gone."""
    return {
        participation.pk: participation
        for participation in Participation.objects.filter(event=event).select_related(
            "person", "team"
        )
    }


def planned_before(block: Block, people: frozenset[int]) -> Draw | None:
    """Return the draw that planned this block's round with one before, if all went as planned.

    So rounds drawn at once stay as good as they were found; a single change makes a new draw.
    """
    earlier = list(
        Draw.objects.filter(
            block__event=block.event_id,
            block__number__lt=block.number,
            kind=Draw.Kind.DRAW,
            released_at__isnull=False,
            superseded_at=None,
        )
        .select_related("block")
        .order_by("block__number")
    )
    if not earlier or frozenset(earlier[-1].plan["people"]) != people:
        return None
    last = earlier[-1]
    if last.block.number != block.number - 1 or last.index + 1 >= len(last.rounds):
        return None
    of_the_same = [draw for draw in earlier if draw.seed == last.seed]
    return last if [draw.index for draw in of_the_same] == list(range(last.index + 1)) else None


def tables_to_come(block: Block) -> dict[int, tuple[int, ...]]:
    """Return the tables of a block whose round was drawn together with one before.

    They hold if nothing changes until then; empty if it was not. A secret of the direction.
    """
    draws = Draw.objects.filter(
        block__event=block.event_id,
        block__number__lt=block.number,
        kind=Draw.Kind.DRAW,
        released_at__isnull=False,
        superseded_at=None,
    ).select_related("block")
    last = draws.order_by("-block__number").first()
    if last is None:
        return {}
    at = last.index + block.number - last.block.number
    return dict(enumerate(map(tuple, last.rounds[at]), 1)) if at < len(last.rounds) else {}


def drawn(draw: Draw) -> drawing.Draw:
    """Return the stored draw as the pure core knows it, to be explained."""
    return drawing.Draw(
        plan=drawing.plan_from_dict(draw.plan),
        rounds=tuple(drawing.round_from_list(tables) for tables in draw.rounds),
        cost=drawing.Cost(*draw.cost),
        bound=drawing.Cost(*draw.bound),
        origin=draw.origin,
        steps=draw.steps,
    )


@dataclass(frozen=True)
class Seed:
    """The number a draw came from.

    While rounds of it are still to come only its fingerprint is shown, because the seed foretells
    them; afterwards everyone can check it.
    """

    fingerprint: str
    shown: str


def seed_of(draw: Draw) -> Seed:
    return Seed(
        fingerprint=sha256(draw.seed.encode()).hexdigest(),
        shown=draw.seed if _all_released(draw) else "",
    )


def _all_released(draw: Draw) -> bool:
    """Return whether every round of this seed was released, or its blocks went another way."""
    to_come = range(draw.index + 1, len(draw.rounds))
    numbers = [draw.block.number + at - draw.index for at in to_come]
    released = Block.objects.filter(
        event=draw.block.event_id, number__in=numbers, released_at__isnull=False
    )
    return released.count() == len(numbers)


def meetings(event: Event, until: int) -> Mapping[int, Mapping[int, int]]:
    """Count the meetings of each pair in the released blocks up to number `until`."""
    return drawing.meetings(history(event, until + 1))


def quality(event: Event, until: int) -> drawing.Quality | None:
    rounds = history(event, until + 1)
    teams = {
        person: team
        for person, team in Participation.objects.filter(
            event=event, team__isnull=False
        ).values_list("pk", "team_id")
        if team is not None
    }
    return drawing.quality(rounds, teams) if rounds else None
