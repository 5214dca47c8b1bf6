"""The worker of the suite is real: another process, another connection, a broker in between."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config.celery import app
from league.tasks import compute_rankings, compute_season

pytestmark = pytest.mark.worker


def test_a_task_is_done_by_another_process(worker):
    compute_season.delay(0)
    done = "Task league.tasks.compute_season"
    worker.wait_until(lambda: done in worker.tail() and "succeeded" in worker.tail())


def test_tasks_of_every_app_find_our_broker():
    # A shared task that met no application would look for a RabbitMQ on this machine.
    assert compute_season.app.main == app.main == "schockwart"


def test_a_season_does_not_wait_behind_all_the_cards_of_a_tournament(worker):
    before = len(worker.received())
    with worker.asleep():
        for _ in range(20):
            compute_rankings.delay(0)
        compute_season.delay(0)
    taken = worker.wait_until(
        lambda: "compute_season" in (names := worker.received()[before:]) and names
    )
    mine = [name for name in taken if name in {"compute_rankings", "compute_season"}]
    assert mine.index("compute_season") <= 2


def test_the_embedded_worker_has_its_clock_in_the_same_process(tmp_path):
    """As `dev.py run` starts it. The database is empty: the clock rings, and a thread hears it."""
    without = {"DATABASE_URL": "", "REDIS_URL": "", "VAR_DIR": str(tmp_path), "SWEEP_SECONDS": "1"}
    words = ["--skip-checks", "worker", "--pool=threads", "--concurrency=2", "--clock"]
    log = tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "config", *words, "--loglevel=INFO"],
            cwd=Path(__file__).parent.parent,
            env={**os.environ, **without, "DJANGO_SETTINGS_MODULE": "config.settings"},
            stdout=out,
            stderr=out,
        )
    try:
        end = time.monotonic() + 60
        while "Task league.tasks.sweep_standings[" not in (said := log.read_text()):
            assert process.poll() is None, said
            assert time.monotonic() < end, said
            time.sleep(0.05)
        parents = subprocess.run(
            ["ps", "-A", "-o", "ppid="], capture_output=True, text=True, check=True
        )
        assert str(process.pid) not in parents.stdout.split()
    finally:
        process.kill()
        process.wait()
