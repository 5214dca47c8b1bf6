"""Ask every operation for what its description promises, with input beyond imagination."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.failures import FailureGroup
from schemathesis.schemas import BaseSchema

from config.schema import description
from tests.rights.stage import undone

CSRF = "c" * 32


@contextmanager
def one_connection() -> Iterator[None]:
    """As Django's own client does: the connection in which the club was built stays open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


@cache
def described() -> BaseSchema:
    """Return the description as schemathesis asks it: taken apart once for all askers."""
    schema = schemathesis.openapi.from_dict(description())
    schema.app = get_wsgi_application()
    # What is well formed may be against the rules all the same; malformed it is not.
    accepted = schema.config.checks.positive_data_acceptance
    accepted.expected_statuses = [*accepted.expected_statuses, "422"]
    # It spoils one credential of a description that knows several, and leaves ours beside it.
    schema.config.checks.ignored_auth.enabled = False
    # No text of ours holds a NUL, which PostgreSQL cannot keep; the description says so in words.
    schema.config.generation.update(allow_x00=False)
    return schema


@dataclass(frozen=True)
class Asker:
    """The sender of a request: a name, and the headers and cookies it sends."""

    name: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    cookies: Mapping[str, str] = field(default_factory=dict, repr=False)


def ask_everything(
    askers: Sequence[Asker],
    pools: Mapping[str, list[Any]],
    *,
    examples: int,
    derandomize: bool = True,
) -> tuple[int, list[str]]:
    """Return how many requests were sent, and each answer that was not as described.

    Leaves the club as it was. Each request is made up once and sent by all of the askers. `pools`
    are the keys of existing rows, by the part of the address before them or else by the name of the
    argument: three times of four they take the place of one that was made up.
    """
    asked, wrong, asker = 0, [], None
    how = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=derandomize,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    sent = {"X-CSRFToken": CSRF, "Accept-Language": "de"}
    for get_all_operation in described().get_all_operations():
        operation = get_all_operation.ok()
        there = _there(operation.path, pools)
        real = st.fixed_dictionaries({name: st.sampled_from(pool) for name, pool in there.items()})

        def ask(case: Any, chosen: dict[str, Any]) -> None:
            nonlocal asked, asker
            if chosen:
                case.path_parameters = {**(case.path_parameters or {}), **chosen}
            for asker in askers:
                asked += 1
                with undone():
                    response = case.call(
                        headers=sent | asker.headers,
                        cookies={"csrftoken": CSRF, **asker.cookies},
                    )
                    case.validate_response(response)

        made_up = st.just(dict[str, Any]())
        try:
            with one_connection():
                how(given(operation.as_strategy(), st.one_of(real, real, real, made_up))(ask))()
        except (FailureGroup, AssertionError) as error:
            wrong.append(f"{operation.method.upper()} {operation.path} by {asker}: {error}")
            for each in getattr(error, "exceptions", ()):
                wrong[-1] += f"\n{each}"
    return asked, wrong


def _there(path: str, pools: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """Return the existing keys that may be part of an address, by the names of its arguments."""
    there = {}
    for before, part in pairwise(path.split("/")):
        name = part.strip("{}")
        if part.startswith("{") and (pool := pools.get(before, pools.get(name))):
            there[name] = pool
    return there
