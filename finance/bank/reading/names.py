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
    spelt = text.casefold()
    for sign, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        spelt = spelt.replace(sign, letters)
    plain = unicodedata.normalize("NFKD", spelt)
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return frozenset(word for word in re.findall(r"[^\W\d_]+", plain) if len(word) >= _SHORTEST)
