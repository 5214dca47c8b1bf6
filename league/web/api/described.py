"""Input and output of the operations of the API, for its description.

An endpoint declares them beside its code in `operations`, one entry for each method;
`config/schema.py` makes OpenAPI of it and adds what holds for all (`EVERYWHERE`, `WRITING`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import APIException

Json = dict[str, Any]
Codes = Mapping[int, tuple[str, ...]]

EVERYWHERE: Codes = {
    401: ("token_unknown",),
    403: ("token_elsewhere",),
    429: ("too_often",),
    503: ("database_busy", "database_gone", "disk_full"),
}
WRITING: Codes = {403: ("page_too_old", "token_reads_only")}
SENDING: Codes = {400: ("parse_error", "invalid"), 415: ("unsupported_media_type",)}
OF_AN_OBJECT: Codes = {404: ("not_found",)}


@dataclass(frozen=True)
class Operation:
    """One method of an address.

    `answers` and `takes` are serializers or schemas, `asks` the parameters behind the question
    mark, `media` the kind of the answer, `refuses` the stable codes by status, `besides` the
    further content of a refusal by status.
    """

    answers: Any
    takes: Any = None
    asks: type[serializers.Serializer[Any]] | None = None
    status: int = 200
    media: str = "application/json"
    refuses: Codes = field(default_factory=dict)
    besides: Mapping[int, Json] = field(default_factory=dict)


class TooOften(APIException):
    """The refusal of requests beyond the limit within a minute."""

    status_code, default_code = 429, "too_often"


def merged_codes(*codes: Codes) -> dict[int, tuple[str, ...]]:
    """Return the codes of all of them, by status."""
    merged_codes: dict[int, tuple[str, ...]] = {}
    for mapping in codes:
        for status, names in mapping.items():
            merged_codes[status] = tuple(dict.fromkeys((*merged_codes.get(status, ()), *names)))
    return merged_codes


# --- schemas written out, where an answer is made without a serializer ------------------------
STRING: Json = {"type": "string"}
INTEGER: Json = {"type": "integer"}
BOOLEAN: Json = {"type": "boolean"}
DATETIME: Json = {"type": "string", "format": "date-time"}
DATE: Json = {"type": "string", "format": "date"}
BINARY: Json = {"type": "string", "format": "binary"}
ANY_OBJECT: Json = {"type": "object", "additionalProperties": True}


def object_schema(**fields: Json) -> Json:
    """Return the schema of an object with exactly these fields."""
    return {
        "type": "object",
        "properties": fields,
        "required": sorted(fields),
        "additionalProperties": False,
    }


def with_optional(schema: Json, **fields: Json) -> Json:
    """Return the schema of the object with some fields that may be missing."""
    return {**schema, "properties": {**schema["properties"], **fields}}


def array_of(schema: Json) -> Json:
    return {"type": "array", "items": schema}


def map_of(schema: Json) -> Json:
    """Return the schema of an object whose keys are ids or codes."""
    return {"type": "object", "additionalProperties": schema}


def nullable(schema: Json) -> Json:
    return {"oneOf": [schema, {"type": "null"}]}


def enum_of(*words: str) -> Json:
    return {"type": "string", "enum": list(words)}


def schema_ref(name: str) -> Json:
    """Return a reference to the schema of this name among the components."""
    return {"$ref": f"#/components/schemas/{name}"}
