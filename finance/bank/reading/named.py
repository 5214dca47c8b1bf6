"""Find the payers that a line names: wholly, by surname and initial, or two by their first names.

Pure.
"""

import re
from collections.abc import Collection, Sequence

from finance.bank.reading.names import bare, says, words
from finance.bank.reading.proposal import Payer, Seen
from league.web.spelling import plain

# Words beside a name on a statement that are no first name.
_TITLES = frozenset({"dr", "prof", "herr", "herrn", "frau", "familie", "und", "oder", "u", "od"})


def most_words(payers: Sequence[Payer]) -> list[Payer]:
    """Return those whose name is in no longer one: „Anna Lena“ is meant where „Anna“ fits too."""
    return [
        payer
        for payer in payers
        if not any(words(payer.name) < words(other.name) for other in payers)
    ]


def named_in(text: str, payers: Collection[Payer]) -> list[Payer]:
    """Return the payers whose whole name is in a text: of „Anna“ and „Anna Lena“ the one of whom it
    says more, of two namesakes both.
    """
    said = words(text)
    named = [(payer, words(payer.name) & said) for payer in payers if says(text, payer.name)]
    return [payer for payer, own in named if not any(own < other for _payer, other in named)]


def is_wholly_named(payer: Payer, line: Seen) -> bool:
    """Tell if the name is whole: a first name alone counts only if nothing else is beside it."""
    if len(words(payer.name)) > 1:
        return says(f"{line.name} {line.text}", payer.name)
    return says(line.name, payer.name) and words(payer.name) == words(line.name)


def of_surname(name: str, payers: Collection[Payer]) -> list[Payer]:
    """Return the payers whose surname is among the words of the sender's name."""
    said = words(name)
    return [payer for payer in payers if (own := _surname(payer)) and own <= said]


def of_initial(name: str, payers: Collection[Payer]) -> list[Payer]:
    """Return those of one surname whose first name begins as it is shortened: „M. Müller“."""
    return [payer for payer in of_surname(name, payers) if _is_shortened(name, payer)]


def _is_shortened(name: str, payer: Payer) -> bool:
    """Tell if all other words begin the first name; at least one does, and none contradicts."""
    beside = _beside(name, payer)
    first = plain(payer.name.split()[0])
    return bool(beside) and all(first.startswith(word) for word in beside)


def _beside(name: str, payer: Payer) -> list[str]:
    own = _surname(payer)
    return [word for word in _letters(name) if word not in own and word not in _TITLES]


def couples(line: Seen, payers: Collection[Payer]) -> list[list[Payer]]:
    """Return the groups that a line may be for together: all it names, or only those in the
    purpose.

    A first name is enough if it is unique, or with the surname elsewhere in the line.
    """
    said = words(f"{line.name} {line.text}")
    known: dict[str, int] = {}
    for payer in payers:
        known[_first(payer)] = known.get(_first(payer), 0) + 1

    def is_meant(payer: Payer, called: frozenset[str]) -> bool:
        first, surname = _first(payer), _surname(payer)
        is_known = known[first] == 1 or (bool(surname) and surname <= said)
        return words(payer.name) <= called or (first in called and is_known)

    groups = [
        [payer for payer in payers if words(payer.name) and is_meant(payer, called)]
        for called in (said, words(line.text))
    ]
    return [group for group in map(most_words, groups) if len(group) > 1]


def _first(payer: Payer) -> str:
    return plain(payer.name.split()[0]) if payer.name.split() else ""


def _surname(payer: Payer) -> frozenset[str]:
    return words(" ".join(bare(payer.name).split()[1:]))


def _letters(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", plain(text))
