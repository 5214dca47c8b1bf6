"""One answer for all who look on from outside, kept for a moment.

A hall of phones asks for the same picture every three seconds. Whoever is nobody in particular
(no login, no table's link, no token) gets what the last of them got, unless it is older than
`SECONDS`: no question to the database, and still a tap is seen by everybody within a second.
"""

from collections.abc import Callable
from functools import wraps
from time import monotonic
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils.translation import get_language

SECONDS = 0.5
MOST = 500  # games times languages; each is a few kilobytes

Answer = Callable[..., HttpResponse]
Place = tuple[UUID, bool, str | None]


class Kept(NamedTuple):
    """An answer and until when it is given. Without a body it was „nothing new“."""

    until: float
    etag: str
    body: bytes


def shared(view: Answer) -> Answer:
    """The view of a game, asked once for all onlookers of the same language."""
    answers: dict[Place, Kept] = {}

    @wraps(view)
    def answer(request: HttpRequest, key: UUID) -> HttpResponse:
        if request.method != "GET" or _is_somebody(request):
            return view(request, key=key)
        place = (key, "rounds" in request.GET, get_language())
        kept, now = answers.get(place), monotonic()
        if kept is not None and now < kept.until:
            if request.headers.get("If-None-Match") == kept.etag:
                return HttpResponse(status=304, headers=_headers(kept))
            if kept.body:
                return HttpResponse(
                    kept.body, content_type="application/json", headers=_headers(kept)
                )
        elif kept is not None:  # whoever comes while it is made anew makes do with it
            answers[place] = kept._replace(until=now + SECONDS)
        response = view(request, key=key)
        if response.status_code not in {200, 304}:
            answers.pop(place, None)
            return response
        if isinstance(response, SimpleTemplateResponse):
            response.render()
        if len(answers) >= MOST:
            answers.clear()
        answers[place] = Kept(monotonic() + SECONDS, response["ETag"], response.content)
        return response

    return answer


def _headers(kept: Kept) -> dict[str, str]:
    return {"ETag": kept.etag, "Cache-Control": "private, no-cache"}


def _is_somebody(request: HttpRequest) -> bool:
    """Whoever may be let see more: a login, a phone on a table's link, a program's token."""
    return "Authorization" in request.headers or any(
        name == settings.SESSION_COOKIE_NAME or name.startswith("tisch_")
        for name in request.COOKIES
    )
