"""Connections to the database: few for each process, and each outlives the test.

A new one knows no table, function or plan yet: on PostgreSQL that is a tenth of a second of its
processor for the first pages. So a test that commits leaves its connection open.

A browser keeps lines open on which it asks nothing, and more of them the slower the machine is. So
the thread that a live server has for each line never asks the database. It hands a request to one
of the few threads that answer, which all live servers of the process share, and waits until the
whole answer is there.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase
from django.test.testcases import LiveServerThread

ANSWERING = 4  # threads, each with a connection


class Answering:
    """The threads that answer for all live servers of this process."""

    def __init__(self) -> None:
        self._connections: list[BaseDatabaseWrapper] = []
        self._threads = ThreadPoolExecutor(ANSWERING, "answering", self._begin)

    def _begin(self) -> None:
        connection = connections["default"]
        connection.inc_thread_sharing()  # it is closed by the thread that runs the tests
        self._connections.append(connection)

    def behind(self, application: Callable[..., Any]) -> Callable[..., list[bytes]]:
        """Return the application as a line sees it: the whole answer at once."""

        def answer(environ: dict[str, Any], start_response: Any) -> list[bytes]:
            parts = application(environ, start_response)
            try:
                return list(parts)
            finally:
                if hasattr(parts, "close"):
                    parts.close()

        return lambda *line: self._threads.submit(answer, *line).result()

    def end(self) -> None:
        """Answer nothing more, and give the connections back."""
        self._threads.shutdown(cancel_futures=True)
        for connection in self._connections:
            connection.close()


class ServerWithFewThatAnswer(ThreadedWSGIServer):
    """Django's, but for who answers."""

    answering: Answering

    def set_app(self, application: Any) -> None:
        super().set_app(self.answering.behind(application))

    def _close_connections(self) -> None:
        """Leave them open at the end of a line: they are not the line's."""


@pytest.fixture(scope="session", autouse=True)
def _connections_stay_open(django_test_environment: None) -> Iterator[None]:
    ServerWithFewThatAnswer.answering = Answering()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiveServerThread, "server_class", ServerWithFewThatAnswer)
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda case: False)
        yield
    ServerWithFewThatAnswer.answering.end()
