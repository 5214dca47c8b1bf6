"""The start page, the founding of the club, the look, and the demo's login."""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from config.security import is_at_this_machine
from config.site import labels, queries
from config.site.context import THEMES
from config.site.forms import FoundingForm
from config.site.navigation import public_links
from league.access.queries.rights import person_of
from league.access.sessions import log_in
from league.club.queries import club_name
from league.errors import InvalidError
from league.people.models.people import Person
from league.people.queries import people as people_queries
from league.people.services import people
from league.people.services.founding import found_club
from league.web.asked import posted_text
from league.web.submit import submit


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the next evening and its state; in a club without people, the founding."""
    today, now = timezone.localdate(), timezone.now()
    filling = queries.demo_filling(now) if settings.DEMO else None
    if person_of(request.user) is not None:
        home = queries.home(request.user, today, now)
        context = {
            **home,
            "tasks": list(labels.tasks(home)),
            "king_words": labels.king_words(home),
            "last_backup": labels.last_backup(home),
            "filling": filling,
        }
        steps = home["first_steps"]
        is_new = steps is not None and not steps["evening"]
        return render(request, "site/new_club.html" if is_new else "site/home.html", context)
    if queries.is_founded():
        home = queries.welcome(today)
        links = public_links(home["pages"], home["season"])
        return render(request, "site/welcome.html", {**home, "filling": filling, "links": links})
    return _founding_page(request, FoundingForm())


@require_POST
def begin_club(request: HttpRequest) -> HttpResponse:
    """Found the club for the visitor at this machine, logged in as its first person."""
    if queries.is_founded():
        return redirect("home")
    if not is_at_this_machine(request):
        raise PermissionDenied
    form = FoundingForm(request.POST)

    def begin(person: Person) -> HttpResponse:
        if person.user is not None:  # the founder is given a login
            log_in(request, person.user, "founding")
        return redirect("founding_step", 1)

    return submit(
        request,
        form,
        lambda data: found_club(**data, today=timezone.localdate()),
        "",
        begin,
        refusals=InvalidError,
    ) or _founding_page(request, form)


def _founding_page(request: HttpRequest, form: FoundingForm) -> HttpResponse:
    context = {"form": form, "may_found": is_at_this_machine(request)}
    return render(request, "site/found.html", context, status=422 if form.errors else 200)


@require_safe
@cache_control(private=True, max_age=3600)
def manifest(_request: HttpRequest) -> HttpResponse:
    """Return a phone's data to install the club as an app, and to share receipts into it."""
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    content = {
        "id": reverse("home"),
        "name": club_name(),
        "short_name": club_name()[:12],
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": "#f5efe3",
        "theme_color": "#f5efe3",
        "icons": [icon | {"purpose": purpose} for icon in icons for purpose in ("any", "maskable")],
        "share_target": {
            "action": reverse("finance:shared_receipt"),
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"files": [{"name": "file", "accept": ["image/*", "application/pdf"]}]},
        },
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    response = redirect(_own(request, posted_text(request, "next")))
    wanted = posted_text(request, "theme")
    if wanted in THEMES:
        response.set_cookie(
            "theme", wanted, max_age=365 * 86400, samesite="Lax", secure=settings.HTTPS
        )
    else:
        response.delete_cookie("theme")
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Switch the pages to another language, and the mails of a logged-in user from now on."""
    chosen = posted_text(request, "language")
    if request.user.is_authenticated and check_for_language(chosen):
        people.read_in(user=request.user, language=chosen)
    return set_language(request)


def _own(request: HttpRequest, target: str) -> str:
    """Return an address of ours, or the start page."""
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}) else "/"


def is_demo_visitor(request: HttpRequest) -> bool:
    """Return True for a visitor at this very machine, whom the demo lets log in by a click."""
    return settings.DEMO and is_at_this_machine(request)


@require_POST
def demo_login(request: HttpRequest) -> HttpResponse:
    if not is_demo_visitor(request):
        raise Http404
    chosen = posted_text(request, "user")
    logins = people_queries.logins(timezone.localdate())
    user = next((user for user, _offices in logins if str(user.pk) == chosen), None)
    if user is None:
        raise Http404
    log_in(request, user, "demo")
    return redirect(_own(request, posted_text(request, "next")))
