"""The origin of the request that is being answered: for the log, which services write to."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

MOST = 120


@dataclass(frozen=True)
class Origin:
    """The IP and the browser of a request, and the user who is logged in there, asked for only when
    it matters; all empty for a command or the clock.
    """

    ip: str = ""
    agent: str = ""
    who: Callable[[], int | None] = lambda: None


_now: ContextVar[Origin] = ContextVar("origin", default=Origin())  # noqa: B039  it is frozen


@contextmanager
def coming_from(ip: str, agent: str, who: Callable[[], int | None]) -> Iterator[None]:
    """Log everything inside with this origin; `who` returns the key of the person."""
    token = _now.set(Origin(ip[:45], agent[:MOST], who))
    try:
        yield
    finally:
        _now.reset(token)


def current() -> Origin:
    return _now.get()
