"""What every endpoint stands on that only reads: who may, one moment, and „nothing new“ as 304."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache
from hashlib import sha256
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from rest_framework import exceptions, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.web.api.described import Codes, Operation, together

PER_PAGE, MOST_PER_PAGE = 50, 200
KEPT = "private, no-cache"  # by whoever asked, who asks again whether it is still true
VARIES = ("Authorization", "Cookie", "Accept-Language")


class ReadAPI(APIView):
    """Answers with what `show` returns, to whom the queries of the page show it.

    Whoever is logged out and finds nothing is told so (401), where the page sends to the login.
    """

    does: ClassVar[Mapping[str, Operation]]
    is_open = False  # whoever is logged out sees what this is about, so what is missing is missing
    now: datetime
    today: date

    def get(self, request: Request, **named: Any) -> HttpResponseBase:
        self.now = timezone.now()
        self.today = timezone.localdate(self.now)
        self.asked = self._asked(request)
        etag = self.mark(request, **named)
        if etag and _known(request, etag):
            return _tagged(HttpResponse(status=304), etag)
        return answered(request, self.show(request, **named), etag)

    def show(self, request: Request, *args: Any, **named: Any) -> Any:
        raise NotImplementedError

    def mark(self, request: Request, **named: Any) -> str:
        """An ETag that is known without reading everything; empty where there is none."""
        return ""

    def handle_exception(self, exc: Exception) -> Response:
        refused = isinstance(exc, Http404 | PermissionDenied)
        if refused and not self.is_open and not self.request.user.is_authenticated:
            return super().handle_exception(exceptions.NotAuthenticated())
        return super().handle_exception(exc)

    def _asked(self, request: Request) -> dict[str, Any]:
        asks = self.does["GET"].asks
        if asks is None:
            return {}
        form = asks(data=request.query_params.dict())
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)


def reads(
    answers: Any,
    asks: type[serializers.Serializer[Any]] | None = None,
    *,
    public: bool = False,
    refuses: Codes | None = None,
) -> dict[str, Operation]:
    """The description of an address that is only read."""
    told: Codes = {} if public else {401: ("not_authenticated",)}
    wrong: Codes = {400: ("invalid",)} if asks else {}
    return {"GET": Operation(answers, asks=asks, refuses=together(wrong, told, refuses or {}))}


def answered(request: Request, shown: Any, etag: str = "") -> HttpResponseBase:
    """What is shown as JSON, or 304 to whoever has just that."""
    body = JSONRenderer().render(shown)
    etag = etag or f'"{sha256(body).hexdigest()[:32]}"'
    if _known(request, etag):
        return _tagged(HttpResponse(status=304), etag)
    return _tagged(HttpResponse(body, content_type="application/json"), etag)


def _known(request: Request, etag: str) -> bool:
    """Whether whoever asks has just this, or wants to hear only that there is something."""
    there = request.headers.get("If-None-Match", "")
    return not {etag, "*"}.isdisjoint(one.strip().removeprefix("W/") for one in there.split(","))


def _tagged(response: HttpResponse, etag: str) -> HttpResponse:
    response.headers["Cache-Control"] = KEPT
    response.headers["ETag"] = etag
    patch_vary_headers(response, VARIES)
    return response


# --- lists ----------------------------------------------------------------------------------
class PageAsk(serializers.Serializer[Any]):
    """Which part of a list."""

    page = serializers.IntegerField(min_value=1, max_value=1_000_000, default=1)
    size = serializers.IntegerField(min_value=1, max_value=MOST_PER_PAGE, default=PER_PAGE)


@cache
def page_of(one: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """The shape of a page of such rows."""
    name = f"{one.__name__.removesuffix('Out')}PageOut"
    fields = {
        "count": serializers.IntegerField(help_text="So many there are in all."),
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": one(many=True),
    }
    return type(name, (serializers.Serializer,), fields)


def page_json(
    request: Request,
    asked: Mapping[str, Any],
    rows: Any,
    kind: type[serializers.Serializer[Any]],
    read: Callable[[Any], list[Any]] = list,
) -> dict[str, Any]:
    """The page that was asked for, its rows `read`; beyond the last one there is an empty one."""
    pages = Paginator(rows, asked["size"])
    number = asked["page"]
    there = pages.page(number).object_list if number <= pages.num_pages else []

    def address(other: int) -> str | None:
        if not 1 <= other <= pages.num_pages:
            return None
        query = request.query_params.copy()
        query["page"] = str(other)
        return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")

    return {
        "count": pages.count,
        "next": address(number + 1),
        "previous": address(min(number - 1, pages.num_pages)),
        "results": kind(read(there), many=True).data,
    }
