"""Make the suite quicker, and change nothing that a test could see.

Django's test client keeps a copy of every context of every template, included ones too, for tests
that look into them. Ours read what a person reads. Django hashes each column of a sorted query by
the signature of its class, a twentieth of all time; equal columns have the same table and name, and
here these are their hash. It looks for an address among seven hundred patterns in turn; the same
path leads to the same view. The objects that exist before the first test stay to the end, so the
garbage collector need not walk through them: it rests until then, and walks less often afterwards.
A user who logs in comes without a session, as with a browser; Django's test client would save an
empty one first and delete it. The search for a good draw ends early: how good draws are is asked of
the draw itself (tests/league/draw/test_draw.py). And no example of Hypothesis fails because a
machine is busy.
"""

import gc
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from _pytest import runner
from django.conf import settings as django_settings
from django.db import connection
from django.db.models.expressions import Col
from django.template.base import Template
from django.test import Client
from django.test.utils import _TestState
from django.urls import URLResolver
from hypothesis import HealthCheck, settings

from config.frames import with_room

SHORT_SEARCH = 20_000  # steps

URLResolver.resolve = lru_cache(10_000)(URLResolver.resolve)  # type: ignore[method-assign]
Col.__hash__ = lambda column: hash((column.alias, column.target.name))

_log_in = Client._login


def _log_in_without_session(client: Client, *who: Any) -> None:
    if django_settings.SESSION_COOKIE_NAME not in client.cookies:
        client.cookies[django_settings.SESSION_COOKIE_NAME] = ""
    _log_in(client, *who)


Client._login = _log_in_without_session  # type: ignore[method-assign]

settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


def examples(number: int) -> int:
    """Return the number of examples: all on SQLite, a third on PostgreSQL for locks and
    constraints.
    """
    return number if connection.vendor == "sqlite" else number // 3


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    return with_room(lambda: runner.pytest_runtest_protocol(item, nextitem))


@pytest.fixture(scope="session", autouse=True)
def _templates_render_as_in_production(django_test_environment: None) -> None:
    Template._render = _TestState.saved_data.template_render  # type: ignore[method-assign]


gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _draws_search_not_long() -> Iterator[None]:
    from league.tournaments.draws.services import changes, drawing, proposing

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "ONE_ROUND", SHORT_SEARCH)
        patch.setattr(drawing, "MANY_ROUNDS", SHORT_SEARCH)
        patch.setattr(changes, "ONE_ROUND", SHORT_SEARCH)
        patch.setattr(proposing, "ONE_ROUND", SHORT_SEARCH)
        yield
