"""The pages of the format editor: the chain with its picture, one round, the whole, the preview."""

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
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.core.labels.formats import block_lines, block_name
from league.tournaments.core.queries import draws, reading
from league.tournaments.direction.views.pages import seen_on
from league.tournaments.planning import labels, services
from league.tournaments.planning.forms.block import BlockForm
from league.tournaments.planning.forms.whole import (
    FileForm,
    FitsForm,
    PeopleForm,
    SaveForm,
    TeamForm,
)
from league.tournaments.planning.queries import Draft, draft_of
from league.web.submit import attempt, submit
from league.web.views import takes_a_form

USUAL = 24  # people, where nobody has said how many come
NUMBERS = (8, 16, 24, 40, 80, 160, 320, 600)


def to_direct(request: HttpRequest, pk: int) -> Event:
    return reading.get_tournament_to_direct(request.user, pk, timezone.localdate())


def stamp_on(request: HttpRequest) -> str:
    """The stamp of the draft on the page that a form stood on."""
    return request.POST.get("stamp", "")


def back_to_editor(event: Event, anchor: str = "") -> HttpResponse:
    response = redirect("league:format_editor", event.pk)
    response.headers["Location"] += f"#{anchor}" if anchor else ""
    return response


@require_safe
@login_required
def format_editor(request: HttpRequest, pk: int) -> HttpResponse:
    return page(request, to_direct(request, pk))


def page(request: HttpRequest, event: Event, status: int = 200, **forms: Any) -> HttpResponse:
    """The chain as it is built, for as many as somebody asks."""
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
    """For how many the page is asked; as many as are here, or as there are places, otherwise."""
    asked = PeopleForm(request.GET)
    return asked.cleaned_data["people"] if asked.is_valid() else usual_people(event)


def usual_people(event: Event) -> int:
    return len(draws.present(event)) or event.tournament.places or USUAL


def address_of(event: Event) -> Callable[[int], str]:
    return lambda number: reverse("league:format_block", args=[event.pk, number])


def link_to(event: Event, where: formats.Where | None, people: int | None = None) -> str:
    """The address of a field, refused for so many people; empty where there is none."""
    if where is None:
        return ""
    if where.part == "block":
        address = reverse("league:format_block", args=[event.pk, where.number])
        asked = "" if people is None else f"?people={people}"
        return f"{address}{asked}#id_{where.field}"
    return f"{reverse('league:format_whole', args=[event.pk])}#id_{where.field}"


def fault_of(event: Event, draft: Draft) -> dict[str, str] | None:
    """Why the draft makes no event yet, and the address of the field to change."""
    if draft.fault is None:
        return None
    return {
        "sentence": format_error(draft.fault, draft.format),
        "link": link_to(event, formats.where(draft.fault, draft.format)),
    }


def _round(draft: Draft, number: int) -> dict[str, Any]:
    """What the list says of one round."""
    lines = block_lines(draft.format, number)
    return {
        "number": number,
        "name": block_name(draft.format.block(number).name),
        "sentence": lines[0].sentence,
        "is_drawn": number in draft.free,
    }


def deeds(draft: Draft, number: int) -> dict[str, bool]:
    """What can be done with a round in the chain; those that are drawn keep their numbers."""
    format, drawn = draft.format, draft.free
    takes = {source.take for _taker, source in format.taken_from(number)}
    is_last = number == len(format.blocks)
    return {
        "insert": number + 1 not in drawn,
        "lose": "advancing" in takes and "losers" not in takes and number + 1 not in drawn,
        "rise": number > 1 and not {number, number - 1} & drawn.keys(),
        "sink": not is_last and not {number, number + 1} & drawn.keys(),
        "go": len(format.blocks) > 1 and number not in drawn,
    }


# --- one round ------------------------------------------------------------------------------
@takes_a_form
@login_required
def format_block(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    event = to_direct(request, pk)
    draft = draft_of(event)
    if not 1 <= number <= len(draft.format.blocks):
        raise Http404
    format = draft.format
    free = draft.free.get(number)
    form = BlockForm(request.POST or None, format=format, number=number, free=free)

    def save(_typed: dict[str, Any]) -> None:
        blocks = [*format.blocks[: number - 1], form.block, *format.blocks[number:]]
        changed = replace(format, blocks=tuple(blocks))
        services.save_draft(event=event, format=changed, seen=stamp_on(request))

    back = back_to_editor(event, f"durchgang-{number}")
    fault = _fault_here(draft, asked_people(request, event), number)
    if answer := submit(request, form, save, "", back):
        return answer
    context = {
        "event": event,
        "form": form,
        "draft": draft,
        "number": number,
        "name": block_name(format.block(number).name),
        "can": deeds(draft, number),
        "sections": sections(form, format, number, fault),
        "fault": fault if not form.errors else None,
    }
    status = 422 if form.errors else 200
    return render(request, "league/tournament/format/block.html", context, status=status)


def _fault_here(draft: Draft, people: int, number: int) -> dict[str, str] | None:
    """What is refused of the draft, or for so many people, where it is mended on this page: the
    sentence and its field."""
    fault = draft.fault or labels.refused_for(draft.format, people)
    where = formats.where(fault, draft.format) if fault is not None else None
    if fault is None or where is None or where.number != number:
        return None
    return {"sentence": format_error(fault, draft.format), "field": where.field}


SECTIONS = {
    "who": ("who", "source_", "rest_of"),
    "tables": ("target", "least", "most", "fill", "together", "draw", "separate_teams"),
    "games": ("games", "minutes", "overtime"),
    "lives": ("lives", "life_per", "leave", "carry_lives", "again"),
    "scoring": (
        *("better", "half_", "game_lost", "final_lost", "sweep", "schock_aus", "throw_points"),
        *("exits_else", "together_out", "place_points", "springer", "carry_over"),
    ),
    "sizes": ("games_", "deckel_", "exits_"),
    "advance": ("advance", "advance_number", "wildcards"),
    "ties": ("tie_",),
}


def section_of(field: str) -> str:
    """Under which heading a field stands."""
    exact = (code for code, names in SECTIONS.items() if field in names)
    begun = (
        code
        for code, names in SECTIONS.items()
        if any(name.endswith("_") and field.startswith(name) for name in names)
    )
    return next(exact, None) or next(begun, "who")


def sections(
    form: BlockForm, format: formats.Format, number: int, fault: dict[str, str] | None
) -> dict[str, dict[str, Any]]:
    """By code: what each comes to now, in a sentence, and whether it is unfolded."""
    said = {line.about: line.sentence for line in block_lines(format, number)}
    wrong = {section_of(name) for name in form.errors}
    if fault is not None:
        wrong.add(section_of(fault["field"]))
    about = labels.section_abouts()
    return {
        code: {"said": said.get(str(about.get(code, "")), ""), "open": code in wrong}
        for code in SECTIONS
    }


# --- the whole ------------------------------------------------------------------------------
@takes_a_form
@login_required
def format_whole(request: HttpRequest, pk: int) -> HttpResponse:
    """Teams, and what changes where fewer come."""
    event = to_direct(request, pk)
    draft = draft_of(event)
    team = TeamForm(request.POST or None, format=draft.format)
    fits = FitsForm(request.POST or None, format=draft.format)
    if request.method == "POST" and team.is_valid() and fits.is_valid():
        changed = replace(draft.format, team=team.team, fits=fits.fits)
        seen = stamp_on(request)
        if answer := submit(
            request,
            team,
            lambda _typed: services.save_draft(event=event, format=changed, seen=seen),
            "",
            back_to_editor(event, "mannschaften"),
        ):
            return answer
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
    """One round more, one less, or another order."""
    event = to_direct(request, pk)
    format = draft_of(event).format
    deed = DEEDS.get(request.POST.get("do", ""))
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
    """What the draft would change, and then does."""
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
