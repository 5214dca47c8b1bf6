"""Every read of the league. Who may see what is decided here and nowhere else."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404

from league import scoring
from league.models import (
    Charge,
    Event,
    Membership,
    Office,
    Participation,
    Person,
    Result,
    ResultLine,
    Season,
    Seat,
    Standing,
    StandingRow,
    Table,
    User,
)

Role = Office.Role

# Who opens evenings, seats people and enters any card.
RUNS_EVENINGS = (Role.CHAIR, Role.TREASURER, Role.SECRETARY, Role.REFEREE, Role.DIRECTOR)
# Who keeps the list of members and hands out offices.
KEEPS_PEOPLE = (Role.CHAIR, Role.SECRETARY)


# --- who somebody is ------------------------------------------------------------------------
def person_of(user: Any) -> Person | None:
    """The person behind a login, none for strangers."""
    return getattr(user, "person", None) if getattr(user, "is_authenticated", False) else None


def roles_of(user: Any, today: date) -> frozenset[str]:
    """The offices the user holds today."""
    person = person_of(user)
    if person is None or not user.is_active:
        return frozenset()
    return frozenset(Office.objects.on(today).filter(person=person).values_list("role", flat=True))


def holds(user: Any, roles: Iterable[str], today: date) -> bool:
    return not roles_of(user, today).isdisjoint(roles)


def is_member(user: Any, today: date) -> bool:
    """A member of any kind; the till and the tables of the season are theirs to see."""
    person = person_of(user)
    return person is not None and Membership.objects.on(today).filter(person=person).exists()


def may_run_evenings(user: Any, today: date) -> bool:
    return holds(user, RUNS_EVENINGS, today)


def may_enter_card(user: Any, table: Table, today: date) -> bool:
    """Whoever runs evenings, and everybody who sits at this very table."""
    person = person_of(user)
    return person is not None and (
        Seat.objects.filter(table=table, active=True, participation__person=person).exists()
        or may_run_evenings(user, today)
    )


# --- people ---------------------------------------------------------------------------------
def people(today: date) -> QuerySet[Person]:
    """All persons by name, with `member_kind` (empty for guests) and `offices_now`."""
    holding = Membership.objects.on(today).filter(person=OuterRef("pk"))
    return (
        Person.objects.annotate(is_member_now=Exists(holding))
        .prefetch_related(
            Prefetch(
                "memberships", queryset=Membership.objects.on(today), to_attr="memberships_now"
            ),
            Prefetch("offices", queryset=Office.objects.on(today), to_attr="offices_now"),
        )
        .select_related("user")
    )


def members(today: date) -> QuerySet[Person]:
    """Those who may be expected at an evening: active and passive members."""
    return Person.objects.filter(
        pk__in=Membership.objects.on(today)
        .filter(kind__in=[Membership.Kind.ACTIVE, Membership.Kind.PASSIVE])
        .values("person")
    )


def get_person_for(user: Any, pk: int, today: date) -> Person:
    """A person's own record, or any for a member of the club."""
    person = Person.objects.filter(pk=pk).first()
    own = person_of(user)
    if person is None or own is None or (own != person and not is_member(user, today)):
        raise Http404
    return person


def get_office_for(user: Any, pk: int, today: date) -> Office:
    found = Office.objects.select_related("person").filter(pk=pk).first()
    if found is None or not holds(user, KEEPS_PEOPLE, today):
        raise Http404
    return found


def logins(today: date) -> list[tuple[User, str]]:
    """Every login of a person with the offices of today in words, for the demo's list."""
    offices: dict[int, list[str]] = {}
    for office in Office.objects.on(today):
        offices.setdefault(office.person_id, []).append(office.get_role_display())
    users = User.objects.filter(is_active=True, person__isnull=False).select_related("person")
    return [(user, ", ".join(offices.get(user.person.pk, []))) for user in users.order_by("pk")]


# --- events ---------------------------------------------------------------------------------
def season_on(day: date) -> Season | None:
    return Season.objects.on(day).first()


def seasons() -> QuerySet[Season]:
    return Season.objects.all()


def get_season_for(user: Any, pk: int, today: date) -> Season:
    """Members see the seasons' tables."""
    if not is_member(user, today):
        raise Http404
    season = Season.objects.filter(pk=pk).first()
    if season is None:
        raise Http404
    return season


def events_for(user: Any, today: date) -> QuerySet[Event]:
    """Members see all evenings, a guest those of his own."""
    if is_member(user, today):
        return Event.objects.select_related("season")
    return Event.objects.select_related("season").filter(
        participations__person=person_of(user), participations__person__isnull=False
    )


def get_event_for(user: Any, pk: int, today: date) -> Event:
    event = events_for(user, today).filter(pk=pk).first()
    if event is None:
        raise Http404
    return event


def last_event_before(day: date) -> Event | None:
    return Event.objects.filter(business_date__lte=day).first()


def participations(event: Event) -> QuerySet[Participation]:
    return (
        Participation.objects.filter(event=event)
        .select_related("person")
        .order_by("person__sort_key", "pk")
    )


def get_participation_for(user: Any, pk: int, today: date) -> Participation:
    found = Participation.objects.select_related("event", "person").filter(pk=pk).first()
    if found is None or not may_run_evenings(user, today):
        raise Http404
    return found


def get_seat_for(user: Any, pk: int, today: date) -> Seat:
    found = Seat.objects.select_related("table__block__event").filter(pk=pk).first()
    if found is None or not may_run_evenings(user, today):
        raise Http404
    return found


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


# --- results --------------------------------------------------------------------------------
def _with_lines(results: QuerySet[Result]) -> QuerySet[Result]:
    return results.select_related("entered_by__person", "table__block").prefetch_related(
        Prefetch(
            "lines",
            queryset=ResultLine.objects.select_related("seat__participation__person").order_by(
                "seat__position", "pk"
            ),
        )
    )


def results(event: Event) -> QuerySet[Result]:
    """The results that count, newest game of each table last."""
    return _with_lines(
        Result.objects.filter(table__block__event=event, is_current=True).order_by(
            "table__block__number", "table__number", "number"
        )
    )


def current_result(table: Table, number: int) -> Result | None:
    return _with_lines(Result.objects.filter(table=table, number=number, is_current=True)).first()


def has_client_id(table: Table, client_id: str) -> bool:
    """Whether this very message of a phone was stored before."""
    return Result.objects.filter(table=table, client_id=client_id).exists()


def versions(table: Table, number: int) -> QuerySet[Result]:
    """Every version of one game's result, newest first: who said what, when and why."""
    return _with_lines(Result.objects.filter(table=table, number=number).order_by("-version"))


def next_number(table: Table) -> int:
    """The number of the table's next game, from 1."""
    last = Result.objects.filter(table=table).order_by("-number").values_list("number", flat=True)
    return (last.first() or 0) + 1


def standing_charges(event: Event) -> QuerySet[Charge]:
    """The charges that count: of current results, or entered by hand and not withdrawn."""
    return (
        Charge.objects.filter(event=event, withdrawal=None)
        .filter(Q(result=None) | Q(result__is_current=True))
        .select_related("person", "result__table", "recorded_by__person")
        .order_by("pk")
    )


def get_charge_for(user: Any, pk: int, today: date) -> Charge:
    found = Charge.objects.select_related("event").filter(pk=pk).first()
    if found is None or not may_run_evenings(user, today):
        raise Http404
    return found


def heads(result: Result) -> list[int]:
    """The persons of a result's seats, by seat: who shares an owed round of drinks."""
    return list(
        ResultLine.objects.filter(result=result)
        .order_by("seat__position", "pk")
        .values_list("seat__participation__person_id", flat=True)
    )


# --- standings ------------------------------------------------------------------------------
def season_games(season: Season) -> Iterator[scoring.Game]:
    """The results of a season as `league.scoring` reads them."""
    lines = (
        ResultLine.objects.filter(
            result__is_current=True, result__table__block__event__season=season
        )
        .order_by("result_id", "seat__position", "pk")
        .values_list(
            "result_id",
            "result__table__block__event_id",
            "result__ended_by",
            "seat__participation__person_id",
            "lost_first",
            "lost_second",
            "lost_game",
            "schock_aus",
        )
    )
    current: int | None = None
    event, ended_by, collected = 0, "", list[scoring.Line]()
    for result_id, event_id, how, person, first, second, game, aus in lines.iterator():
        if result_id != current:
            if current is not None:
                yield scoring.Game(event, ended_by, tuple(collected))
            current, event, ended_by, collected = result_id, event_id, how, []
        collected.append(scoring.Line(person, first, second, game, aus))
    if current is not None:
        yield scoring.Game(event, ended_by, tuple(collected))


def standing_of(season: Season) -> Standing | None:
    return Standing.objects.filter(season=season).first()


def standing_rows(standing: Standing) -> QuerySet[StandingRow]:
    return StandingRow.objects.filter(standing=standing).select_related("person")


def stale_standings() -> QuerySet[Standing]:
    return Standing.objects.filter(Q(computed__lt=F("wanted")) | Q(as_of=None))


def games_of(person: Person, season: Season) -> QuerySet[ResultLine]:
    """The lines behind one person's row of the season's table, newest first."""
    return (
        ResultLine.objects.filter(
            seat__participation__person=person,
            result__is_current=True,
            result__table__block__event__season=season,
        )
        .select_related("result__table__block__event", "seat")
        .order_by("-result__table__block__event__business_date", "-result__pk")
    )
