"""Times at which games ended by the clocks of the phones that scored them."""

from collections.abc import Callable, Mapping
from datetime import datetime

from league.events.models import Event

# By table and number of the game. A phone's clock may be wrong: a hint that decides nothing.
Hints = Mapping[tuple[int, int], datetime]

_sources: list[Callable[[Event], Hints]] = []


def register(source: Callable[[Event], Hints]) -> None:
    """Add a source that knows such times of an evening. Registering it again changes nothing."""
    if source not in _sources:
        _sources.append(source)


def phone_times(event: Event) -> Hints:
    return {key: at for source in _sources for key, at in source(event).items()}
