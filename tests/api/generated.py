"""A client made out of the API's description and nothing else: a method for each operation.

What it sends and what it gets is held against the schemas, as a generated client would.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import jsonschema_rs

Send = Callable[[str, str, Any], tuple[int, Any]]


class GeneratedClient:
    """`send` takes a method, a path and a body, and gives the status and what was answered."""

    def __init__(self, description: Mapping[str, Any], send: Send) -> None:
        self._description, self._send = description, send
        self._validators: dict[str, Any] = {}
        for path, methods in description["paths"].items():
            for method, operation in methods.items():
                setattr(self, operation["operationId"], self._method(path, method, operation))

    def _method(self, path: str, method: str, operation: Mapping[str, Any]) -> Callable[..., Any]:
        names = re.findall(r"{(\w+)}", path)
        takes = operation.get("requestBody", {}).get("content", {}).get("application/json")

        def call(*places: Any, **body: Any) -> Any:
            where = path
            for name, place in zip(names, places, strict=True):
                where = where.replace(f"{{{name}}}", str(place))
            if takes:
                self._hold(takes["schema"], body)
            status, answer = self._send(method, where, body if takes else None)
            described = operation["responses"][str(status)]
            self._hold(described["content"]["application/json"]["schema"], answer)
            if status >= 400:
                raise RefusedError(status, answer)
            return answer

        return call

    def _hold(self, schema: Mapping[str, Any], value: Any) -> None:
        key = json.dumps(schema)
        if key not in self._validators:
            whole = {**schema, "components": self._description["components"]}
            self._validators[key] = jsonschema_rs.validator_for(whole)
        self._validators[key].validate(value)


class RefusedError(Exception):
    def __init__(self, status: int, answer: Mapping[str, Any]) -> None:
        super().__init__(f"{status} {answer['code']}: {answer['sentence']}")
        self.status, self.code = status, answer["code"]
