"""Who may do what, asked for every address, every method and everybody.

The decisions stand in `tests/rights/decisions.py`, the routes are Django's own: a route or a method
without a decision fails here by its name, and so does a decision without a route.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, override_settings
from django.urls import get_resolver, reverse

from games import live
from league import queries
from tests.rights import world
from tests.rights.asking import Ask, asked, prepare, url_of
from tests.rights.decisions import DECISIONS
from tests.rights.world import ACTORS, NOW

pytestmark = pytest.mark.django_db
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
TABLES = [
    model._meta.db_table
    for label in ("league", "games", "finance")
    for model in apps.get_app_config(label).get_models()
]


def routes() -> dict[str, Any]:
    """Every named address, by its name."""

    def walk(patterns: Any, space: str) -> Iterator[tuple[str, Any]]:
        for one in patterns:
            if hasattr(one, "url_patterns"):
                inner = f"{space}{one.namespace}:" if one.namespace else space
                yield from walk(one.url_patterns, inner)
            else:
                yield f"{space}{one.name}", one.callback

    return dict(walk(get_resolver().url_patterns, ""))


ROUTES = routes()


def route_of(key: str) -> str:
    return key.split(" ")[0]


def method_of(key: str) -> str:
    return key.split(" ")[1]


# --- asking ---------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: Any) -> Iterator[SimpleNamespace]:
    """Built once for all rows; whatever a row does is rolled back."""
    with django_db_blocker.unblock(), time_machine.travel(NOW, tick=False), transaction.atomic():
        yield world.build()
        transaction.set_rollback(True)


@contextmanager
def undone() -> Iterator[None]:
    """What happens in here leaves nothing behind, neither in the database nor in memory."""
    forget()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget()


def forget() -> None:
    live._shelf = live._Shelf()
    queries.forget_revoked()
    cache.clear()
    mail.outbox = []


class Writes:
    """Watches for statements that change a table of ours."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        words = sql.replace('"', " ").split(None, 4)
        if words[0] in {"INSERT", "UPDATE", "DELETE"}:
            table = next((word for word in words[1:] if word in TABLES), None)
            if table:
                self.seen.append(f"{words[0]} {table}")
        return execute(sql, params, many, context)

    def of(self, but: str, before: dict[str, int]) -> list[str]:
        """What was written beside the table `but`, by statements and by counting."""
        after = rows()
        counted = [f"{one}: {after[one]} rows" for one in TABLES if after[one] != before[one]]
        return [line for line in (*self.seen, *counted) if not but or but not in line]


def not_as_it_should(key: str, ask: Ask, changed: list[str]) -> bool:
    """A form that was taken has changed something, unless its line says otherwise."""
    return method_of(key) != "GET" and ask.writes is not None and ask.writes != bool(changed)


def rows() -> dict[str, int]:
    """How many rows each table of ours holds."""
    counts = " UNION ALL ".join(f"SELECT '{one}', COUNT(*) FROM {one}" for one in TABLES)
    with connection.cursor() as cursor:
        cursor.execute(counts)
        return dict(cursor.fetchall())


def send(client: Client, key: str, ask: Ask, method: str = "") -> Any:
    if ask.before:
        ask.before(client)
    url, data = url_of(key, ask), ask.data
    sent = getattr(client, (method or method_of(key)).lower())
    with override_settings(DEMO=ask.demo):
        if data is None:
            return sent(url)
        if url.startswith("/api/"):
            return sent(url, json.dumps(data), content_type="application/json")
        return sent(url, {name: _typed(value) for name, value in data.items()})


def _typed(value: Any) -> Any:
    return value if isinstance(value, list) else str(value)


def answer_of(response: Any) -> str:
    """The answer in the words of the decisions."""
    status = response.status_code
    if status in {301, 302}:
        path = urlsplit(response.headers["Location"]).path
        return "login" if path == reverse("account_login") else "yes"
    if status == 403:
        return "over" if "gilt nicht mehr" in response.content.decode() else "forbidden"
    words = {404: "hidden", 410: "gone", 304: "yes"}
    return "yes" if 200 <= status < 300 else words.get(status, f"{status}: {said(response)}")


def said(response: Any) -> str:
    text = response.content.decode()
    return text[text.find("<main") :][:600] if "<main" in text else text[:600]


# --- the matrix -----------------------------------------------------------------------------
@pytest.mark.parametrize("key", DECISIONS)
def test_everybody_gets_the_answer_that_was_decided(club: SimpleNamespace, key: str) -> None:
    rule, wrong = DECISIONS[key], []
    with undone():
        prepare(key, club)
        there = rows()
        for actor in ACTORS:
            ask, writes = asked(key, club, actor), Writes()
            with undone():
                with connection.execute_wrapper(writes):
                    response = send(world.browser(club, actor), key, ask)
                got, changed = answer_of(response), writes.of(ask.leaves, there)
            if got != rule.answer(actor):
                wrong.append(f"{actor}: decided {rule.answer(actor)}, got {got}")
            elif got != "yes" and changed:
                wrong.append(f"{actor}: refused, and yet wrote {changed}")
            elif got == "yes" and not_as_it_should(key, ask, changed):
                wrong.append(f"{actor}: allowed, and wrote {changed or 'nothing'}")
    assert not wrong, "\n".join([f"{key} ({rule.deed})", *wrong])


@pytest.mark.parametrize("route", ROUTES)
def test_every_route_and_method_has_a_decision(club: SimpleNamespace, route: str) -> None:
    decided = {method_of(key) for key in DECISIONS if route_of(key) == route}
    assert decided, f"{route} has no decision in tests/rights/decisions.py"
    key = next(key for key in DECISIONS if route_of(key) == route)
    with undone():
        prepare(key, club)
        answered = set()
        for method in METHODS:
            with undone():
                ask = asked(key, club, "all")
                ask.data = {} if method != "GET" else None
                if send(world.browser(club, "all"), key, ask, method).status_code != 405:
                    answered.add(method)
    assert answered == decided, f"{route} answers {sorted(answered)}, decided {sorted(decided)}"


def test_no_decision_is_about_a_route_that_is_gone() -> None:
    assert {route_of(key) for key in DECISIONS} == set(ROUTES)


def test_every_rule_names_only_people_of_the_matrix() -> None:
    for rule in DECISIONS.values():
        assert rule.may | set(rule.but) <= set(ACTORS), rule


@pytest.mark.parametrize("key", [key for key in DECISIONS if method_of(key) != "GET"])
def test_no_form_of_another_site_is_taken(club: SimpleNamespace, key: str) -> None:
    """Whoever may is refused all the same where the request carries no token of ours."""
    actor = next((actor for actor in ACTORS if DECISIONS[key].answer(actor) == "yes"), "all")
    with undone():
        prepare(key, club)
        there = rows()
        ask = asked(key, club, actor)
        ask.before = None
        response = send(world.browser(club, actor, enforce_csrf_checks=True), key, ask)
        assert response.status_code == 403
        assert rows() == there
