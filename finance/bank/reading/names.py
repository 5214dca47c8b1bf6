"""The words of a name, and whether a text says them. Pure."""

import re

from league.web.spelling import composed, plain

# Shorter parts of a name say nothing: „de“, „B.“.
_SHORTEST = 3
_ADDED = re.compile(r"\s*\([^()]*\)\s*$")


def says(text: str, name: str) -> bool:
    """Return whether all words of a name as banks write it are in a text."""
    wanted = words(bare(name))
    return bool(wanted) and wanted <= words(text)


def bare(name: str) -> str:
    """Return „Max Brandt (Maxi)“ without what tells namesakes apart here."""
    return _ADDED.sub("", name) or name


def words(text: str) -> frozenset[str]:
    letters = re.findall(r"[^\W\d_]+", plain(text))
    return frozenset(word for word in letters if len(word) >= _SHORTEST)


def known_by(name: str) -> str:
    """Return the words that a name is known by the next time: „REWE Markt“ of „REWE Markt 4711
    GmbH, Trier“.

    Empty if they are too little to know a payer by.
    """
    first = " ".join(re.findall(r"[^\W\d_]+", composed(name))[:2])
    return first if words(first) else ""
