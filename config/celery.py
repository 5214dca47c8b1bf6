"""The Celery application. Tasks live in each app's `tasks.py`."""

import logging
import os
from itertools import count
from threading import Thread
from time import monotonic, sleep
from typing import Any

from celery import Celery, bootsteps, signals
from click import Option
from django.conf import settings
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TRANSPORT_ALIASES["filesystem"] = "config.broker:Transport"

log = logging.getLogger(__name__)
# Seconds between two looks into the outbox.
ROUND = 2.0
# So many seconds a broker that has not answered is left alone, and no request waits for it.
PAUSE = 5.0


class ClubCelery(Celery):
    """Celery that sends once, and never while the broker is gone: the work is in the database."""

    retries_at = 0.0

    def send_task(self, *args: Any, **kwargs: Any) -> Any:
        if monotonic() < self.retries_at:
            raise OperationalError("the broker did not answer a moment ago")
        try:
            return super().send_task(*args, **kwargs)
        except OperationalError:
            self.retries_at = monotonic() + PAUSE
            raise


app = ClubCelery("schockwart", task_cls="config.repeating:RepeatedTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


class Clock(bootsteps.StartStopStep):
    """`worker --clock`: beat in a thread of the worker. Celery's own `--beat` is a process more."""

    def __init__(self, worker: Any, clock: bool = False, **options: Any) -> None:
        self.enabled = clock
        super().__init__(worker, **options)

    def create(self, worker: Any) -> Any:
        from celery.beat import EmbeddedService

        return EmbeddedService(worker.app, thread=True)


@signals.task_prerun.connect
@signals.task_postrun.connect
def keep_connection(sender: Any, **kwargs: Any) -> None:
    """Keep the database's connection as a request does: as long as it is young and answers."""
    from django.db import close_old_connections

    if not sender.request.is_eager:  # that is inside of a request
        close_old_connections()


@signals.beat_init.connect
def begin_rounds(**kwargs: Any) -> None:
    Thread(target=_go_round, name="mails", daemon=True).start()


def _go_round() -> None:
    """Run the clock's rounds, which must go on without a broker; beat itself waits for one.

    The clock has no children, so no process inherits a connection of this thread.
    """
    from django.db import close_old_connections

    from config.site.tasks import go_round

    for number in count():
        try:
            go_round(number)
        except Exception:
            log.exception("the clock: this round failed, the next one tries again")
        close_old_connections()
        sleep(ROUND)


app.user_options["worker"].add(Option(("--clock",), is_flag=True, help="With beat in a thread."))
app.steps["worker"].add(Clock)

if app.conf.broker_url.startswith("filesystem"):
    # kombu does not make its folders and fails at the first message without them.
    for name in ("queue", "control"):
        (settings.BROKER_DIR / name).mkdir(parents=True, exist_ok=True)
