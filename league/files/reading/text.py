"""Tell the encoding of a text by the letters it makes.

Programs write UTF-8 and UTF-16, Excel on Windows cp1252 or (MS-DOS) cp850, on a Mac Mac Roman. The
last three make some text of any bytes, so their readings are held against each other: letters of
European names in words count for one, signs that no word has count against it.
"""

import re
import unicodedata

from league.files.reading.faults import Choice, TableError

_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_NARROW = ("cp1252", "mac_roman", "cp850")
# A PDF, a picture or an old workbook has them, a text has none.
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
# The beginning of a letter of UTF-8 whose rest was cut off at the end of a cell.
_CUT = re.compile(
    rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})(?=[;,|\"\t\r\n]|\Z)"
)
_GERMAN = frozenset("äöüÄÖÜß")
_WESTERN = frozenset("àáâçèéêëíïñóôøúÀÁÂÇÈÉÊËÍÓØÚ")
_SELDOM = frozenset("ãåæìîòõùûýšžœÿðþıÃÅÆÌÎÏÑÒÔÕÙÛÝŠŽŒŸÐÞ")
# Signs that ordinary text has beside its words.
_SIGNS = frozenset("€§°²³µ·®©´`«»„“”‚‘’–—…•£±½¼×\u00a0\u00ad")
_OPENING = frozenset("„‚‘“«")
_VOWELS = frozenset("aeiouyäöüàáâèéêìíîòóôùúû")
_UMLAUTS = frozenset("äöü")
# Readings that differ by less are both possible.
_CLEAR_BY = 3
_IMPOSSIBLE = -8
_IN_CELL = r"[^\n\r\t;,|?\"]{0,25}"
_AROUND = re.compile(rf"{_IN_CELL}[^\x00-\x7f]{_IN_CELL}")


def decoded(content: bytes) -> str:
    """Return the text with composed letters (NFC) and „\\n“ as line end.

    Raise TableError `encoding` for a file that is no text, `encoding_lost` if a letter is U+FFFD,
    and `encoding_unclear` with `choices` if several readings are equally good.
    """
    text = unicodedata.normalize("NFC", _decoded(content))
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if _NO_TEXT.search(text):
        raise TableError("encoding")
    if "\ufffd" in text:
        raise TableError("encoding_lost", str(text[: text.index("\ufffd")].count("\n") + 1))
    return text


def recoded(content: bytes, encoding: str) -> bytes:
    """Return the text in UTF-8 that one of the `choices` makes of it; others leave it as it is."""
    try:
        return content.decode(encoding).encode() if encoding in _NARROW else content
    except UnicodeDecodeError:
        return content


def _decoded(content: bytes) -> str:
    marked = next((name for mark, name in _MARKS.items() if content.startswith(mark)), None)
    if encoding := marked or _wide(content):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            if encoding != "utf-8-sig":
                raise TableError("encoding") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    lenient = content.decode("utf-8-sig", errors="replace")
    whole = sum(1 for sign in lenient if sign > "\x7f" and sign != "\ufffd")
    if marked or whole > lenient.count("\ufffd"):
        return _CUT.sub(b"", content).decode("utf-8-sig", errors="replace")
    return _narrow(content)


def _wide(content: bytes) -> str:
    """Return which UTF-16 a text without a mark is in, or nothing."""
    start = content[:2000]
    if start[1::2].count(0) * 2 > len(start[1::2]) > 1:
        return "utf-16-le"
    return "utf-16-be" if start[::2].count(0) * 2 > len(start[::2]) > 1 else ""


def _narrow(content: bytes) -> str:
    if _NO_TEXT.search(content.decode("latin-1")):
        raise TableError("encoding")
    readings = []
    for encoding in _NARROW:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        likely = encoding == "cp1252"
        if b"\r" in content and b"\n" not in content:
            likely = encoding == "mac_roman"  # only old programs of a Mac end lines with it
        readings.append((_score(text) + 2 * likely, encoding, text))
    readings.sort(key=lambda reading: -reading[0])
    best, _encoding, text = readings[0]
    if best <= _IMPOSSIBLE:
        raise TableError("encoding")
    choices = {
        _example(other): encoding for score, encoding, other in readings if best - score < _CLEAR_BY
    }
    if len(choices) > 1:
        found = tuple(Choice(encoding, label) for label, encoding in choices.items())
        raise TableError("encoding_unclear", " / ".join(choices), found)
    return text


def _score(text: str) -> int:
    score = 0
    for found in re.finditer(r"[^\x00-\x7f]", text):
        place = found.start()
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        score += _worth(found[0], before, after)
    return score


def _worth(sign: str, before: str, after: str) -> int:
    """Return how well a sign fits between its neighbours: below zero if it cannot be right."""
    inside = before.isalpha() and after.isalpha()
    if not sign.isalpha() or sign in "ªº":
        misplaced = inside or (sign in _OPENING and before.isalpha())
        return -5 if misplaced or sign not in _SIGNS else 1
    if sign not in _GERMAN | _WESTERN | _SELDOM:
        return -5
    if sign.isupper() and (before.islower() or (before.isupper() and after.islower())):
        return -5
    if not (before.isalpha() or after.isalpha()):
        return -3  # a letter is part of a word
    if sign.islower() and before.isupper() and after.isupper():
        return -3  # „MüLLER“ is not written
    low, left, right = sign.lower(), before.lower(), after.lower()
    if low == "ß":
        return 4 if left in _VOWELS else -5
    if low in _UMLAUTS:
        # „äu“ is one sound, „üe“ an old spelling; any other vowel beside an umlaut is seldom.
        return -1 if left in _VOWELS or right in _VOWELS - {"u", "e"} else 4
    if low in _SELDOM:
        return 1 if {left, right} & _VOWELS else -3
    return 0 if left in _VOWELS and right in _VOWELS and low not in "ëï" else 2


def _example(text: str) -> str:
    """Return the first three cells with a letter beyond ASCII, or as much as is around it."""
    cells = dict.fromkeys(found.strip() for found in _AROUND.findall(text))
    return ", ".join(list(cells)[:3])
