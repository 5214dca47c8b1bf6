"""Test that without Redis logins, table links and tokens are let in and limited.

That every address answers without Redis is asked in `tests/test_rights.py`.
"""

import socket
from typing import Any

import pytest
from django.test import Client
from kombu.exceptions import OperationalError

from config import cache, celery
from league.tasks import compute_season

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def ask_for_code(email: str) -> Any:
    return Client().post("/anmelden/", {"email": email})


def test_a_code_can_be_asked_for_three_times_a_minute(club: Any, redis_gone: None) -> None:
    answers = [ask_for_code("niemand@club.invalid") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 200]
    assert "Zu viele" in answers[-1].content.decode()


def test_wrong_tokens_are_counted(club: Any, redis_gone: None) -> None:
    wrong = {"authorization": "Bearer schockwart_wrong"}
    answers = [Client().get("/api/start/", headers=wrong).status_code for _ in range(31)]
    assert answers == [*[401] * 30, 429]


def test_a_wrong_table_link_says_so(club: Any, redis_gone: None) -> None:
    assert Client().get("/t/wrong/").status_code == 403


def calls(frozen: socket.socket) -> int:
    """Return how many callers came, and waited for an answer, since the last time."""
    number = 0
    while True:
        try:
            frozen.accept()[0].close()
        except BlockingIOError:
            return number
        number += 1


def test_nobody_waits_twice_for_a_redis_that_is_frozen(
    club: Any, redis_frozen: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first to ask waits a second for the cache and two for the broker; no one after him."""
    for module in (cache, celery):
        monkeypatch.setattr(module, "PAUSE", 600.0)  # so long that no machine is too slow for it
    ask_for_code("niemand@club.invalid")
    with pytest.raises(OperationalError):
        compute_season.delay(0)
    assert calls(redis_frozen) > 0
    for number in range(5):
        assert ask_for_code(f"niemand-{number}@club.invalid").status_code == 302
        with pytest.raises(OperationalError):
            compute_season.delay(0)
    assert calls(redis_frozen) == 0
