"""Pages for people who want to play: the form, and their own page behind its secret address."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.access.permissions import (
    device_too_often_today,
    or_login,
    too_often,
    too_often_today,
)
from league.access.queries.rights import may_run_evenings, person_of
from league.access.tokens import sign_registration, sign_request
from league.errors import LeagueError
from league.events.models import Event
from league.mail import services as outbox
from league.mail.models import Mail
from league.push.queries import public_key
from league.tournaments.core.queries import reading
from league.tournaments.models.registration_requests import RegistrationRequest
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration import labels, mails
from league.tournaments.registration.forms import RegistrationForm, ShownForm, TeamChoiceForm
from league.tournaments.registration.queries import registrations as registered
from league.tournaments.registration.queries import requests as requested
from league.tournaments.registration.services import identities, requesting
from league.tournaments.registration.services import registering as services
from league.web.submit import submit
from league.web.views import takes_a_form

# From one network address, which may be that of a whole pub.
FORMS_A_MINUTE, FORMS_A_DAY = 20, 100
OF_A_DEVICE_A_DAY = 12


def own_page(registration: Registration) -> str:
    return reverse("league:registration", args=[sign_registration(registration.pk)])


@takes_a_form
@or_login
@never_cache
def register(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form, open to all if the tournament is public; a login needs one tap.

    For others the owner of the address has to confirm; if no mail goes out, the desk.
    """
    now = timezone.now()
    event = reading.get_tournament_for(request.user, pk, timezone.localdate(now))
    me = person_of(request.user)
    if own := registered.registration_of(event, me):
        return redirect(own_page(own))
    form = RegistrationForm(
        request.POST or None,
        tournament=event.tournament,
        person=me,
        mails=bool(settings.EMAIL_HOST),
        initial=RegistrationForm.as_always(me),
    )
    status = 422 if request.method == "POST" else 200
    if request.method == "POST" and too_often(request, "register", FORMS_A_MINUTE):
        status = 429
        form.add_error(None, _("A lot of registrations came from here just now. Wait a minute."))
    elif me is None and form.is_valid() and _asked_enough(request):
        status = 429
        form.add_error(None, _("A lot of registrations came from here today. Ask the organiser."))
    if me is None:
        answer = submit(
            request,
            form,
            lambda _data: _ask(event, form.typed(), now),
            lambda asked: (
                _("Look into your mail: with the link in it you confirm the registration.")
                if asked.email
                else ""
            ),
            lambda asked: redirect(
                reverse("league:tournament", args=[pk]) if asked.email else waiting_page(asked)
            ),
        )
    else:
        answer = submit(
            request,
            form,
            lambda _data: services.register(
                event=event, person=me, language=get_language() or "", now=now, **form.typed()
            ),
            _("Your registration has arrived."),
            lambda made: redirect(own_page(made)),
        )
    if answer:
        return answer
    context = {
        "event": event,
        "tournament": event.tournament,
        "form": form,
        "counts": registered.counts(event),
        "closed": registered.against_registering(event, now),
        "may_run": may_run_evenings(request.user, timezone.localdate(now)),
    }
    return render(request, "league/tournament/register.html", context, status=status)


def _asked_enough(request: HttpRequest) -> bool:
    """Return whether a network, or a browser, has sent more forms than one day needs."""
    return too_often_today(request, "register", FORMS_A_DAY) or device_too_often_today(
        request, "register", OF_A_DEVICE_A_DAY
    )


def _ask(event: Event, typed: dict[str, Any], now: datetime) -> RegistrationRequest:
    """Store the request once, with the mail that asks the owner of the address, if any."""
    client_id, email = typed.pop("client_id"), typed.pop("email", "")
    with transaction.atomic():
        is_known = requested.was_requested(event, client_id)
        asked = requesting.request_registration(
            event=event,
            client_id=client_id,
            email=email,
            typed=typed,
            language=get_language() or "",
            now=now,
        )
        if asked.email and not is_known:
            letter = mails.request(asked)
            kind = Mail.Kind.REGISTRATION
            outbox.put(kind=kind, letter=letter, now=now, until=asked.ends_at)
        return asked


@takes_a_form
@never_cache
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page behind the mailed link: one tap makes it a registration like any other."""
    asked, now = requested.get_request(token), timezone.now()
    if asked.registration is not None:
        return redirect(own_page(asked.registration))
    refusal = ""
    if request.method == "POST":
        alias = requested.chosen_alias(asked)
        try:
            made = requesting.confirm(request=asked, now=now)
        except LeagueError as error:
            refusal = str(error)
        else:
            if labels.lost_alias(made, alias):
                messages.warning(request, labels.without_alias(alias))
            return redirect(own_page(made))
    over = asked.ends_at <= now
    context = {"event": asked.event, "over": over, "refusal": "" if over else refusal}
    status = 410 if over else 409 if refusal else 200
    return render(request, "league/tournament/confirm_registration.html", context, status=status)


def waiting_page(asked: RegistrationRequest) -> str:
    return reverse("league:own_request", args=[sign_request(asked.pk)])


@takes_a_form
@never_cache
def own_request(request: HttpRequest, token: str) -> HttpResponse:
    """Show the state of a request that waits for the desk.

    Its sender can take it back; an officer who scans the code accepts it here, as from the list.
    """
    asked, now = requested.get_own_request(token), timezone.now()
    if asked.registration is not None:
        return redirect(own_page(asked.registration))
    if request.method == "POST":
        requesting.decline(request=asked)
        return redirect(waiting_page(asked))
    over = asked.ends_at <= now or not asked.typed
    context = {
        "asked": asked,
        "event": asked.event,
        "over": over,
        "address": request.build_absolute_uri(waiting_page(asked)),
        "may_run": may_run_evenings(request.user, timezone.localdate(now)),
    }
    status = 410 if over else 200
    return render(request, "league/tournament/own_request.html", context, status=status)


@takes_a_form
@never_cache
def registration(request: HttpRequest, token: str) -> HttpResponse:
    """Show a player's own page to holders of its address; the desk checks in from here."""
    own = registered.get_registration(token)
    now = timezone.now()
    if registered.is_link_over(own, timezone.localdate(now)):
        return render(
            request, "league/tournament/registration_over.html", {"event": own.event}, status=410
        )
    form = ShownForm(initial={"shown": own.shown, "alias": own.alias})
    if request.method == "POST":
        if "cancel" in request.POST:
            services.cancel(registration=own, now=now)
            return redirect(own_page(own))
        form = ShownForm(request.POST)
        if answer := submit(
            request,
            form,
            lambda data: identities.set_shown(registration=own, **data),
            _("This is how the others see you from now on."),
            redirect(own_page(own)),
        ):
            return answer
    line = registered.place_in_line(own)
    context = {
        "registration": own,
        "participation": own.participation,
        "event": own.event,
        "tournament": own.event.tournament,
        "form": form,
        "line": line,
        "leaving": labels.leaving(line),
        "may_cancel": registered.against_cancelling(own) is None,
        "token": token,
        "push_key": public_key(),
        "address": request.build_absolute_uri(own_page(own)),
        **_desk_context(request, own.event, own),
    }
    status = 422 if form.errors else 200
    return render(request, "league/tournament/registration.html", context, status=status)


def _desk_context(request: HttpRequest, event: Event, own: Registration) -> dict[str, Any]:
    """Return the context of the desk's actions on a scanned registration."""
    if not may_run_evenings(request.user, timezone.localdate()):
        return {"may_run": False}
    team = own.participation.team_id if own.participation else None
    return {
        "may_run": True,
        "costs": " · ".join(labels.costs(event.tournament)),
        "same_name": registered.same_name(own),
        "free_name": registered.free_name(own.name),
        "free_number": registered.free_number(event),
        "team_form": TeamChoiceForm(initial={"team": team}, teams=registered.teams_of(event)),
    }
