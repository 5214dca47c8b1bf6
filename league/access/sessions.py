"""The device and the manner of a login: noted with the login, and its use once a day."""

from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login, update_session_auth_hash
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from league.access import services
from league.access.agents import called
from league.access.phones import address_of
from league.access.queries.rights import person_of
from league.people.models.people import User
from league.security.origin import coming_from

SEEN = "seen_on"
# The key of a request's manner of login; what a browser sends has another prefix in META.
LOGGED_IN_BY = "schockwart.logged_in_by"


def log_in(request: HttpRequest, user: User, how: str) -> None:
    """Log a user in; the security log shows `how`: passkey, link, operator, founding or demo."""
    request.META[LOGGED_IN_BY] = how
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])


def logged_in_by(request: HttpRequest) -> str:
    """Return the manner of this request's login: a code by mail, unless `log_in` said otherwise."""
    return str(request.META.get(LOGGED_IN_BY, "code"))


def keep_session(request: HttpRequest, user: User, now: datetime) -> None:
    """Note the device that this request comes from."""
    if request.session.session_key is None:
        request.session.create()
    today = timezone.localdate(now)
    request.session[SEEN] = today.isoformat()
    services.note_session(
        user=user,
        session_key=request.session.session_key or "",
        agent=called(_agent(request)),
        now=now,
        today=today,
    )


def stay_logged_in(request: HttpRequest, user: User, now: datetime) -> None:
    """Keep this device logged in after its user's address was changed on it; all others are out."""
    user.refresh_from_db(fields=["password"])
    update_session_auth_hash(request, user)
    keep_session(request, user, now)


class WhereFrom:
    """Tells the security log where a request comes from, and which devices are still used.

    Below the session and the login. A page that asks for neither stays without them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        def who() -> int | None:
            person = person_of(request.user)
            return person.pk if person else None

        with coming_from(address_of(request), _agent(request), who):
            response = self.get_response(request)
            session = request.session
            if session.accessed and SESSION_KEY in session:
                _seen_today(request, timezone.now())
        return response


def _seen_today(request: HttpRequest, now: datetime) -> None:
    is_new = request.session.get(SEEN) != timezone.localdate(now).isoformat()
    if is_new and isinstance(request.user, User):
        keep_session(request, request.user, now)


def _agent(request: HttpRequest) -> str:
    return str(request.META.get("HTTP_USER_AGENT", ""))
