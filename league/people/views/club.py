"""The club's own page, its crest, and the two that are linked in the foot of every page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from league.access.queries.rights import (
    RUNS_EVENINGS,
    is_member,
    may_change_club,
    roles_of,
)
from league.club.labels import imprint_of, privacy_of
from league.club.queries import crest_picture, the_club
from league.files.caged import CAGED

YEAR = 31_536_000  # seconds


@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """Show its name, its town and the way to its imprint, to all visitors."""
    today = timezone.localdate()
    context = {
        "may_change": may_change_club(request.user, today),
        "may_meet": is_member(request.user, today),
        "runs": not roles_of(request.user, today).isdisjoint(RUNS_EVENINGS),
    }
    return render(request, "league/club.html", context)


@require_safe
@cache_control(private=True, max_age=YEAR, immutable=True)
def crest(_request: HttpRequest, sha256: str) -> HttpResponse:
    """Return the club's crest. The content of its address never changes."""
    picture = crest_picture(sha256)
    if picture is None:
        raise Http404
    return HttpResponse(picture, content_type="image/png", headers=CAGED)


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Show the imprint as the club wrote it; else one without names of persons."""
    shown = the_club()
    text = shown.imprint or imprint_of(shown)
    return render(request, "league/club_text.html", {"title": _("Legal notice"), "text": text})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    shown = the_club()
    text = shown.privacy or privacy_of(shown)
    return render(request, "league/club_text.html", {"title": _("Privacy"), "text": text})
