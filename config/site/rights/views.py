"""Show every right of all people on one page, and one's own."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.site.rights.queries import rights_of_all
from config.site.rights.register import BESIDE, RIGHTS
from league.access.queries.rights import READS_SECURITY, holds, person_of
from league.web.asked import asked_text


@require_safe
@login_required
@never_cache
def all_rights(request: HttpRequest) -> HttpResponse:
    """Show all rights to board and auditors: all people's, one right's holders, or one person's."""
    today = timezone.localdate()
    if not holds(request.user, READS_SECURITY, today):
        raise PermissionDenied
    rows = rights_of_all(today, timezone.now())
    labels = {right.code: right.label for right in RIGHTS} | BESIDE
    right, person = asked_text(request, "right"), asked_text(request, "person")
    right = right if right in labels else ""
    shown = [
        (row, [granted for granted in row.rights if not right or granted.code == right])
        for row in rows
        if not person or str(row.person.pk) == person
    ]
    context = {
        "people": [(row, rights) for row, rights in shown if rights],
        "persons": [row.person for row in rows],
        "labels": labels.items(),
        "right": right,
        "person": person,
        "is_open": bool(right or person),
    }
    return render(request, "site/rights.html", context)


@require_safe
@login_required
@never_cache
def own_rights(request: HttpRequest) -> HttpResponse:
    """Show „Was ich darf und warum“."""
    me, today = person_of(request.user), timezone.localdate()
    if me is None:
        raise PermissionDenied
    rows = rights_of_all(today, timezone.now())
    rights = next((row.rights for row in rows if row.person == me), [])
    reads_all = holds(request.user, READS_SECURITY, today)
    return render(
        request, "site/own_rights.html", {"me": me, "rights": rights, "reads_all": reads_all}
    )
