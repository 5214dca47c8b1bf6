"""The answers of an address that only reads: its readers, one moment, and 304 for known content.

A function under `@reads` or `@pages` is such an address:

    @reads(AccountOut, who=MONEY)
    def account(request: ReadRequest, pk: int) -> Json: ...

It returns what `AccountOut` shows. The description of the API takes the operation's name from the
function's and its sentence from the docstring; `urls.py` lists it like any view. An address that
knows its ETag before it reads everything (`mark`) is a class on `ReadAPI`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cache
from hashlib import sha256
from typing import Any, ClassVar, Concatenate, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from rest_framework import exceptions, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.web.api.described import Codes, Json, Operation, merged_codes

PER_PAGE, MOST_PER_PAGE = 50, 200
REVALIDATED = "private, no-cache"  # by the asker, who asks again whether it is still true
VARIES = ("Authorization", "Cookie", "Accept-Language")

Serializer = type[serializers.Serializer[Any]]
View = Callable[..., HttpResponseBase]
Row = TypeVar("Row")


class ReadRequest(Request):
    """A request that only reads: all of it at one moment, with the parameters of its query."""

    now: datetime
    today: date
    query: dict[str, Any]


# --- who may read -------------------------------------------------------------------------------
@dataclass(frozen=True)
class Access:
    """The readers of an address; which rows they see, the queries of the page decide.

    `checks` raise for users without the right, before anything else is read, and `refuses` are the
    codes of that. A missing row is a 404; without a login it is a 401, unless it `is_open` to all.
    """

    checks: tuple[Callable[[ReadRequest], object], ...] = ()
    refuses: Codes = field(default_factory=lambda: {401: ("not_authenticated",)})
    is_open: Callable[[], bool] = lambda: False

    def __and__(self, other: "Access") -> "Access":
        return Access((*self.checks, *other.checks), merged_codes(self.refuses, other.refuses))


VISIBLE = Access()
EVERYBODY = Access(refuses={}, is_open=lambda: True)


def required(check: Callable[[Any, date], object]) -> Access:
    """Return the access of users whom this check of a user and today lets pass."""
    return Access((lambda request: check(request.user, request.today),))


def only(right: Callable[[Any, date], bool]) -> Access:
    """Return the access of users who have this right today; to others it is not allowed."""

    def check(user: Any, today: date) -> None:
        if not right(user, today):
            raise PermissionDenied

    return replace(required(check), refuses={**VISIBLE.refuses, 403: ("not_allowed",)})


# --- addresses ----------------------------------------------------------------------------------
class ReadAPI(APIView):
    """Answers with what `show` returns."""

    operations: ClassVar[Mapping[str, Operation]]
    who: Access = VISIBLE

    def initialize_request(self, request: HttpRequest, *args: Any, **named: Any) -> ReadRequest:
        made = ReadRequest(
            request,
            parsers=self.get_parsers(),
            authenticators=self.get_authenticators(),
            negotiator=self.get_content_negotiator(),
            parser_context=self.get_parser_context(request),
        )
        made.now = timezone.now()
        made.today = timezone.localdate(made.now)
        return made

    def get(self, request: ReadRequest, **named: Any) -> HttpResponseBase:
        for check in self.who.checks:
            check(request)
        request.query = self._query(request)
        etag = self.mark(request, **named)
        if etag and _known(request, etag):
            return _tagged(HttpResponse(status=304), etag)
        return answered(request, self.show(request, **named), etag)

    def show(self, request: ReadRequest, *args: Any, **named: Any) -> Any:
        raise NotImplementedError

    def mark(self, request: ReadRequest, **named: Any) -> str:
        """Return an ETag that is known without reading everything; empty without one."""
        return ""

    def handle_exception(self, exc: Exception) -> Response:
        refused = isinstance(exc, Http404 | PermissionDenied)
        if refused and not self.request.user.is_authenticated and not self.who.is_open():
            return super().handle_exception(exceptions.NotAuthenticated())
        return super().handle_exception(exc)

    def _query(self, request: Request) -> dict[str, Any]:
        asks = self.operations["GET"].asks
        if asks is None:
            return {}
        form = asks(data=request.query_params.dict())
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)


def read_only(
    answers: Any,
    asks: Serializer | None = None,
    *,
    who: Access = VISIBLE,
    refuses: Codes | None = None,
) -> dict[str, Operation]:
    """Return the description of an address that is only read."""
    wrong: Codes = {400: ("invalid",)} if asks else {}
    codes = merged_codes(wrong, who.refuses, refuses or {})
    return {"GET": Operation(answers, asks=asks, refuses=codes)}


# What is decorated: a function of the request and of what its address names.
Reading = Callable[Concatenate[ReadRequest, ...], Any]


def reads(
    answers: Any,
    asks: Serializer | None = None,
    *,
    who: Access = VISIBLE,
    refuses: Codes | None = None,
) -> Callable[[Reading], View]:
    """Make an address that answers with the result of its function, in the shape of `answers`.

    `answers` is a serializer, one of many (`PersonOut(many=True)`), or a schema written out.
    """

    def show(request: ReadRequest, read: Any) -> Any:
        if isinstance(answers, serializers.ListSerializer):
            row: Any = answers.child
            return type(row)(read, many=True).data
        return read if isinstance(answers, dict) else answers(read).data

    return address(show, read_only(answers, asks, who=who, refuses=refuses), who)


def address(
    show: Callable[[ReadRequest, Any], Any], operations: Mapping[str, Operation], who: Access
) -> Callable[[Reading], View]:
    """Make the view of a function; `show` turns its result into JSON."""

    def view(function: Reading) -> View:
        name = "".join(part.capitalize() for part in function.__name__.split("_"))
        body = {
            "__doc__": function.__doc__,
            "__module__": function.__module__,
            "operations": operations,
            "who": who,
            "show": lambda self, request, **named: show(request, function(request, **named)),
        }
        return cast(type[ReadAPI], type(f"{name}API", (ReadAPI,), body)).as_view()

    return view


def answered(request: Request, shown: Any, etag: str = "") -> HttpResponseBase:
    """Return the content as JSON, or 304 to a client that has just that."""
    body = JSONRenderer().render(shown)
    etag = etag or f'"{sha256(body).hexdigest()[:32]}"'
    if _known(request, etag):
        return _tagged(HttpResponse(status=304), etag)
    return _tagged(HttpResponse(body, content_type="application/json"), etag)


def _known(request: Request, etag: str) -> bool:
    """Return whether the client has just this, or only wants to know that a version exists."""
    there = request.headers.get("If-None-Match", "")
    return not {etag, "*"}.isdisjoint(tag.strip().removeprefix("W/") for tag in there.split(","))


def _tagged(response: HttpResponse, etag: str) -> HttpResponse:
    response.headers["Cache-Control"] = REVALIDATED
    response.headers["ETag"] = etag
    patch_vary_headers(response, VARIES)
    return response


# --- lists ----------------------------------------------------------------------------------
class PageAsk(serializers.Serializer[Any]):
    """Which part of a list."""

    page = serializers.IntegerField(min_value=1, max_value=1_000_000, default=1)
    size = serializers.IntegerField(min_value=1, max_value=MOST_PER_PAGE, default=PER_PAGE)


@cache
def page_of(serializer: Serializer) -> Serializer:
    """Return the shape of a page of such rows."""
    name = f"{serializer.__name__.removesuffix('Out')}PageOut"
    fields = {
        "count": serializers.IntegerField(help_text="So many there are in all."),
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": serializer(many=True),
    }
    return type(name, (serializers.Serializer,), fields)


def pages(
    row: Serializer,
    asks: Serializer = PageAsk,
    *,
    who: Access = VISIBLE,
    refuses: Codes | None = None,
) -> Callable[[Reading], View]:
    """Make an address that answers page by page with the rows of its function, in their order."""

    def show(request: ReadRequest, rows: Any) -> Json:
        return page_json(request, rows, row)

    return address(show, read_only(page_of(row), asks, who=who, refuses=refuses), who)


def page_json(
    request: ReadRequest, rows: Any, row: Serializer, read: Callable[[Any], Iterable[Any]] = list
) -> Json:
    """Return the page that was asked for, its rows `read`; beyond the last one an empty page."""
    pages = Paginator(rows, request.query["size"])
    number = request.query["page"]
    there = pages.page(number).object_list if number <= pages.num_pages else []
    return {
        **_beside(request, pages.count, pages.num_pages),
        "results": row(read(there), many=True).data,
    }


class PagedOut(serializers.Serializer[Any]):
    """An answer with several long lists, cut to one page: of each the lines of that page."""

    count = serializers.IntegerField(help_text="So many lines has the longest of its lists.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class Lines:
    """The page of an answer with several long lists: cuts each, and knows the longest."""

    def __init__(self, request: ReadRequest) -> None:
        self.request = request
        self.longest = 0

    def of(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Return the lines of this page, none beyond the end of the list."""
        self.longest = max(self.longest, len(rows))
        size = self.request.query["size"]
        start = (self.request.query["page"] - 1) * size
        return rows[start : start + size]

    def beside(self) -> Json:
        """Return the fields of `PagedOut`, once every list was cut."""
        pages = -(-self.longest // self.request.query["size"])
        return _beside(self.request, self.longest, max(1, pages))


def _beside(request: ReadRequest, count: int, pages: int) -> Json:
    """Return the number of lines, and the addresses of the pages before and after."""
    number = request.query["page"]

    def link(other: int) -> str | None:
        if not 1 <= other <= pages:
            return None
        query = request.query_params.copy()
        query["page"] = str(other)
        return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")

    return {"count": count, "next": link(number + 1), "previous": link(min(number - 1, pages))}
