"""The attendance list as a page for a phone: it goes on without a network and sends the marks
later.
"""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.access.permissions import require_run
from league.errors import InvalidError
from league.evenings.services.answers import cancelled
from league.events import queries
from league.events.services import attendance
from league.web.asked import posted_text
from league.web.views import may_be_kept, takes_a_form, typed_number


@login_required
@takes_a_form
@may_be_kept("without-network")
@never_cache
def attendance_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Render the names and their attendance, nothing else.

    A mark has the id that the phone made.
    """
    require_run(request)
    today, now = timezone.localdate(), timezone.now()
    event = queries.get_event_for(request.user, pk, today)
    if event.is_cancelled:
        raise cancelled()
    if request.method != "POST":
        people = list(queries.participations(event))
        return render(
            request, "league/attendance_list.html", {"event": event, "participations": people}
        )
    chosen = typed_number(posted_text(request, "participation")) or 0
    attendance.mark_attendance(
        participation=queries.get_participation_for(request.user, chosen, today),
        attendance=posted_text(request, "attendance"),
        now=now,
        noted=_noted(request),
    )
    return redirect("league:attendance_list", event.pk)


def _noted(request: HttpRequest) -> attendance.Noted | None:
    """Return the phone's own note; None for a form sent without scripts.

    A phone's clock is a hint.
    """
    client_id = posted_text(request, "client_id")
    if not client_id:
        return None
    if len(client_id) > attendance.LONGEST_ID:
        raise InvalidError("id_too_long", _("The id of this entry is too long."))
    try:
        at = parse_datetime(posted_text(request, "at"))
    except ValueError:
        at = None
    if at is None or is_naive(at):
        at = timezone.now()
    return attendance.Noted(client_id=client_id, seen=posted_text(request, "seen"), at=at)
