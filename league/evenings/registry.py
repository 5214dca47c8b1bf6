"""The till's word on an evening's close: this capability does not know the till.

Registered once, in an app's `ready`.
"""

from collections.abc import Callable, Collection
from datetime import date
from typing import Any

from league.events.models import Event

# The task left at an evening for this reader with these offices, on this day: "close",
# "cosign", "closed", or nothing where the close is no matter of theirs.
Closing = Callable[[Any, Collection[str], Event, date], str]

_CLOSING: list[Closing] = []


def register(closing: Closing) -> None:
    """Add a function that knows. Registering it again changes nothing."""
    if closing not in _CLOSING:
        _CLOSING.append(closing)


def closing_of(user: Any, roles: Collection[str], event: Event, today: date) -> str:
    states = (closing(user, roles, event, today) for closing in _CLOSING)
    return next(filter(None, states), "")
