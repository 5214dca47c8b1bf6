"""The last picture of each screen, given again until something changes.

A screen asks every few seconds all night. While the stamp of `league.wall.stamp` is the same, the
answer is what it was: a 304, and no question to the database. A picture is made anew with the
first look after a change, and every `RECHECK` seconds for what no stamp told of.
"""

from collections.abc import Callable
from hashlib import sha256
from time import monotonic
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language

from league.wall import stamp

Json = dict[str, Any]
MOST = 64  # screens times languages


class CachedAnswer(NamedTuple):
    stamp: str
    until: float
    etag: str
    body: bytes


# Of this process; written in one step, so that a reader sees a whole answer.
_answers: dict[tuple[str, str, str], CachedAnswer] = {}


def answer(request: HttpRequest, make: Callable[[], Json]) -> HttpResponse:
    """Return the picture that `make` gives for this address, made as seldom as can be. 404 as it
    says.
    """
    place = (request.path_info, request.get_host(), get_language() or "")
    cached, now = _answers.get(place), stamp.watched_stamp()
    if cached is None or cached.stamp != now or monotonic() >= cached.until:
        stamp.keep_watching()
        cached = _cache(place, now, make)
    headers = {"ETag": cached.etag, "Cache-Control": "private, no-cache"}
    if request.META.get("HTTP_IF_NONE_MATCH", "").removeprefix("W/") == cached.etag:
        return HttpResponse(status=304, headers=headers)
    return HttpResponse(cached.body, content_type="application/json", headers=headers)


def _cache(place: tuple[str, str, str], now: str, make: Callable[[], Json]) -> CachedAnswer:
    try:
        body = DjangoJSONEncoder(separators=(",", ":")).encode(make()).encode()
    except Http404:
        _answers.pop(place, None)
        raise
    if len(_answers) >= MOST:
        _answers.clear()
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    _answers[place] = cache = CachedAnswer(now, monotonic() + stamp.RECHECK, etag, body)
    return cache
