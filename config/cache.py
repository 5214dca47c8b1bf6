"""Count for the limits in Redis, and in this process while Redis does not answer.

The cache holds nothing that must last. Each process then counts by itself, so several web processes
let through so many times as much, and the counts of one are forgotten when Redis is back.
"""

import logging
from time import monotonic
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

# So many seconds a Redis that has not answered is left alone, and no request waits for it.
PAUSE = 5.0

log = logging.getLogger(__name__)


class RedisOrProcess(RedisCache):
    """Django's cache in Redis; every call answers, with Redis or without."""

    # Django makes an instance for each thread, and one of them is enough to find out.
    _asked_again_at: dict[str, float] = {}

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._location = server
        self._process = LocMemCache(f"instead of {server}", params)

    def _either(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if monotonic() >= self._asked_again_at.get(self._location, 0.0):
            try:
                return getattr(super(), name)(*args, **kwargs)
            except RedisError as error:
                self._asked_again_at[self._location] = monotonic() + PAUSE
                log.warning("Redis does not answer, limits are counted here: %s", error)
        return getattr(self._process, name)(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._either("add", *args, **kwargs))

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._either("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._either("touch", *args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._either("delete", *args, **kwargs))

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return dict(self._either("get_many", *args, **kwargs))

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._either("has_key", *args, **kwargs))

    def incr(self, *args: Any, **kwargs: Any) -> int:
        return int(self._either("incr", *args, **kwargs))

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        return list(self._either("set_many", *args, **kwargs))

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._either("delete_many", *args, **kwargs)

    def clear(self) -> None:
        self._either("clear")
