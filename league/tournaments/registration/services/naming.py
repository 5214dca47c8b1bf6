"""The public name of a player: only as much of it as the person allowed. Pure."""

import re
from collections.abc import Iterable, Iterator
from itertools import count

from league.people.models.people import sort_key
from league.tournaments.models.tournaments import Registration

Shown = Registration.Shown
# Stored in the row, so in the language of the club and not of the user.
NUMBER, NO_NUMBER = "Startnummer {number}", "Teilnehmer"
# Parts of a name that are neither first name nor surname.
_ASIDE = re.compile(r"[(\[][^)\]]*[)\]]?")
_TITLES = {"dr", "prof", "dipl", "dipling", "mag", "ing", "med", "jun", "jr", "sen", "sr"}


def shown_as(
    *, shown: str, name: str, alias: str, start_number: int | None, taken: Iterable[str]
) -> str:
    """Return the public name, empty if it is the name itself.

    `taken` are the names others are shown under: a short name gets as many letters as it needs to
    differ, never all of them; a name that is still the same gets a number.
    """
    if shown == Shown.FULL:
        return ""
    if shown == Shown.NUMBER:
        return NO_NUMBER if start_number is None else NUMBER.format(number=start_number)
    known = {sort_key(taken_name) for taken_name in taken}
    candidates = _numbered(alias) if shown == Shown.ALIAS else _shortened(name)
    return next(way for way in candidates if sort_key(way) not in known)


def _shortened(name: str) -> Iterator[str]:
    first, *rest = _parts(name)
    last = rest[-1] if rest else ""
    for letters in range(1, len(last)):
        yield f"{first} {last[:letters]}."
    yield from _numbered(f"{first} {last[0]}." if last else first)


def _parts(name: str) -> list[str]:
    """Return first names and surname.

    Titles, text in brackets and the numbers that tell namesakes apart are left out.
    """
    parts = []
    for word in _ASIDE.sub(" ", name).split():
        letters = "".join(letter for letter in word if letter.isalpha())
        if letters and sort_key(letters) not in _TITLES:
            parts.append(word.lstrip("\"'„“‚‘»«,.-"))
    return parts or name.split()


def _numbered(name: str) -> Iterator[str]:
    yield name
    for number in count(2):
        yield f"{name[:75]} {number}"
