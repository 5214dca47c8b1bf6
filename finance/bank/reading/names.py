"""The words of a name, and whether a text says them. Pure."""

import re
import unicodedata

# Shorter parts of a name say nothing: „de“, „B.“.
_SHORTEST = 3


def says(text: str, name: str) -> bool:
    """Whether all words of a name stand in a text."""
    wanted = words(name)
    return bool(wanted) and wanted <= words(text)


def words(text: str) -> frozenset[str]:
    letters = re.findall(r"[^\W\d_]+", plain(text))
    return frozenset(word for word in letters if len(word) >= _SHORTEST)


def known_by(name: str) -> str:
    """„REWE Markt“ of „REWE Markt 4711 GmbH, Trier“: by what somebody is known the next time.

    Empty where that is too little to know anybody by.
    """
    first = " ".join(re.findall(r"[^\W\d_]+", name)[:2])
    return first if words(first) else ""


def plain(text: str) -> str:
    """In small letters, „Müller“ as „mueller“, without accents: as every bank can write it."""
    spelt = text.casefold()
    for sign, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        spelt = spelt.replace(sign, letters)
    spelt = unicodedata.normalize("NFKD", spelt)
    return "".join(sign for sign in spelt if not unicodedata.combining(sign))
