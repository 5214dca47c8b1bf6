"""Pages of an evening: the list, who is here, tables and seats."""

from datetime import timedelta
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import require_run
from league.access.queries.rights import (
    RULES_GAMES,
    RUNS_EVENINGS,
    may_run_evenings,
    person_of,
    roles_of,
)
from league.access.queries.tables import players_write
from league.errors import InvalidError
from league.evenings.forms import EveningForm, GuestForm
from league.evenings.labels import against_seats, how_full, links_about, table_actions
from league.evenings.lists import EVENINGS, GAMES
from league.evenings.queries.calendar import may_reply, replies
from league.events import queries as events_queries
from league.events import services
from league.events.models import Event, Participation, Table
from league.events.views import back_to
from league.files.lists import export_response
from league.kings import queries as kings_queries
from league.people.queries import names as names_queries
from league.results.models.results import Result
from league.results.queries import results as results_queries
from league.results.queries.confirming import calls_of, open_calls, open_problems, state_of
from league.standings.queries.standings import evening_table, was_corrected
from league.web.submit import submit
from league.web.views import takes_a_form, typed_number

PRESENT, LATE = Participation.Attendance.PRESENT, Participation.Attendance.LATE


@require_safe
@login_required
def evenings(request: HttpRequest) -> HttpResponseBase:
    today = timezone.localdate()
    queryset = events_queries.evenings_for(request.user, today)
    if sheet := export_response(request, _("Evenings"), EVENINGS, queryset, "abende"):
        return sheet
    events = list(queryset[:200])
    coming = [event for event in reversed(events) if event.business_date >= today]
    return render(
        request,
        "league/evenings.html",
        {
            "coming": coming,
            "past": [event for event in events if event.business_date < today],
            "today": today,
            "may_run": may_run_evenings(request.user, today),
        },
    )


@takes_a_form
@login_required
def new_evening(request: HttpRequest) -> HttpResponse:
    require_run(request)
    today = timezone.localdate()
    form = EveningForm(request.POST or None, initial=EveningForm.proposal(today), today=today)
    if form.is_valid():
        name, day = form.cleaned_data["name"], form.cleaned_data["business_date"]
        if there := events_queries.evening_of(name, day):
            messages.info(request, _("This evening is there already: here it is."))
            return redirect("league:evening", there.pk)
        rulebook, agreed = events_queries.rules_for_new_evening(day)
        event = services.create_evening(**form.cleaned_data, rulebook=rulebook, house_rules=agreed)
        return redirect("games:rules", event.pk)
    return render(
        request, "league/new_evening.html", {"form": form}, status=422 if form.errors else 200
    )


@require_safe
def evening(request: HttpRequest, pk: int) -> HttpResponseBase:
    """An evening for those it concerns; a public one for everybody else, much shorter."""
    try:
        event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    except Http404:
        return _public_evening(request, pk)
    if event.kind == Event.Kind.TOURNAMENT:
        return redirect("league:tournament", pk)
    if event.kind == Event.Kind.MATCH:
        return redirect("league:match", event.match.pk)
    if sheet := _games(request, event, names_queries.inside_naming()):
        return sheet
    return render(request, "league/evening.html", evening_context(request, event))


def _games(
    request: HttpRequest, event: Event, naming: names_queries.Naming
) -> HttpResponseBase | None:
    """Who lost at an evening, as a sheet where the address asks for one."""
    if "export" not in request.GET:
        return None
    tables = results_queries.public_tables(event, naming)
    rows = [(table, game) for table in tables for game in table.games]
    name = f"abend-{event.business_date.isoformat()}"
    return export_response(request, event.name, GAMES, rows, name)


def _public_evening(request: HttpRequest, pk: int) -> HttpResponseBase:
    try:
        event = events_queries.get_public_event(pk)
    except Http404:
        if request.user.is_authenticated:
            raise
        return redirect_to_login(request.get_full_path())
    if event.kind == Event.Kind.TOURNAMENT:
        return redirect("league:tournament", pk)
    naming = names_queries.naming(request.user, timezone.localdate())
    if sheet := _games(request, event, naming):
        return sheet
    context = {
        "event": event,
        "naming": naming,
        **_table_of(event),
        "evening_corrected": was_corrected(event),
        "tables": results_queries.public_tables(event, naming),
        # After midnight as well: the evening is that of the day before.
        "tonight": timedelta() <= timezone.localdate() - event.business_date <= timedelta(days=1),
    }
    return render(request, "league/public_evening.html", context)


def _table_of(event: Event) -> dict[str, object]:
    rows = list(evening_table(event))
    return {"evening_rows": rows, "evening_standing": rows[0].standing if rows else None}


def evening_context(request: HttpRequest, event: Event) -> dict[str, object]:
    today, now = timezone.localdate(), timezone.now()
    me = person_of(request.user)
    roles = roles_of(request.user, today)
    may_run, may_rule = not roles.isdisjoint(RUNS_EVENINGS), not roles.isdisjoint(RULES_GAMES)
    participations = list(events_queries.participations(event))
    tables = list(events_queries.tables(event))
    results = list(results_queries.results(event))
    seats = events_queries.circles(event)
    calls = calls_of(event)
    my_tables = {
        table.pk
        for table in tables
        for seat in seats[table.pk]
        if seat.participation.person == me and players_write(event, today)
    }
    own = next(
        (
            participation
            for participation in participations
            if participation.person_id == getattr(me, "pk", None)
        ),
        None,
    )
    return {
        "event": event,
        "naming": names_queries.inside_naming(),  # guests of the evening read who is there
        **_table_of(event),
        **(king_context(event, results) if results else {}),
        "is_to_come": event.business_date >= today and not results,
        # Days before nobody is there yet, and who comes is the question.
        "is_far": event.business_date > today and not tables,
        "replies": replies(participations),
        "my_answer": own.answer if own else "",
        "may_reply": may_reply(event, now),
        "participations": participations,
        "open_count": sum(1 for participation in participations if not participation.attendance),
        "here_count": sum(
            1 for participation in participations if participation.attendance == PRESENT
        ),
        "latest": services.LATEST,
        "late_count": sum(
            1 for participation in participations if participation.attendance == LATE
        ),
        "tables": [
            {
                "table": table,
                "seats": seats[table.pk],
                **_games_of(table, results),
                "how_full": how_full(table, len(seats[table.pk])),
                "against_seats": against_seats(len(seats[table.pk])),
                "can": table_actions(
                    table,
                    seated=len(seats[table.pk]),
                    writes=may_run or table.pk in my_tables,
                    may_run=may_run,
                    is_called=table.pk in calls,
                ),
                "writes": may_run or table.pk in my_tables,
                "call": calls.get(table.pk),
                "call_id": uuid4().hex,
            }
            for table in tables
        ],
        "has_begun": bool(results) or any(table.playing for table in tables),
        "waiting": list(events_queries.waiting(event)),
        "may_run": may_run,
        "may_rule": may_rule,
        "links": list(links_about(event, may_run=may_run, roles=roles, has_tables=bool(tables))),
        "waiting_for_referee": open_calls().count() + open_problems().count() if may_rule else 0,
        "guest_form": GuestForm(),
    }


OPEN_STATES = {"disputed", "correcting"}


def _games_of(table: Table, results: list[Result]) -> dict[str, object]:
    """A table's games, those that want no look any more apart from the others; and whether it has
    begun, so that who sits there is not what the page is opened for.
    """
    played = [result for result in results if result.table_id == table.pk]
    latest = [
        result for result in played if result is played[-1] or state_of(result) in OPEN_STATES
    ]
    return {
        "played": played,
        "earlier": [result for result in played if result not in latest],
        "latest": latest,
        "has_begun": bool(played) or table.playing is not None,
    }


def king_context(event: Event, results: list[Result]) -> dict[str, object]:
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


@login_required
@require_POST
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Lets everybody see the tables and results of this evening, or nobody any more."""
    require_run(request)
    event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    services.set_public(event=event, is_public=request.POST.get("public") == "1")
    return back_to(event, "oeffentlich")


@login_required
@require_POST
def attendance(request: HttpRequest, pk: int) -> HttpResponse:
    require_run(request)
    participation = events_queries.get_participation_for(request.user, pk, timezone.localdate())
    services.mark_attendance(
        participation=participation,
        attendance=request.POST.get("attendance", ""),
        now=timezone.now(),
    )
    return back_to(participation.event, "anwesenheit")


@login_required
@require_POST
def all_here(request: HttpRequest, pk: int) -> HttpResponse:
    """Whoever was not noted yet is here, but for who said no."""
    require_run(request)
    event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    services.mark_all_here(event=event)
    return back_to(event, "anwesenheit")


@login_required
@require_POST
def late(request: HttpRequest, pk: int) -> HttpResponse:
    """How many minutes late somebody came; empty where nobody looked at the clock."""
    require_run(request)
    participation = events_queries.get_participation_for(request.user, pk, timezone.localdate())
    typed = request.POST.get("minutes", "").strip()
    if typed and not (typed.isascii() and typed.isdecimal() and len(typed) < 5):
        raise InvalidError("minutes_unreadable", _("Enter the minutes as a whole number."))
    services.set_minutes_late(participation=participation, minutes=int(typed) if typed else None)
    return back_to(participation.event, "anwesenheit")


@login_required
@require_POST
def add_guest(request: HttpRequest, pk: int) -> HttpResponse:
    require_run(request)
    event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    form = GuestForm(request.POST)
    back = back_to(event, "anwesenheit")
    if answer := submit(
        request, form, lambda data: services.add_guest(event=event, **data), "", back
    ):
        return answer
    context = {**evening_context(request, event), "guest_form": form}
    return render(request, "league/evening.html", context, status=422)


@login_required
@require_POST
def add_table(request: HttpRequest, pk: int) -> HttpResponse:
    require_run(request)
    event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    table = services.add_table(event=event)
    return back_to(event, f"tisch-{table.number}")


@login_required
@require_POST
def seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Seats those who were chosen, or with `all` everybody who waits."""
    require_run(request)
    today = timezone.localdate()
    table = events_queries.get_table_for(request.user, pk, today)
    if "all" in request.POST:
        chosen = list(events_queries.waiting(table.block.event))
    else:
        chosen = [
            events_queries.get_participation_for(request.user, typed_number(named) or 0, today)
            for named in request.POST.getlist("participation")
        ]
        if not chosen:
            messages.error(request, _("Tick who sits here first."))
    services.seat_all(table=table, participations=chosen)
    return back_to(table.block.event, f"tisch-{table.number}")


@login_required
@require_POST
def change_seat(request: HttpRequest, pk: int) -> HttpResponse:
    require_run(request)
    seat = events_queries.get_seat_for(request.user, pk, timezone.localdate())
    if "up" in request.POST:
        services.move_seat(seat=seat, step=-1)
    elif "down" in request.POST:
        services.move_seat(seat=seat, step=1)
    else:
        services.unseat(seat=seat)
    return back_to(seat.table.block.event, f"tisch-{seat.table.number}")
