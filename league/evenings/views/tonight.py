"""What an evening's page shows of people, tables and the next step."""

from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.http import HttpRequest
from django.utils import timezone

from league.access.queries.rights import RULES_GAMES, RUNS_EVENINGS, person_of, roles_of
from league.access.queries.tables import players_write
from league.evenings import registry
from league.evenings.forms import GuestForm
from league.evenings.labels import against_seats, how_full, links_about, step_shown, table_actions
from league.evenings.next_step import NextStep, Step, TableNow, Tonight, next_step
from league.evenings.queries.calendar import may_reply, replies
from league.events import queries as events_queries
from league.events import services
from league.events.models import Event, Participation, Table
from league.kings import queries as kings_queries
from league.people.queries import names as names_queries
from league.people.queries.people import guests
from league.results.models.results import Result
from league.results.queries import results as results_queries
from league.results.queries.confirming import asks, calls_of, open_calls, open_problems, state_of
from league.standings.queries.standings import evening_table

PRESENT, LATE = Participation.Attendance.PRESENT, Participation.Attendance.LATE
OPEN_STATES = {"disputed", "correcting"}
# So long after a game another one is to be expected; later the evening is taken to be over.
PAUSE = timedelta(minutes=45)


def evening_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    today, now = timezone.localdate(), timezone.now()
    me = person_of(request.user)
    my_key = getattr(me, "pk", None)
    roles = roles_of(request.user, today)
    may_run, may_rule = not roles.isdisjoint(RUNS_EVENINGS), not roles.isdisjoint(RULES_GAMES)
    participations = list(events_queries.participations(event))
    tables = list(events_queries.tables(event))
    results = list(results_queries.results(event))
    seats = events_queries.circles(event)
    seated = {seat.participation_id for circle in seats.values() for seat in circle}
    waiting = [one for one in participations if one.is_here and one.pk not in seated]
    calls = calls_of(event)
    own = next((one for one in participations if one.person_id == my_key), None)
    answers = replies(participations)
    is_to_come = event.business_date >= today and not results
    # Nobody asks guests whether they come.
    not_asked = guests(event) if is_to_come else frozenset()
    answers[""] = [one for one in answers[""] if one.person_id not in not_asked]
    unmarked = [one for one in participations if not one.attendance]
    declined = [one for one in unmarked if one.answer == Participation.Answer.NO]
    asked = [result for result in results if asks(result, my_key)]
    king = king_context(event, results) if results else {}
    own_tables = {
        table.pk
        for table in tables
        for seat in seats[table.pk]
        if seat.participation.person_id == my_key is not None
    }
    writes = own_tables if players_write(event, today) else set()
    rows = [
        {
            "table": table,
            "seats": seats[table.pk],
            **games_of(table, results),
            "how_full": how_full(table, len(seats[table.pk])),
            "against_seats": against_seats(len(seats[table.pk])),
            "can": table_actions(
                table,
                seated=len(seats[table.pk]),
                writes=may_run or table.pk in writes,
                may_run=may_run,
                is_called=table.pk in calls,
            ),
            "writes": may_run or table.pk in writes,
            "call": calls.get(table.pk),
            "call_id": uuid4().hex,
        }
        for table in tables
    ]
    context: dict[str, Any] = {
        "event": event,
        "naming": names_queries.inside_naming(),  # guests of the evening read who is there
        **table_of(event),
        **king,
        "is_to_come": is_to_come,
        # Days before nobody is there yet, and who comes is the question.
        "is_far": event.business_date > today and not tables,
        "is_today": event.business_date == today,
        "replies": answers,
        "my_answer": own.answer if own else "",
        "may_reply": is_to_come and may_reply(event, now) and my_key not in not_asked,
        "participations": participations,
        "open_count": len(unmarked) - len(declined),
        "declined": declined,
        "here_count": sum(1 for one in participations if one.attendance == PRESENT),
        "late": [one for one in participations if one.attendance == LATE],
        "latest": services.LATEST,
        "tables": rows,
        # Until somebody sits, or everybody is noted, the list of people is the matter.
        "people_matter": len(unmarked) > len(declined)
        and not seated
        and "setzen" not in request.GET,
        "waiting": waiting,
        "may_run": may_run,
        "may_rule": may_rule,
        "links": list(links_about(event, may_run=may_run, roles=roles, has_tables=bool(tables))),
        "waiting_for_referee": open_calls().count() + open_problems().count() if may_rule else 0,
        "guest_form": GuestForm(),
        "to_confirm": sorted(asked, key=lambda result: result.entered_at, reverse=True),
    }
    if is_on(event, today):
        state = Tonight(
            tables=[_now(row, own_tables) for row in rows],
            runs=may_run,
            rules=may_rule,
            is_asked=context["may_reply"] and own is not None and not own.answer,
            to_confirm=len(asked),
            calls=context["waiting_for_referee"],
            here=sum(1 for one in participations if one.is_here),
            coming=sum(1 for one in unmarked if one.answer == Participation.Answer.YES),
            open=context["open_count"],
            waiting=len(waiting),
            unconfirmed=sum(1 for result in results if state_of(result) == "entered"),
            is_pausing=_is_pausing(event, results, now),
            has_king=not results or king["king"] is not None,
            closing=""
            if not results or any(table.playing for table in tables)
            else registry.closing_of(request.user, roles, event, today),
        )
        context |= _step(next_step(state), event, context, results)
    return context


def is_on(event: Event, today: date) -> bool:
    """Whether the evening is that of today, or past midnight that of yesterday."""
    days = today - event.business_date
    return not event.is_cancelled and timedelta() <= days <= timedelta(days=1)


def _now(row: dict[str, Any], own_tables: set[int]) -> TableNow:
    table: Table = row["table"]
    return TableNow(
        key=table.pk,
        number=table.number,
        seated=len(row["seats"]),
        playing=table.playing,
        played=len(row["played"]),
        is_own=table.pk in own_tables,
        writes=row["writes"],
    )


def _is_pausing(event: Event, results: list[Result], now: datetime) -> bool:
    """Whether after the last game another one is to be expected."""
    if not results or (event.ends_at is not None and now > event.ends_at):
        return False
    return now - max(result.entered_at for result in results) < PAUSE


def _step(
    step: NextStep,
    event: Event,
    context: dict[str, Any],
    results: list[Result],
) -> dict[str, Any]:
    unconfirmed = next((one for one in results if state_of(one) == "entered"), None)
    shown = step_shown(
        step,
        event,
        declined=[one.name for one in context["declined"]] if context["may_run"] else [],
        may_rule=context["may_rule"],
        unconfirmed=unconfirmed.pk if unconfirmed else None,
    )
    return {
        "step": shown,
        "asks_to_confirm": step.step is Step.CONFIRM,
        "asks_answer": step.step is Step.ANSWER,
        "asks_crown": step.step is Step.CROWN,
        # The referee's page has room for what is to be done.
        "folds_standing": context["may_run"],
        "asks_all": step.step is Step.ATTENDANCE and not step.is_answered,
    }


def table_of(event: Event) -> dict[str, object]:
    """The evening's own standings."""
    rows = list(evening_table(event))
    return {"evening_rows": rows, "evening_standing": rows[0].standing if rows else None}


def games_of(table: Table, results: list[Result]) -> dict[str, Any]:
    """A table's games, those that want no look any more apart from the others."""
    played = [result for result in results if result.table_id == table.pk]
    latest = [
        result
        for result in played
        if state_of(result) in OPEN_STATES
        or (result is played[-1] and (table.playing is None or state_of(result) != "confirmed"))
    ]
    return {
        "played": played,
        "earlier": [result for result in played if result not in latest],
        "latest": latest,
    }


def king_context(event: Event, results: list[Result]) -> dict[str, Any]:
    """Who is König, who leads, and whether the cards by now say something else."""
    race, king = kings_queries.race(event, results), kings_queries.king_of(event)
    return {
        "race": race,
        "leaders": race.leaders,
        "king": king,
        "king_changed": king is not None and kings_queries.cards_differ(king, race),
        "streak": kings_queries.streak(king) if king is not None and king.person_id else 0,
        "kaiser": kings_queries.KAISER,
    }
