"""The programs that may do the direction's work at a tournament: made, shown once, revoked."""

from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.permissions import acting
from league.access.reauthentication import asks_again
from league.errors import LeagueError
from league.tournaments.core.queries import programs as reading_programs
from league.tournaments.core.queries import reading
from league.tournaments.direction.services import programs as services
from league.web.asked import posted_client_id, posted_text
from league.web.views import takes_a_form


@takes_a_form
@login_required
@never_cache
@asks_again()
def programs(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the list and the form for a new token, whose secret only this answer contains."""
    event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate())
    made, secret, error = None, "", None
    if request.method == "POST":
        try:
            made, secret = services.make_token(
                event=event,
                name=posted_text(request, "name"),
                client_id=posted_client_id(request),
                **acting(request),
            )
        except LeagueError as refused:
            error = refused
    context = {
        "event": event,
        "tokens": list(reading_programs.tokens_of(event)),
        "made": made,
        "secret": secret,
        "error": error,
        "client_id": uuid4().hex,
    }
    status = 422 if error else 200
    return render(request, "league/tournament/programs.html", context, status=status)


@require_POST
@login_required
def revoke_program(request: HttpRequest, pk: int, token: int) -> HttpResponse:
    event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate())
    services.revoke_token(token=reading_programs.get_token_of(event, token), **acting(request))
    messages.success(request, _("Revoked. The program does nothing any more."))
    return redirect("league:tournament_programs", pk)
