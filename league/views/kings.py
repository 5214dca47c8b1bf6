"""The König of an evening: who it was, crowning, and which cards were over in time."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league import listings, queries
from league.doors import require_run
from league.services import kings as services
from league.views import typed_number
from league.views.evenings import back_to


@require_safe
@login_required
def kings(request: HttpRequest) -> HttpResponseBase:
    """Who was König when, and how often in a row."""
    if not queries.is_member(request.user, timezone.localdate()):
        raise PermissionDenied
    streaks = queries.streaks()
    found = listings.kings(streaks).read(request, queries.crowned())
    if (sheet := found.sheet("koenige")) is not None:
        return sheet
    return render(
        request,
        "league/kings.html",
        {
            "found": found,
            "lines": [(king, streaks.get(king.event_id, 0)) for king in found.lines],
            "kaiser": queries.KAISER,
        },
    )


@login_required
@require_POST
def crown(request: HttpRequest, pk: int) -> HttpResponse:
    """`person` had most or won the play-off; empty where nobody had a Schock-Aus."""
    user = require_run(request)
    event = queries.get_event_for(request.user, pk, timezone.localdate())
    named, seen = request.POST.get("person", ""), request.POST.get("seen", "")
    person = None
    if named:
        there = {str(one.person_id): one.person for one in queries.participations(event)}
        person = there.get(named)
        if person is None:
            raise Http404
    king = services.crown(
        event=event,
        person=person,
        seen=typed_number(seen),
        reason=request.POST.get("reason", ""),
        by=user,
        now=timezone.now(),
    )
    if king.person is not None:
        messages.success(request, _("%(name)s ist König.") % {"name": king.person.name})
    return back_to(event, "koenig")


@login_required
@require_POST
def in_time(request: HttpRequest, pk: int) -> HttpResponse:
    """Whether the game of a card that came late was over by the official end."""
    user = require_run(request)
    result = queries.get_result_to_time(request.user, pk, timezone.localdate())
    services.say_in_time(
        result=result,
        in_time=request.POST.get("in_time") == "1",
        by=user,
        now=timezone.now(),
    )
    return back_to(result.table.block.event, "koenig")
