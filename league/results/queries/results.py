"""Reading results, their versions, and charges."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404

from league.access.queries.rights import may_run_evenings
from league.events.models import Event, Seat, Table
from league.people.queries.names import Naming
from league.results.models.results import Charge, Result, ResultLine
from league.results.models.second_look import Objection
from league.web.rows import row_or_404


def with_lines(results: QuerySet[Result]) -> QuerySet[Result]:
    """Return the results along with their lines, signatures and objections."""
    return results.select_related(
        "table__block__event",
        "entered_by__person",
        "entered_holder__seat__participation",
        "confirmed_by__person",
        "confirmed_holder",
    ).prefetch_related(
        Prefetch(
            "objections",
            queryset=Objection.objects.select_related("user__person", "holder", "ruled_by__person"),
        ),
        Prefetch(
            "lines",
            queryset=ResultLine.objects.select_related("seat__participation__person").order_by(
                "seat__position", "pk"
            ),
        ),
    )


def results(event: Event) -> QuerySet[Result]:
    """Return the results that count, newest game of each table last."""
    return with_lines(
        Result.objects.filter(table__block__event=event, is_current=True).order_by(
            "table__block__number", "table__number", "number"
        )
    )


@dataclass(frozen=True)
class PublicGame:
    """The public part of a game: never its reasons, authors or costs."""

    number: int
    lost_first: str
    lost_second: str
    lost_game: str
    provisional: bool  # not yet confirmed by another person, or disputed


@dataclass(frozen=True)
class PublicTable:
    pk: int
    number: int
    names: tuple[str, ...]
    games: tuple[PublicGame, ...]


def public_tables(event: Event, naming: Naming) -> list[PublicTable]:
    """Return tables and results of a public evening: all that strangers get to see of it.

    An empty name means that no one lost, or that it is not recorded.
    """
    seats: dict[int, list[str]] = {}
    for seat in (
        Seat.objects.filter(table__block__event=event, active=True)
        .order_by("position")
        .select_related("participation__person")
    ):
        seats.setdefault(seat.table_id, []).append(naming.at(seat.participation))
    games: dict[int, dict[int, dict[str, str]]] = {}
    provisional: set[tuple[int, int]] = set()
    for line in (
        ResultLine.objects.filter(result__is_current=True, result__table__block__event=event)
        .order_by("result__number")
        .annotate(
            disputed=Exists(Objection.objects.filter(result=OuterRef("result"), ruled_at=None))
        )
        .select_related("result", "seat__participation__person")
    ):
        lost = games.setdefault(line.result.table_id, {}).setdefault(line.result.number, {})
        if line.disputed or line.result.in_correction or line.result.confirmed_at is None:
            provisional.add((line.result.table_id, line.result.number))
        for part in ("lost_first", "lost_second", "lost_game"):
            if getattr(line, part):
                lost[part] = naming.at(line.seat.participation)
    return [
        PublicTable(
            pk=table.pk,
            number=table.number,
            names=tuple(seats.get(table.pk, ())),
            games=tuple(
                PublicGame(
                    number=number,
                    lost_first=lost.get("lost_first", ""),
                    lost_second=lost.get("lost_second", ""),
                    lost_game=lost.get("lost_game", ""),
                    provisional=(table.pk, number) in provisional,
                )
                for number, lost in games.get(table.pk, {}).items()
            ),
        )
        for table in Table.objects.filter(block__event=event).order_by("block__number", "number")
    ]


def last_results(number: int) -> list[Result]:
    """Return the last games played on the club's evenings, the last first; with their lines."""
    counted = Result.objects.filter(
        is_current=True, in_correction=False, table__block__event__kind=Event.Kind.EVENING
    )
    newest = counted.order_by("-table__block__event__business_date", "-pk")
    return list(
        newest.select_related("table__block__event").prefetch_related(
            Prefetch(
                "lines",
                queryset=ResultLine.objects.filter(lost_game=True).select_related(
                    "seat__participation__person"
                ),
                to_attr="losers",
            )
        )[:number]
    )


def result(pk: int) -> Result:
    return with_lines(Result.objects.filter(pk=pk)).get()


def current_result(table: Table, number: int) -> Result | None:
    return with_lines(_current_results(table, number)).first()


def row_of_result(table: Table, number: int) -> Result | None:
    """Return the current result alone: for a writer that needs its version, not its lines."""
    return _current_results(table, number).first()


def _current_results(table: Table, number: int) -> QuerySet[Result]:
    return Result.objects.filter(table=table, number=number, is_current=True)


def table_of_result(pk: int) -> int:
    """Return the table a result belongs to. 404 without one."""
    table = Result.objects.filter(pk=pk).values_list("table", flat=True).first()
    if table is None:
        raise Http404
    return table


def has_client_id(table: Table, client_id: str) -> bool:
    """Return whether this very message of a phone was stored before."""
    return Result.objects.filter(table=table, client_id=client_id).exists()


def versions(table: Table, number: int) -> QuerySet[Result]:
    """Return every version of one game's result, newest first: author, content, time, reason."""
    return with_lines(Result.objects.filter(table=table, number=number).order_by("-version"))


def next_number(table: Table) -> int:
    """Return the number of the table's next game, from 1."""
    last = Result.objects.filter(table=table).order_by("-number").values_list("number", flat=True)
    return (last.first() or 0) + 1


def standing_charges(event: Event) -> QuerySet[Charge]:
    """Return the charges that count: of current results, or entered by hand and not withdrawn."""
    return (
        Charge.objects.filter(event=event, withdrawal=None)
        .filter(Q(result=None) | Q(result__is_current=True))
        .select_related("person", "result__table", "recorded_by__person")
        .order_by("pk")
    )


def charges_of(result: Result) -> QuerySet[Charge]:
    """Return the charges of one result that are not withdrawn."""
    return Charge.objects.filter(result=result, withdrawal=None).select_related("person")


def get_charge_for(user: Any, pk: int, today: date) -> Charge:
    charge = row_or_404(Charge.objects.select_related("event"), pk=pk)
    if not may_run_evenings(user, today):
        raise Http404
    return charge


def heads(result: Result) -> list[int]:
    """Return the persons of a result's seats, by seat: those who share an owed round of drinks."""
    return list(
        ResultLine.objects.filter(result=result)
        .order_by("seat__position", "pk")
        .values_list("seat__participation__person_id", flat=True)
    )
