"""The pages of the format editor: the chain with its picture, the whole, the take-over."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league import formats
from league.errors import LeagueError
from league.events.models import Event
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.core.labels.formats import block_name
from league.tournaments.core.queries import draws, reading
from league.tournaments.direction.views.pages import seen_on
from league.tournaments.planning import labels, services
from league.tournaments.planning.forms.whole import (
    FileForm,
    FitsForm,
    PeopleForm,
    SaveForm,
    TeamForm,
)
from league.tournaments.planning.queries import Draft, draft_of
from league.web.asked import posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form

USUAL = 24  # people, while their number is unknown
NUMBERS = (8, 16, 24, 40, 80, 160, 320, 600)


def to_direct(request: HttpRequest, pk: int) -> Event:
    return reading.get_tournament_to_direct(request.user, pk, timezone.localdate())


def stamp_on(request: HttpRequest) -> str:
    """Return the stamp of the draft on the page that held the form."""
    return posted_text(request, "stamp")


def back_to_editor(event: Event, anchor: str = "") -> HttpResponse:
    response = redirect("league:format_editor", event.pk)
    response.headers["Location"] += f"#{anchor}" if anchor else ""
    return response


@require_safe
@login_required
def format_editor(request: HttpRequest, pk: int) -> HttpResponse:
    return page(request, to_direct(request, pk))


def page(request: HttpRequest, event: Event, status: int = 200, **forms: Any) -> HttpResponse:
    """Render the chain under construction for the asked number of people."""
    draft = draft_of(event)
    people = asked_people(request, event)
    asked = PeopleForm(request.GET) if "people" in request.GET else None
    shown = labels.shown(draft.format, people, address_of(event))
    context = {
        "event": event,
        "draft": draft,
        "people": people,
        "people_form": asked or PeopleForm(initial={"people": people}),
        "numbers": NUMBERS,
        "picture": mark_safe(shown.svg),  # noqa: S308  # drawn by us, names escaped
        "shown": shown,
        "fault": fault_of(event, draft),
        "shown_where": link_to(event, shown.where, people),
        "last": draft.format.main_line()[-1],
        "blocks": [_round(draft, number) for number in range(1, len(draft.format.blocks) + 1)],
        "whole": labels.whole_lines(draft.format),
        "changes": labels.changes(draft.holds, draft.format) if draft.is_kept else [],
        "save_form": SaveForm(),
        "file_form": FileForm(),
        **forms,
    }
    return render(request, "league/tournament/format/editor.html", context, status=status)


def asked_people(request: HttpRequest, event: Event) -> int:
    """Return the number of people asked for, else those present, the places or a default."""
    asked = PeopleForm(request.GET)
    return asked.cleaned_data["people"] if asked.is_valid() else usual_people(event)


def usual_people(event: Event) -> int:
    return len(draws.present(event)) or event.tournament.places or USUAL


def address_of(event: Event) -> Callable[[int], str]:
    return lambda number: reverse("league:format_block", args=[event.pk, number])


def link_to(event: Event, where: formats.Where | None, people: int | None = None) -> str:
    """Return the address of a field, refused for so many people; empty without a field."""
    if where is None:
        return ""
    if where.part == "block":
        address = reverse("league:format_block", args=[event.pk, where.number])
        asked = "" if people is None else f"?people={people}"
        return f"{address}{asked}#id_{where.field}"
    return f"{reverse('league:format_whole', args=[event.pk])}#id_{where.field}"


def fault_of(event: Event, draft: Draft) -> dict[str, str] | None:
    """Return the fault that keeps the draft from being played, with a link to its field."""
    if draft.fault is None:
        return None
    return {
        "sentence": format_error(draft.fault, draft.format),
        "link": link_to(event, formats.where(draft.fault, draft.format)),
    }


def _round(draft: Draft, number: int) -> dict[str, Any]:
    """Return the entry of one round in the list."""
    block = draft.format.block(number)
    return {
        "number": number,
        "name": block_name(block.name),
        "in_short": format_words.in_short(draft.format, block),
        "is_drawn": number in draft.free,
    }


# --- the whole ------------------------------------------------------------------------------
@takes_a_form
@login_required
def format_whole(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit the teams, and the variants for fewer people."""
    event = to_direct(request, pk)
    draft = draft_of(event)
    team = TeamForm(request.POST or None, format=draft.format)
    fits = FitsForm(request.POST or None, format=draft.format)
    format = draft.format
    if fits.is_valid():
        if answer := submit(
            request,
            team,
            lambda _typed: services.save_draft(
                event=event,
                format=replace(format, team=team.team, fits=fits.fits),
                seen=stamp_on(request),
            ),
            "",
            back_to_editor(event, "mannschaften"),
        ):
            return answer
        draft = draft_of(to_direct(request, pk))
    context = {
        "event": event,
        "draft": draft,
        "team_form": team,
        "fits_form": fits,
        "fault": fault_of(event, draft),
        "rounds": [
            (number, block_name(block.name)) for number, block in enumerate(draft.format.blocks, 1)
        ],
    }
    status = 422 if team.errors or fits.errors else 200
    return render(request, "league/tournament/format/whole.html", context, status=status)


# --- the chain ------------------------------------------------------------------------------
DEEDS: dict[str, Callable[[formats.Format, int], formats.Format]] = {
    "another": formats.another,
    "losers": formats.beside,
    "remove": formats.removed,
    "up": lambda format, number: formats.moved(format, number, -1),
    "down": lambda format, number: formats.moved(format, number, 1),
}


@require_POST
@login_required
def format_step(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Add, remove or move a round."""
    event = to_direct(request, pk)
    format = draft_of(event).format
    deed = DEEDS.get(posted_text(request, "do"))
    if deed is None or not 1 <= number <= len(format.blocks):
        raise Http404
    try:
        changed = deed(format, number)
    except formats.FormatError as error:
        messages.error(request, format_error(error, format))
        return back_to_editor(event)
    attempt(
        request,
        lambda: services.save_draft(event=event, format=changed, seen=stamp_on(request)),
        "",
    )
    return back_to_editor(event, "durchgaenge")


@require_POST
@login_required
def discard_format(request: HttpRequest, pk: int) -> HttpResponse:
    event = to_direct(request, pk)
    attempt(
        request,
        lambda: services.discard_draft(event=event),
        _("The draft is gone. What held before holds."),
    )
    return back_to_editor(event)


@takes_a_form
@login_required
def take_format_over(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the changes of the draft, and take it over."""
    event = to_direct(request, pk)
    error: LeagueError | None = None
    if request.method == "POST":
        try:
            services.take_over(event=event, seen=seen_on(request), stamp=stamp_on(request))
        except LeagueError as refused:
            error, event = refused, to_direct(request, pk)
        else:
            messages.success(request, _("From now on it is played like this."))
            return back_to_editor(event)
    draft = draft_of(event)
    people = usual_people(event)
    shown = labels.shown(draft.format, people, address_of(event))
    context = {
        "event": event,
        "draft": draft,
        "error": error,
        "seen": event.tournament.revision,
        "people": people,
        "shown": shown,
        "error_link": link_to(event, shown.where, people),
        "picture": mark_safe(shown.svg),  # noqa: S308  # drawn by us, names escaped
        "changes": labels.changes(draft.holds, draft.format),
        "fault": fault_of(event, draft),
        "drawn": [block_name(draft.holds.block(number).name) for number in sorted(draft.free)],
    }
    status = 409 if error else 200
    return render(request, "league/tournament/format/take_over.html", context, status=status)
