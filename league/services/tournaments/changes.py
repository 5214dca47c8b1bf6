"""What changes after a draw: somebody comes, goes, sits wrong, or the rest is drawn anew.

Each change is proposed as a new version of the draw, looked at, and released like a draw; a swap
of people who sat wrong from the start also gives the games played to who played them.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league import draw as core
from league import formats, words
from league.actors import Actor
from league.errors import IllegalError, InvalidError
from league.models import Block, Draw, Participation, Result, Seat, SeatSwap, User
from league.queries.tournaments import draws as queries
from league.queries.tournaments.course import Course
from league.services.results import SeatLine, record_result
from league.services.tournaments.drawing import ONE_ROUND, seat_draw, store, stored
from league.services.tournaments.revising import decided

Tables = Mapping[int, tuple[int, ...]]


def propose_join(
    *,
    block: Block,
    participation: Participation,
    seen: int,
    seed: str,
    by: User | None,
    now: datetime,
) -> Draw:
    """A late arrival gets the last seat of the table where it costs least; nobody else moves.

    Locks the tournament. IllegalError for who is not here or does not play in this block,
    InvalidError where no table has room.
    """
    _check_here(participation)
    if participation.pk not in Course(block.event).players(block.number):
        raise IllegalError(
            "not_in_this_block",
            _("%(name)s ist in diesem Durchgang nicht dabei.")
            % {"name": participation.person.name},
        )
    return _propose(
        block,
        Draw.Kind.JOIN,
        lambda plan, tables, rng: core.join(plan, tables, participation.pk, rng),
        add=[participation.pk],
        seen=seen,
        seed=seed,
        by=by,
        now=now,
    )


def propose_leave(
    *,
    block: Block,
    participation: Participation,
    seen: int,
    seed: str,
    by: User | None,
    now: datetime,
) -> Draw:
    """Somebody goes, or never came: the seat is taken away, the games played there stay.

    Where the table falls below what is allowed a Springer takes the seat, or somebody moves over
    from a larger table. Locks the tournament.
    """
    springers = [one for one in _in_force(block).springers if one != participation.pk]
    return _propose(
        block,
        Draw.Kind.LEAVE,
        lambda plan, tables, rng: _without(plan, tables, participation.pk, springers, rng),
        remove=[participation.pk],
        seen=seen,
        seed=seed,
        by=by,
        now=now,
    )


def propose_redraw(
    *,
    block: Block,
    keep: Collection[int],
    seen: int,
    seed: str,
    reason: str = "",
    by: User | None,
    now: datetime,
) -> Draw:
    """Draws all but the tables `keep` (their numbers) anew, with everybody who is here now.

    Locks the tournament. IllegalError where a table that is not kept has played.
    """
    there = _in_force(block)
    tables = queries.tables_of(there)
    played = set(
        Result.objects.filter(table__block=block, is_current=True).values_list(
            "table__number", flat=True
        )
    )
    if not played <= set(keep):
        raise IllegalError(
            "table_was_played",
            _("An Tisch %(table)s ist schon gespielt worden. Der bleibt, wie er ist.")
            % {"table": min(played - set(keep))},
        )
    numbers = list(tables)
    kept = [numbers.index(number) for number in sorted(keep) if number in tables]
    here = [one.pk for one in queries.present(block.event)]
    sat = {one for people in tables.values() for one in people} | set(there.springers)
    everybody = formats.Block.from_dict(block.settings).who.kind == "all"
    return _propose(
        block,
        Draw.Kind.REDRAW,
        lambda plan, round_, rng: core.redraw(plan, round_, kept, rng, ONE_ROUND),
        add=[one for one in here if one not in sat] if everybody else [],
        remove=[one for one in sat if one not in here],
        keep=[numbers[index] for index in kept],
        seen=seen,
        seed=seed,
        reason=reason,
        by=by,
        now=now,
    )


def swap_seats(
    *,
    block: Block,
    one: Participation,
    other: Participation,
    from_start: bool,
    client_id: str,
    seen: int,
    reason: str = "",
    by: User | None,
    actor: Actor,
    now: datetime,
) -> SeatSwap:
    """Two change places: from now on, or because they sat wrong `from_start` of the block.

    From the start the games played count for who played them and both stay where they are; from
    now on the games stay and both get up. A repeat of `client_id` changes nothing. Locks the
    tournament and the block. InvalidError for people who do not both sit in the block.
    """
    if known := SeatSwap.objects.filter(client_id=client_id).first():
        return known
    with transaction.atomic():
        decided(block.event, seen)
        there = _in_force(block)
        Block.objects.select_for_update().get(pk=block.pk)
        seats = list(
            Seat.objects.filter(
                table__block=block, active=True, participation__in=[one.pk, other.pk]
            ).select_related("table")
        )
        if len(seats) != 2:
            raise InvalidError(
                "not_in_the_draw", _("Beide müssen in diesem Durchgang an einem Tisch sitzen.")
            )
        if block.locked_at is not None and not from_start:
            raise IllegalError("block_locked", _("Dieser Durchgang ist gesperrt."))
        if from_start:
            _give_games(seats, reason, actor, now)
        change = {one.pk: other.pk, other.pk: one.pk}
        tables = {
            number: tuple(change.get(person, person) for person in people)
            for number, people in queries.tables_of(there).items()
        }
        _supersede(there, tables, reason, by, now)
        if not from_start:
            seat_draw(block, tables)
        return SeatSwap.objects.create(
            one=seats[0],
            other=seats[1],
            client_id=client_id,
            from_start=from_start,
            reason=" ".join(reason.split())[:200],
            swapped_by=by,
            swapped_at=now,
        )


def _give_games(seats: Sequence[Seat], reason: str, actor: Actor, now: datetime) -> None:
    """The games of each seat are the other person's."""
    one, other = seats
    if one.table_id == other.table_id:
        _change_lines(one, other, reason, actor, now)
    taken = Seat.objects.filter(
        table__in=[one.table_id, other.table_id],
        participation__in=[one.participation_id, other.participation_id],
        active=False,
    )
    if taken.exists():
        raise IllegalError(
            "sat_there_before",
            _("Einer von beiden saß schon vorher am anderen Tisch. Korrigiere dort die Karten."),
        )
    people = one.participation_id, other.participation_id
    # Nobody sits twice in a block, at no moment: first neither does.
    pair = Seat.objects.filter(pk__in=[one.pk, other.pk])
    pair.update(active=False)
    if one.table_id == other.table_id:
        places = one.position, other.position
        Seat.objects.filter(pk=one.pk).update(position=places[1], active=True)
        Seat.objects.filter(pk=other.pk).update(position=places[0], active=True)
        return
    Seat.objects.filter(pk=one.pk).update(participation=people[1], active=True)
    Seat.objects.filter(pk=other.pk).update(participation=people[0], active=True)


def _change_lines(one: Seat, other: Seat, reason: str, actor: Actor, now: datetime) -> None:
    """At one table: new versions of the cards, with both lines exchanged."""
    change = {one.pk: other.pk, other.pk: one.pk}
    names = [field.name for field in fields(SeatLine)]
    for result in Result.objects.filter(
        table=one.table_id, is_current=True, lines__seat__in=[one.pk, other.pk]
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
            reason=reason or str(_("Plätze vertauscht")),
            actor=actor,
            now=now,
        )


def _supersede(there: Draw, tables: Tables, reason: str, by: User | None, now: datetime) -> None:
    """The version after a swap holds at once."""
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


def _in_force(block: Block) -> Draw:
    draw = queries.draw_in_force(block)
    if draw is None:
        raise IllegalError(
            "draw_first", _("Hier ist noch nichts ausgelost, also gibt es nichts zu ändern.")
        )
    return draw


def _check_here(participation: Participation) -> None:
    if not participation.is_here:
        raise IllegalError(
            "not_here",
            _("%(name)s ist noch nicht da. Vermerke erst die Anwesenheit.")
            % {"name": participation.person.name},
        )


def _without(
    plan: core.Plan,
    tables: core.Round,
    person: int,
    springers: Sequence[int],
    rng: random.Random,
) -> core.Draw:
    """Takes somebody out. A table that becomes too small gets a Springer, or one of another."""
    try:
        return core.leave(plan, tables, person, rng)
    except core.DrawError as error:
        if error.code != "table_too_small":
            raise
    at = next(number for number, table in enumerate(tables) if person in table)
    if springers:
        filled = tuple(
            tuple(springers[0] if one == person else one for one in table) for table in tables
        )
        people = (*plan.people, springers[0])
        sizes = tuple(map(len, filled))
        return core.draw(
            replace(plan, people=people, tables=sizes, fixed=_held(filled)), rng, budget=0
        )
    rest = [tuple(one for one in table if one != person) for table in tables]
    least = plan.tables.least if isinstance(plan.tables, core.TableSizes) else 2
    largest = max(range(len(rest)), key=lambda number: len(rest[number]))
    if len(rest[largest]) <= least:
        raise core.DrawError("table_too_small")
    fixed = _held(tuple(table if number != largest else () for number, table in enumerate(rest)))
    sizes = tuple(
        len(table) - (number == largest) + (number == at) for number, table in enumerate(rest)
    )
    return core.draw(replace(plan, tables=sizes, fixed=fixed), rng, ONE_ROUND)


def _held(tables: core.Round) -> dict[int, core.Place]:
    return {
        person: core.Place(number, seat)
        for number, table in enumerate(tables)
        for seat, person in enumerate(table)
    }


Change = Callable[[core.Plan, core.Round, random.Random], core.Draw]


def _propose(
    block: Block,
    kind: str,
    change: Change,
    *,
    add: Sequence[int] = (),
    remove: Sequence[int] = (),
    keep: Sequence[int] | None = None,
    seen: int,
    seed: str,
    reason: str = "",
    by: User | None,
    now: datetime,
) -> Draw:
    """Changes what holds now; tables keep their numbers. `keep` names those a redraw leaves."""
    there = _in_force(block)
    tables = queries.tables_of(there)
    springers = [one for one in there.springers if one not in remove]
    plan = _plan_now(block, there, tables, add, remove)
    rng = random.Random(seed)  # noqa: S311  # reproducible; the seed is not guessable
    try:
        found = change(plan, tuple(tables.values()), rng)
    except (core.DrawError, formats.FormatError) as error:
        said = (
            words.draw_error(error)
            if isinstance(error, core.DrawError)
            else words.format_error(error)
        )
        raise InvalidError(error.code, said) from error
    numbered = _numbered(found.tables, tables, keep)
    sat = {one for people in numbered.values() for one in people}
    return store(
        block,
        seen,
        kind=kind,
        tables=[
            {"number": number, "people": list(numbered[number])} for number in sorted(numbered)
        ],
        values={
            **stored(found, seed, ONE_ROUND),
            "springers": [one for one in springers if one not in sat],
        },
        reason=reason,
        by=by,
        now=now,
    )


def _plan_now(
    block: Block, there: Draw, tables: Tables, come: Sequence[int], gone: Sequence[int]
) -> core.Plan:
    """The plan with who plays now and what the organiser allows at a table."""
    setting = formats.Block.from_dict(block.settings)
    plan = core.plan_from_dict(there.plan)
    sat = [one for people in tables.values() for one in people]
    allowed = setting.tables
    fill = allowed.fill if allowed.fill != "springer" else "nearest"
    return replace(
        plan,
        people=(*(one for one in sat if one not in gone), *come),
        tables=core.TableSizes(allowed.target, allowed.least, allowed.most, fill),
        rather_not=(),
        fixed={},
        history=queries.history(block.event, block.number) if setting.draw == "meetings" else (),
    )


def _numbered(
    found: core.Round, before: Tables, keep: Sequence[int] | None
) -> dict[int, tuple[int, ...]]:
    """The numbers of the tables after a change: as before, or the kept first and then the rest."""
    numbers = list(before)
    if keep is not None:
        free = [number for number in numbers if number not in keep]
        numbers = [*keep, *free]
    while len(numbers) < len(found):
        numbers.append(max(numbers, default=0) + 1)
    return dict(zip(numbers, found, strict=False))
