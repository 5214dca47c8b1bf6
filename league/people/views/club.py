"""The club's own page, and the two that everybody finds in the foot of every page."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access.permissions import require_keeper
from league.access.queries.rights import KEEPS_PEOPLE, RUNS_EVENINGS, roles_of
from league.club.queries import the_club
from league.club.services import describe
from league.people.visibility_forms import ClubForm
from league.web.submit import submit
from league.web.views import takes_a_form


@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """Its name, its town and the way to its imprint, for everybody."""
    roles = roles_of(request.user, timezone.localdate())
    context = {
        "keeper": not roles.isdisjoint(KEEPS_PEOPLE),
        "runs": not roles.isdisjoint(RUNS_EVENINGS),
    }
    return render(request, "league/club.html", context)


@takes_a_form
@login_required
def club_words(request: HttpRequest) -> HttpResponse:
    """Name, town, imprint and privacy page, by whoever keeps the list of the people."""
    require_keeper(request)
    shown = the_club()
    fields = {name: getattr(shown, name) for name in ClubForm.base_fields}
    form = ClubForm(request.POST or None, initial=fields | {"name": str(shown)})
    text, back = _("Saved. This holds from now on."), redirect("league:club")
    if answer := submit(request, form, lambda data: describe(**data), text, back):
        return answer
    status = 422 if form.errors else 200
    return render(request, "league/club_words.html", {"form": form}, status=status)


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "league/club_text.html",
        {"title": _("Legal notice"), "text": the_club().imprint},
    )


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "league/club_text.html",
        {"title": _("Privacy"), "text": the_club().privacy},
    )
