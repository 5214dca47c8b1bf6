"""The web server as `dev.py run` starts it: processes of their own, which can be killed."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

from tests.plugins.worker import ROOT, _database_url
from tests.waiting import LIMIT, alive, wait_until
from workshop.application import HOST
from workshop.paths import PYTHON


class RealServer:
    """Serves the test database on one address, however often it dies and is started again."""

    def __init__(self, folder: Path, static_root: Path) -> None:
        self.log = folder / "web.log"
        # The folder of the files is named by VAR_DIR alone.
        (folder / "static").symlink_to(static_root)
        self.env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": _database_url(),
            "SECRET_KEY": settings.SECRET_KEY,
            "VAR_DIR": str(folder),
        }
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port: int = probe.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        command: list[Any] = [PYTHON, "-m", "granian", "--interface", "wsgi", "--no-ws"]
        command += ["--host", HOST, "--port", self.port, "--blocking-threads", 8]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*map(str, command), "config.wsgi:application"],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,  # its workers die with it
            )
        self._wait_for_an_answer()

    def kill(self) -> None:
        """kill -9: the server and its workers, in the middle of whatever they do."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def _wait_for_an_answer(self) -> None:
        process = self.process
        assert process is not None
        wait_until(lambda: alive(process, self.log) and self._listens(), self.log.read_text)

    def _listens(self) -> bool:
        try:
            socket.create_connection((HOST, self.port), timeout=LIMIT).close()
        except OSError:
            return False
        return True


@contextmanager
def running(folder: Path, static_root: Path) -> Iterator[RealServer]:
    server = RealServer(folder, static_root)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.kill()
