"""Links of other apps beside an agenda's item: this capability does not know those apps.

Registered once, in an app's `ready`.
"""

from collections.abc import Callable
from datetime import date
from typing import Any

from league.assemblies.models.calling import AgendaItem

# Word and address of a page read out or filled in at this item, for this reader; None without one.
Link = Callable[[Any, AgendaItem, date], tuple[str, str] | None]

_LINKS: list[Link] = []


def register(link: Link) -> None:
    """Add a function that knows. Registering it again changes nothing."""
    if link not in _LINKS:
        _LINKS.append(link)


def links_of(user: Any, item: AgendaItem, today: date) -> list[tuple[str, str]]:
    return [entry for link in _LINKS if (entry := link(user, item, today)) is not None]
