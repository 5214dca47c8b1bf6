"""Find words that may mean a person without being the name: an officer decides on each. Pure.

These are a surname alone however its letters are written, initials, and a phone number written
otherwise. A first name alone names no person. Where another person's whole name has the surname in
it, it means that one.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from league.web.spelling import composed, plain, sort_key

# Shorter surnames, and phone numbers of fewer digits, are found in anything.
SHORTEST, FEWEST_DIGITS = 3, 6
COUNTRY = "49"
BETWEEN = r"[\s/().\-–·]*"

# Where in a JSON value a text is: the keys and positions that lead to it.
Path = tuple[str | int, ...]
Span = tuple[int, int]


@dataclass(frozen=True)
class Likely:
    """The words that may mean a person, and the whole names of others, which do not."""

    pattern: re.Pattern[str]
    others: re.Pattern[str]

    @classmethod
    def of(cls, names: Iterable[str], phones: Iterable[str], others: Iterable[str]) -> "Likely":
        """Find what is left of these names and numbers; a name of one word has no surname."""
        full = [words for name in names if len(words := composed(name).split()) > 1]
        surnames = {part for words in full for part in _surnames(words[-1])}
        by_length = sorted(surnames, key=lambda name: (-len(name), name))
        found = [*map(_spellings, by_length), *(_initials(words) for words in full)]
        found += [digits for phone in phones if (digits := _digits(phone))]
        same = [composed(name) for name in others if surnames & set(_surnames(name.split()[-1]))]
        return cls(_any_of(found), _any_of(map(_spellings, sorted(same, key=len, reverse=True))))

    def spans(self, text: str) -> list[Span]:
        """Return where in a text such words are, in order."""
        others = self.others.sub(lambda found: " " * len(found.group()), text)
        return [found.span() for found in self.pattern.finditer(others)]

    def found_in(self, value: Any) -> Iterator[tuple[Path, str, list[Span]]]:
        """Yield each text of a value that has such words, its place in it, and where they are."""
        for path, text in texts_in(value):
            if spans := self.spans(text):
                yield path, text, spans


def texts_in(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield each text of a JSON value with its place; of a plain text itself."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from texts_in(part, (*path, key))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from texts_in(part, (*path, number))


def text_at(value: Any, path: Path) -> str | None:
    """Return the text at a place of a value; None where there is none any more."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value if isinstance(value, str) else None


def with_text(value: Any, path: Path, text: str) -> Any:
    """Return the value with another text at this place."""
    if not path:
        return text
    step, *rest = path
    changed = value.copy()
    changed[step] = with_text(value[step], tuple(rest), text)
    return changed


def replaced(text: str, spans: Iterable[Span], instead: str) -> str:
    """Return a text with other words at these places."""
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + instead + text[end:]
    return text


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    # An empty list of words is found nowhere.
    each = "|".join(patterns) or r"(?!)"
    return re.compile(rf"(?<!\w)(?:{each})(?!\w)", re.IGNORECASE)


def _surnames(surname: str) -> list[str]:
    """Return a surname in small letters, and the parts of a double one."""
    parts = [surname, *(surname.split("-") if "-" in surname else [])]
    return [part.lower() for part in parts if len(part) >= SHORTEST]


def _spellings(words: str) -> str:
    """Return a pattern of words in all spellings: „ö“ also as „oe“ and „o“; with its genitive."""
    signs = (r"\s+" if sign.isspace() else _letter(sign) for sign in words)
    return rf"{''.join(signs)}(?:['’]?s|['’])?"


def _letter(sign: str) -> str:
    written = {sign, normalize("NFD", sign), plain(sign), sort_key(sign)} - {""}
    each = sorted((re.escape(one) for one in written), key=lambda one: (-len(one), one))
    return each[0] if len(each) == 1 else f"(?:{'|'.join(each)})"


def _initials(words: list[str]) -> str:
    """Return a pattern of „Q. Z.“ and „Quirina Z.“: capitals, each with its dot."""
    first, last = words[0], words[-1]
    short = rf"{re.escape(first[0].upper())}\.\s*"
    return rf"(?:{_letters(first)}\s+|(?-i:{short}))(?-i:{re.escape(last[0].upper())}\.)"


def _letters(word: str) -> str:
    return "".join(map(_letter, word))


def _digits(phone: str) -> str:
    """Return a pattern of a number with any signs between, with or without the country's code."""
    digits = re.sub(r"\D", "", phone.replace("(0)", ""))
    abroad = phone.strip().startswith(("+", "00"))
    own = digits.removeprefix("00").removeprefix(COUNTRY) if abroad else digits.removeprefix("0")
    if len(own) < FEWEST_DIGITS:
        return ""
    code = rf"(?:\+|00){BETWEEN}{COUNTRY}{BETWEEN}(?:0{BETWEEN})?"
    return rf"(?:{code}|0{BETWEEN})?{BETWEEN.join(own)}"
