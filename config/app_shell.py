"""Keep pages on a phone so that it goes on without a network: the worker's file and its settings.

A page says itself whether it may be kept (`league.web.views.may_be_kept`); no other page ever is.
Each is kept for one identity, a sign of the cookies it was made for: after a login, a logout, a
table's link or another language no page that was kept before is ever shown.
"""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from config.bundles import without_comments
from config.static import SOURCE, bundled

IDENTITY_COOKIE = "kennung"
VERSION_HEADER = "X-App-Shell"
WORKER = SOURCE / "js" / "worker.js"
# Files that pages which may be kept name, beside the bundles of their scripts. A script that only
# one of them names is kept by the worker with that page.
FILES = (
    "css/base.css",
    "css/card.css",
    "css/scorer-page.css",
    "css/tables.css",
    "img/mat.svg",
    "js/card.js",
    "js/without_network.js",
)
SCRIPTS = ("js/scorer", "js/waiting")


def worker_config() -> dict[str, Any]:
    """Return the worker's settings. The version changes with every file that it keeps."""
    return _worker_config(static("js/scorer.js"))


@cache
def _worker_config(_entry: str) -> dict[str, Any]:
    names = [*FILES, *(name for name in bundled() if name.startswith(SCRIPTS))]
    files = [static(name) for name in names]
    contents = sha256(json.dumps(files).encode() + WORKER.read_bytes())
    for name in names:
        contents.update(Path(str(finders.find(name))).read_bytes())
    return {
        "version": contents.hexdigest()[:12],
        "files": files,
        "static": settings.STATIC_URL,
        "offline": reverse("without_network"),
        "identity": IDENTITY_COOKIE,
        "header": VERSION_HEADER,
        "notification": reverse("league:notification"),
        "renewal": reverse("league:renew_push"),
        "words": {language: _notice(language) for language, _name in settings.LANGUAGES},
    }


def _notice(language: str) -> dict[str, str]:
    """Return the notice that a woken device shows without a network."""
    with translation.override(language):
        return {
            "title": "Schockwart",
            "body": gettext("Your seats are drawn. Tap to see where you sit."),
        }


@require_safe
@cache_control(no_cache=True)
def worker(_request: HttpRequest) -> HttpResponse:
    """Serve the service worker, at the root because it answers for the whole site."""
    text = f"const SHELL = {json.dumps(worker_config())};\n{without_comments(WORKER.read_text())}"
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def without_network(request: HttpRequest) -> HttpResponse:
    """Show the page of a phone without a network, in both languages and the same to all."""
    return render(request, "site/without_network.html", {"languages": settings.LANGUAGES})


class AppShell:
    """Sign the pages that a phone may keep: for whom, and by which version of the files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.path_info.startswith("/api/"):
            return response
        how = getattr(request, "may_be_kept", "")
        if how and request.method == "GET" and response.status_code == HTTPStatus.OK:
            response.headers[VERSION_HEADER] = f"{worker_config()['version']} {how}"
        identity = _identity(request, response)
        if identity != request.COOKIES.get(IDENTITY_COOKIE, ""):
            if identity:
                response.set_cookie(
                    IDENTITY_COOKIE,
                    identity,
                    max_age=settings.SESSION_COOKIE_AGE,
                    samesite="Lax",
                    secure=settings.HTTPS,
                )
            else:
                response.delete_cookie(IDENTITY_COOKIE, samesite="Lax")
        ended = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if ended is not None and not ended.value:
            # Copies that the browser itself kept of the pages of a login go with it.
            response.headers["Clear-Site-Data"] = '"cache"'
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: object, _kwargs: object
    ) -> None:
        request.may_be_kept = getattr(view, "may_be_kept", "")  # type: ignore[attr-defined]


def _identity(request: HttpRequest, response: HttpResponseBase) -> str:
    """Return a sign of the cookies that pages depend on, after this answer; empty without any.

    A script may read it, so nothing can be read out of it.
    """
    cookies = {
        **request.COOKIES,
        **{name: morsel.value for name, morsel in response.cookies.items()},
    }
    seen = sorted(f"{name}={value}" for name, value in cookies.items() if value and _matters(name))
    return salted_hmac("identity", "\n".join(seen)).hexdigest()[:24] if seen else ""


def _matters(name: str) -> bool:
    others = {settings.SESSION_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, "theme"}
    return name in others or name.startswith("tisch_")
