"""Reads MT940, the old statement of SWIFT with the German fields of `:86:`, as banks still send it.

Pure. A statement is a list of tags: `:25:` the account, `:60F:` and `:62F:` the balances, and for
each booking `:61:` (day, amount, kind) with `:86:` (what it says: `?20` to `?29` the purpose, `?31`
the other's account, `?32` and `?33` the name).
"""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from finance.bank.reading.statements import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_LINES,
    Balance,
    BankFileError,
    Line,
    Moment,
    Statement,
    glued,
    iban_of,
    tidy,
)
from league.files.reading.days import day_near, month_end

_TAG = re.compile(r"^:(\d{2}[A-Z]?):", re.MULTILINE)
_BALANCE = re.compile(r"([CD])(\d{6})([A-Z]{3})([\d,]+)")
# Value date, the booking's day, reversal or not, the side, cents, the bank's kind and reference.
_BOOKING = re.compile(
    r"(\d{6})(\d{4})?(R?)([CD])[A-Z]?([\d,]{1,15})[A-Z][A-Z0-9]{3}([^\n/]*)(?://([^\n]*))?"
)
_FIELD = re.compile(r"\?(\d\d)")
# The parts within the purpose, each with its sign; only SVWZ was written by a person.
_PARTS = re.compile(r"(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+")
# Codes of the German banks for what is sent back, and for what they take themselves.
_RETURNS = {"108", "109", "159", "181", "182", "183", "184"}
_FEES = {"805", "806", "808", "809", "811", "814", "819"}


def looks_like(content: bytes) -> bool:
    """Tell if this is MT940: with or without the envelope of SWIFT around it."""
    start = content[:2000].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe\r\n -")
    return start.startswith(b":20:") or (start.startswith(b"{1:") and b":20:" in start)


def read(text: str) -> list[Statement]:
    """Return the statements of a file, one for each `:20:`. Raises BankFileError."""
    text = re.sub(r"\{\d:(?:\{[^}]*\}|[^{}\n])*\}?", "", text.replace("\r\n", "\n"))
    statements: list[Statement] = []
    tags: list[tuple[str, str]] = []
    for tag, value in _tags(text):
        if tag == "20" and tags:
            statements.append(_statement(tags))
            tags = []
        tags.append((tag, value))
    if tags:
        statements.append(_statement(tags))
    return statements


def _tags(text: str) -> Iterator[tuple[str, str]]:
    places = list(_TAG.finditer(text))
    for place, following in zip(places, [*places[1:], None], strict=True):
        value = text[place.end() : following.start() if following else len(text)]
        yield place[1], re.sub(r"\n-\}?\s*\Z|\n-\}?\s*(?=\n)", "", value).strip("\n")


def _statement(tags: list[tuple[str, str]]) -> Statement:
    own, account, lines, balances = "", "", list[Line](), dict[Moment, Balance]()
    has_account = False
    for place, (tag, text) in enumerate(tags):
        if tag == "25":
            has_account = True
            own, account = iban_of(text.split("/")[-1]), text.strip()
        elif tag in {"60F", "60M"}:
            balances.setdefault("opening", _balance(text, "opening"))
        elif tag in {"62F", "62M"}:
            balances["closing"] = _balance(text, "closing")
        elif tag == "61":
            about = tags[place + 1][1] if tags[place + 1 : place + 2] else ""
            is_about = bool(tags[place + 1 : place + 2]) and tags[place + 1][0] == "86"
            lines.append(_line(text, about if is_about else "", place))
            if len(lines) > MOST_LINES:
                raise BankFileError("too_many_lines", str(MOST_LINES))
    if not has_account:
        raise BankFileError("no_account")
    return Statement(
        iban=own,
        account="" if own else account,
        lines=tuple(lines),
        balances=tuple(balances.values()),
    )


def _balance(text: str, moment: Moment) -> Balance:
    match = _BALANCE.match(text)
    if match is None:
        raise BankFileError("no_amount", text[:20])
    side, day, currency, amount = match.groups()
    if currency != "EUR":
        raise BankFileError("currency", currency)
    cents = _cents(amount, text)
    return Balance(_day(day, text), cents if side == "C" else -cents, moment)


def _line(field_text: str, about: str, place: int) -> Line:
    match = _BOOKING.match(field_text)
    if match is None:
        raise BankFileError("no_amount", field_text[:20] or str(place))
    value, booked, reversal, side, amount, _own, reference = match.groups()
    day = _day(value, field_text)
    if booked:
        # The booking's day has no year: that which lies next to the value date.
        day = day_near(f"{booked[2:]}.{booked[:2]}.", day) or day
    cents = _cents(amount, field_text)
    # A line that takes a credit back goes out, one that takes a debit back comes in.
    comes = (side == "C") != bool(reversal)
    code, kind, text, name, iban = _about(about)
    return Line(
        booked=day,
        cents=cents if comes else -cents,
        name=tidy(name, LONGEST_NAME),
        iban=iban,
        text=tidy(text or kind, LONGEST_TEXT),
        reference=tidy(reference or "", 35) if (reference or "").strip("0 ") else "",
        is_return=bool(reversal) or code in _RETURNS,
        is_fee=code in _FEES and not comes,
    )


def _about(value: str) -> tuple[str, str, str, str, str]:
    """Return the bank's code and kind, the purpose, the other's name and IBAN."""
    code = value[:3] if value[:3].isdigit() else ""
    if not _FIELD.search(value):
        return code, "", " ".join(value.removeprefix(code).split("\n")), "", ""
    pieces = _FIELD.split(value.replace("\n", ""))
    fields = dict(zip(pieces[1::2], pieces[2::2], strict=False))
    numbers = [f"{number}" for number in (*range(20, 30), *range(60, 64))]
    purpose = glued([fields[number] for number in numbers if number in fields])
    parts = _PARTS.split(purpose)
    written = dict(zip(parts[1::2], parts[2::2], strict=False))
    text = written.get("SVWZ", parts[0] or purpose).strip()
    reference = written.get("EREF", "").strip()
    if reference and reference != "NOTPROVIDED":
        text = f"{text} {reference}"
    name = fields.get("32", "") + fields.get("33", "")
    iban = iban_of(fields.get("31", "")) or iban_of(written.get("IBAN", ""))
    return code, fields.get("00", ""), text, name, iban


def _cents(amount: str, text: str) -> int:
    whole, _comma, rest = amount.partition(",")
    if not whole.isdigit() or (rest and not rest.isdigit()) or len(rest) > 2:
        raise BankFileError("no_amount", text[:20])
    return int(Decimal(f"{whole}.{rest or 0}") * 100)


def _day(text: str, where: str) -> date:
    """Return the day; for one in no calendar (30 February) the last of its month."""
    day = month_end(2000 + int(text[:2]), int(text[2:4]), int(text[4:6]))
    if day is None:
        raise BankFileError("no_day", where[:20])
    return day
