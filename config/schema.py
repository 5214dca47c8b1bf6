"""Describe the API as OpenAPI: what the endpoints say of themselves, and what holds for all.

Every endpoint has `operations` (`league.web.api.described`); one without it stops the description.
"""

from collections.abc import Mapping
from functools import cache
from threading import Lock
from typing import Any, cast

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from games.scoring.api import schemas as games
from league.results.api import tables
from league.web.api.described import (
    EVERYWHERE,
    OF_AN_OBJECT,
    SENDING,
    WRITING,
    Json,
    Operation,
    enum_of,
    merged_codes,
    schema_ref,
)

_ONE_AT_A_TIME = Lock()
SAFE = {"GET", "HEAD"}
WORDS = r"[^\s\u001c-\u001f\u0085]"  # something that Python does not take for blank
SENTENCES = {
    304: "Nothing new since the ETag that was sent along.",
    400: "Not what is described here.",
    401: "Nobody is logged in, or the token is none.",
    403: "Not this person's business.",
    404: "It does not exist, or not for whoever asks.",
    409: "Somebody else was faster; the fresh state comes along where there is one.",
    415: "Only JSON is read.",
    422: "Against the rules as they are now.",
    429: "Too often; try again after a minute.",
    503: "The database is busy or gone, or the disk is full; Retry-After says when to try again.",
}
REFUSAL = {
    "type": "object",
    "description": "Why not: a code for programs, a sentence for the person.",
    "properties": {
        "code": {"type": "string"},
        "sentence": {"type": "string"},
        "field": {"type": "string", "description": "Which field it is about."},
        "fields": {"type": "object", "additionalProperties": True},
        "clause": {"type": ["string", "null"], "description": "Of the rulebook."},
        "event": {"type": ["integer", "null"], "description": "Which of the events sent."},
    },
    "required": ["code", "sentence"],
}
COMPONENTS = {"Refusal": REFUSAL, **tables.SCHEMAS, **games.SCHEMAS}


SCHEMES: Json = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "Logged in on the pages.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A read token of a person.",
    },
    "table": {
        "type": "apiKey",
        "in": "cookie",
        "name": "tisch_{id}",
        "description": "A phone that came by the link of table `{id}` and gave a name.",
    },
    "table_token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token that writes at one table (`POST /api/tables/{id}/token/`).",
    },
    "tournament_token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of one tournament, made by its direction, for all below it.",
    },
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": "X-CSRFToken",
        "description": "The value of the cookie `csrftoken`, with every write.",
    },
}


class ApiSchema(AutoSchema):
    """Reads `operations` of an endpoint."""

    @property
    def operation(self) -> Operation:
        operations: Mapping[str, Operation] = cast(Any, self.view).operations
        return operations[self.method]

    def get_override_parameters(self) -> list[Any]:
        return [self.operation.asks] if self.operation.asks else []

    def get_request_serializer(self) -> Any:
        takes = self.operation.takes
        return {"application/json": takes} if takes else None

    def _map_serializer_field(
        self, field: Any, direction: str, bypass_extensions: bool = False
    ) -> Any:
        """Require a text besides blanks if words are wanted: blanks are cut off beforehand."""
        schema = super()._map_serializer_field(field, direction, bypass_extensions)
        is_text = type(field) is serializers.CharField and field.trim_whitespace
        if direction == "request" and is_text and not field.allow_blank:
            return {**schema, "pattern": WORDS}
        return schema

    def _get_request_body(self, direction: str = "request") -> Any:
        """Mark a body that is described as required."""
        body = super()._get_request_body(direction)
        return {**body, "required": True} if body else body

    def get_response_serializers(self) -> Any:
        done = self.operation
        answers: dict[Any, OpenApiResponse] = {
            (done.status, done.media): OpenApiResponse(done.answers, "Done.")
        }
        if self.method == "GET":
            answers[304] = OpenApiResponse(None, SENTENCES[304])
        for status, codes in sorted(self._refused().items()):
            values = {"code": enum_of(*codes), **done.besides.get(status, {})}
            schema = {"allOf": [schema_ref("Refusal"), {"type": "object", "properties": values}]}
            answers[status] = OpenApiResponse(schema, SENTENCES[status])
        return answers

    def _refused(self) -> Mapping[int, tuple[str, ...]]:
        return merged_codes(
            EVERYWHERE,
            {} if self.method in SAFE else WRITING,
            SENDING if self.operation.takes else {},
            OF_AN_OBJECT if "{" in self.path else {},
            self.operation.refuses,
        )

    def get_auth(self) -> list[dict[str, Any]]:
        """Require a session or a token; public answers need neither, rights are decided inside."""
        if self.method in SAFE:
            return [{"session": []}, {"token": []}, {"table": []}, {"table_token": []}, {}]
        if "/direction/" in self.path:
            return [{"session": [], "csrf": []}, {"tournament_token": []}]
        by_cookie: list[dict[str, Any]] = [{"session": [], "csrf": []}, {"table": [], "csrf": []}]
        return [*by_cookie, {"table_token": []}]

    def get_tags(self) -> list[str]:
        return [str(self.view.__module__).partition(".")[0]]

    def get_operation_id(self) -> str:
        """Return a stable id: the name of the endpoint and the method."""
        name = type(self.view).__name__.removesuffix("API")
        return f"{name[:1].lower()}{name[1:]}_{self.method.lower()}"


def complete(result: Json, **about: Any) -> Json:
    """Add the schemas that are written out to those of the serializers."""
    result["components"]["schemas"] |= COMPONENTS
    result["components"]["securitySchemes"] = SCHEMES
    return result


@cache
def description() -> Json:
    """Return the whole description, made once; it is the same for all."""
    with _ONE_AT_A_TIME, translation.override("en"):  # threads that make it at once trip each other
        schema: Json = SchemaGenerator().get_schema(request=None, public=True)
    return schema
