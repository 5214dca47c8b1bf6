"""Pages of an evening: the list, attendance, tables and seats."""

from datetime import timedelta
from typing import Any

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
    may_run_evenings,
)
from league.errors import InvalidError
from league.evenings.forms import EveningForm, GuestForm
from league.evenings.labels import noted_as_here
from league.evenings.lists import EVENINGS, GAMES
from league.evenings.views.tonight import evening_context, table_of
from league.events import queries as events_queries
from league.events.models import Event, Participation
from league.events.services import attendance as attendance_services
from league.events.services import seating
from league.events.services.evenings import create_evening, set_public
from league.events.views import back_to
from league.files.lists import export_response
from league.people.queries import names as names_queries
from league.results.queries import results as results_queries
from league.standings.queries.standings import was_corrected
from league.web.asked import posted_text, posted_texts
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

    def opened(data: dict[str, Any]) -> HttpResponse:
        if there := events_queries.evening_of(data["name"], data["business_date"]):
            messages.info(request, _("This evening is there already: here it is."))
            return redirect("league:evening", there.pk)
        rulebook, agreed = events_queries.rules_for_new_evening(data["business_date"])
        event = create_evening(**data, rulebook=rulebook, house_rules=agreed)
        return redirect("games:rules", event.pk)

    if form.is_valid():
        return opened(form.cleaned_data)
    status = 422 if form.errors else 200
    return render(request, "league/new_evening.html", {"form": form}, status=status)


@require_safe
def evening(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Render an evening for those it concerns; a public one, much shorter, for all others."""
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
    """Return the losers of an evening as a sheet if the address asks for one, else None."""
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
        **table_of(event),
        "evening_corrected": was_corrected(event),
        "tables": results_queries.public_tables(event, naming),
        # After midnight as well: the evening is that of the day before.
        "tonight": timedelta() <= timezone.localdate() - event.business_date <= timedelta(days=1),
    }
    return render(request, "league/public_evening.html", context)


@login_required
@require_POST
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the tables and results of this evening public, or take that back."""
    require_run(request)
    event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    set_public(event=event, is_public=posted_text(request, "public") == "1")
    return back_to(event, "oeffentlich")


@login_required
@require_POST
def attendance(request: HttpRequest, pk: int) -> HttpResponse:
    require_run(request)
    participation = events_queries.get_participation_for(request.user, pk, timezone.localdate())
    attendance = posted_text(request, "attendance")
    # A name that is tapped once more is open again.
    taken_back = attendance and attendance == posted_text(request, "seen")
    attendance_services.mark_attendance(
        participation=participation,
        attendance="" if taken_back else attendance,
        now=timezone.now(),
    )
    return back_to(participation.event, "anwesenheit")


@login_required
@require_POST
def all_here(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark all as present who are not noted yet, except those who said no.

    With `only` just those who said yes.
    """
    require_run(request)
    event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    here = attendance_services.mark_all_here(
        event=event, only_coming=posted_text(request, "only") == "coming"
    )
    if here:
        messages.success(request, noted_as_here(here))
    return back_to(event, "jetzt")


@login_required
@require_POST
def late(request: HttpRequest, pk: int) -> HttpResponse:
    """Set how many minutes late a person came; empty if the time was not noted."""
    require_run(request)
    participation = events_queries.get_participation_for(request.user, pk, timezone.localdate())
    typed = posted_text(request, "minutes").strip()
    if typed and not (typed.isascii() and typed.isdecimal() and len(typed) < 5):
        raise InvalidError("minutes_unreadable", _("Enter the minutes as a whole number."))
    attendance_services.set_minutes_late(
        participation=participation, minutes=int(typed) if typed else None
    )
    return back_to(participation.event, "anwesenheit")


@login_required
@require_POST
def add_guest(request: HttpRequest, pk: int) -> HttpResponse:
    require_run(request)
    event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    form = GuestForm(request.POST)
    back = back_to(event, "anwesenheit")
    if answer := submit(
        request, form, lambda data: attendance_services.add_guest(event=event, **data), "", back
    ):
        return answer
    context = {**evening_context(request, event), "guest_form": form}
    return render(request, "league/evening.html", context, status=422)


@login_required
@require_POST
def add_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a table: empty, or for those who were chosen, or for all who wait."""
    require_run(request)
    event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    if "all" in request.POST:
        seating.open_table_for(event=event)
    elif chosen := posted_texts(request, "participation"):
        keys = [key for key in map(typed_number, chosen) if key is not None]
        seating.open_table_for(event=event, chosen=keys)
    else:
        seating.add_table(event=event)
    return back_to(event, "jetzt")


@login_required
@require_POST
def seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Seat those who were chosen."""
    require_run(request)
    today = timezone.localdate()
    table = events_queries.get_table_for(request.user, pk, today)
    chosen = [
        events_queries.get_participation_for(request.user, typed_number(named) or 0, today)
        for named in posted_texts(request, "participation")
    ]
    if not chosen:
        messages.error(request, _("Tick who sits here first."))
    seating.seat_all(table=table, participations=chosen)
    return back_to(table.block.event, f"tisch-{table.number}")


@login_required
@require_POST
def change_seat(request: HttpRequest, pk: int) -> HttpResponse:
    require_run(request)
    seat = events_queries.get_seat_for(request.user, pk, timezone.localdate())
    if "up" in request.POST:
        seating.move_seat(seat=seat, step=-1)
    elif "down" in request.POST:
        seating.move_seat(seat=seat, step=1)
    else:
        seating.unseat(seat=seat)
    return back_to(seat.table.block.event, f"tisch-{seat.table.number}")
