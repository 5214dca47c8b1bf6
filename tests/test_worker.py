"""Test that the suite's worker is real: another process and connection, a broker in between."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection
from django.utils import timezone

from config.celery import app
from league.mail import services as outbox
from league.mail.models import Mail
from league.tasks import compute_rankings, compute_season
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.queries.stored_state import StoredState, tournaments_to_compute
from league.tournaments.direction.services import setting_up
from tests import builders
from tests import tournaments as day
from tests.mail_server import mail_server
from tests.plugins.worker import APPLICATION, end_celery, start_celery
from tests.waiting import alive, wait_until

pytestmark = pytest.mark.worker


def test_a_task_is_done_by_another_process(worker):
    compute_season.delay(0)
    done = "Task league.tasks.compute_season"
    worker.wait_until(lambda: done in worker.tail() and "succeeded" in worker.tail())


@pytest.mark.postgresql
def test_the_worker_keeps_its_connection_from_task_to_task(worker):
    def asked(sql):
        with connection.cursor() as cursor:
            cursor.execute(sql, [APPLICATION])
            return dict(cursor.fetchall())

    kept = (
        "SELECT pid, backend_start FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = %s"
    )
    compute_season.delay(0)
    worker.wait_until(lambda: "compute_season" in worker.received() and worker.is_idle())
    first, before = asked(kept), len(worker.received())
    assert first
    compute_season.delay(0)
    worker.wait_until(lambda: len(worker.received()) > before and worker.is_idle())
    # Older tests of this worker may have opened it: it ends when it is old enough, no sooner.
    oldest = timezone.now() - timedelta(seconds=settings.DATABASES["default"]["CONN_MAX_AGE"])
    assert all(first[pid] <= oldest for pid in first.keys() - asked(kept).keys())


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
        rung = "Task league.tasks.sweep_standings["
        wait_until(lambda: alive(process, log) and rung in log.read_text(), log.read_text)
        parents = subprocess.run(
            ["ps", "-A", "-o", "ppid="], capture_output=True, text=True, check=True
        )
        assert str(process.pid) not in parents.stdout.split()
    finally:
        process.kill()
        process.wait()


def test_without_a_broker_the_clock_takes_each_mail_by_itself(
    transactional_db, redis_gone, tmp_path
):
    """The clock alone, and its broker is a port on which nothing listens."""
    log = tmp_path / "beat.log"
    with mail_server() as server:
        post = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(server.port), "EMAIL_USE_TLS": "0"}
        gone = {"REDIS_URL": app.conf.broker_url, **post}
        clock = start_celery(log, "beat", "--pidfile=", **gone)
        try:
            for number in (1, 2):
                put("anke@club.invalid")
                wait_until(
                    lambda number=number: alive(clock, log) and len(server.taken) == number,
                    lambda: (server.taken, log.read_text()),
                )
        finally:
            end_celery(clock)
    assert len(server.taken) == 2


def put(to):
    letter = EmailMessage("Betreff", "Guten Abend", to=[to])
    outbox.put(kind=Mail.Kind.NOTICE, letter=letter, now=timezone.now())


def test_a_card_is_in_the_table_of_its_block_when_the_worker_has_heard_of_it(worker, club):
    event = builders.tournament()
    day.people(event, *(f"Gast {number}" for number in range(1, 9)))
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    day.draw(event, 1)
    table = day.tables(event, 1)[0].table
    day.game(table, 1, day.circle(table)[0], day.circle(table)[0])
    worker.wait_until(lambda: not tournaments_to_compute().exists())
    stored, computed = (
        [(row.person, row.rank, row.total) for row in state.blocks[1].rows]
        for state in (StoredState(event), TournamentState(event))
    )
    assert stored == computed
