"""The people, tables and next step that an evening's page shows."""

from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.http import HttpRequest
from django.utils import timezone

from league.access.queries.rights import (
    RULES_GAMES,
    RUNS_EVENINGS,
    is_member,
    person_of,
    roles_of,
)
from league.access.queries.tables import players_write
from league.evenings import registry
from league.evenings.forms import GuestForm
from league.evenings.labels import (
    against_seats,
    folded_title,
    how_full,
    links_about,
    step_shown,
    table_actions,
)
from league.evenings.next_step import NextStep, Step, TableNow, Tonight, next_step
from league.evenings.queries.calendar import may_reply, replies
from league.evenings.queries.changes import state_of_play
from league.evenings.queries.greetings import greetings
from league.events import queries as events_queries
from league.events.models import Event, Participation, Seat, Table
from league.events.services import attendance
from league.kings import labels as king_words
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
TABLES_IN_SIGHT = 2  # beside which the standings of the evening are in sight too


def evening_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    today, now = timezone.localdate(), timezone.now()
    me = person_of(request.user)
    my_key = me.pk if me else None
    roles = roles_of(request.user, today)
    may_run, may_rule = not roles.isdisjoint(RUNS_EVENINGS), not roles.isdisjoint(RULES_GAMES)
    participations = list(events_queries.participations(event))
    for entry in participations:
        entry.event = event
    results = list(results_queries.results(event))
    circles = events_queries.circles(event)
    rows = _table_rows(event, circles, results, my_key, may_run=may_run, today=today)
    seated = {seat.participation_id for circle in circles.values() for seat in circle}
    own = next((entry for entry in participations if entry.person_id == my_key), None)
    here = [entry for entry in participations if entry.is_here]
    waiting = [entry for entry in here if entry.pk not in seated]
    unmarked = [entry for entry in participations if not entry.attendance]
    declined = [entry for entry in unmarked if entry.answer == Participation.Answer.NO]
    open_count = len(unmarked) - len(declined)
    is_to_come = event.business_date >= today and not results
    # Guests are not asked if they come.
    not_asked = guests(event) if is_to_come else frozenset()
    answers = replies(participations)
    answers[""] = [entry for entry in answers[""] if entry.person_id not in not_asked]
    asked = [result for result in results if asks(result, my_key)]
    king = king_context(event, results) if results else {}
    here_count = sum(1 for entry in participations if entry.attendance == PRESENT)
    context: dict[str, Any] = {
        "event": event,
        "naming": names_queries.inside_naming(),  # guests of the evening read who is present
        **table_of(event),
        **king,
        "greetings": greetings(event.business_date, event)
        if is_member(request.user, today) and event.business_date <= today
        else [],
        "is_to_come": is_to_come,
        # On the days before no one is present yet, and the question is who comes.
        "is_far": event.business_date > today and not rows,
        "folds_answers": here_count or (may_run and event.business_date == today),
        "replies": answers,
        "my_answer": own.answer if own else "",
        "may_reply": is_to_come and may_reply(event, now) and my_key not in not_asked,
        "participations": participations,
        "open_count": open_count,
        "declined": declined,
        "present": here,
        "here_count": here_count,
        "late": [entry for entry in participations if entry.attendance == LATE],
        "latest": attendance.LATEST,
        "tables": rows,
        "state_of_play": state_of_play((row["table"] for row in rows), len(results)),
        # Until the first person sits, or all are noted, the list of people matters most.
        "people_matter": open_count and not seated and "seat" not in request.GET,
        "waiting": waiting,
        # The person who runs the evening seats those who wait, and gets a table by that.
        "is_without_tables": not rows and not (may_run and waiting),
        "may_run": may_run,
        "may_add_table": may_run and rows and not event.is_cancelled,
        "may_rule": may_rule,
        "links": list(links_about(event, may_run=may_run, roles=roles, has_tables=bool(rows))),
        "waiting_for_referee": open_calls().count() + open_problems().count() if may_rule else 0,
        "guest_form": GuestForm(),
        "to_confirm": sorted(asked, key=lambda result: result.entered_at, reverse=True),
    }
    if is_on(event, today):
        states = [state_of(result) for result in results]
        is_over = bool(results) and not any(row["table"].playing for row in rows)
        state = Tonight(
            tables=[_table_now(row) for row in rows],
            runs=may_run,
            rules=may_rule,
            is_asked=context["may_reply"] and own is not None and not own.answer,
            to_confirm=len(asked),
            calls=sum(1 for row in rows if row["call"]) + states.count("disputed"),
            here=len(here),
            coming=sum(1 for entry in unmarked if entry.answer == Participation.Answer.YES),
            open=open_count,
            waiting=len(waiting),
            unconfirmed=states.count("entered"),
            is_pausing=_is_pausing(event, results, now),
            has_king=not results or king["king"] is not None,
            closing=registry.closing_of(request.user, roles, event, today) if is_over else "",
        )
        step = next_step(state)
        context |= _step(step, context, results)
        if results:
            context["king_place"] = king_words.place(
                is_crowned=king["king"] is not None, folds=step.step is not Step.CROWN
            )
    return context


def is_on(event: Event, today: date) -> bool:
    """Return True if the evening is that of today, or past midnight that of yesterday."""
    days = today - event.business_date
    return not event.is_cancelled and timedelta() <= days <= timedelta(days=1)


def _table_rows(
    event: Event,
    circles: dict[int, list[Seat]],
    results: list[Result],
    my_key: int | None,
    *,
    may_run: bool,
    today: date,
) -> list[dict[str, Any]]:
    """Return each table with its seats and games, and the actions of this reader at it."""
    calls, may_write = calls_of(event), players_write(event, today)
    rows = []
    for table in events_queries.tables(event):
        seats = circles[table.pk]
        people = {seat.participation.person_id for seat in seats}
        is_own = my_key in people
        writes = may_run or (is_own and may_write)
        call, games = calls.get(table.pk), games_of(table, results)
        can = table_actions(
            table,
            seated=len(seats),
            writes=writes,
            may_run=may_run,
            is_called=call is not None,
        )
        folds = seats or can.others or can.may_call or games["earlier"]
        rows.append(
            {
                "table": table,
                "seats": seats,
                **games,
                "how_full": how_full(table, len(seats)),
                "against_seats": against_seats(len(seats)),
                "can": can,
                "folded": folded_title(writes=writes, may_run=may_run) if folds else "",
                "is_own": is_own,
                "writes": writes,
                "call": call,
                "call_id": uuid4().hex,
            }
        )
    return rows


def _table_now(row: dict[str, Any]) -> TableNow:
    table: Table = row["table"]
    return TableNow(
        key=table.pk,
        number=table.number,
        seated=len(row["seats"]),
        playing=table.playing,
        played=len(row["played"]),
        is_own=row["is_own"],
        writes=row["writes"],
    )


def _is_pausing(event: Event, results: list[Result], now: datetime) -> bool:
    """Return True if after the last game another one is to be expected."""
    if not results or (event.ends_at is not None and now > event.ends_at):
        return False
    return now - max(result.entered_at for result in results) < PAUSE


def _step(step: NextStep, context: dict[str, Any], results: list[Result]) -> dict[str, Any]:
    """Return the step in words, and what the page shows differently because of it."""
    unconfirmed = next((result.pk for result in results if state_of(result) == "entered"), None)
    declined = [entry.name for entry in context["declined"]] if context["may_run"] else []
    return {
        "step": step_shown(
            step,
            context["event"],
            declined=declined,
            may_rule=context["may_rule"],
            unconfirmed=unconfirmed,
        ),
        "asks_to_confirm": step.step is Step.CONFIRM,
        "asks_answer": step.step is Step.ANSWER,
        "asks_all": step.step is Step.ATTENDANCE and not step.is_answered,
        # So the page is three screens high at most. The referee's has room for what is to be done.
        "folds_people": bool(context["tables"]),
        "folds_standing": bool(context["evening_rows"])
        and (context["may_run"] or len(context["tables"]) > TABLES_IN_SIGHT),
    }


def table_of(event: Event) -> dict[str, object]:
    """Return the evening's own standings."""
    rows = list(evening_table(event))
    return {"evening_rows": rows, "evening_standing": rows[0].standing if rows else None}


def games_of(table: Table, results: list[Result]) -> dict[str, Any]:
    """Return a table's games, with those that need no look any more apart from the others."""
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
    """Return the König, the leaders, and a flag if the cards have come to say something else."""
    race, king = kings_queries.race(event, results), kings_queries.king_of(event)
    has_changed = king is not None and kings_queries.cards_differ(king, race)
    streak = kings_queries.streak(king) if king is not None and king.person_id else 0
    return {
        "race": race,
        "king": king,
        "king_changed": has_changed,
        "how_it_stands": king_words.how_it_stands(king, streak, race.leaders, race.most),
        "is_kaiser": streak >= kings_queries.KAISER,
        "crowning": king_words.crowning(race.leaders) if king is None or has_changed else [],
        "was_played_off": len(race.leaders) > 1,
        "king_place": king_words.place(is_crowned=king is not None, folds=False),
    }
