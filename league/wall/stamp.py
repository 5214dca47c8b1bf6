"""A stamp that tells whether a screen on the wall is out of date, without a database query.

A stamp in the cache is replaced with each change while a screen is being looked at, and only then:
a tap at a table that no screen shows costs nothing more. If a change passes by unseen (no Redis and
several processes, a bulk update), a screen finds it when it draws its picture anew after `RECHECK`.
"""

from time import monotonic
from uuid import uuid4

from django.core.cache import cache
from django.db import transaction

KEY = "wall:stamp"
WATCHED_FOR = 60  # seconds without a look after which changes are not told any more
RECHECK = 10.0  # seconds
ASKED = 5.0  # seconds after which a process asks again whether a screen is being looked at


class _Watched:
    """The knowledge of this process on whether a screen is being looked at."""

    answer = False
    until = 0.0


def watched_stamp() -> str:
    """Return the current stamp; from now on changes replace it."""
    text: str | None = cache.get(KEY)
    if text is None:
        cache.add(KEY, uuid4().hex, timeout=WATCHED_FOR)
        text = cache.get(KEY)
    _Watched.answer, _Watched.until = True, monotonic() + ASKED
    return text or ""


def keep_watching() -> None:
    """Note that a screen is still looked at. To be called every `WATCHED_FOR` seconds at least."""
    cache.touch(KEY, timeout=WATCHED_FOR)


def changed() -> None:
    """Note that something on a screen may have changed, as soon as the transaction is through."""
    if monotonic() >= _Watched.until:
        _Watched.answer, _Watched.until = cache.has_key(KEY), monotonic() + ASKED
    if _Watched.answer:
        transaction.on_commit(_replace)


def _replace() -> None:
    cache.set(KEY, uuid4().hex, timeout=WATCHED_FOR)
