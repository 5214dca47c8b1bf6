"""The security log, for board and auditors; and one's own devices."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.access import services as access
from league.access.permissions import user_of
from league.access.queries.rights import READS_SECURITY, holds
from league.access.queries.sessions import sessions_of
from league.security import labels, queries
from league.security.models import SecurityEntry
from league.web.asked import asked_text, posted_text
from league.web.views import takes_a_form, typed_number


@require_safe
@login_required
@never_cache
def security_log(request: HttpRequest) -> HttpResponse:
    """Show the newest entries first; on request, whether the chain holds."""
    if not holds(request.user, READS_SECURITY, timezone.localdate()):
        raise PermissionDenied
    kind = asked_text(request, "kind")
    entries = queries.entries(kind)
    page = Paginator(entries, queries.PER_PAGE).get_page(asked_text(request, "page"))
    shown = list(page.object_list)
    names, titles = queries.names_in(shown), labels.titles_in(shown)
    context: dict[str, object] = {
        "page": page,
        "rows": [labels.row(entry, names, titles) for entry in shown],
        "kinds": [(code, labels.KINDS[code]) for code in SecurityEntry.Kind.values],
        "kind": kind,
    }
    if "check" in request.GET:
        context |= {"checked": True, "broken": queries.first_broken()}
    return render(request, "league/security_log.html", context)


@takes_a_form
@login_required
@never_cache
def devices(request: HttpRequest) -> HttpResponse:
    """Show the devices on which one is logged in; any of them is logged out from here."""
    user, now = user_of(request), timezone.now()
    here = request.session.session_key or ""
    if request.method == "POST":
        only = typed_number(posted_text(request, "device"))
        ended = access.end_sessions(user=user, but=here, only=only, now=now)
        messages.success(
            request,
            ngettext("One device is logged out.", "%(n)s devices are logged out.", ended)
            % {"n": ended},
        )
        return redirect("league:devices")
    context = {"devices": sessions_of(user, now), "here": here}
    return render(request, "league/devices.html", context)
