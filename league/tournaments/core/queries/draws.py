"""Reading draws: what holds, what is proposed, the rounds before, who may sit down.

What is proposed only the direction reads. Persons are participations throughout.
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
    """The released draw by which the block sits."""
    return block.draws.filter(released_at__isnull=False, superseded_at=None).first()


def draws_in_force(event: Event) -> dict[int, Draw]:
    """What holds in all blocks of a tournament, by block."""
    return {
        draw.block_id: draw
        for draw in Draw.objects.filter(
            block__event=event, released_at__isnull=False, superseded_at=None
        )
        .select_related("block")
        .order_by("block__number", "version")
    }


def seated(draw: Draw) -> list[int]:
    """Everybody of a draw, springers too."""
    return [person for table in draw.tables for person in table["people"]] + list(draw.springers)


def tables_by_block(event: Event, people: Mapping[int, Participation]) -> dict[int, list[Table]]:
    """All tables of a tournament with their seats, by block; on them sit those of `people`.

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
    """What the direction looks at and nobody else."""
    return block.draws.filter(released_at=None, superseded_at=None).first()


def released_draws(block: Block) -> QuerySet[Draw]:
    """Every version that was ever released, newest first."""
    return (
        block.draws.filter(released_at__isnull=False)
        .select_related("made_by__person", "released_by__person")
        .order_by("-version")
    )


def draw_of(block: Block, pk: int) -> Draw | None:
    """A version of this very block, released or not: for the direction alone."""
    return block.draws.filter(pk=pk).first()


def get_released(block: Block, version: int) -> Draw:
    """A version that was released once. 404 where there is none."""
    return row_or_404(released_draws(block), version=version)


def drawn_numbers(event: Event) -> set[int]:
    """The numbers of the blocks that have a draw, also one that is only proposed."""
    return set(event.blocks.filter(draws__isnull=False).values_list("number", flat=True))


def tie_decisions(block: Block) -> list[TieDecision]:
    """How ties of the block were parted, what was withdrawn left out."""
    return list(block.tie_decisions.filter(withdrawn_at=None))


def lots(block: Block) -> dict[int, str]:
    """The seed of the lot that parted somebody from others, where one did."""
    decisions = block.tie_decisions.filter(kind=TieDecision.Kind.LOT, withdrawn_at=None)
    return {
        person: tie_decision.seed for tie_decision in decisions for person in tie_decision.order
    }


@dataclass(frozen=True)
class Circle:
    """The seats of a table by their places, and who of them came after it was drawn.

    A place is kept: whoever gets up leaves it empty and whoever comes later has the next, so that
    a printed card, the short form and the screens number everybody alike.
    """

    seats: tuple[Seat, ...]
    late: frozenset[int] = frozenset()  # participations

    @property
    def places(self) -> Mapping[int, int]:
        """By seat."""
        return {seat.pk: place for place, seat in enumerate(self.seats, start=1)}


def circles_of(block: Block) -> dict[int, Circle]:
    """Every table of the block by its key."""
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
        )
        for table, there in seats.items()
    }


def _ordered(
    kind: str, before: list[int], people: Sequence[int], seats: Mapping[int, Seat]
) -> tuple[list[int], set[int]]:
    """Who has which place after this version, and who of them came late."""
    new = [person for person in people if person not in before]
    if kind == Draw.Kind.JOIN:
        return [*before, *new], set(new) if before else set()
    if kind == Draw.Kind.LEAVE or not new:
        return [*before, *new], set()
    if kind == Draw.Kind.SWAP:
        # Who sat wrong from the start never had a seat here: the other had the place.
        wrong = [person for person in before if person not in seats]
        change = dict(zip(wrong, new, strict=False))
        return [change.get(person, person) for person in before] + new[len(wrong) :], set()
    return list(people), set()  # drawn anew: another card


def last_version(block: Block) -> int:
    last = block.draws.order_by("-version").values_list("version", flat=True).first()
    return last or 0


def tables_of(draw: Draw) -> dict[int, tuple[int, ...]]:
    """Table number to participations, clockwise."""
    return {table["number"]: tuple(table["people"]) for table in draw.tables}


def round_of(draw: Draw) -> drawing.Round:
    return tuple(tables_of(draw).values())


def history(event: Event, before: int) -> tuple[drawing.Round, ...]:
    """The rounds that sat in the blocks before number `before`, as they finally sat."""
    draws = Draw.objects.filter(
        block__event=event,
        block__number__lt=before,
        released_at__isnull=False,
        superseded_at=None,
    ).order_by("block__number")
    return tuple(round_of(draw) for draw in draws)


def present(event: Event) -> list[Participation]:
    """Who is checked in and has not gone."""
    here = [Participation.Attendance.PRESENT, Participation.Attendance.LATE]
    return list(
        Participation.objects.filter(event=event, attendance__in=here)
        .select_related("person", "team")
        .order_by("pk")
    )


def participants(event: Event) -> dict[int, Participation]:
    """Everybody of the tournament by key, also who has gone."""
    return {
        participation.pk: participation
        for participation in Participation.objects.filter(event=event).select_related(
            "person", "team"
        )
    }


def planned_before(block: Block, people: frozenset[int]) -> Draw | None:
    """The draw that drew this block's round together with one before, if all went as it planned.

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
    """Who will sit where in a block whose round was drawn together with one before, by table, if
    nothing changes until then; empty where it was not. A secret of the direction."""
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
    """The stored draw as the pure core knows it, to be explained."""
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
    """The number a draw came from. While rounds of it are to come only its fingerprint is shown,
    because whoever knows it can draw them too; afterwards everybody can check it.
    """

    fingerprint: str
    shown: str


def seed_of(draw: Draw) -> Seed:
    return Seed(
        fingerprint=sha256(draw.seed.encode()).hexdigest(),
        shown=draw.seed if _all_released(draw) else "",
    )


def _all_released(draw: Draw) -> bool:
    """Whether every round of this seed was released, or its blocks went another way."""
    to_come = range(draw.index + 1, len(draw.rounds))
    numbers = [draw.block.number + at - draw.index for at in to_come]
    released = Block.objects.filter(
        event=draw.block.event_id, number__in=numbers, released_at__isnull=False
    )
    return released.count() == len(numbers)


def meetings(event: Event, until: int) -> Mapping[int, Mapping[int, int]]:
    """How often each met each in the released blocks up to number `until`."""
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
