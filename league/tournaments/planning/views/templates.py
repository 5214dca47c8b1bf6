"""Starting points of a format, saved ones, and files."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league import formats
from league.access.permissions import user_of
from league.tournaments.core.queries.templates import beginnings, chosen_format
from league.tournaments.planning import labels, services
from league.tournaments.planning.forms.whole import FileForm, SaveForm
from league.tournaments.planning.queries import draft_of
from league.tournaments.planning.views.editor import (
    back_to_editor,
    page,
    stamp_on,
    to_direct,
    usual_people,
)
from league.web.asked import asked_text, posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form, typed_number


@takes_a_form
@login_required
def format_templates(request: HttpRequest, pk: int) -> HttpResponse:
    """List all starting points, preview a chosen one, or make it the draft."""
    event = to_direct(request, pk)
    draft = draft_of(event)
    choice = posted_text(request, "choice") or asked_text(request, "choice")
    chosen = None
    if choice:
        try:
            chosen = chosen_format(choice)
        except formats.FormatError as error:
            raise Http404 from error
    if request.method == "POST" and chosen is not None:
        wanted = chosen
        attempt(
            request,
            lambda: services.save_draft(event=event, format=wanted, seen=stamp_on(request)),
            _("This is the draft now. Nothing has changed yet."),
        )
        return back_to_editor(event)
    groups = beginnings(but=event)
    names = {own.choice: own.name for _title, choices in groups for own in choices}
    context = {
        "event": event,
        "draft": draft,
        "groups": groups,
        "choice": choice,
    }
    if chosen is not None:
        people = usual_people(event)
        shown = labels.shown(chosen, people, lambda _number: "")
        context |= {
            "title": names.get(choice, chosen.name),
            "people": people,
            "shown": shown,
            "picture": mark_safe(shown.svg),  # noqa: S308  # drawn by us, names escaped
            "changes": labels.changes(draft.format, chosen),
        }
    return render(request, "league/tournament/format/templates.html", context)


@require_POST
@login_required
def save_format(request: HttpRequest, pk: int) -> HttpResponse:
    """Save the draft, or the format in force, under a name of the club's."""
    event = to_direct(request, pk)
    form = SaveForm(request.POST)
    return submit(
        request,
        form,
        lambda typed: services.save_format(
            name=typed["name"],
            format=draft_of(event).format,
            by=user_of(request),
            now=timezone.now(),
        ),
        _("Saved. The next tournament can begin with it."),
        back_to_editor(event),
    ) or page(request, event, 422, save_form=form)


@require_POST
@login_required
def remove_format(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a saved format."""
    event = to_direct(request, pk)
    saved = typed_number(posted_text(request, "saved"))
    if saved is None:
        raise Http404
    services.remove_format(pk=saved)
    messages.success(request, _("It is off the list."))
    return redirect("league:format_templates", event.pk)


@require_safe
@login_required
def format_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Download the draft, or the format in force, as a file."""
    event = to_direct(request, pk)
    text = formats.written(draft_of(event).format)
    name = f"{slugify(event.name) or 'format'}.toml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/toml; charset=utf-8", headers=headers)


@require_POST
@login_required
def read_format(request: HttpRequest, pk: int) -> HttpResponse:
    """Read a file into the draft."""
    event = to_direct(request, pk)
    form = FileForm(request.POST, request.FILES, name=event.name)

    def keep(_typed: object) -> None:
        if form.format is not None:
            services.save_draft(event=event, format=form.format, seen=stamp_on(request))

    sentence = _("The file is the draft now. Nothing has changed yet.")
    return submit(request, form, keep, sentence, back_to_editor(event)) or page(
        request, event, 422, file_form=form
    )
