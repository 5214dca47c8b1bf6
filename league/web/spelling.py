"""One spelling for texts that leave in fewer letters or are compared without accents. Pure.

A text is composed first, so that „ü“ and „u“ with a combining diaeresis are one letter. What a
format has stays; then `LETTERS` and `SIGNS` say how it is written; then an accent falls away. What
is left has no Latin letter: `unspelt` names it, so that a form can ask for one.

Sources: umlauts and ß as in passports (ICAO 9303, part 3) and DIN 5007-2; the other letters as the
EPC's best practices write them in SEPA (EPC217-08); signs as a typewriter has them.
"""

import string
import unicodedata
from collections.abc import Callable

LETTERS = {
    # Written out in German names; a bank that has no umlauts says „MUELLER“.
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "ẞ": "SS",
    # Two letters in one, Danish, French, Icelandic.
    "æ": "ae",
    "Æ": "Ae",
    "œ": "oe",
    "Œ": "Oe",
    "þ": "th",
    "Þ": "Th",
    "ĳ": "ij",
    "Ĳ": "IJ",
    # A stroke is no accent to Unicode, so decomposing leaves these: Danish, Polish, Croatian,
    # Maltese, Icelandic, Turkish, Sami.
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "ħ": "h",
    "Ħ": "H",
    "ð": "d",
    "Ð": "D",
    "ı": "i",
    "ŧ": "t",
    "Ŧ": "T",
    "ŋ": "n",
    "Ŋ": "N",
    "ĸ": "k",
}
SIGNS = {
    # Apostrophes of phones and word processors; an accent typed for one.
    **dict.fromkeys("’‘‚‛′ʹʻʼˈ`´ˊˋ＇", "'"),
    # SEPA has no quotation mark but this one.
    **dict.fromkeys('„“”‟″«»‹›"', "'"),
    **dict.fromkeys("‐‑‒–—―−⁃﹣－_", "-"),
    "…": "...",
    "&": "+",
    "€": "EUR",
    "×": "x",
    "⁄": "/",
    "∕": "/",
    "•": "-",
    "·": "-",
}
_SPELT = LETTERS | SIGNS
# The character set of the Deutsche Kreditwirtschaft's DFÜ agreement, annex 3.
_OF_BANKS = frozenset(string.ascii_letters + string.digits + "/-?:().,'+ ")
_FOR_COMPARING = str.maketrans(_SPELT)
# An umlaut sorts as its vowel (DIN 5007-1), so it loses its dots like an accent.
_FOR_SORTING = str.maketrans({sign: _SPELT[sign] for sign in _SPELT if sign not in "äöüÄÖÜ"})


def composed(text: str) -> str:
    """Return the text as it is stored: each letter with its accents in one sign (NFC)."""
    return unicodedata.normalize("NFC", text)


def is_bank_letter(sign: str) -> bool:
    """Return whether every bank in SEPA takes the sign."""
    return sign in _OF_BANKS


def spelt(text: str, has: Callable[[str], bool], *, otherwise: str) -> str:
    """Return the text in the letters of a format; what has no spelling becomes `otherwise`."""
    parts = (_spelt(sign, has) for sign in composed(text))
    return "".join(otherwise if part is None else part for part in parts)


def unspelt(text: str, has: Callable[[str], bool]) -> str:
    """Return the letters and digits of a text that `spelt` would lose, each once."""
    signs = dict.fromkeys(composed(text))
    return "".join(sign for sign in signs if sign.isalnum() and _spelt(sign, has) is None)


def plain(text: str) -> str:
    """Return a text for comparing: small letters, „Müller“ as „mueller“, without accents.

    Letters that are not Latin stay, so that they can be compared as well.
    """
    return _bare(composed(text).casefold().translate(_FOR_COMPARING))


def sort_key(name: str) -> str:
    """Return the key by which names are sorted: no case, no accents, ß as ss (DIN 5007-1)."""
    return _bare(composed(name).casefold().translate(_FOR_SORTING)).strip()


def _bare(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _spelt(sign: str, has: Callable[[str], bool]) -> str | None:
    """Return one sign as the format has it, "" where it shows nothing, None where it is lost."""
    if has(sign):
        return sign
    written = _SPELT.get(sign)
    if written is not None and all(map(has, written)):
        return written
    category = unicodedata.category(sign)
    if category.startswith(("Z", "Cc")):
        return " "
    if category in {"Mn", "Me", "Cf"}:
        return ""
    decomposed = unicodedata.normalize("NFKD", sign)
    if decomposed == sign:
        return None
    parts = [_spelt(part, has) for part in decomposed]
    return None if None in parts else "".join(part for part in parts if part)
