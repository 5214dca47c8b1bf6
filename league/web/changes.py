"""The history of changes: the lines of that part of a page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import pgettext, pgettext_lazy

# The states of a thing that is added, ended and perhaps used again.
STATES: dict[str, str | Promise] = {
    "used": pgettext_lazy("a setting", "in use"),
    "ended": pgettext_lazy("a setting", "ended"),
}


@dataclass(frozen=True)
class Change:
    """One change in words; `who` is empty if the author was not logged in."""

    at: datetime
    who: str
    what: str


def by_whom(user: object) -> str:
    """Return the name of the person who has this login."""
    person = getattr(user, "person", None)
    return person.name if person else ""


def or_dash(value: object) -> str:
    return "–" if value is None or value == "" else str(value)


def step(label: object, before: object, after: object) -> str:
    """Return a sentence on a change from one value to another."""
    return f"{label} · {or_dash(before)} → {or_dash(after)}"


def plain_wording(_column: str, value: object) -> str:
    """Return a switch as on or off, anything else as it is."""
    if isinstance(value, bool):
        return pgettext("switch", "on") if value else pgettext("switch", "off")
    return or_dash(value)


def between(
    rows: Sequence[Any],
    labels: Mapping[str, object],
    wording: Callable[[str, Any], object] = plain_wording,
    *,
    by: str = "set_by",
    at: str = "set_at",
) -> list[Change]:
    """Return the changes of each column with their authors, the newest first. Each row holds all
    values set at that time, the earliest first; the first row says what held before any change.
    `wording` puts the value of a column into words, `by` and `at` are the columns with the author
    and the time.
    """
    return [
        Change(
            getattr(after, at),
            by_whom(getattr(after, by)),
            step(label, wording(name, getattr(before, name)), wording(name, getattr(after, name))),
        )
        for before, after in pairwise(rows)
        for name, label in labels.items()
        if getattr(before, name) != getattr(after, name)
    ][::-1]
