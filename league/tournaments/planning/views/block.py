"""The page of one round: all its settings, and its steps in the chain."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league import formats
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.core.labels.formats import block_lines, block_name
from league.tournaments.planning import labels, services
from league.tournaments.planning.forms.block import BlockForm
from league.tournaments.planning.queries import Draft, draft_of
from league.tournaments.planning.views.editor import (
    DEEDS,
    asked_people,
    back_to_editor,
    stamp_on,
    to_direct,
)
from league.web.asked import posted_text
from league.web.submit import submit
from league.web.views import takes_a_form


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
        if deed is not None:
            try:
                changed = deed(changed, number)
            except formats.FormatError as error:
                messages.error(request, format_error(error, changed))
        services.save_draft(event=event, format=changed, seen=stamp_on(request))

    deed = DEEDS.get(posted_text(request, "do"))
    back = back_to_editor(event, "durchgaenge" if deed else f"durchgang-{number}")
    people = asked_people(request, event)
    fault = _fault_here(draft, people, number)
    if answer := submit(request, form, save, "", back):
        return answer
    if form.is_bound:  # keep the typed values, upon the current draft
        draft = draft_of(to_direct(request, pk))
    context = {
        "event": event,
        "form": form,
        "draft": draft,
        "number": number,
        "name": block_name(format.block(number).name),
        "steps": labels.step_buttons(steps(draft, number)),
        "sections": sections(form, number, people, fault),
        "fault": fault if not form.errors else None,
    }
    status = 422 if form.errors else 200
    return render(request, "league/tournament/format/block.html", context, status=status)


def _fault_here(draft: Draft, people: int, number: int) -> dict[str, str] | None:
    """Return the fault of the draft, or for `people`, if this page can mend it.

    It consists of the sentence and its field.
    """
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
PARTS = "league/tournament/format/part"
# Sections whose fields are not simply one below the other.
OWN_TEMPLATE = {"who", "tables", "scoring", "sizes"}


def section_of(field: str) -> str:
    """Return the section of a field; empty for the name."""
    exact = (code for code, names in SECTIONS.items() if field in names)
    begun = (
        code
        for code, names in SECTIONS.items()
        if any(name.endswith("_") and field.startswith(name) for name in names)
    )
    return next(exact, None) or next(begun, "")


def fields_of(form: BlockForm, code: str) -> list[BoundField]:
    return [field for field in form if section_of(field.name) == code]


def sections(
    form: BlockForm, number: int, people: int, fault: dict[str, str] | None
) -> list[dict[str, Any]]:
    """Return each section with its heading, its present setting, and whether it is unfolded."""
    sentence_of = {line.about: line.sentence for line in block_lines(form.format, number, people)}
    wrong = {section_of(name) for name in form.errors}
    if fault is not None:
        wrong.add(section_of(fault["field"]))
    about = labels.section_abouts()
    return [
        {
            "template": f"{PARTS}/{code if code in OWN_TEMPLATE else 'fields'}.html",
            "fields": fields_of(form, code),
            "title": title,
            "setting": sentence_of.get(str(about.get(code, "")), ""),
            "open": code in wrong,
        }
        for code, title in labels.section_titles().items()
    ]


def steps(draft: Draft, number: int) -> set[str]:
    """Return the possible steps of a round in the chain; drawn rounds keep their numbers."""
    format, drawn = draft.format, draft.free
    takes = {source.take for _taker, source in format.taken_from(number)}
    is_last = number == len(format.blocks)
    can = {
        "another": number + 1 not in drawn,
        "losers": "advancing" in takes and "losers" not in takes and number + 1 not in drawn,
        "up": number > 1 and not {number, number - 1} & drawn.keys(),
        "down": not is_last and not {number, number + 1} & drawn.keys(),
        "remove": len(format.blocks) > 1 and number not in drawn,
    }
    return {step for step, is_possible in can.items() if is_possible}
