"""Push messages to a player's own browser: agree, take back, ask for the state."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.agents import called
from league.access.permissions import too_often
from league.access.queries.rights import person_of
from league.push import queries
from league.push import services as push
from league.tournaments.public.queries.public import own_registration
from league.tournaments.public.views.tournament_page import own_token, visible_event
from league.web.asked import posted_text

MOST_A_MINUTE = 20


@require_POST
@never_cache
def push_device(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree (`do` is „agree“), take back („end“) or ask; answer whether this browser is on.

    A person of the club agrees for all tournaments, a guest by the address of the registration.
    """
    event = visible_event(request, pk)
    registration = own_registration(event, person_of(request.user), own_token(request))
    if registration is None or too_often(request, "push", MOST_A_MINUTE):
        raise PermissionDenied
    me = registration.person if registration.person == person_of(request.user) else None
    owner = push.Owner(person=me) if me else push.Owner(registration=registration.pk)
    endpoint, deed = posted_text(request, "endpoint"), posted_text(request, "do")
    if deed == "agree":
        push.agree(
            owner=owner,
            endpoint=endpoint,
            agent=called(str(request.META.get("HTTP_USER_AGENT", ""))),
            language=get_language() or "de",
            now=timezone.now(),
        )
    elif deed == "end":
        push.take_back(endpoint=endpoint)
    device = queries.device_at(endpoint)
    is_own = device is not None and (device.person, device.registration_id) == (
        owner.person,
        owner.registration,
    )
    return JsonResponse({"on": is_own})
