"""The worker of the suite is real: another process, another connection, a broker in between."""

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
