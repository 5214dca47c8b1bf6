"""The common frame of a tournament's public pages, opened by some hundreds at once.

Each is built from one shared state. A phone with an open page asks for the changing part
(`?part=1`) and learns in a few queries if nothing has changed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.access.queries.rights import person_of
from league.events.models import Event, Participation
from league.files.lists import Columns, export_response
from league.people.queries.names import naming
from league.tournaments.core.queries import reading
from league.tournaments.core.queries.live import state_of, version_key
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.queries.stored_state import StoredState
from league.tournaments.public.queries import public
from league.web.asked import asked_text, typed_text

# The address of a registration, on the phone that opened a page with it.
OWN_COOKIE, OWN_AGE = "registration", 3 * 24 * 3600


@dataclass(frozen=True)
class Visit:
    """A page of a tournament and its visitor: `me` is set if that person plays."""

    request: HttpRequest
    event: Event
    state: StoredState
    me: Participation | None


Context = dict[str, object]
Build = Callable[..., Context]


# The sheet of a page: its name, the columns, the rows shown.
Handed = Callable[[Context], tuple[str, Columns, Any]]


def tournament_page(
    template: str, part: str = "", sheet: Handed | None = None
) -> Callable[[Build], Callable[..., HttpResponseBase]]:
    """Make a page from the context `build` returns.

    `part` is the template of the part that changes while the page is open.
    """

    def decorate(build: Build) -> Callable[..., HttpResponseBase]:
        @require_safe
        @wraps(build)
        def view(request: HttpRequest, pk: int, **where: Any) -> HttpResponseBase:
            try:
                event = visible_event(request, pk)
            except Http404:
                if request.user.is_authenticated:
                    raise
                return redirect_to_login(request.get_full_path())
            is_part = bool(part) and "part" in request.GET
            key = version_key(event)
            etag = _etag(request, key)
            if is_part and (known := get_conditional_response(request, etag=etag)):
                return _private(known, etag)
            state = state_of(event, key, naming(request.user, timezone.localdate()))
            visit = Visit(request, event, state, _me(request, state))
            context = {"event": event, "tournament": event.tournament, "state": state}
            context |= {"own": visit.me, **build(visit, **where)}
            if sheet is not None and "export" in request.GET:
                name, columns, rows = sheet(context)
                if made := export_response(request, event.name, columns, rows, name):
                    return _private(made, "")
            status = 422 if getattr(context.get("past"), "errors", None) else 200
            response = render(request, part if is_part else template, context, status=status)
            _keep_own(request, event, response)
            return _private(response, etag if is_part else "")

        return view

    return decorate


def visible_event(request: HttpRequest, pk: int) -> Event:
    """Return the event for users who may see the tournament or hold a registration's address."""
    try:
        return reading.get_tournament_for(request.user, pk, timezone.localdate())
    except Http404:
        event = reading.tournament_by(pk, own_token(request))
        if event is None:
            raise
        return event


def _me(request: HttpRequest, state: TournamentState) -> Participation | None:
    person = person_of(request.user)
    if person is not None:
        people = state.people.values()
        return next(
            (participation for participation in people if participation.person_id == person.pk),
            None,
        )
    return state.people.get(public.participation_by(state.event, own_token(request)) or 0)


def own_token(request: HttpRequest) -> str:
    """Return a registration's address: just opened, sent along, or known to this phone."""
    return typed_text(request, "registration") or request.COOKIES.get(OWN_COOKIE, "")


def _keep_own(request: HttpRequest, event: Event, response: HttpResponse) -> None:
    token = asked_text(request, "registration")
    if token and public.participation_by(event, token) is not None:
        response.set_cookie(
            OWN_COOKIE,
            token,
            max_age=OWN_AGE,
            path=reverse("league:tournament", args=[event.pk]),
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )


def _etag(request: HttpRequest, key: str) -> str:
    """Return a tag that changes with the event, the visitor and the language."""
    parts = (key, request.user.pk, own_token(request), get_language(), request.get_full_path())
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'


def _private(response: HttpResponseBase, etag: str) -> HttpResponseBase:
    """Mark the response as private to the browser, revalidated each time."""
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    if etag:
        response.headers["ETag"] = etag
    return response
