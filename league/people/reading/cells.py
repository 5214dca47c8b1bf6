"""Read single cells of a list of people.

Each reader returns the value and a code: empty where all is stored as it was written.
"""

import re
import unicodedata
from datetime import date

from league.files.reading import days
from league.web import mailbox

PHONE = re.compile(r"\+?[0-9][0-9 ()/.-]{3,28}")
_IN_BRACKETS = re.compile(r'[^<>@"]*"?\s*<([^<>]+)>')
# Excel keeps leading zeros so: ="0170 1234567"
_AS_FORMULA = re.compile(r'="(.*)"')
_POSTCODE_AND_TOWN = re.compile(r"(?:D-?\s?)?(\d{4,5})\s+(\D.*)")
_WHOLE_ADDRESS = re.compile(r"(.*\S)\s*,\s*(?:D-?\s?)?(\d{4,5})\s+(\D.*)")
_AT_HOME = frozenset({"", "d", "de", "deu", "deutschland", "germany", "brd"})
_EARLIEST = date(1900, 1, 1)
# A membership ends at most so many years ahead.
_YEARS_AHEAD = 10


def tidy(cell: str) -> str:
    """Return the text of a cell with composed letters, single spaces and no sign that is unseen."""
    text = unicodedata.normalize("NFC", cell)
    text = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
    text = " ".join(text.split())
    match = _AS_FORMULA.fullmatch(text)
    return match[1].strip() if match else text


def email(cell: str) -> tuple[str, str]:
    """Return the address as it is stored, also out of „Tilo Ranft <tilo@ranft.example>“."""
    match = _IN_BRACKETS.fullmatch(cell)
    address = mailbox.tidy((match[1] if match else cell).removeprefix("mailto:"))
    fault = mailbox.fault_of(address) if address else ""
    return ("", fault) if fault else (address, "")


def phone(cell: str) -> tuple[str, str]:
    """Return the number; a mobile one whose zero a spreadsheet has eaten gets it back. Words
    behind a number fall away.
    """
    plain = re.sub("[‐-―−]", "-", cell)
    words = ""
    if not PHONE.fullmatch(plain) and (match := re.match(r"\+?[0-9][0-9 ()/.-]*[0-9]", plain)):
        plain, words = match[0], plain[match.end() :]
    if not plain:
        return "", ""
    if not PHONE.fullmatch(plain) or re.search(r"[0-9]", words):
        return "", "phone"
    if re.fullmatch(r"1[5-7][0-9]{8,9}", plain):
        return f"0{plain}", "phone_zero"
    if re.fullmatch(r"[1-9][0-9]{7,}", plain):
        return plain, "phone_without_zero"
    return plain, "phone_words" if words else ""


def birthday(cell: str, order: days.Order, today: date) -> tuple[date | None, str]:
    """Return the day; years of two figures are those before today."""
    if not cell:
        return None, ""
    if re.fullmatch(r"\d{1,2}\.\s?\d{1,2}\.?", cell):
        return None, "birthday_year"
    born = days.day_of(cell, order, latest=today)
    return (born, "") if born and born >= _EARLIEST else (None, "birthday")


def joined(cell: str, order: days.Order, today: date) -> tuple[date | None, str]:
    """Return the first day of a membership: of „12/2005“ and „1998“ the first one."""
    if not cell:
        return None, ""
    day = days.day_of(cell, order, latest=today, periods=True)
    if day is None or day < _EARLIEST:
        return None, "start"
    is_day = re.fullmatch(r"(19|20)\d\d", cell) or days.day_of(cell, order, latest=today)
    return day, "" if is_day else "start_month"


def left(cell: str, order: days.Order, today: date) -> tuple[date | None, str]:
    """Return the last day of a membership; None for „31.12.9999“, as programs write it."""
    if not cell or days.day_of(cell, order) == date.max:
        return None, ""
    day = days.day_of(cell, order, latest=date(today.year + _YEARS_AHEAD, 12, 31))
    return day, "" if day else "end"


def address(
    street: str, house: str, postcode: str, town: str, country: str
) -> tuple[tuple[str, str, str], str]:
    """Return street, postcode and town, all or none. A whole address in one cell is taken apart,
    and a zero that a spreadsheet has eaten comes back.
    """
    if house:
        street = f"{street} {house}".strip()
    if not postcode and (match := _WHOLE_ADDRESS.fullmatch(street)):
        street, postcode, town = match[1], match[2], match[3]
    if not postcode and (match := _POSTCODE_AND_TOWN.fullmatch(town)):
        postcode, town = match[1], match[2]
    postcode = re.sub(r"(?i)^D-?\s?(?=\d)", "", postcode)
    nothing = "", "", ""
    if not (street or postcode or town):
        return nothing, ""
    if country.casefold() not in _AT_HOME:
        return nothing, "address_abroad"
    has_lost_zero = bool(re.fullmatch(r"[1-9]\d{3}", postcode))
    postcode = postcode.zfill(5) if has_lost_zero else postcode
    if not street or not town or not postcode:
        return nothing, "address_part"
    if not re.fullmatch(r"\d{5}", postcode, re.ASCII):
        return nothing, "postcode"
    if len(street) > 70 or len(town) > 60:
        return nothing, "address_long"
    return (street, postcode, town), "postcode_zero" if has_lost_zero else ""
