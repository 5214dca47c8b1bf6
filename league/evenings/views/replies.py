"""Evenings to come: answers, one's own or for another person; and calling an evening off."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.access.permissions import require_run
from league.access.queries.rights import person_of
from league.evenings.services import answers as services
from league.events.queries import get_event_for, get_participation_for
from league.events.views import back_to
from league.mail.queries import by_mail
from league.web.asked import posted_text


@login_required
@require_POST
def reply(request: HttpRequest, pk: int) -> HttpResponse:
    """Record the reader's own answer with one tap."""
    event = get_event_for(request.user, pk, timezone.localdate())
    me = person_of(request.user)
    if me is None:
        raise PermissionDenied
    services.reply(
        event=event, person=me, answer=posted_text(request, "answer"), now=timezone.now()
    )
    if posted_text(request, "from") == "home":
        return redirect("home")
    return back_to(event, "wer-kommt")


@login_required
@require_POST
def reply_for(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter an answer given by word of mouth."""
    require_run(request)
    participation = get_participation_for(request.user, pk, timezone.localdate())
    services.reply_for(
        participation=participation, answer=posted_text(request, "answer"), now=timezone.now()
    )
    return back_to(participation.event, "wer-kommt")


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Call the evening off, or with `back` take that back."""
    user = require_run(request)
    event = get_event_for(request.user, pk, timezone.localdate())
    if "back" in request.POST:
        services.reinstate_event(event=event, now=timezone.now())
        told = by_mail(_("All who knew it was called off get an email."))
        messages.success(request, _("The evening takes place after all.") + " " + told)
    else:
        services.cancel_event(
            event=event,
            reason=posted_text(request, "reason"),
            by=user,
            now=timezone.now(),
        )
        told = by_mail(_("All who wanted to come get an email."))
        messages.success(request, _("The evening is called off. Calendars say so.") + " " + told)
    return back_to(event)
