"""Build the club of the matrix once; every question leaves it as it was."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client, override_settings
from django.urls import get_resolver, reverse

from games.scoring import live
from league.access.queries.tables import forget_locked, forget_revoked
from tests.plugins.locks import around_tests
from tests.rights.asking import Ask, Step, url_of


def routes() -> dict[str, Any]:
    """Return every named address, by its name."""

    def walk(patterns: Any, space: str) -> Iterator[tuple[str, Any]]:
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
                yield from walk(pattern.url_patterns, inner)
            else:
                yield f"{space}{pattern.name}", pattern.callback

    return dict(walk(get_resolver().url_patterns, ""))


ROUTES = routes()


def route_of(key: str) -> str:
    return key.split(" ")[0]


def method_of(key: str) -> str:
    return key.split(" ")[1]


@contextmanager
def undone() -> Iterator[None]:
    """Undo everything that happens inside, both in the database and in memory."""
    forget()
    with around_tests():
        yield
        transaction.set_rollback(True)
    forget()


@contextmanager
def done(step: Step, w: SimpleNamespace) -> Iterator[None]:
    """Take the step in here; its changes of the club in memory are taken back too."""
    before = deepcopy(vars(w), {id(w.handlers): w.handlers})
    with undone():
        step(w)
        yield
    vars(w).clear()
    vars(w).update(before)


def forget() -> None:
    live._live_games = live._LiveGames()
    forget_revoked()
    forget_locked()
    cache.clear()
    mail.outbox = []


def send(client: Client, key: str, ask: Ask, method: str = "") -> Any:
    if ask.demo:
        with override_settings(DEMO=True):
            return _sent(client, key, ask, method)
    return _sent(client, key, ask, method)


def _sent(client: Client, key: str, ask: Ask, method: str) -> Any:
    if ask.before:
        ask.before(client)
    url, data = url_of(key, ask), ask.data
    sender = getattr(client, (method or method_of(key)).lower())
    if data is None:
        return sender(url)
    if url.startswith("/api/"):
        return sender(url, json.dumps(data), content_type="application/json")
    return sender(url, {name: _typed(value) for name, value in data.items()})


def _typed(value: Any) -> Any:
    for file in value if isinstance(value, list) else [value]:
        if hasattr(file, "seek"):
            file.seek(0)  # others may have sent it
    return value if isinstance(value, list) or hasattr(value, "read") else str(value)


def answer_of(response: Any) -> str:
    """Return the answer in the words of the decisions."""
    status = response.status_code
    if status in {301, 302}:
        target = urlsplit(response.headers["Location"])
        # A user who is kept out comes back afterwards; an invitation leads to the login itself.
        kept_out = target.path == reverse("account_login") and "next=" in target.query
        return "login" if kept_out else "yes"
    if status == 403:
        return "over" if "gilt nicht mehr" in response.content.decode() else "forbidden"
    words = {401: "login", 404: "hidden", 410: "gone", 304: "yes"}
    return "yes" if 200 <= status < 300 else words.get(status, f"{status}: {message_of(response)}")


def message_of(response: Any) -> str:
    text = response.content.decode()
    return text[text.find("<main") :][:600] if "<main" in text else text[:600]
