"""Errors to answers: the one place where a refusal becomes an HTTP status and a sentence on a page.

Every app has one root error with `code`, `sentence` and the kinds Invalid, Illegal, Stale and
NotAllowed. Views catch what belongs beside a form field; whatever is left arrives here.
"""

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.errors import IllegalError, InvalidError, LeagueError, NotAllowedError, StaleError
from league.print.typeset import PrintError

STATUS: list[tuple[type[LeagueError], int]] = [
    (InvalidError, 422),
    (IllegalError, 409),
    (StaleError, 409),
    (NotAllowedError, 403),
    (PrintError, 503),
]


def refusal(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """The sentence as a page, or, for a part of a page, into the page's place for messages."""
    if getattr(request, "htmx", False):
        response = render(request, "_refusal.html", {"sentence": sentence}, status=status)
        response.headers["HX-Retarget"] = "#messages"
        response.headers["HX-Reswap"] = "outerHTML show:window:top"
        response.headers["HX-Reselect"] = "#messages"
        return response
    return render(request, "refusal.html", {"sentence": sentence}, status=status)


def is_way_to_login(response: HttpResponseBase) -> bool:
    location = response.headers.get("Location", "")
    return response.status_code == 302 and location.startswith(f"{reverse('account_login')}?next=")


def _send_to_login(request: HttpRequest) -> HttpResponse:
    """Whoever was logged out in the middle of a form hears it, and comes back to the form."""
    messages.warning(
        request, _("Du warst abgemeldet. Was du eben abgeschickt hast, ist nicht gespeichert.")
    )
    target = f"{reverse('account_login')}?{urlencode({'next': page_before(request)})}"
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Redirect": target})
    return redirect(target)


def page_before(request: HttpRequest) -> str:
    """The page of ours from which this request was sent, or the start page."""
    referer = urlsplit(request.META.get("HTTP_REFERER", ""))
    return referer.path if referer.netloc == request.get_host() and referer.path else "/"


class SentenceForThePerson:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if (
            response.status_code == 405
            and request.method == "GET"
            and not request.path.startswith("/api/")  # which has said so in its own way
        ):
            sentence = _(
                "Hier wird nur etwas abgeschickt. Geh zurück und versuche es dort noch einmal."
            )
            page = refusal(request, sentence, 405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        if request.method == "POST" and is_way_to_login(response):
            return _send_to_login(request)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, LeagueError):
            status = next((status for kind, status in STATUS if isinstance(error, kind)), 400)
            return refusal(request, str(error), status)
        if isinstance(error, PermissionDenied):
            return refusal(request, _("Das darfst du mit deinem Amt nicht."), 403)
        return None


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return refusal(
        request,
        _("Die Seite war zu lange offen. Lade sie neu und versuche es noch einmal."),
        403,
    )
