"""The rules of SEPA for debits and transfers: identifiers, letters, bank days. Pure.

Sources: the EPC's Core rulebook (creditor identifier AT-02, mandates, 36 months), the Deutsche
Kreditwirtschaft's DFÜ agreement, the ECB's calendar of TARGET days.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from league.web.spelling import is_bank_letter, spelt

# Days between the pre-notification and the debit, where nothing else is agreed.
NOTICE_DAYS = 14
# A mandate that was not used for so long is good for nothing any more.
LAPSES_AFTER_MONTHS = 36
LONGEST_NAME, LONGEST_TEXT = 70, 140

_IDENTIFIER = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}")


@dataclass(frozen=True)
class Order:
    """A transfer of `cents`: a person's credit, or a bill where there is no person."""

    name: str
    iban: str
    cents: int
    text: str
    person: int | None = None


def identifier(typed: str) -> str | None:
    """Return a creditor identifier without spaces; None if its check digits are wrong.

    They count over the national part and the country, without the three signs of the business.
    """
    text = "".join(typed.split()).upper()
    if not _IDENTIFIER.fullmatch(text):
        return None
    digits = "".join(str(int(sign, 36)) for sign in f"{text[7:]}{text[:4]}")
    return text if int(digits) % 97 == 1 else None


def latin(text: str, most: int = LONGEST_NAME) -> str:
    """Return a text in the letters that every bank takes; what has none is a full stop."""
    message = spelt(text, is_bank_letter, otherwise=".")
    return " ".join(message.split())[:most].strip()


def easter(year: int) -> date:
    """Return Easter Sunday, by Gauss as Lichtenberg mended him."""
    century, moon = year // 100, year % 19
    shift = 15 + (3 * century + 3) // 4 - (8 * century + 13) // 25
    sun = 2 - (3 * century + 3) // 4
    full = (19 * moon + shift) % 30
    late = (full + moon // 11) // 29
    border = 21 + full - late
    sunday = 7 - (year + year // 4 + sun) % 7
    return date(year, 3, 1) + timedelta(days=border + 7 - (border - sunday) % 7 - 1)


def is_bank_day(day: date) -> bool:
    """Tell if TARGET is open: not at the weekend and on six holidays."""
    sunday = easter(day.year)
    holidays = {(1, 1), (5, 1), (12, 25), (12, 26)}
    at_easter = {sunday - timedelta(days=2), sunday + timedelta(days=1)}
    return day.weekday() < 5 and (day.month, day.day) not in holidays and day not in at_easter


def first_day(today: date, notice_days: int) -> date:
    """Return the first day on which a debit can be due that is announced today."""
    return next_bank_day(today + timedelta(days=notice_days))


def next_bank_day(day: date) -> date:
    """Return the first day from `day` on that is one."""
    while not is_bank_day(day):
        day += timedelta(days=1)
    return day


def is_lapsed(signed_on: date, last_used: date | None, day: date) -> bool:
    """Tell if a mandate was not used for 36 months before a day."""
    since = last_used or signed_on
    month = since.year * 12 + since.month - 1 + LAPSES_AFTER_MONTHS
    return (day.year * 12 + day.month - 1, day.day) > (month, since.day)


def masked(iban: str) -> str:
    """Write „DE02 … 2051“: enough to know one's own account."""
    return f"{iban[:4]} … {iban[-4:]}"
