"""Reading events, tables and seats: who may see which."""

from datetime import date
from hashlib import sha256
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from league.access.queries.rights import is_member, may_run_evenings, person_of
from league.club.queries import is_public, the_club
from league.errors import InvalidError
from league.events.models import Event, Participation, Seat, Table, TableOpening
from league.seasons.models import Season
from league.web.rows import row_or_404


def season_on(day: date) -> Season | None:
    return Season.objects.on(day).first()


def seasons() -> QuerySet[Season]:
    return Season.objects.all()


def seasons_for(user: Any, today: date) -> QuerySet[Season]:
    """Return all seasons for members; for all others those that have not left the public pages."""
    return seasons() if is_member(user, today) else seasons().filter(members_only=False)


def get_season_for(user: Any, pk: int, today: date, page: str = "") -> Season:
    """Return a season for members, and for all others if the club made `page` public.

    Http404 otherwise.
    """
    if not is_member(user, today) and not (page and is_public(page)):
        raise Http404
    return row_or_404(seasons_for(user, today), pk=pk)


def events_for(user: Any, today: date) -> QuerySet[Event]:
    """Return all events for members, for guests those they take part in; never deleted ones."""
    events = Event.objects.filter(removed_at=None).select_related("host")
    if is_member(user, today):
        return events
    return events.filter(
        participations__person=person_of(user), participations__person__isnull=False
    )


def evenings_for(user: Any, today: date) -> QuerySet[Event]:
    """Return the evenings among a user's events: tournaments and matches have lists of their
    own.
    """
    return events_for(user, today).filter(kind=Event.Kind.EVENING)


def get_event_for(user: Any, pk: int, today: date) -> Event:
    return row_or_404(events_for(user, today), pk=pk)


def get_public_event(pk: int) -> Event:
    """Return an event that the club made public, for strangers too."""
    return row_or_404(public_events(), pk=pk)


def public_events() -> QuerySet[Event]:
    """Return the events that the club made public."""
    return Event.objects.filter(is_public=True, removed_at=None)


def evening_of(name: str, day: date) -> Event | None:
    """Return the evening of this name on this day, or None: at most one exists."""
    return Event.objects.filter(name=name, business_date=day, removed_at=None).first()


def evening_on(day: date) -> Event | None:
    """Return the evening that takes place on this day; of several the first."""
    evenings = Event.objects.filter(kind=Event.Kind.EVENING, cancelled_at=None)
    return evenings.filter(business_date=day).order_by("pk").first()


def last_event_before(day: date) -> Event | None:
    """Return the last evening or tournament up to this day.

    Teams play by what their league agreed.
    """
    events = Event.objects.exclude(kind=Event.Kind.MATCH)
    return events.filter(business_date__lte=day).first()


# The rulebook of a club that never chose: the first of the five.
FIRST_RULEBOOK = "schock4life"


def rules_for_new_evening(day: date) -> tuple[str, dict[str, Any]]:
    """Return rulebook and house rules of an evening that is opened: the club's, else those of the
    last.

    House rules stay only with the rulebook they were agreed on for. Two queries.
    """
    before = last_event_before(day)
    slug = the_club().rulebook or (before.rulebook if before else FIRST_RULEBOOK)
    agreed = before.house_rules if before is not None and before.rulebook == slug else {}
    return slug, agreed


def participations(event: Event) -> QuerySet[Participation]:
    return (
        Participation.objects.filter(event=event)
        .select_related("person")
        .order_by("person__sort_key", "pk")
    )


def get_participation_for(user: Any, pk: int, today: date) -> Participation:
    participation = row_or_404(Participation.objects.select_related("event", "person"), pk=pk)
    if not may_run_evenings(user, today):
        raise Http404
    return participation


def get_seat_for(user: Any, pk: int, today: date) -> Seat:
    seat = row_or_404(Seat.objects.select_related("table__block__event"), pk=pk)
    if not may_run_evenings(user, today):
        raise Http404
    return seat


def tables(event: Event) -> QuerySet[Table]:
    return (
        Table.objects.filter(block__event=event)
        .select_related("block__event")
        .order_by("block__number", "number")
    )


def circles(event: Event) -> dict[int, list[Seat]]:
    """Return the seats in force by table, clockwise."""
    around: dict[int, list[Seat]] = {table.pk: [] for table in tables(event)}
    for seat in (
        Seat.objects.filter(table__block__event=event, active=True)
        .select_related("participation__person")
        .order_by("position")
    ):
        around[seat.table_id].append(seat)
    return around


def playing(event: Event) -> QuerySet[Table]:
    """Return the tables of an event at which a game is being scored now, with its number."""
    return tables(event).filter(playing__isnull=False)


def digest_of(asked: str) -> str:
    """Return the digest kept of a request, to tell a repeat from another one."""
    return sha256(asked.encode()).hexdigest()


def table_opened(client_id: str, asked: str) -> Table | None:
    """Return the table that this request has opened before.

    InvalidError if it asked for something else.
    """
    opening = TableOpening.objects.filter(client_id=client_id).select_related("table").first()
    if opening is None:
        return None
    if opening.digest != digest_of(asked):
        raise InvalidError("id_reused", _("This was sent before and said something else."))
    return opening.table


def table(pk: int) -> Table:
    """Return a table with its event, for a caller who has checked the rights already."""
    return Table.objects.select_related("block__event").get(pk=pk)


def get_table_for(user: Any, pk: int, today: date) -> Table:
    return row_or_404(tables_visible_to(user, today), pk=pk)


def tables_visible_to(user: Any, today: date) -> QuerySet[Table]:
    return Table.objects.select_related("block__event").filter(
        block__event__in=events_for(user, today).values("pk")
    )


def sitting(event: Event) -> dict[int, Seat]:
    """Return the seats in force by the key of the person, each with its table."""
    seats = Seat.objects.filter(table__block__event=event, active=True)
    return {
        seat.participation.person_id: seat
        for seat in seats.select_related("participation", "table")
    }


def waiting(event: Event) -> QuerySet[Participation]:
    """Return the participants who are present without a seat."""
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
