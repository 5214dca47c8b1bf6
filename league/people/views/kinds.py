"""The page of the kinds of membership."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.access.permissions import require_keeper, user_of
from league.people.forms import KindForm
from league.people.queries import kinds as queries
from league.people.services.kinds import add_kind, end_kind, reopen_kind
from league.security.queries import MOST_CHANGES
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
def membership_kinds(request: HttpRequest) -> HttpResponse:
    """List the kinds („Mitgliedsarten“), and add one."""
    require_keeper(request)
    form = KindForm(request.POST or None)

    def do(data: dict[str, Any]) -> object:
        return add_kind(**data, by=user_of(request))

    back = redirect("league:membership_kinds")
    if answer := submit(request, form, do, _("This membership exists from now on."), back):
        return answer
    kinds = queries.kinds()
    context = {"kinds": kinds, "form": form, "changes": queries.changes_of(kinds)[:MOST_CHANGES]}
    return render(
        request, "league/membership_kinds.html", context, status=422 if form.errors else 200
    )


@login_required
@require_POST
def end_membership_kind(request: HttpRequest, code: str) -> HttpResponse:
    """End a kind, or let people become one again."""
    require_keeper(request)
    kind = queries.get_kind_for(request.user, code, timezone.localdate())
    if "again" in request.POST:
        reopen_kind(kind=kind, by=user_of(request))
        messages.success(request, _("People can become one again."))
    else:
        end_kind(kind=kind, day=timezone.localdate(), by=user_of(request))
        messages.success(request, _("From today on nobody becomes one; whoever is one stays it."))
    return redirect("league:membership_kinds")
