"""A tournament for one's own calendar."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.evenings.views.feeds import calendar_file
from league.tournaments.public.views.tournament_page import visible_event


@require_safe
def calendar(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the tournament as an iCalendar file, for readers of its pages."""
    try:
        event = visible_event(request, pk)
    except Http404:
        if request.user.is_authenticated:
            raise
        return redirect_to_login(request.get_full_path())
    return calendar_file(request, [event], f"turnier-{pk}")
