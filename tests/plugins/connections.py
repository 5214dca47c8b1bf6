"""Keep connections to the database few for each process, and longer than a test.

A new one knows no table, function or plan yet: on PostgreSQL that is a tenth of a second of its
processor for the first pages. So a test that commits leaves its connection open.

A browser keeps lines open on which it asks nothing, and more of them the slower the machine is. So
the thread that a live server has for each line never asks the database. It hands a request to one
of the few threads that answer, which all live servers of the process share, and waits until the
whole answer is there.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase
from django.test.testcases import LiveServerThread

from config import connections as config_connections
from tests.waiting import rest
from workshop.suite import ANSWERING, CONNECTIONS


class TooFewConnectionsError(AssertionError):
    """A PostgreSQL that would refuse a connection in the middle of a test."""


def refuse_too_few() -> None:
    """Raise TooFewConnectionsError where all processes of this run may need more than there are."""
    if connection.vendor != "postgresql":
        return
    needed = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) * CONNECTIONS
    given = config_connections.given(connection)
    if needed > given:
        raise TooFewConnectionsError(f"This run may hold {needed} connections, given are {given}.")


class Answering:
    """The threads that answer for all live servers of this process."""

    def __init__(self, late: float) -> None:
        self._late, self._chance = late, Random(0)
        self._connections: list[BaseDatabaseWrapper] = []
        self._threads = ThreadPoolExecutor(ANSWERING, "answering", self._begin)

    def _begin(self) -> None:
        own = connections["default"]
        own.inc_thread_sharing()  # it is closed by the thread that runs the tests
        self._connections.append(own)

    def behind(self, application: Callable[..., Any]) -> Callable[..., list[bytes]]:
        """Return the application as a line sees it: the whole answer at once, or a while later."""

        def answer(environ: dict[str, Any], start_response: Any) -> list[bytes]:
            parts = application(environ, start_response)
            try:
                return list(parts)
            finally:
                if hasattr(parts, "close"):
                    parts.close()

        def line(*request: Any) -> list[bytes]:
            parts = self._threads.submit(answer, *request).result()
            rest(self._chance.uniform(0, self._late))
            return parts

        return line

    def end(self) -> None:
        """Answer nothing more, and give the connections back."""
        self._threads.shutdown(cancel_futures=True)
        for own in self._connections:
            own.close()


class ServerWithFewThatAnswer(ThreadedWSGIServer):
    """Django's, but with threads of their own that answer."""

    answering: Answering

    def set_app(self, application: Any) -> None:
        super().set_app(self.answering.behind(application))

    def _close_connections(self) -> None:
        """Leave them open at the end of a line: they are not the line's."""


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "hold back each answer to a browser, by chance for up to so many seconds"
    parser.addoption("--late", type=float, default=0, metavar="SECONDS", help=words)


@pytest.fixture(scope="session", autouse=True)
def _connections_stay_open(
    django_test_environment: None, pytestconfig: pytest.Config
) -> Iterator[None]:
    ServerWithFewThatAnswer.answering = Answering(pytestconfig.getoption("--late"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiveServerThread, "server_class", ServerWithFewThatAnswer)
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda case: False)
        yield
    ServerWithFewThatAnswer.answering.end()
