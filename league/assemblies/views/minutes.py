"""The minutes: the draft for its writers, the signed text for the members, the paper."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.access.permissions import acting
from league.assemblies.forms import AddendumForm
from league.assemblies.models.calling import Assembly
from league.assemblies.models.minutes import Minutes
from league.assemblies.papers import minutes_pdf
from league.assemblies.queries import access, meeting
from league.assemblies.queries import minutes as queries
from league.assemblies.services import minutes as services
from league.web.asked import posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form


def _to_read(request: HttpRequest, pk: int) -> Assembly:
    """Return a meeting whose minutes this reader may read; Http404 before its opening."""
    today = timezone.localdate()
    assembly = access.get_assembly_for(request.user, pk, today)
    if not access.may_read_minutes(request.user, assembly, today):
        raise PermissionDenied
    if assembly.opened_at is None:
        raise Http404
    return assembly


def _content(assembly: Assembly, minutes: Minutes | None) -> dict[str, Any]:
    if minutes is None:
        return queries.content_of(assembly)
    if not minutes.content:  # the law's time is up
        raise Http404
    content: dict[str, Any] = minutes.content
    return content


@takes_a_form
@login_required
@never_cache
def assembly_minutes(request: HttpRequest, pk: int) -> HttpResponse:
    """Render the minutes; `act` signs or releases them, otherwise an addendum is stored."""
    assembly = _to_read(request, pk)
    may_run = access.may_run(request.user, assembly, timezone.localdate())
    if request.method == "POST" and not may_run:
        raise PermissionDenied
    minutes = access.signed_minutes(assembly)
    back = redirect("league:assembly_minutes", pk)
    act = posted_text(request, "act")
    if act == "sign":
        seen = posted_text(request, "seen")
        attempt(
            request,
            lambda: services.sign(assembly=assembly, seen=seen, **acting(request)),
            _("The minutes stand as they were signed."),
        )
        return back
    if act == "release":
        if minutes is None:
            raise Http404
        services.release(minutes=minutes, now=timezone.now())
        return back
    form = AddendumForm(request.POST or None) if may_run and minutes is not None else None
    if form is not None and minutes is not None:
        signed = minutes
        if answer := submit(
            request,
            form,
            lambda data: services.add_addendum(minutes=signed, **data, **acting(request)),
            _("The addendum stands below the minutes."),
            back,
        ):
            return answer
    content = _content(assembly, minutes)
    may_sign = may_run and minutes is None and assembly.closed_at is not None
    unanswered = [s.item for s in meeting.states(assembly) if s.is_unanswered] if may_sign else []
    context = {
        "assembly": assembly,
        "unanswered": unanswered,
        "minutes": minutes,
        "content": content,
        "digest": queries.digest_of(content),
        "may_run": may_run,
        "addendum_form": form,
        "addenda": minutes.addenda.all() if minutes is not None else [],
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "league/assembly/minutes.html", context, status=status)


@require_safe
@login_required
@never_cache
def assembly_minutes_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the paper to be signed, or as it was signed."""
    assembly = _to_read(request, pk)
    minutes = access.signed_minutes(assembly)
    addenda = [
        {
            "day": date_format(timezone.localtime(addendum.added_at), "SHORT_DATE_FORMAT"),
            "text": addendum.text,
        }
        for addendum in (minutes.addenda.all() if minutes is not None else [])
    ]
    made = minutes_pdf(
        _content(assembly, minutes),
        addenda=addenda,
        is_draft=minutes is None and assembly.closed_at is None,
        now=timezone.now(),
    )
    answer = HttpResponse(made, content_type="application/pdf")
    name = slugify(_("Minutes: %(title)s") % {"title": assembly.title})
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
