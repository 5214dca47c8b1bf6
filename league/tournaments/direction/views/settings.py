"""The settings of a tournament: description, date, chain of blocks, prizes, publication."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import acting
from league.errors import LeagueError
from league.events.models import Event
from league.events.services import evenings
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.queries import draws, reading
from league.tournaments.core.queries.state import format_of
from league.tournaments.direction.forms import (
    CallOffForm,
    DescriptionForm,
    PrizeForm,
    WhenForm,
)
from league.tournaments.direction.services import dating, setting_up
from league.tournaments.direction.views.pages import seen_on, status_of
from league.tournaments.registration.queries.registrations import has_been_played
from league.tournaments.registration.registry import has_moved_money
from league.web.asked import posted_text
from league.web.money import euro
from league.web.submit import attempt, submit


def _event(request: HttpRequest, pk: int) -> Event:
    return reading.get_tournament_to_direct(request.user, pk, timezone.localdate())


@require_safe
@login_required
def tournament_settings(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, _event(request, pk))


def _page(
    request: HttpRequest, event: Event, status: int = 200, error: object = None, **forms: Form
) -> HttpResponse:
    """Render all settings, with the typed values of a refused form."""
    chain = format_of(event)
    drawn = draws.drawn_numbers(event)
    context = {
        "event": event,
        "tournament": event.tournament,
        "seen": event.tournament.revision,
        "when_form": _when_form(event),
        "off_form": CallOffForm(),
        "form": DescriptionForm(initial=DescriptionForm.initial_of(event)),
        "prize_form": PrizeForm(),
        **forms,
        "error": error,
        "prizes": list(event.prizes.all()),
        "blocks": [
            (
                number,
                format_words.block_name(block.name),
                format_words.in_short(chain, block),
                number in drawn,
            )
            for number, block in enumerate(chain.blocks, start=1)
        ],
        "may_remove": (event.is_cancelled or draws.is_trial(event)) and not has_moved_money(event),
        "fits_to": 0 if drawn else len(draws.present(event)),
    }
    return render(request, "league/tournament/settings.html", context, status=status)


def _to_settings(event: Event, anchor: str) -> HttpResponse:
    response = redirect("league:tournament_settings", event.pk)
    response.headers["Location"] += f"#{anchor}"
    return response


@require_POST
@login_required
def describe(request: HttpRequest, pk: int) -> HttpResponse:
    event = _event(request, pk)
    form = DescriptionForm(request.POST)

    def back(charged: int) -> HttpResponse:
        if charged:
            cents = form.cleaned_data["fee_cents"] + form.cleaned_data["pot_cents"]
            sentence = ngettext(
                "Whoever is checked in owes %(cost)s now. What is paid counts.",
                "%(n)s people who are checked in owe %(cost)s now. What is paid counts.",
                charged,
            )
            messages.info(request, sentence % {"n": charged, "cost": euro(cents)})
        return _to_settings(event, "ausschreibung")

    return submit(
        request,
        form,
        lambda data: setting_up.describe(
            event=event, seen=seen_on(request), **data, **acting(request)
        ),
        _("Saved."),
        back,
        refused=lambda _error: _page(request, _event(request, pk), 409, form=form),
    ) or _page(request, event, 422, form=form)


@require_POST
@login_required
def when(request: HttpRequest, pk: int) -> HttpResponse:
    event = _event(request, pk)
    form = _when_form(event, request.POST)
    return submit(
        request,
        form,
        lambda data: dating.set_when(event=event, seen=seen_on(request), **data, **acting(request)),
        _("Saved."),
        _to_settings(event, "wann"),
        refused=lambda _error: _page(request, _event(request, pk), 409, when_form=form),
    ) or _page(request, event, 422, when_form=form)


def _when_form(event: Event, data: Any = None) -> WhenForm:
    return WhenForm(data, event=event, today=timezone.localdate(), is_played=has_been_played(event))


@require_POST
@login_required
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Call the tournament off; with `back` reinstate it."""
    event = _event(request, pk)
    if "back" in request.POST:
        dating.take_place(event=event, **acting(request))
        return _to_settings(event, "absage")
    form = CallOffForm(request.POST)
    return submit(
        request,
        form,
        lambda data: dating.call_off(event=event, **data, **acting(request)),
        "",
        _to_settings(event, "absage"),
        refused=lambda _error: _page(request, _event(request, pk), 409, off_form=form),
    ) or _page(request, event, 422, off_form=form)


@require_POST
@login_required
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a tournament that was called off, or a trial that was drawn already."""
    event = _event(request, pk)
    reason = posted_text(request, "reason")
    try:
        dating.remove_tournament(event=event, reason=reason, **acting(request))
    except LeagueError as error:
        return _page(request, _event(request, pk), status_of(error), error)
    messages.success(request, _("“%(name)s” is deleted.") % {"name": event.name})
    return redirect("league:tournaments")


@require_POST
@login_required
def publish_tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """Make programme, released draws, tables and rankings public, or private again."""
    event = _event(request, pk)
    evenings.set_public(event=event, is_public=posted_text(request, "public") == "1")
    return _to_settings(event, "oeffentlich")


# --- the chain ------------------------------------------------------------------------------
@require_POST
@login_required
def fit_format(request: HttpRequest, pk: int) -> HttpResponse:
    """Fit the rounds, and the numbers who advance, to the people present."""
    event = _event(request, pk)
    try:
        setting_up.fit_to_people(event=event, seen=seen_on(request))
    except LeagueError as error:
        return _page(request, _event(request, pk), 409, error)
    return _to_settings(event, "ablauf")


# --- the prizes -----------------------------------------------------------------------------
@require_POST
@login_required
def add_prize(request: HttpRequest, pk: int) -> HttpResponse:
    event = _event(request, pk)
    form = PrizeForm(request.POST)
    back = _to_settings(event, "preise")
    return submit(
        request, form, lambda data: setting_up.add_prize(event=event, **data), "", back
    ) or _page(request, event, 422, prize_form=form)


@require_POST
@login_required
def remove_prize(request: HttpRequest, pk: int, prize: int) -> HttpResponse:
    event = _event(request, pk)
    listed = reading.prize_of(event, prize)
    if listed is not None:
        attempt(request, lambda: setting_up.remove_prize(prize=listed), "")
    return _to_settings(event, "preise")
