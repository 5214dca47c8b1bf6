"""A real Celery worker as a process of its own, on the test database and a broker of its own.

Ask for the fixture `worker` in a test marked `worker`. The test then commits (it may use threads,
`on_commit` fires), and what it published is worked on by the process:

    @pytest.mark.worker
    def test_a_card_reaches_the_table(worker):
        services.enter_result(...)
        worker.wait_until(lambda: queries.get_standings(season).rows)
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote, urlsplit

import pytest
from django.conf import settings
from django.db import connection

from tests.waiting import alive, wait_until

T = TypeVar("T")
GRACE = 3  # seconds
APPLICATION = "schockwart-celery"  # what PostgreSQL calls its connections
ROOT = Path(__file__).resolve().parents[2]


def _database_url() -> str:
    """Return the URL of the test database that this pytest process uses."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path="/" + quote(name)).geturl()


@dataclass
class Worker:
    process: subprocess.Popen[bytes]
    log: Path

    def wait_until(self, happened: Callable[[], T]) -> T:
        """Return what `happened` returns once that is true; otherwise fail with the log."""

        def look() -> T:
            self.must_be_alive()
            return happened()

        return wait_until(look, self.tail)

    def is_idle(self) -> bool:
        """Return True if every task that was received has also ended."""
        log = self.log.read_text(errors="replace")
        ended = re.findall(r"Task \S+ (?:succeeded|raised|retry|ignored)", log)
        return len(re.findall(r"Task \S+ received", log)) <= len(ended)

    def received(self) -> list[str]:
        """Return the tasks it has taken, by name, in that order."""
        return re.findall(r"Task \S*?(\w+)\[\S+\] received", self.log.read_text(errors="replace"))

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Stop the worker; all calls meanwhile wait until it wakes."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def must_be_alive(self) -> None:
        alive(self.process, self.log)

    def tail(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-40:])


def forget_tasks() -> None:
    """Empty the broker of this pytest process."""
    from config.celery import app

    if settings.REDIS_URL:
        with app.connection_for_write() as broker:
            app.control.purge(connection=broker)
    else:  # the folder itself stays: the worker is looking into it
        for message in (settings.BROKER_DIR / "queue").iterdir():
            message.unlink(missing_ok=True)


def start_celery(log: Path, *words: str, **more: str) -> subprocess.Popen[bytes]:
    """Start a part of Celery in our process group, so that the end of pytest ends it too."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": _database_url(),
        "PYTHONUNBUFFERED": "1",
        "SWEEP_SECONDS": "2",
        "PGAPPNAME": APPLICATION,
        **more,
    }
    command = [sys.executable, "-m", "celery", "-A", "config", *words, "--loglevel=INFO"]
    with log.open("wb") as out:
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out)


def end_celery(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(GRACE)  # on the filesystem broker a worker would take seven
    except subprocess.TimeoutExpired:
        process.kill()  # its pool goes with it
        process.wait()


@pytest.fixture(scope="session")
def _worker_process(django_db_setup: None) -> Iterator[Worker]:
    forget_tasks()
    log = settings.VAR_DIR / "worker.log"
    quick = ("--concurrency=1", "--without-gossip", "--without-mingle")
    worker = Worker(start_celery(log, "worker", *quick), log)
    try:
        worker.wait_until(lambda: " ready." in log.read_text(errors="replace"))
        yield worker
    finally:
        worker.process.send_signal(signal.SIGCONT)
        end_celery(worker.process)


@pytest.fixture
def worker(transactional_db: None, _worker_process: Worker) -> Iterator[Worker]:
    """Yield the real worker, with nothing left over from the test before.

    With a clock, as everywhere: a call that got lost is made good by the sweep. After the test both
    are silent, so that nothing else is in the database while other tests use and empty it; and the
    worker is stopped on the spot, for its idling costs the others.
    """
    _worker_process.process.send_signal(signal.SIGCONT)
    _worker_process.must_be_alive()
    clock = start_celery(settings.VAR_DIR / "beat.log", "beat", "--pidfile=")
    try:
        yield _worker_process
    finally:
        end_celery(clock)
        forget_tasks()
        _worker_process.wait_until(_worker_process.is_idle)
        _worker_process.process.send_signal(signal.SIGSTOP)
