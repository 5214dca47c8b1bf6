"""One spelling for texts that leave in fewer letters or are compared without accents. Pure.

A text is composed first, so that „ü“ and „u“ with a combining diaeresis are one letter. Letters
that a format has stay; then `LETTERS` and `SIGNS` say how a letter is written; then an accent falls
away. A Cyrillic or Greek letter becomes a Latin one by `SCRIPTS`. The bearer of a name may write it
otherwise, so `unspelt` names these letters with those that have no spelling: a form can ask.

Sources: umlauts, ß and Cyrillic as in passports (ICAO 9303, part 3) and DIN 5007-2; Greek by ISO
843; the other letters as the EPC's best practices write them in SEPA (EPC217-08); signs as a
typewriter has them.
"""

import string
import unicodedata
from collections.abc import Callable, Mapping

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
_SMALL = {
    # Russian, Bulgarian, Ukrainian, Belarusian; then Serbian and Macedonian.
    **dict(zip("абвгдеёзийклмнопрстуфыэґєіїў", "abvgdeeziiklmnoprstufyegeiiu", strict=True)),
    "ж": "zh",
    "х": "kh",
    "ц": "ts",
    "ч": "ch",
    "ш": "sh",
    "щ": "shch",
    "ъ": "ie",
    "ь": "",
    "ю": "iu",
    "я": "ia",
    **dict(zip("ђѓјћќ", "dgjck", strict=True)),
    "ѕ": "dz",
    "љ": "lj",
    "њ": "nj",
    "џ": "dz",
    # Greek, with both forms of the sigma.
    **dict(zip("αβγδεζηικλμνξοπρσςτυφω", "avgdeziiklmnxoprsstyfo", strict=True)),
    "θ": "th",
    "χ": "ch",
    "ψ": "ps",
}
SCRIPTS = _SMALL | {sign.upper(): written.capitalize() for sign, written in _SMALL.items()}
_SPELT = LETTERS | SIGNS
_ALL = _SPELT | SCRIPTS
# The character set of the Deutsche Kreditwirtschaft's DFÜ agreement, annex 3.
_OF_BANKS = frozenset(string.ascii_letters + string.digits + "/-?:().,'+ ")
_FOR_COMPARING = str.maketrans(_ALL)
# An umlaut sorts as its vowel (DIN 5007-1), so it loses its dots like an accent.
_FOR_SORTING = str.maketrans({sign: _SPELT[sign] for sign in _SPELT if sign not in "äöüÄÖÜ"})


def composed(text: str) -> str:
    """Return the text as it is stored: each letter with its accents in one sign (NFC)."""
    return unicodedata.normalize("NFC", text)


def is_bank_letter(sign: str) -> bool:
    """Return whether every bank in SEPA takes the sign."""
    return sign in _OF_BANKS


def spelt(text: str, has: Callable[[str], bool], *, otherwise: str) -> str:
    """Return the text in the letters of a format; one without a spelling becomes `otherwise`."""
    parts = (_spelt(sign, has, _ALL) for sign in composed(text))
    return "".join(otherwise if part is None else part for part in parts)


def unspelt(text: str, has: Callable[[str], bool]) -> str:
    """Return the letters and digits of a text that no format of Latin letters has, each once."""
    signs = dict.fromkeys(composed(text))
    return "".join(sign for sign in signs if sign.isalnum() and _spelt(sign, has, _SPELT) is None)


def plain(text: str) -> str:
    """Return a text for comparing: small letters, „Müller“ as „mueller“, without accents.

    Letters of other scripts stay, so that they can be compared as well.
    """
    bare = _bare(composed(text).casefold().translate(_FOR_COMPARING))
    return bare.translate(_FOR_COMPARING)  # „ά“ is „α“ only now


def sort_key(name: str) -> str:
    """Return the key by which names are sorted: no case, no accents, ß as ss (DIN 5007-1)."""
    return _bare(composed(name).casefold().translate(_FOR_SORTING)).strip()


def _bare(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _spelt(sign: str, has: Callable[[str], bool], table: Mapping[str, str]) -> str | None:
    """Return one sign as the format has it, "" where it shows nothing, None where it is lost."""
    if has(sign):
        return sign
    written = table.get(sign)
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
    parts = [_spelt(part, has, table) for part in decomposed]
    return None if None in parts else "".join(part for part in parts if part)
