"""What a woken device asks, and the devices of one's own that are told nothing any more."""

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
    """What the device at this address is to say now; an empty object where there is nothing.

    The address is a secret of this one browser and all the proof there is, so it comes in a header,
    which no log writes down. Nobody is named.
    """
    push = queries.newest_for(request.headers.get("Push-Endpoint", ""), timezone.now())
    if push is None:
        return JsonResponse({})
    return JsonResponse({"title": club_name(), "body": push.body, "path": push.path})


@csrf_exempt  # the old address is the proof, in a header that no other site's page can send
@require_POST
@never_cache
def renew(request: HttpRequest) -> HttpResponse:
    """The service worker tells that its browser has another address from now on."""
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
    """One of one's own devices."""
    me = person_of(request.user)
    if me is None:
        raise PermissionDenied
    services.remove_device(person=me, device=pk)
    return redirect("my_mails")
