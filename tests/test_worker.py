"""The worker of the suite is real: another process, another connection, a broker in between."""

import pytest

from config.celery import app
from league.tasks import compute_season

pytestmark = pytest.mark.worker


def test_a_task_is_done_by_another_process(worker):
    compute_season.delay(0)
    done = "Task league.tasks.compute_season"
    worker.wait_until(lambda: done in worker.tail() and "succeeded" in worker.tail())


def test_tasks_of_every_app_find_our_broker():
    # A shared task that met no application would look for a RabbitMQ on this machine.
    assert compute_season.app.main == app.main == "schockwart"
