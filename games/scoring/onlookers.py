"""One answer for all who look on from outside, kept for a moment.

A hall of phones asks for the same picture every three seconds. An anonymous caller (no login, no
table's link, no token) gets what the last of them got, unless it is older than `SECONDS`: no
question to the database, and still all see a tap within a second.
"""

from collections.abc import Callable
from functools import wraps
from time import monotonic
from typing import ClassVar, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

SECONDS = 0.5
MOST = 500  # games times languages; each is a few kilobytes
ASKED = {"", "rounds=1"}  # the queries that phones send; any other goes the whole way

Answer = Callable[..., HttpResponse]
Place = tuple[str, str, str | None]


class CachedAnswer(NamedTuple):
    """An answer and until when it is given. Without a body it was „nothing new“."""

    until: float
    etag: str
    body: bytes
    headers: dict[str, str]


def shared(view: Answer) -> Answer:
    """Mark the answers of a view as the same for all onlookers."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.is_shared = response.status_code in {200, 304}  # type: ignore[attr-defined]
        return response

    return answer


class Onlookers:
    """Answers onlookers before anybody asks who they are: the rest of the way costs more than the
    answer. What the middleware further in adds to an answer is kept with it.
    """

    # One for this process, no matter which code made the handler.
    answers: ClassVar[dict[Place, CachedAnswer]] = {}

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = request.META["QUERY_STRING"]
        if request.method != "GET" or query not in ASKED or _is_somebody(request):
            return self.get_response(request)
        place = (request.path_info, query, get_language())
        answer, now = self.answers.get(place), monotonic()
        if answer is not None and now < answer.until:
            if request.META.get("HTTP_IF_NONE_MATCH", "").removeprefix("W/") == answer.etag:
                return HttpResponse(status=304, headers=answer.headers)
            if answer.body:
                return HttpResponse(answer.body, headers=answer.headers)
        elif answer is not None:  # requests that come while it is made anew get this one
            self.answers[place] = answer._replace(until=now + SECONDS)
        response = self.get_response(request)
        if not getattr(response, "is_shared", False):
            self.answers.pop(place, None)
            return response
        if len(self.answers) >= MOST:
            self.answers.clear()
        self.answers[place] = CachedAnswer(
            monotonic() + SECONDS, response["ETag"], response.content, dict(response.items())
        )
        return response


def _is_somebody(request: HttpRequest) -> bool:
    """Tell if the caller may be let see more: by a login, a table's link, a program's token."""
    return "HTTP_AUTHORIZATION" in request.META or any(
        name == settings.SESSION_COOKIE_NAME or name.startswith("tisch_")
        for name in request.COOKIES
    )
