"""The club's tournaments, and a new one."""

from datetime import time
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access.queries.rights import may_direct, may_run_evenings
from league.events.models import Event
from league.events.queries import rules_for_new_evening
from league.files.lists import export_response
from league.tournaments.core.lists import TOURNAMENTS
from league.tournaments.core.queries import reading
from league.tournaments.core.queries.templates import chosen_format
from league.tournaments.direction.forms import CONSENT, NewTournamentForm
from league.tournaments.direction.services import setting_up
from league.web.submit import submit
from league.web.views import takes_a_form


@require_safe
def tournaments(request: HttpRequest) -> HttpResponseBase:
    """List coming and past tournaments; guests see the public ones."""
    today = timezone.localdate()
    queryset = reading.tournaments_for(request.user, today)
    if sheet := export_response(request, _("Tournaments"), TOURNAMENTS, queryset, "turniere"):
        return sheet
    events = list(queryset[:200])
    coming = [
        event
        for event in events
        if event.business_date >= today and event.tournament.finished_at is None
    ]
    context = {
        "coming": sorted(
            coming, key=lambda event: (event.business_date, event.start_time or time(), event.pk)
        ),
        "past": [event for event in events if event not in coming],
        "today": today,
        "may_direct": may_direct(request.user, today),
        "may_run": may_run_evenings(request.user, today),
    }
    return render(request, "league/tournament/tournaments.html", context)


@takes_a_form
@login_required
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Create a tournament from a template; the rules are agreed upon on their own page."""
    today = timezone.localdate()
    if not may_direct(request.user, today):
        raise PermissionDenied
    form = NewTournamentForm(request.POST or None, today=today)

    def create(data: dict[str, Any]) -> Event:
        usual, agreed = rules_for_new_evening(data["business_date"])
        rulebook = chosen_format(data["template"]).rulebook or usual
        agreed = agreed if rulebook == usual else {}
        return setting_up.create_tournament(
            **data, rulebook=rulebook, house_rules=agreed, consent=str(CONSENT)
        )

    if answer := submit(
        request,
        form,
        create,
        _("The tournament is set up. Next, say what you play by."),
        lambda event: redirect("games:rules", event.pk),
    ):
        return answer
    status = 422 if form.errors else 200
    return render(request, "league/tournament/new_tournament.html", {"form": form}, status=status)
