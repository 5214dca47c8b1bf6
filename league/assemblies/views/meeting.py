"""The meeting's evening: attendance, every item on one line, opening and closing."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.queries.rights import person_of
from league.assemblies.forms import (
    OpenForm,
)
from league.assemblies.models.calling import Assembly
from league.assemblies.queries import access
from league.assemblies.queries import calling as calling_queries
from league.assemblies.queries import meeting as queries
from league.assemblies.services import meeting as services
from league.people.models.people import Person
from league.web.asked import posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form


def to_run(request: HttpRequest, pk: int) -> Assembly:
    """Return a meeting that this reader runs; PermissionDenied for all others who see it."""
    today = timezone.localdate()
    assembly = access.get_assembly_for(request.user, pk, today)
    if not access.may_run(request.user, assembly, today):
        raise PermissionDenied
    return assembly


@takes_a_form
@login_required
@never_cache
def assembly_evening(request: HttpRequest, pk: int) -> HttpResponse:
    """Render the attendance, and every item on one line; `close` ends the meeting."""
    assembly = to_run(request, pk)
    back = redirect("league:assembly_evening", pk)
    if request.method == "POST" and "close" in request.POST:
        attempt(
            request,
            lambda: services.close_assembly(assembly=assembly, now=timezone.now()),
            _("The meeting is closed. The minutes are drafted."),
        )
        assembly.refresh_from_db(fields=["closed_at"])
        return redirect("league:assembly_minutes", pk) if assembly.closed_at else back
    form = _open_form(request, assembly)
    if answer := submit(
        request,
        form,
        lambda data: services.open_assembly(assembly=assembly, now=timezone.now(), **data),
        _("The meeting is open."),
        back,
    ):
        return answer
    context = {
        "assembly": assembly,
        "presence": queries.presence(assembly),
        "states": list(enumerate(queries.states(assembly), 1)),
        "open_form": form,
        "is_signed": access.signed_minutes(assembly) is not None,
        "may_open": assembly.opened_at is None
        and assembly.cancelled_at is None
        and assembly.day <= timezone.localdate(),
    }
    status = 422 if form.errors else 200
    return render(request, "league/assembly/evening.html", context, status=status)


def _open_form(request: HttpRequest, assembly: Assembly) -> OpenForm:
    me = person_of(request.user)
    initial = {
        "chaired_by": assembly.chaired_by_id or queries.chair_of(assembly) or (me and me.pk),
        "kept_by": assembly.kept_by_id or (me and me.pk),
    }
    return OpenForm(
        request.POST or None, members=calling_queries.members_on(assembly.day), initial=initial
    )


@login_required
@require_POST
def assembly_attendance(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    """Note a person's attendance with one tap: `here` is 1 for one who has come, 0 for one who
    has left.
    """
    assembly = to_run(request, pk)
    member = get_object_or_404(Person, pk=person)
    attempt(
        request,
        lambda: services.note_attendance(
            assembly=assembly,
            person=member,
            is_here=posted_text(request, "here") == "1",
            now=timezone.now(),
        ),
        "",
    )
    return redirect("league:assembly_evening", pk)
