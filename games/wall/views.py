"""The screen on the wall: by its secret link, or by a public address if an event is public. Each
has a page, which stays open all night, and a picture, which it asks for.
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.wall.cached import answer
from games.wall.snapshot import Json, Screen, snapshot
from league.access.permissions import over, too_often
from league.access.queries.rights import may_run_evenings
from league.access.tokens import read_wall, sign_wall
from league.events.models import Event
from league.wall import queries
from league.wall.models import WallLink
from league.web.asked import asked_text

THEMES = ("dark", "light")
# With a code of six out of 31, guessing one of a club's few links takes years.
CODES_A_MINUTE, ALL_CODES_A_MINUTE = 10, 60


@require_safe
@never_cache
def public_wall(request: HttpRequest) -> HttpResponse:
    """Show what is on tonight, if the club has made it public; else ask for the code of a link.

    A user who may make links is led there.
    """
    now = timezone.now()
    if "code" in request.GET:
        return _by_code(request, asked_text(request, "code"))
    if queries.event_on(now, public_only=True) is not None:
        return _page(request, reverse("games:wall_picture"), asks_elsewhere=True)
    if may_run_evenings(request.user, timezone.localdate(now)):
        return redirect("league:club_wall")
    return render(request, "wall/code.html")


@require_safe
@never_cache
def wall_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a link, whatever is public today."""
    if "code" in request.GET:
        return _by_code(request, asked_text(request, "code"))
    return render(request, "wall/code.html")


def _by_code(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the screen of the code. All attempts are counted too: many phones guess no
    better.
    """
    if too_often(request, "wall_code", CODES_A_MINUTE) or over("wall_code", ALL_CODES_A_MINUTE):
        error, status = _("Too many attempts. Wait a minute."), 429
    elif (link := queries.link_by_code(code)) is not None:
        return redirect("games:wall_by_link", sign_wall(link.pk))
    else:
        error, status = _("No screen has this code. Look at it once more."), 404
    return render(request, "wall/code.html", {"error": error, "code": code}, status=status)


@require_safe
def public_snapshot(request: HttpRequest) -> HttpResponse:
    def make() -> Json:
        now = timezone.now()
        event = queries.event_on(now, public_only=True)
        if event is None:
            raise Http404
        return snapshot(Screen(event, by_link=False, address=_address(request, event)), now)

    with _language(request):
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

    with _language(request):
        return answer(request, make)


def _link(token: str) -> WallLink:
    """Return the link; 404 for an address that is not ours, and for one that was revoked."""
    number = read_wall(token)
    if number is None:
        raise Http404
    return queries.get_open_link(number)


def _address(request: HttpRequest, event: Event | None) -> str:
    """Return the address that phones follow: of a public event for all, of any other
    for members.
    """
    path = reverse("home") if event is None else reverse("league:evening", args=[event.pk])
    return request.build_absolute_uri(path)


def _language(request: HttpRequest) -> translation.override:
    """Use the language of the address, else that of any page: no one chooses at a screen."""
    chosen = asked_text(request, "lang")
    return translation.override(chosen if chosen in dict(settings.LANGUAGES) else get_language())


def _page(request: HttpRequest, address: str, *, asks_elsewhere: bool = False) -> HttpResponse:
    """Show the page that asks for the picture at `address`; the public one leads to the
    codes too.
    """
    chosen = asked_text(request, "theme")
    theme = chosen if chosen in THEMES else request.COOKIES.get("theme", "")
    with _language(request):
        response = render(
            request,
            "wall/wall.html",
            {
                "picture": f"{address}?lang={get_language()}",
                "asks_elsewhere": asks_elsewhere,
                "theme": theme if theme in THEMES else "",
                "now": timezone.now(),
                "zone": settings.TIME_ZONE,
            },
        )
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Referrer-Policy"] = "same-origin"
    return response
