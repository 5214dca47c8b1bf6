"""Reading tournaments: who may see which, and who may decide there."""

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


def tournaments_for(user: Any, today: date) -> QuerySet[Event]:
    """Members see all, whoever plays there his own, everybody what the club made public."""
    events = Event.objects.filter(
        kind=Event.Kind.TOURNAMENT, tournament__isnull=False
    ).select_related("tournament", "season", "host")
    if is_member(user, today):
        return events
    person = person_of(user)
    own = Participation.objects.filter(person=person).values("event") if person else []
    return events.filter(Q(is_public=True) | Q(pk__in=own))


def get_tournament_for(user: Any, pk: int, today: date) -> Event:
    event = tournaments_for(user, today).filter(pk=pk).first()
    if event is None:
        raise Http404
    return event


def tournament_by(pk: int, token: str) -> Event | None:
    """The tournament of a registration, for whoever holds its address; public or not."""
    registration = read_registration(token) if token else None
    if registration is None:
        return None
    own = Registration.objects.exclude(state=Registration.State.CANCELLED)
    return (
        Event.objects.select_related("tournament", "season", "host")
        .filter(pk=pk, tournament__isnull=False, registrations__in=own.filter(pk=registration))
        .first()
    )


def get_tournament_to_direct(user: Any, pk: int, today: date) -> Event:
    """For the direction: it draws, decides and closes."""
    if not may_direct(user, today):
        raise Http404
    return get_tournament_for(user, pk, today)


def get_tournament_to_run(user: Any, pk: int, today: date) -> Event:
    """For the desk: it checks people in and enters cards."""
    if not may_run_evenings(user, today):
        raise Http404
    return get_tournament_for(user, pk, today)


def get_block(event: Event, number: int) -> Block:
    block = event.blocks.filter(number=number).first()
    if block is None:
        raise Http404
    block.event = event
    return block


def get_table_of(event: Event, pk: int) -> Table:
    """A table of this tournament, whoever asks: the caller has looked who may."""
    table = Table.objects.select_related("block__event").filter(block__event=event, pk=pk).first()
    if table is None:
        raise Http404
    return table


def prize_of(event: Event, pk: int) -> Prize | None:
    return event.prizes.filter(pk=pk).first()


def out_of_lives(table: Table) -> frozenset[int]:
    """The seats that have lost their last life at this table and look on; none at an evening."""
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
    """How many lives the lines cost, by seat or participant (`of`), as `per` counts them."""
    lost: Counter[int] = Counter()
    counted = lines.filter(result__is_current=True).exclude(
        result__ended_by=Result.EndedBy.ABANDONED
    )
    life_per: formats.LifePer = "half" if per == "half" else "stake" if per == "stake" else "game"
    for who, first, second, game in counted.values_list(
        of, "lost_first", "lost_second", "lost_game"
    ):
        lost[who] += formats.lives_lost(life_per, bool(first), bool(second), bool(game))
    return lost


def lives_at_start(block: Block) -> dict[int, int]:
    """With how many lives everybody begins a block in which nobody gets new ones, by participation.

    Empty for other blocks. Of all who ever had some: whoever sits here is among them. A few small
    queries, as this is asked at the tables.
    """
    if not block.settings.get("carry_lives"):
        return {}
    rows = list(Block.objects.filter(event=block.event_id).order_by("number"))
    chain = formats.Format("", "", "", tuple(formats.Block.from_dict(row.settings) for row in rows))
    by_number = {row.number: row.pk for row in rows}
    lives: dict[int, int] = {}
    for number in chain.account(block.number):
        scoring = chain.block(number).scoring
        pk = by_number[number]
        for person in Seat.objects.filter(table__block=pk).values_list("participation", flat=True):
            lives.setdefault(person, scoring.lives)
        lines = ResultLine.objects.filter(result__table__block=pk)
        lost = lives_lost(lines, scoring.life_per, of="seat__participation")
        by_hand = Credit.objects.filter(block=pk, kind=Credit.Kind.SUMS, withdrawn_at=None)
        for person, entered in by_hand.values_list("participation", "lost"):
            lost[person] = entered or 0
        for person, number_lost in lost.items():
            lives[person] = max(0, lives.get(person, scoring.lives) - number_lost)
    return lives


def get_participation_of(event: Event, pk: int) -> Participation:
    participations = Participation.objects.select_related("person", "team").filter(
        event=event, pk=pk
    )
    participation = participations.first()
    if participation is None:
        raise Http404
    return participation
