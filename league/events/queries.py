"""Reading events, tables and seats: who may see which."""

from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404

from league.access.queries.rights import is_member, may_run_evenings, person_of
from league.club.queries import is_public
from league.events.models import Event, Participation, Seat, Table
from league.seasons.models import Season


def season_on(day: date) -> Season | None:
    return Season.objects.on(day).first()


def seasons() -> QuerySet[Season]:
    return Season.objects.all()


def get_season_for(user: Any, pk: int, today: date, page: str = "") -> Season:
    """Members see the seasons' tables, everybody else the `page` that the club made public."""
    if not is_member(user, today) and not (page and is_public(page)):
        raise Http404
    season = Season.objects.filter(pk=pk).first()
    if season is None:
        raise Http404
    return season


def events_for(user: Any, today: date) -> QuerySet[Event]:
    """Members see all evenings, a guest those of his own."""
    if is_member(user, today):
        return Event.objects.select_related("season", "host")
    return Event.objects.select_related("season", "host").filter(
        participations__person=person_of(user), participations__person__isnull=False
    )


def evenings_for(user: Any, today: date) -> QuerySet[Event]:
    """Of the events somebody sees those that are no tournaments: these have their own list."""
    return events_for(user, today).exclude(kind=Event.Kind.TOURNAMENT)


def get_event_for(user: Any, pk: int, today: date) -> Event:
    event = events_for(user, today).filter(pk=pk).first()
    if event is None:
        raise Http404
    return event


def get_public_event(pk: int) -> Event:
    """An event that the club made public, for strangers too."""
    event = public_events().filter(pk=pk).first()
    if event is None:
        raise Http404
    return event


def public_events() -> QuerySet[Event]:
    """What the club lets everybody see."""
    return Event.objects.filter(is_public=True)


def evening_of(name: str, day: date) -> Event | None:
    """The evening of this name on this day: there is one at the most."""
    return Event.objects.filter(name=name, business_date=day).first()


def last_event_before(day: date) -> Event | None:
    return Event.objects.filter(business_date__lte=day).first()


def participations(event: Event) -> QuerySet[Participation]:
    return (
        Participation.objects.filter(event=event)
        .select_related("person")
        .order_by("person__sort_key", "pk")
    )


def get_participation_for(user: Any, pk: int, today: date) -> Participation:
    participation = Participation.objects.select_related("event", "person").filter(pk=pk).first()
    if participation is None or not may_run_evenings(user, today):
        raise Http404
    return participation


def get_seat_for(user: Any, pk: int, today: date) -> Seat:
    seat = Seat.objects.select_related("table__block__event").filter(pk=pk).first()
    if seat is None or not may_run_evenings(user, today):
        raise Http404
    return seat


def tables(event: Event) -> QuerySet[Table]:
    return (
        Table.objects.filter(block__event=event)
        .select_related("block__event")
        .order_by("block__number", "number")
    )


def circles(event: Event) -> dict[int, list[Seat]]:
    """Who sits where, by table: the seats in force, clockwise."""
    around: dict[int, list[Seat]] = {table.pk: [] for table in tables(event)}
    for seat in (
        Seat.objects.filter(table__block__event=event, active=True)
        .select_related("participation__person")
        .order_by("position")
    ):
        around[seat.table_id].append(seat)
    return around


def playing(event: Event) -> QuerySet[Table]:
    """The tables of an event at which a game is being scored now, with its number."""
    return tables(event).filter(playing__isnull=False)


def table(pk: int) -> Table:
    """A table with its event, for whom the rights were checked already."""
    return Table.objects.select_related("block__event").get(pk=pk)


def get_table_for(user: Any, pk: int, today: date) -> Table:
    table = tables_visible_to(user, today).filter(pk=pk).first()
    if table is None:
        raise Http404
    return table


def tables_visible_to(user: Any, today: date) -> QuerySet[Table]:
    return Table.objects.select_related("block__event__season").filter(
        block__event__in=events_for(user, today).values("pk")
    )


def waiting(event: Event) -> QuerySet[Participation]:
    """Who is here and sits nowhere."""
    seated = Seat.objects.filter(participation=OuterRef("pk"), active=True)
    return participations(event).filter(
        ~Exists(seated),
        attendance__in=[Participation.Attendance.PRESENT, Participation.Attendance.LATE],
    )


def seats_of(table: Table) -> QuerySet[Seat]:
    return (
        Seat.objects.filter(table=table, active=True)
        .select_related("participation__person")
        .order_by("position")
    )
