"""Pages of the desk of a tournament: registrations, attendance, identities, teams."""

from collections.abc import Mapping
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.permissions import require_run, user_of
from league.access.tokens import sign_registration
from league.events.models import Event
from league.files.lists import export_response
from league.tournaments.core.lists import REGISTRATIONS
from league.tournaments.core.queries import reading
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration import labels
from league.tournaments.registration.forms import DeskGuestForm, TeamChoiceForm, TeamForm
from league.tournaments.registration.queries import registrations as registered
from league.tournaments.registration.queries import requests as requested
from league.tournaments.registration.registry import Fees, fees_for
from league.tournaments.registration.services import (
    checking_in,
    identities,
    registering,
    requesting,
    teams,
)
from league.tournaments.registration.views.registering import own_page, waiting_page
from league.web.asked import asked_text, posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form, typed_number

# The parameters of the list, repeated by the answer to a tap.
SHOWN_BY = ("show", "numbers", "search", "page", "typing")
# Lines of the list: at most three screens of a phone.
LINES = 13


def _event(request: HttpRequest, pk: int) -> Event:
    require_run(request)
    return reading.get_tournament_to_run(request.user, pk, timezone.localdate())


@takes_a_form
@login_required
@never_cache
def registrations(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the list of the desk; POST adds a person who has not registered."""
    event = _event(request, pk)
    lists = (registered.registrations, registered.waiting_list)
    everybody = (registration for read in lists for registration in read(event))
    if sheet := export_response(
        request, _("Registrations"), REGISTRATIONS, everybody, "anmeldungen"
    ):
        return sheet
    counts = registered.counts(event)
    if "accept_asking" in request.POST:
        now = timezone.now()
        asking = requested.asking_at_desk(event, requested.names_of_strangers(event, now), now)
        attempt(
            request,
            lambda: requesting.accept_all(
                requests=[one.request for one in asking if one.is_clear], now=now
            ),
            labels.accepted,
        )
        return redirect(list_address(event, request.POST))
    if "typed" in request.POST:
        return _check_in_typed(request, event)
    if "accept" in request.POST:
        accepted = identities.accept_everybody(event=event, now=timezone.now())
        messages.success(request, labels.accepted(accepted))
        return redirect(list_address(event, request.POST))
    form = DeskGuestForm(request.POST or None, tournament=event.tournament, is_full=counts.is_full)
    if answer := submit(
        request,
        form,
        lambda data: registering.add_at_desk(event=event, now=timezone.now(), **data),
        "",
        lambda made: redirect(list_address(event, {"search": made.name}, made.pk)),
    ):
        return answer
    search = asked_text(request, "search").strip()[:80]
    registrations = registered.registrations(event, search)
    fees = fees_for(event, request.user, timezone.localdate())
    show = "" if search else asked_text(request, "show")  # a search covers all lines
    same, now = registered.same_names(registrations), timezone.now()
    strangers = requested.names_of_strangers(event, now)
    shown = [own for own in registrations if own.pk not in same and _is_shown(own, show, fees)]
    page = Paginator(shown, LINES).get_page(asked_text(request, "page"))
    asking = requested.asking_at_desk(event, strangers, now)
    context = {
        "event": event,
        "tournament": event.tournament,
        "counts": counts,
        "asking": asking,
        "clear": sum(one.is_clear for one in asking),
        "costs": labels.everybody_pays(event.tournament),
        "online": labels.online(event.tournament),
        "search": search,
        "nobody": labels.nobody(search or show),
        "undecided": [
            {
                "registration": registration,
                "same": same[registration.pk],
                "free_name": registered.free_name(registration.name),
            }
            for registration in registrations
            if registration.pk in same
        ],
        "new": sum(own.participation_id is None and own.pk not in same for own in registrations),
        "fees": fees,
        "show": show,
        "numbers": asked_text(request, "numbers") == "1",
        "typing": asked_text(request, "typing") == "1",
        "page": page,
        "registered": [
            {
                "registration": registration,
                "name": registered.real_name(registration),
                "token": sign_registration(registration.pk),
                "fee": fees.of(registration.participation_id) if fees else None,
                "alike": requested.another_of(registration, strangers),
            }
            for registration in page.object_list
        ],
        "once": uuid4().hex,
        "waiting": [
            {
                "registration": registration,
                "token": sign_registration(registration.pk),
                "alike": requested.another_of(registration, strangers),
            }
            for registration in registered.waiting_list(event)
        ],
        "teams": registered.teams(event),
        "form": form,
        "team_form": TeamForm(auto_id="new_team_%s"),
    }
    status = 422 if form.errors else 200
    return render(request, "league/tournament/registrations.html", context, status=status)


def _check_in_typed(request: HttpRequest, event: Event) -> HttpResponse:
    """Check in from „Brohl 17“: the only missing player of that name, with that number."""
    typed = posted_text(request, "typed").strip()[:80]
    name, _space, last = typed.rpartition(" ")
    number = typed_number(last)
    if number is None or not name:
        name, number = typed, None
    found = [own for own in registered.registrations(event, name) if not registered.is_here(own)]
    if len(found) != 1:
        messages.info(request, labels.typed_fits(name, len(found)))
        return redirect(list_address(event, {"search": name, "typing": "1"}))
    attempt(
        request,
        lambda: checking_in.receive(
            registration=found[0], by=user_of(request), now=timezone.now(), number=number
        ),
        labels.is_here,
    )
    return redirect(list_address(event, {"typing": "1"}))


def _is_shown(registration: Registration, show: str, fees: Fees | None) -> bool:
    """Return whether a line belongs to the chosen view: missing, here, unpaid."""
    is_here = registered.is_here(registration)
    if show == "unpaid" and fees is not None:
        return is_here and not fees.of(registration.participation_id).is_paid
    return is_here == (show == "here") if show in {"missing", "here"} else True


@login_required
@require_POST
def at_desk(request: HttpRequest, pk: int) -> HttpResponse:
    """Carry out one tap of the desk on one registration."""
    require_run(request)
    registration = registered.get_registration_to_run(request.user, pk, timezone.localdate())
    now, by = timezone.now(), user_of(request)
    own, sent = registration.participation, request.POST
    if "cancel" in sent:
        registering.cancel(registration=registration, now=now)
    elif "move_up" in sent:
        registering.move_up(registration=registration, now=now)
    elif "same" in sent:
        registration = identities.settle_identity(
            registration=registration, person=registered.same_name(registration), now=now
        )
        if sent["same"] == "in" and registration.participation is not None:
            checking_in.check_in(participation=registration.participation, by=by, now=now)
    elif "name" in sent:
        identities.settle_identity(
            registration=registration, person=None, name=sent["name"], now=now
        )
    elif "check_in" in sent:
        own = checking_in.receive(
            registration=registration, by=by, now=now, number=chosen_number(sent)
        )
        messages.success(request, labels.is_here(own))
    elif own is not None and "undo" in sent:
        checking_in.undo_check_in(participation=own, by=by, now=now)
    elif own is not None and "group" in sent:
        teams.set_group(participation=own, is_in=sent["group"] == "in")
    elif own is not None and "team" in sent:
        form = TeamChoiceForm(sent, teams=registered.teams_of(registration.event))
        if form.is_valid():
            teams.set_team(participation=own, team=form.cleaned_data["team"])
    return _back(request, registration)


@login_required
@require_POST
def decide_request(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept or decline an open request for the desk."""
    require_run(request)
    asked = requested.get_request_to_run(request.user, pk, timezone.localdate())
    now = timezone.now()
    if "accept" in request.POST:
        attempt(
            request,
            lambda: requesting.accept(
                request=asked, alias=posted_text(request, "alias").strip()[:40], now=now
            ),
            lambda made: labels.vouched_for(made, requested.chosen_alias(asked)),
        )
    elif "decline" in request.POST:
        attempt(
            request,
            lambda: requesting.decline(request=asked),
            _("Declined. What was typed is deleted."),
        )
    if "own" in request.POST:
        return redirect(waiting_page(asked))
    return redirect(list_address(asked.event, request.POST))


def chosen_number(sent: QueryDict) -> int | None:
    """Return the typed start number; None if it is still the one the page offered.

    Another desk may have given away the offered number since.
    """
    typed = sent.get("number", "").strip()
    if not typed or typed == sent.get("offered"):
        return None
    return typed_number(typed) or 0  # refused like any invalid number


@login_required
@require_POST
def desk_team(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a team; with `team` rename it, or delete an empty one."""
    event = _event(request, pk)
    chosen, name = posted_text(request, "team"), posted_text(request, "name")
    if not chosen:
        teams.create_team(event=event, name=name)
    else:
        team = registered.get_team_of(event, typed_number(chosen) or 0)
        if "remove" in request.POST:
            teams.remove_team(team=team)
        else:
            teams.rename_team(team=team, name=name)
    return redirect(f"{reverse('league:registrations', args=[event.pk])}#mannschaften")


def _back(request: HttpRequest, registration: Registration) -> HttpResponse:
    """Redirect to the page of the tap: the player's own, or the list at this line."""
    if "own" in request.POST:
        return redirect(own_page(registration))
    return redirect(list_address(registration.event, request.POST, registration.pk))


def list_address(event: Event, sent: Mapping[str, str], registration: int | None = None) -> str:
    """Return the address of the list as the tap left it: search, lines and page."""
    address = reverse("league:registrations", args=[event.pk])
    parameters = {name: sent[name][:80] for name in SHOWN_BY if sent.get(name)}
    line = f"#a{registration}" if registration else ""
    return f"{address}?{urlencode(parameters)}{line}" if parameters else f"{address}{line}"
