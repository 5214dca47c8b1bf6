"""Find the words that name a person in text and JSON, and replace them. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

# A shorter word says nothing by itself, and would be found in any other.
SHORTEST = 3


def _pattern(word: str) -> str:
    """Return a pattern with any space between the parts, and ß written as ss."""
    return re.escape(word).replace(r"\ ", r"\s+").replace("ß", "(?:ß|ss)")


@dataclass(frozen=True)
class Mentions:
    """The spellings of a person anywhere: `words` are names, addresses, phone numbers.

    Case and the number of spaces do not matter, and a word is found only as a whole one.
    """

    pattern: re.Pattern[str]
    instead: str

    @classmethod
    def of(cls, words: Iterable[str], instead: str) -> "Mentions":
        """Find these words, the longest first; those that are too short are left out."""
        tidy = {" ".join(word.split()).lower() for word in words if word}
        # Composed and decomposed letters look the same.
        written = {normalize(form, word) for word in tidy for form in ("NFC", "NFD")}
        known = sorted((w for w in written if len(w) >= SHORTEST), key=lambda w: (-len(w), w))
        # An empty list of words is found nowhere.
        each = "|".join(map(_pattern, known)) or r"(?!)"
        return cls(re.compile(rf"(?<!\w)(?:{each})(?!\w)", re.IGNORECASE), instead)

    def found_in(self, value: Any) -> bool:
        """Return True if a text, or any text within a JSON value, names the person."""
        if isinstance(value, str):
            return self.pattern.search(value) is not None
        if isinstance(value, dict):
            return any(self.found_in(part) for pair in value.items() for part in pair)
        return isinstance(value, list | tuple) and any(self.found_in(part) for part in value)

    def without(self, value: Any) -> Any:
        """Return the same value with something else in place of each mention."""
        if isinstance(value, str):
            return self.pattern.sub(self.instead, value)
        if isinstance(value, dict):
            return {self.without(key): self.without(part) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return [self.without(part) for part in value]
        return value
