"""Under which name somebody is seen in public: only as much of it as the person allowed. Pure."""

from collections.abc import Iterable, Iterator
from itertools import count

from league.models import Registration
from league.models.people import sort_key

Shown = Registration.Shown
# Kept in the row, so in the language of the club and not of whoever tapped.
NUMBER, NO_NUMBER = "Startnummer {number}", "Teilnehmer"


def shown_as(
    *, shown: str, name: str, alias: str, start_number: int | None, taken: Iterable[str]
) -> str:
    """The public name, empty where it is the name itself.

    `taken` are the names others are seen under: a short name gets as many letters as it needs to be
    another, never all of them; what is still the same gets a number.
    """
    if shown == Shown.FULL:
        return ""
    if shown == Shown.NUMBER:
        return NO_NUMBER if start_number is None else NUMBER.format(number=start_number)
    known = {sort_key(one) for one in taken}
    ways = _numbered(alias) if shown == Shown.ALIAS else _shortened(name)
    return next(way for way in ways if sort_key(way) not in known)


def _shortened(name: str) -> Iterator[str]:
    first, *rest = name.split()
    last = rest[-1] if rest else ""
    for letters in range(1, len(last)):
        yield f"{first} {last[:letters]}."
    yield from _numbered(f"{first} {last[0]}." if last else first)


def _numbered(name: str) -> Iterator[str]:
    yield name
    for number in count(2):
        yield f"{name[:75]} {number}"
