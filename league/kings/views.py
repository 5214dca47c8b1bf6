"""The König of an evening: the list, the crowning, and the cards that were over in time."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import require_run
from league.access.queries.rights import is_member
from league.events.queries import get_event_for, participations
from league.events.views import back_to
from league.kings import queries as kings_queries
from league.kings import services
from league.kings.lists import kings as kings_list
from league.web.asked import posted_text
from league.web.views import typed_number


@require_safe
@login_required
def kings(request: HttpRequest) -> HttpResponseBase:
    """Show the König of each evening, with the length of the row."""
    if not is_member(request.user, timezone.localdate()):
        raise PermissionDenied
    streaks = kings_queries.streaks()
    list_page = kings_list(streaks).read(request, kings_queries.crowned())
    if (sheet := list_page.sheet("koenige")) is not None:
        return sheet
    return render(
        request,
        "league/kings.html",
        {
            "list_page": list_page,
            "lines": [(king, streaks.get(king.event_id, 0)) for king in list_page.lines],
            "kaiser": kings_queries.KAISER,
        },
    )


@login_required
@require_POST
def crown(request: HttpRequest, pk: int) -> HttpResponse:
    """Crown `person`, who had most or won the play-off; empty if no one had a Schock-Aus."""
    user = require_run(request)
    event = get_event_for(request.user, pk, timezone.localdate())
    named, seen = posted_text(request, "person"), posted_text(request, "seen")
    person = None
    if named:
        there = {
            str(participation.person_id): participation.person
            for participation in participations(event)
        }
        person = there.get(named)
        if person is None:
            raise Http404
    king = services.crown(
        event=event,
        person=person,
        seen=typed_number(seen),
        reason=posted_text(request, "reason"),
        by=user,
        now=timezone.now(),
    )
    if king.person is not None:
        messages.success(request, _("%(name)s is König.") % {"name": king.person.name})
    return back_to(event, "koenig")


@login_required
@require_POST
def in_time(request: HttpRequest, pk: int) -> HttpResponse:
    """State whether the game of a card that came late was over by the official end."""
    user = require_run(request)
    result = kings_queries.get_result_to_time(request.user, pk, timezone.localdate())
    services.say_in_time(
        result=result,
        in_time=posted_text(request, "in_time") == "1",
        by=user,
        now=timezone.now(),
    )
    return back_to(result.table.block.event, "koenig")
