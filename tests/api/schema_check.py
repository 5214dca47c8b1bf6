"""Holds every answer of the API in the whole suite against the API's description.

A middleware of the tests' settings: what an endpoint answers in any test must be described, status,
code and shape; and no test needs to say so.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import jsonschema_rs
from django.http import HttpRequest, HttpResponseBase

from config.schema import description

NAMED = {"pk": "id"}


class NotDescribedError(AssertionError):
    pass


class ResponseSchemaCheck:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # The address as the handler found it; None where there is nothing to describe.
        if request.path.startswith("/api/") and request.resolver_match is not None:
            hold(request.method or "GET", request.resolver_match.route, response)
        return response


def hold(method: str, route: str, response: Any) -> None:
    """Fails where the answer of the address with this route is not as described."""
    operation = operation_of(route)
    status = response.status_code
    if operation is None or status in {405, 500}:
        return
    method = "get" if method == "HEAD" else method.lower()
    if method not in description()["paths"][operation]:
        return
    validator = validator_of(operation, method, status)
    if validator is None or response.streaming:
        return
    body = json.loads(response.content)
    if error := next(iter(validator.iter_errors(body)), None):
        where = "/".join(map(str, error.instance_path))
        raise NotDescribedError(f"{method} {route} {status} at {where}: {error.message}"[:600])
    if method == "get" and status == 200 and "ETag" not in response.headers:
        raise NotDescribedError(f"{method} {route} cannot be asked for again with a 304")


@cache
def operation_of(route: str) -> str | None:
    named = re.sub(r"<(?:\w+:)?(\w+)>", lambda row: f"{{{NAMED.get(row[1], row[1])}}}", f"/{route}")
    return named if named in description()["paths"] else None


@cache
def validator_of(path: str, method: str, status: int) -> Any:
    """None where the answer has no body."""
    answers = description()["paths"][path][method]["responses"]
    if str(status) not in answers:
        raise NotDescribedError(f"{method} {path} answers {status}, described {sorted(answers)}")
    content = answers[str(status)].get("content")
    if not content:
        return None
    if "application/json" not in content:  # a file
        return None
    schema = content["application/json"]["schema"]
    # With all components each validator would take ten milliseconds and two megabytes.
    components = {"schemas": _named_by(schema, description()["components"]["schemas"])}
    return jsonschema_rs.Draft202012Validator(
        {**schema, "components": components}, validate_formats=True
    )


def _named_by(schema: dict[str, Any], every: dict[str, Any]) -> dict[str, Any]:
    """The components that a schema refers to, and those that these refer to."""
    named: dict[str, Any] = {}
    look_into = [schema]
    while look_into:
        for name in re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(look_into.pop())):
            if name not in named:
                named[name] = every[name]
                look_into.append(every[name])
    return named
