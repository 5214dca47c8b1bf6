"""Describe the API: as OpenAPI for programs, and as a page for people."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.renderers import OpenApiYamlRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from config.schema import description
from league.web.api.described import ANY_OBJECT, Json
from league.web.api.frame import EVERYBODY, ReadRequest, reads

# The tags in the order of the page.
TAGS = ("league", "games", "finance", "config")


@reads(ANY_OBJECT, who=EVERYBODY)
def schema(request: ReadRequest) -> Json:
    """This description: OpenAPI 3.1 as JSON."""
    return description()


class NothingAPI(APIView):
    """Every address below /api/ that is none: also that is said as JSON."""

    schema = None  # it is no operation

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404


@require_safe
def as_yaml(request: HttpRequest) -> HttpResponse:
    """Return the description as YAML, for tools that want that."""
    return HttpResponse(_yaml(), content_type="application/yaml")


@cache
def _yaml() -> bytes:
    """Return the description as YAML, made once a process: it takes half a second, open to all."""
    text: bytes = OpenApiYamlRenderer().render(description())
    return text


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show every operation on one page, without a program of a third party."""
    return render(request, "site/api.html", {"tags": list(_tags()), "codes": _codes()})


def _tags() -> Iterator[tuple[str, list[Json]]]:
    paths = description()["paths"]
    for tag in TAGS:
        operations = [
            {
                "path": path,
                "method": method.upper(),
                "summary": operation.get("description", "").partition("\n")[0],
                "asks": [p["name"] for p in operation.get("parameters", ()) if p["in"] == "query"],
                "answers": sorted(operation["responses"]),
            }
            for path, methods in paths.items()
            for method, operation in methods.items()
            if tag in operation["tags"]
        ]
        if operations:
            yield tag, operations


def _codes() -> list[tuple[str, list[str]]]:
    """Return every code of a refusal, by status."""
    codes_of: dict[str, set[str]] = {}
    for methods in description()["paths"].values():
        for method in methods.values():
            for status, answer in method["responses"].items():
                for media in answer.get("content", {}).values():
                    for part in media["schema"].get("allOf", ()):
                        code = part.get("properties", {}).get("code", {})
                        codes_of.setdefault(status, set()).update(code.get("enum", ()))
    return [(status, sorted(codes)) for status, codes in sorted(codes_of.items()) if codes]
