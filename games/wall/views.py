"""The screen on the wall: by its secret link, or by an address for everybody where an event is
public. Each has a page, which stays open all night, and a picture, which it asks for.
"""

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.wall.cached import answer
from games.wall.snapshot import Json, Screen, snapshot
from league.access.queries.rights import may_run_evenings
from league.access.tokens import read_wall
from league.events.models import Event
from league.wall import queries
from league.wall.models import WallLink

THEMES = ("dark", "light")


@require_safe
def public_wall(request: HttpRequest) -> HttpResponseBase:
    """What is on tonight, where the club has made it public; else the way to the secret link."""
    now = timezone.now()
    if queries.event_on(now, public_only=True) is not None:
        return _page(request, reverse("games:wall_picture"))
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if not may_run_evenings(request.user, timezone.localdate(now)):
        raise Http404
    return redirect("league:club_wall")


@require_safe
def public_snapshot(request: HttpRequest) -> HttpResponse:
    def make() -> Json:
        now = timezone.now()
        event = queries.event_on(now, public_only=True)
        if event is None:
            raise Http404
        return snapshot(Screen(event, by_link=False, address=_address(request, event)), now)

    return answer(request, make)


@require_safe
def wall_by_link(request: HttpRequest, token: str) -> HttpResponse:
    _link(token)
    return _page(request, reverse("games:wall_link_picture", args=[token]))


@require_safe
def snapshot_by_link(request: HttpRequest, token: str) -> HttpResponse:
    def make() -> Json:
        link, now = _link(token), timezone.now()
        event = link.event or queries.event_on(now)
        return snapshot(Screen(event, by_link=True, address=_address(request, event)), now)

    return answer(request, make)


def _link(token: str) -> WallLink:
    """404 for an address that is not ours, and for one that was revoked."""
    number = read_wall(token)
    if number is None:
        raise Http404
    return queries.get_open_link(number)


def _address(request: HttpRequest, event: Event | None) -> str:
    """Where phones follow: everybody a public event, members all others."""
    path = reverse("home") if event is None else reverse("league:evening", args=[event.pk])
    return request.build_absolute_uri(path)


def _page(request: HttpRequest, address: str) -> HttpResponse:
    chosen = request.GET.get("theme", "")
    theme = chosen if chosen in THEMES else request.COOKIES.get("theme", "")
    response = render(
        request,
        "wall/wall.html",
        {
            "picture": address,
            "theme": theme if theme in THEMES else "",
            "now": timezone.now(),
            "zone": settings.TIME_ZONE,
        },
    )
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Referrer-Policy"] = "same-origin"
    return response
