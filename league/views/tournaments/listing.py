"""The club's tournaments, and a new one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league import formats, queries
from league.direction_forms import CONSENT, NewTournamentForm
from league.errors import LeagueError
from league.forms import refuse
from league.listings import TOURNAMENTS
from league.lists import handed_out
from league.queries.tournaments import reading
from league.services.tournaments import setting_up
from league.views import takes_a_form
from league.views.evenings import FIRST_RULEBOOK


@require_safe
def tournaments(request: HttpRequest) -> HttpResponseBase:
    """What is to come and what was; to strangers what the club made public."""
    today = timezone.localdate()
    found = reading.tournaments_for(request.user, today)
    if sheet := handed_out(request, _("Turniere"), TOURNAMENTS, found, "turniere"):
        return sheet
    events = list(found[:200])
    context = {
        "coming": [event for event in reversed(events) if event.business_date >= today],
        "past": [event for event in events if event.business_date < today],
        "today": today,
        "may_direct": queries.may_direct(request.user, today),
        "may_run": queries.may_run_evenings(request.user, today),
    }
    return render(request, "league/tournament/tournaments.html", context)


@takes_a_form
@login_required
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Founded after a template; what is played by is agreed upon on the page of the rules."""
    today = timezone.localdate()
    if not queries.may_direct(request.user, today):
        raise PermissionDenied
    form = NewTournamentForm(request.POST or None, today=today)
    if form.is_valid():
        before = queries.last_event_before(form.cleaned_data["business_date"])
        rulebook = formats.load(form.cleaned_data["template"]).rulebook or (
            before.rulebook if before else FIRST_RULEBOOK
        )
        agreed = before.house_rules if before and before.rulebook == rulebook else {}
        try:
            event = setting_up.create_tournament(
                **form.cleaned_data,
                rulebook=rulebook,
                house_rules=agreed,
                consent=str(CONSENT),
            )
        except LeagueError as error:
            refuse(form, error)
        else:
            messages.success(
                request, _("Das Turnier steht. Sag als Nächstes, wonach gespielt wird.")
            )
            return redirect("games:rules", event.pk)
    status = 422 if form.errors else 200
    return render(request, "league/tournament/new_tournament.html", {"form": form}, status=status)
