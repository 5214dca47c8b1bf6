"""Connections to the database outlive the test: a new one knows no table, function or plan yet.

On PostgreSQL that is a tenth of a second of its processor for the first pages of each. So a test
that commits leaves its connection open, and the threads of the live server, one for each line to a
browser, are used again, as those of a server in production are.
"""

from collections.abc import Iterator
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Any

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer
from django.test import TransactionTestCase
from django.test.testcases import LiveServerThread


class ServerWithThreadsThatStay(ThreadedWSGIServer):
    """Django's, but a thread serves the next line when one has ended."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines: SimpleQueue[tuple[Any, Any]] = SimpleQueue()
        self.idle = Semaphore(0)  # how many threads wait for a line

    def process_request(self, request: Any, client_address: Any) -> None:
        self.lines.put((request, client_address))
        if not self.idle.acquire(blocking=False):
            Thread(target=self._serve_lines, daemon=True).start()

    def _serve_lines(self) -> None:
        while True:
            self.process_request_thread(*self.lines.get())
            self.idle.release()

    def _close_connections(self) -> None:
        """Not at the end of a line: the next one needs them."""


@pytest.fixture(scope="session", autouse=True)
def _connections_stay_open() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiveServerThread, "server_class", ServerWithThreadsThatStay)
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda case: False)
        yield
