"""The start page, the look, and the demo's door."""

from ipaddress import ip_address

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from config.desk import queries
from config.desk.context import THEMES
from league import queries as league


def home(request: HttpRequest) -> HttpResponse:
    """When is the next evening, how does it stand?"""
    if league.person_of(request.user) is None:
        return render(request, "desk/welcome.html")
    return render(request, "desk/home.html", queries.home(request.user, timezone.localdate()))


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    response = redirect(_own(request, request.POST.get("next", "")))
    wanted = request.POST.get("theme", "")
    if wanted in THEMES:
        response.set_cookie(
            "theme", wanted, max_age=365 * 86400, samesite="Lax", secure=settings.HTTPS
        )
    else:
        response.delete_cookie("theme")
    return response


def _own(request: HttpRequest, target: str) -> str:
    """An address of ours, or the start page."""
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}) else "/"


def is_demo_visitor(request: HttpRequest) -> bool:
    """The demo's logins by a click are for whoever sits at this very machine."""
    if (
        not settings.DEMO
        or "HTTP_X_FORWARDED_FOR" in request.META
        or "HTTP_FORWARDED" in request.META
    ):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


@require_POST
def demo_login(request: HttpRequest) -> HttpResponse:
    if not is_demo_visitor(request):
        raise Http404
    chosen = request.POST.get("user")
    logins = league.logins(timezone.localdate())
    user = next((user for user, _offices in logins if str(user.pk) == chosen), None)
    if user is None:
        raise Http404
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return redirect(_own(request, request.POST.get("next", "")))
