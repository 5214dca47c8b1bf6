"""Test that everything a test leaves behind is gone before the next one."""

import pytest
from django.core.cache import cache

from config.celery import app
from league.wall.stamp import _Watched, watched_stamp
from tests.plugins.onlookers import forget


def test_nothing_is_left_in_the_cache(db):
    """A limit that another test has used up would refuse this one's person."""
    cache.set("limit", 20)
    stamp = watched_stamp()
    forget()
    assert cache.get("limit") is None
    assert not _Watched.answer
    assert watched_stamp() != stamp


@pytest.mark.postgresql
def test_the_queues_stay_in_the_redis_of_the_cache(db):
    cache.set("limit", 20)
    with app.connection_for_write() as broker:
        client = broker.default_channel.client
        client.set("a queue", "a message")
        forget()
        assert client.get("a queue") == b"a message"
        client.delete("a queue")
