"""Queries for tournaments, limited to those a user may see or direct."""

from collections import Counter
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from league import formats
from league.access.queries.rights import is_member, may_direct, may_run_evenings, person_of
from league.access.tokens import read_registration
from league.events.models import Block, Event, Participation, Seat, Table
from league.results.models.results import Result, ResultLine
from league.tournaments.models.tournaments import Credit, Prize, Registration
from league.web.rows import row_or_404


def tournaments_for(user: Any, today: date) -> QuerySet[Event]:
    """Return the tournaments a user may see: members all, players their own, guests the public
    ones.

    Deleted tournaments are left out.
    """
    events = Event.objects.filter(
        kind=Event.Kind.TOURNAMENT, tournament__isnull=False, removed_at=None
    ).select_related("tournament")
    if is_member(user, today):
        return events
    person = person_of(user)
    own = Participation.objects.filter(person=person).values("event") if person else []
    return events.filter(Q(is_public=True) | Q(pk__in=own))


def get_tournament_for(user: Any, pk: int, today: date) -> Event:
    return row_or_404(tournaments_for(user, today), pk=pk)


def tournament_by(pk: int, token: str) -> Event | None:
    """Return the tournament of a registration by its secret address, public or not."""
    registration = read_registration(token) if token else None
    if registration is None:
        return None
    own = Registration.objects.exclude(state=Registration.State.CANCELLED)
    return (
        Event.objects.select_related("tournament")
        .filter(pk=pk, tournament__isnull=False, removed_at=None)
        .filter(registrations__in=own.filter(pk=registration))
        .first()
    )


def get_tournament_to_direct(user: Any, pk: int, today: date) -> Event:
    """Return a tournament for the direction, which draws, decides and closes.

    Raise Http404 for others.
    """
    if not may_direct(user, today):
        raise Http404
    return get_tournament_for(user, pk, today)


def get_tournament_to_run(user: Any, pk: int, today: date) -> Event:
    """Return a tournament for the desk, which checks people in and enters cards.

    Raise Http404 for others.
    """
    if not may_run_evenings(user, today):
        raise Http404
    return get_tournament_for(user, pk, today)


def get_block(event: Event, number: int) -> Block:
    block = row_or_404(event.blocks, number=number)
    block.event = event
    return block


def get_table_of(event: Event, pk: int) -> Table:
    """Return a table of this tournament; the caller has checked the rights."""
    return row_or_404(Table.objects.select_related("block__event"), block__event=event, pk=pk)


def get_table_numbered(event: Event, block: int, number: int) -> Table:
    """Return the table by the numbers on its card; the caller has checked the rights."""
    return row_or_404(Table.objects, block__event=event, block__number=block, number=number)


def prize_of(event: Event, pk: int) -> Prize | None:
    return event.prizes.filter(pk=pk).first()


def out_of_lives(table: Table) -> frozenset[int]:
    """Return the seats that lost their last life at this table; none at an evening."""
    scoring = table.block.settings.get("scoring", {})
    if not scoring.get("lives"):
        return frozenset()
    lines = ResultLine.objects.filter(result__table=table)
    lost = lives_lost(lines, scoring.get("life_per", "game"), of="seat")
    begun = lives_at_start(table.block)
    people = dict(Seat.objects.filter(pk__in=lost).values_list("pk", "participation"))
    return frozenset(
        seat for seat, number in lost.items() if number >= begun.get(people[seat], scoring["lives"])
    )


def lives_lost(lines: QuerySet[ResultLine], per: str, *, of: str) -> Counter[int]:
    """Count the lives the lines cost, by seat or participant (`of`), in the unit `per`."""
    lost: Counter[int] = Counter()
    for who, *halves_and_game in _counted(lines).values_list(of, *_LOST):
        lost[who] += formats.lives_lost(_life_per(per), *map(bool, halves_and_game))
    return lost


_LOST = ("lost_first", "lost_second", "lost_game")


def _counted(lines: QuerySet[ResultLine]) -> QuerySet[ResultLine]:
    return lines.filter(result__is_current=True).exclude(result__ended_by=Result.EndedBy.ABANDONED)


def _life_per(stored: str) -> formats.LifePer:
    return "half" if stored == "half" else "stake" if stored == "stake" else "game"


def lives_at_start(block: Block) -> dict[int, int]:
    """Return the lives everyone begins a block with that gives no new ones, by participation.

    Empty for other blocks. It covers all who ever had lives, so everyone who sits here. Four small
    queries for any number of blocks, because the tables ask for it.
    """
    if not block.settings.get("carry_lives"):
        return {}
    rows = list(Block.objects.filter(event=block.event_id).order_by("number"))
    chain = formats.Format("", "", "", tuple(formats.Block.from_dict(row.settings) for row in rows))
    account = [rows[number - 1] for number in chain.account(block.number)]
    scorings = {row.pk: chain.block(row.number).scoring for row in account}
    lost: dict[int, Counter[int]] = {pk: Counter() for pk in scorings}
    lines = _counted(ResultLine.objects.filter(result__table__block__in=scorings))
    for pk, who, *halves_and_game in lines.values_list(
        "result__table__block", "seat__participation", *_LOST
    ):
        per = scorings[pk].life_per
        lost[pk][who] += formats.lives_lost(per, *map(bool, halves_and_game))
    by_hand = Credit.objects.filter(block__in=scorings, kind=Credit.Kind.SUMS, withdrawn_at=None)
    for pk, who, entered in by_hand.values_list("block", "participation", "lost"):
        lost[pk][who] = entered or 0
    sat: dict[int, set[int]] = {pk: set() for pk in scorings}
    seats = Seat.objects.filter(table__block__in=scorings)
    for pk, who in seats.values_list("table__block", "participation"):
        sat[pk].add(who)
    lives: dict[int, int] = {}
    for pk, scoring in scorings.items():
        for who in sat[pk] | lost[pk].keys():
            lives[who] = max(0, lives.get(who, scoring.lives) - lost[pk][who])
    return lives


def get_participation_of(event: Event, pk: int) -> Participation:
    participations = Participation.objects.select_related("person", "team")
    return row_or_404(participations, event=event, pk=pk)
