"""Take Redis away: one with a port on which nothing listens, one that never answers a call."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.test import override_settings

from config.celery import app


@contextmanager
def redis_at(port: int) -> Iterator[None]:
    """Use the settings of production, with Redis at this port of this machine."""
    address = f"redis://127.0.0.1:{port}/0"
    caches = {
        "default": {
            "BACKEND": "config.cache.RedisOrProcess",
            "LOCATION": address,
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        }
    }
    broker = {"socket_timeout": 2, "socket_connect_timeout": 2, "max_retries": 0}
    with pytest.MonkeyPatch.context() as patch, override_settings(CACHES=caches):
        patch.setitem(app.conf, "broker_url", address)
        patch.setitem(app.conf, "broker_transport_options", broker)
        patch.setattr(app, "retries_at", 0.0)
        _forget_connections()
        yield
    _forget_connections()


def _forget_connections() -> None:
    app._pool = None
    app.amqp._producer_pool = None


@pytest.fixture
def redis_gone() -> Iterator[None]:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))  # no one else gets the port, and nothing listens there
        with redis_at(reserved.getsockname()[1]):
            yield


@pytest.fixture
def redis_frozen() -> Iterator[socket.socket]:
    """Yield a socket that takes every call and answers none."""
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen(8)
        mute.setblocking(False)
        with redis_at(mute.getsockname()[1]):
            yield mute
