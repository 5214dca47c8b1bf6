"""Whether anything a screen on the wall shows has changed, without a question to the database.

A stamp in the cache is replaced with each change while somebody looks at a screen, and only then:
a tap at a table nobody shows costs nothing more. Where a change passes by unseen (no Redis and
several processes, a bulk update), a screen finds it when it makes its picture anew after `RECHECK`.
"""

from time import monotonic
from uuid import uuid4

from django.core.cache import cache
from django.db import transaction

KEY = "wall:stamp"
WATCHED_FOR = 60  # seconds without a look after which nobody is told of changes any more
RECHECK = 10.0  # seconds
ASKED = 5.0  # seconds after which a process asks again whether somebody looks


class _Watched:
    """What this process knows of whether somebody looks."""

    answer = False
    until = 0.0


def watched_stamp() -> str:
    """The stamp of now; from now on changes replace it."""
    text: str | None = cache.get(KEY)
    if text is None:
        cache.add(KEY, uuid4().hex, timeout=WATCHED_FOR)
        text = cache.get(KEY)
    _Watched.answer, _Watched.until = True, monotonic() + ASKED
    return text or ""


def keep_watching() -> None:
    """Somebody still looks: to be said more often than every `WATCHED_FOR` seconds."""
    cache.touch(KEY, timeout=WATCHED_FOR)


def changed() -> None:
    """Something that a screen may show is different, as soon as the transaction is through."""
    if monotonic() >= _Watched.until:
        _Watched.answer, _Watched.until = cache.has_key(KEY), monotonic() + ASKED
    if _Watched.answer:
        transaction.on_commit(_replace)


def _replace() -> None:
    cache.set(KEY, uuid4().hex, timeout=WATCHED_FOR)
