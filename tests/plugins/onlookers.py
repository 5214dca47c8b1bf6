"""Let onlookers from outside see each tap at once; the process remembers no other test.

A picture kept for a moment is a matter of its own (tests/games/scoring/test_onlookers.py).
"""

import pytest
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache

from games.scoring import live, onlookers
from games.wall import cached
from league.access.queries.tables import forget_locked, forget_revoked
from league.tournaments.core.queries.live import forget_states
from league.wall.stamp import _Watched


def forget() -> None:
    """Forget all that is kept between tests, in which keys come again.

    Links, states, games and screens live in the process, and limits, stamps and reasons of draws in
    the cache.
    """
    forget_cache()
    _Watched.answer, _Watched.until = False, 0.0
    forget_revoked()
    forget_states()
    forget_locked()
    live._live_games = live._LiveGames()
    cached._answers.clear()


def forget_cache() -> None:
    """Empty the cache, but leave the broker's keys in the same Redis."""
    cache = caches["default"]
    if not isinstance(cache, RedisCache):
        cache.clear()
        return
    client = cache._cache.get_client(None, write=True)
    if keys := list(client.scan_iter(match=cache.make_key("*"))):
        client.delete(*keys)


@pytest.fixture(autouse=True)
def _onlookers_see_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlookers, "SECONDS", 0)
    forget()
