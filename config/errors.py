"""Turn errors into answers: the one place for the HTTP status and the sentence of a refusal.

Every app has one root error with `code`, `sentence` and the kinds Invalid, Illegal, Stale and
NotAllowed. Views catch those that belong beside a form field; all others arrive here. So does a
database that is gone or busy and a disk that is full.
"""

import errno
import sqlite3
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from shutil import disk_usage
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.utils import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from league.errors import IllegalError, InvalidError, LeagueError, NotAllowedError, StaleError
from league.files.printing.typeset import PrintError

# The header of a form that a phone has kept (`static/js/waiting`).
WAITING_FORM = "X-Waiting-Form"

STATUS: list[tuple[type[LeagueError], int]] = [
    (InvalidError, 422),
    (IllegalError, 409),
    (StaleError, 409),
    (NotAllowedError, 403),
    (PrintError, 503),
]


def refusal(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """Render the sentence as a page, or for a part of a page into the page's place for messages."""
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


def _to_a_waiting_form(response: HttpResponseBase) -> HttpResponseBase:
    """Tell a script the address instead of another page, or that it is not logged in."""
    if is_way_to_login(response):
        response.status_code = 401
    elif "Location" in response.headers:
        response.status_code = 204
        response.headers["X-Location"] = response.headers["Location"]
        del response.headers["Location"]
    return response


def _send_to_login(request: HttpRequest) -> HttpResponse:
    """Send a user who was logged out in the middle of a form to the login, and back to the form."""
    messages.warning(request, _("You were logged out. What you just sent has not been saved."))
    target = f"{reverse('account_login')}?{urlencode({'next': page_before(request)})}"
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Redirect": target})
    return redirect(target)


def page_before(request: HttpRequest) -> str:
    """Return the page of ours from which this request was sent, or the start page."""
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
            sentence = _("This address only takes forms. Go back and try again there.")
            page = refusal(request, sentence, 405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        if request.method == "POST" and WAITING_FORM in request.headers:
            return _to_a_waiting_form(response)
        if request.method == "POST" and is_way_to_login(response):
            return _send_to_login(request)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, LeagueError):
            status = next((status for kind, status in STATUS if isinstance(error, kind)), 400)
            return refusal(request, str(error), status)
        if isinstance(error, PermissionDenied):
            return refusal(request, _("Your office does not allow that."), 403)
        return None


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return refusal(
        request,
        _("The page was open for too long. Reload it and try again."),
        403,
    )


# --- refusals of the database or the machine --------------------------------------------------
class Outage(Enum):
    """A refusal by database or disk, by its code in the API.

    Busy passes by itself: the transaction was thrown back, and so were its repeats
    (`config/repeating.py`).
    """

    DATABASE_BUSY = "database_busy"
    DATABASE_GONE = "database_gone"
    DISK_FULL = "disk_full"

    @property
    def retry_after(self) -> str:
        """Return the seconds after which another attempt is worth it."""
        return "2" if self is Outage.DATABASE_BUSY else "30"

    @property
    def sentence(self) -> str:
        if self is Outage.DATABASE_BUSY:
            return _(
                "Too many are writing the same thing at this moment. "
                "Nothing of it is stored: send it once more."
            )
        if self is Outage.DISK_FULL:
            return _(
                "The disk is full. What was confirmed is stored; what is new is not. "
                "Whoever looks after the machine has to make room: tell the board."
            )
        return _(
            "The database does not answer. What was confirmed is stored. Try again in "
            "a minute; if it stays like this, tell the board."
        )


FULL = {errno.ENOSPC, errno.EDQUOT}
# PostgreSQL: the first two characters of a class of errors, or the whole code (appendix A).
# A deadlock, what cannot be put in one row with others, a lock that was waited for too long.
BUSY_IN_POSTGRESQL = {"40P01", "40001", "55P03"}
FULL_IN_POSTGRESQL, GONE_IN_POSTGRESQL = {"53100"}, ("08", "53", "57P", "58")
# Bytes of the index beside a database in WAL mode.
LEAST_ROOM = 32 * 1024
GONE_IN_SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
}


def outage_of(error: BaseException | None) -> Outage | None:
    """Return the outage that this error comes from; None for a fault of ours."""
    return next(filter(None, map(_outage, _chain(error))), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _outage(error: BaseException) -> Outage | None:
    if isinstance(error, sqlite3.Error):
        # The lowest byte says the kind, what is above it the place.
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if kind == sqlite3.SQLITE_FULL:
            return Outage.DISK_FULL
        # A reader needs room as well, for the index of the log; without it SQLite says only that
        # reading or opening failed.
        if kind in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN} and _has_no_room():
            return Outage.DISK_FULL
        return Outage.DATABASE_GONE if kind in GONE_IN_SQLITE else None
    if isinstance(error, OSError):
        return Outage.DISK_FULL if error.errno in FULL else None
    if isinstance(error, InterfaceError):
        return Outage.DATABASE_GONE  # the connection was closed under us
    if isinstance(error, OperationalError) and not isinstance(error.__cause__, sqlite3.Error):
        code = getattr(error.__cause__, "sqlstate", None)
        if code in BUSY_IN_POSTGRESQL:
            return Outage.DATABASE_BUSY
        if code in FULL_IN_POSTGRESQL:
            return Outage.DISK_FULL
        return Outage.DATABASE_GONE if code is None or code.startswith(GONE_IN_POSTGRESQL) else None
    return None


def _has_no_room() -> bool:
    """Return True if the disk of the SQLite database has no room for its smallest file."""
    try:
        return disk_usage(Path(settings.DATABASES["default"]["NAME"]).parent).free < LEAST_ROOM
    except OSError:  # the folder itself is gone
        return False


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an uncaught error, be it in a view or before it: Django's handler. Asks no database.

    A page says it in both languages, because the reader's may lie in the database.
    """
    outage = outage_of(sys.exc_info()[1])
    in_api = request.path_info.startswith("/api/")
    response: HttpResponse
    if outage is None:
        broken = _("Something went wrong on our side.")
        response = (
            JsonResponse({"code": "server_error", "sentence": broken})
            if in_api
            else HttpResponse(render_to_string("500.html"))
        )
        response.status_code = 500
        return response
    if in_api:
        response = JsonResponse({"code": outage.value, "sentence": outage.sentence})
    else:
        content = {}
        for language in ("de", "en"):
            with translation.override(language):
                content[language] = outage.sentence
        response = HttpResponse(render_to_string("503.html", {"sentence": content}))
    response.status_code = 503
    response.headers["Retry-After"] = outage.retry_after
    response.headers["Cache-Control"] = "no-store"
    return response
