"""Read address books: vCards of versions 2.1, 3.0 and 4.0 become rows like those of any list.

Works on bytes, because a card of version 2.1 may name another charset in each line. Every card
becomes a row, a group too: what cannot be taken in is said at its row. Sources: RFC 2425, 2426,
6350; vCard 2.1 (versit, 1996) for soft line breaks and pictures.
"""

import codecs
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

# „Karte“ numbers the cards of the file; „Gruppe“ beside the number marks a group of people.
CARD, GROUP = "Karte", "Gruppe"
_ALWAYS = (
    *(CARD, "Name", "Spitzname", "E-Mail", "Straße", "PLZ", "Ort"),
    *("Telefon", "Telefon 2", "Geburtstag", "Notiz"),
)
# Shown only where a card has it; the page names these columns as not used.
_RARELY = ("Land", "Weitere Telefone", "Weitere E-Mails", "Weitere Anschriften", "Firma", "Foto")
_PROPERTY = re.compile(
    rb"(?:[A-Za-z0-9-]+\.)?([A-Za-z][A-Za-z0-9-]*)((?:;(?:\"[^\"]*\"|[^:;\"])*)*):"
)
# The words that may follow a soft line break by mistake: they begin a new line all the same.
_KNOWN = re.compile(
    rb"(?:[A-Za-z0-9-]+\.)?(?:BEGIN|END|VERSION|N|FN|NICKNAME|ORG|TITLE|TEL|EMAIL|ADR|BDAY|NOTE|URL"
    rb"|PHOTO|REV|UID|CATEGORIES|LABEL|X-[A-Z-]+)[;:]"
)
_BETWEEN = re.compile(r"(?<!\\);")
_DAY = re.compile(r"(\d{4}|-)-?(\d\d)-?(\d\d)(?:T.*)?")
# Apple writes this year where a birthday has none.
_APPLE_NO_YEAR = "1604"


class Value(NamedTuple):
    """One value of a card and its types in capitals, as `CELL` or `PREF`."""

    text: str
    types: frozenset[str]


@dataclass
class Card:
    """The properties of one card by their names, each with its values in the order of the file."""

    values: dict[str, list[Value]] = field(default_factory=dict)

    def of(self, name: str) -> list[Value]:
        """Return the values that are not empty, the preferred one first."""
        said = [value for value in self.values.get(name, []) if value.text.strip("; ")]
        return sorted(said, key=lambda value: "PREF" not in value.types)

    def first(self, name: str) -> str:
        said = self.of(name)
        return _plain(said[0].text) if said else ""


def is_one(content: bytes) -> bool:
    start = content.removeprefix(codecs.BOM_UTF8).lstrip()[:11]
    return start.upper() == b"BEGIN:VCARD"


def rows_of(content: bytes) -> list[list[str]]:
    """Return a heading and one row per card: the name as the phone shows it, the preferred mail,
    the address at home, two phones with the mobile one first, birthday and note.
    """
    cards = [_cells(number, card) for number, card in enumerate(_cards(content), start=1)]
    heading = [*_ALWAYS, *(name for name in _RARELY if any(name in cells for cells in cards))]
    return [heading, *([cells.get(name, "") for name in heading] for cells in cards)]


def _cards(content: bytes) -> Iterator[Card]:
    """Yield each card; one without an end is over where the next begins."""
    card: Card | None = None
    for line in _whole_lines(content.removeprefix(codecs.BOM_UTF8)):
        match = _PROPERTY.match(line)
        if match is None:
            continue
        name, options = match[1].decode().upper(), _options(match[2].decode("ascii", "replace"))
        if name == "BEGIN":
            if card is not None:
                yield card
            card = Card()
        elif name == "END" and card is not None:
            yield card
            card = None
        elif card is not None:
            text = "" if name == "PHOTO" else _decoded(line[match.end() :], options)
            text = "1" if name == "PHOTO" and line[match.end() :].strip() else text.strip()
            types = frozenset(options) | {word for words in options.values() for word in words}
            card.values.setdefault(name, []).append(Value(text, types))
    if card is not None:
        yield card


def _whole_lines(content: bytes) -> Iterator[bytes]:
    """Yield the lines as they were before they were folded: what begins with a space or is no
    property goes on, and so does a quoted-printable line that ends with „=“.
    """
    whole = b""
    for line in re.split(rb"\r\n|\r|\n", content):
        is_quoted = b"QUOTED-PRINTABLE" in whole.partition(b":")[0].upper()
        if is_quoted and whole.endswith(b"=") and not _KNOWN.match(line):
            whole = whole[:-1] + line
        elif line[:1] in {b" ", b"\t"}:
            whole += line[1:]
        elif line and not _PROPERTY.match(line) and not whole.upper().startswith(b"END:"):
            whole += line  # a picture of an old phone, whose lines begin with no space
        elif line:
            yield whole
            whole = line
    yield whole


def _options(text: str) -> dict[str, list[str]]:
    """Return the parameters of a property in capitals; a bare word of version 2.1 is a TYPE."""
    options: dict[str, list[str]] = {}
    for part in re.findall(r";((?:\"[^\"]*\"|[^;\"])*)", text.upper()):
        key, equals, value = part.partition("=")
        if not equals:
            key, value = ("ENCODING" if part == "QUOTED-PRINTABLE" else "TYPE"), part
        options.setdefault(key, []).extend(value.replace('"', "").split(","))
    return options


def _decoded(raw: bytes, options: dict[str, list[str]]) -> str:
    if options.get("ENCODING") == ["QUOTED-PRINTABLE"]:
        raw = quopri.decodestring(raw.removesuffix(b"="))
    for charset in (*options.get("CHARSET", []), "UTF-8", "cp1252"):
        try:
            return raw.decode(charset)
        except (LookupError, UnicodeDecodeError):
            continue
    return raw.decode("latin-1")


def _cells(number: int, card: Card) -> dict[str, str]:
    """Return the cells of a card by their headings."""
    kinds = {card.first("KIND").lower(), card.first("X-ADDRESSBOOKSERVER-KIND").lower()}
    phones = sorted(
        (value for value in card.of("TEL") if not value.types & {"FAX", "PAGER"}),
        key=lambda value: "CELL" not in value.types,
    )
    numbers = list(dict.fromkeys(_plain(value.text).removeprefix("tel:") for value in phones))
    mails = [_plain(value.text).removeprefix("mailto:") for value in card.of("EMAIL")]
    addresses = sorted(card.of("ADR"), key=lambda value: "HOME" not in value.types)
    # Post office box, extra line, street, town, region, postcode, country.
    address = [*_parts(addresses[0].text if addresses else ""), *[""] * 7][:7]
    cells = {
        CARD: f"{number} {GROUP}" if "group" in kinds else str(number),
        "Name": _name(card),
        "Spitzname": card.first("NICKNAME"),
        "E-Mail": mails[0] if mails else "",
        "Straße": address[2],
        "PLZ": address[5],
        "Ort": address[3],
        "Telefon": numbers[0] if numbers else "",
        "Telefon 2": numbers[1] if len(numbers) > 1 else "",
        "Geburtstag": _birthday(card.first("BDAY")),
        "Notiz": card.first("NOTE"),
    }
    more = {
        "Land": address[6] if address[6].casefold() not in {"deutschland", "germany"} else "",
        "Weitere Telefone": ", ".join(numbers[2:]),
        "Weitere E-Mails": ", ".join(mails[1:]),
        "Weitere Anschriften": "; ".join(
            " ".join(filter(None, _parts(value.text))) for value in addresses[1:]
        ),
        "Firma": _company(card),
        "Foto": "1" if card.of("PHOTO") else "",
    }
    return cells | {name: text for name, text in more.items() if text}


def _name(card: Card) -> str:
    """Return the name as the phone shows it; without one the parts of N, then the company."""
    last, first = [*_parts(card.of("N")[0].text if card.of("N") else ""), "", ""][:2]
    return card.first("FN") or f"{first} {last}".strip() or _company(card)


def _company(card: Card) -> str:
    return " ".join(filter(None, _parts(card.of("ORG")[0].text))) if card.of("ORG") else ""


def _birthday(text: str) -> str:
    """Return the day as 1962-05-04, without its year as 4.5.; other words as they were."""
    if (match := _DAY.fullmatch(text)) is None:
        return text
    year, month, day = match.groups()
    known = year not in {"-", _APPLE_NO_YEAR}
    return f"{year}-{month}-{day}" if known else f"{int(day)}.{int(month)}."


def _parts(value: str) -> list[str]:
    return [_plain(part) for part in _BETWEEN.split(value)]


def _plain(value: str) -> str:
    """Return the text without the signs that escape; a line break becomes a space."""
    text = re.sub(r"\\([,;:\\])", r"\1", re.sub(r"\\[nN]", " ", value))
    return " ".join(text.split())
