"""Many phones ask in the same moment for the state of a tournament."""

import sys
import threading

import pytest
from django.db import connection

from league.events.models import Event
from league.tournaments.core.queries import live
from tests import builders
from tests.waiting import LIMIT, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


def test_of_many_that_ask_at_once_one_asks_the_database(club):
    """A phone that waits while another key is read takes the next one, read after it came."""
    event = builders.tournament()
    reads, until = threading.Event(), threading.Event()
    asked: set[str] = set()
    keys: dict[str, str] = {}

    def look(name: str) -> None:
        own = Event.objects.select_related("tournament").get(pk=event.pk)

        def count(execute, *words):
            asked.add(name)
            if name == "first":
                reads.set()
                assert until.wait(LIMIT)
            return execute(*words)

        with connection.execute_wrapper(count):
            keys[name] = live.version_key(own)
        connection.close()

    def is_waiting(thread: threading.Thread) -> bool:
        frame = sys._current_frames().get(thread.ident)
        return frame is not None and frame.f_code is live.version_key.__code__

    first = threading.Thread(target=look, args=["first"])
    first.start()
    assert reads.wait(LIMIT)
    others = [threading.Thread(target=look, args=[name]) for name in ("second", "third")]
    for thread in others:
        thread.start()
    wait_until(lambda: all(map(is_waiting, others)))
    until.set()
    for thread in (first, *others):
        thread.join()
    assert len(asked) == 2  # the first, and one of those who waited
    assert len(set(keys.values())) == 1
