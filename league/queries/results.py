"""Reading results, their versions, and charges."""

from datetime import date
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404

from league.models import Charge, Event, Result, ResultLine, Table
from league.queries.rights import may_run_evenings


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
