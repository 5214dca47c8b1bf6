"""The address book of a phone: vCards of version 2.1 to 4.0, as rows like those of any list."""

import quopri
import re

HEADING = ["Name", "E-Mail", "Straße", "PLZ", "Ort", "Telefon", "Geburtstag"]
_BREAK = re.compile(r"(?<!\\)([;])")


def is_one(text: str) -> bool:
    return text.lstrip("\ufeff \r\n\t").upper().startswith("BEGIN:VCARD")


def rows_of(text: str) -> list[list[str]]:
    """A heading and a row for each card: the name as the phone shows it, first mail, address and
    phone, birthday.

    A card without FN is called by the parts of N.
    """
    rows, card = [HEADING], dict[str, str]()
    for line in _unfolded(text):
        key, _colon, value = line.partition(":")
        name, *options = key.split(";")
        name = name.rpartition(".")[2].upper()  # „item1.EMAIL“
        if any(option.upper().endswith("QUOTED-PRINTABLE") for option in options):
            value = quopri.decodestring(value.encode()).decode("utf-8", errors="replace")
        if name == "BEGIN":
            card = {}
        elif name == "END":
            rows.append(_row(card))
        else:
            card.setdefault(name, value.strip())
    return rows


def _unfolded(text: str) -> list[str]:
    """Lines as they were before they were broken: one that begins with a space goes on."""
    return re.sub(r"\r?\n[ \t]|=\r?\n", "", text).splitlines()


def _row(card: dict[str, str]) -> list[str]:
    last, first = [*_parts(card.get("N", "")), "", ""][:2]
    name = _plain(card.get("FN", "")) or f"{first} {last}".strip()
    # Post office box, extra line, street, town, region, postcode, country.
    address = [*_parts(card.get("ADR", "")), *[""] * 6][:6]
    phone = _plain(card.get("TEL", "")).removeprefix("tel:")
    born = re.fullmatch(r"(\d{4})-?(\d\d)-?(\d\d).*", card.get("BDAY", ""))  # without a year: none
    return [
        *(name, _plain(card.get("EMAIL", "")), address[2], address[5], address[3]),
        *(phone, "-".join(born.groups()) if born else ""),
    ]


def _parts(value: str) -> list[str]:
    return [_plain(part) for part in _BREAK.split(value) if part != ";"]


def _plain(value: str) -> str:
    return re.sub(r"\\([,;\\])", r"\1", re.sub(r"\\[nN]", " ", value)).strip()
