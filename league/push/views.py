"""The question of a woken device, and the removal of a user's own devices."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from league.access.queries.rights import person_of
from league.club.queries import club_name
from league.push import queries, services
from league.web.asked import posted_text


@require_safe
@never_cache
def notification(request: HttpRequest) -> HttpResponse:
    """Return the notification for the device at this address; an empty object if it has none.

    The address is a secret of this one browser and all the proof of identity, so it comes in a
    header, which no log writes down. The text names no person.
    """
    push = queries.newest_for(request.headers.get("Push-Endpoint", ""), timezone.now())
    if push is None:
        return JsonResponse({})
    return JsonResponse({"title": club_name(), "body": push.body, "path": push.path})


@csrf_exempt  # the old address is the proof, in a header that no other site's page can send
@require_POST
@never_cache
def renew(request: HttpRequest) -> HttpResponse:
    """Take the new address of a browser from its service worker."""
    services.renew(
        old=request.headers.get("Push-Endpoint", ""),
        new=posted_text(request, "endpoint"),
        now=timezone.now(),
    )
    return JsonResponse({})


@require_POST
@login_required
@never_cache
def remove_device(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove one of the user's own devices."""
    me = person_of(request.user)
    if me is None:
        raise PermissionDenied
    services.remove_device(person=me, device=pk)
    return redirect("my_mails")
