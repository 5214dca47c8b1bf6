"""Each row of a list as the person it says there is, or why it says none."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from league.files.days import read_day
from league.people.reading.amounts import MOST_CENTS, cents_of
from league.people.reading.sheets import Sheet
from league.web.mailbox import fault_of as fault_of_address
from league.web.mailbox import tidy

# Why nobody can be taken in by this row; the words are in `labels`.
Problem = Literal[
    "",
    "name",
    "name_long",
    "email",
    "email_letters",
    "start",
    "kind",
    "twice",
    "email_twice",
    "amount",
    "phone",
    "birthday",
    "number",
    "number_twice",
]
LONGEST_NAME, LONGEST_NUMBER = 80, 20
PHONE = re.compile(r"\+?[0-9][0-9 ()/.-]{3,28}")
# A birthday with two digits for its year is of this year or one of the hundred before it.
_LAST_YEAR = 2029
_YEAR = re.compile(r"(19|20)\d\d")


@dataclass(frozen=True)
class Line:
    """One row as it was read. `kind` is a code, None where the row says none; an address is whole
    or left out. `cents` are above zero for a debt, below for a credit.
    """

    number: int
    name: str
    email: str = ""
    kind: str | None = None
    start: date | None = None
    street: str = ""
    postcode: str = ""
    town: str = ""
    cents: int = 0
    phone: str = ""
    birthday: date | None = None
    member_number: str = ""
    problem: Problem = ""

    @property
    def has_address(self) -> bool:
        return bool(self.street and self.postcode and self.town)


def fault_of(roles: Sequence[str]) -> str:
    """What is missing before the rows say anybody: a code, or nothing."""
    chosen = [role for role in roles if role]
    if not {"name", "first", "last"} & set(chosen):
        return "columns_name"
    return "columns_twice" if len(set(chosen)) < len(chosen) else ""


def lines_of(sheet: Sheet, roles: Sequence[str], kinds: Mapping[str, str]) -> list[Line]:
    """Every row of the list. `kinds` are the codes of memberships by their words in small letters;
    the empty code is a guest.
    """
    lines: list[Line] = []
    names: set[str] = set()
    emails: set[str] = set()
    member_numbers: set[str] = set()
    for number, row in enumerate(sheet.rows, start=1 + sheet.has_heading):
        params = {role: row[place] for place, role in enumerate(roles) if role}
        line = _line(number, params, kinds)
        if not line.problem and line.name.casefold() in names:
            line = replace(line, problem="twice")
        elif not line.problem and line.email and line.email in emails:
            line = replace(line, problem="email_twice")
        elif not line.problem and line.member_number and line.member_number in member_numbers:
            line = replace(line, problem="number_twice")
        names.add(line.name.casefold())
        emails.add(line.email)
        member_numbers.add(line.member_number)
        lines.append(line)
    return lines


def _line(number: int, cells: Mapping[str, str], kinds: Mapping[str, str]) -> Line:
    name = cells.get("name") or " ".join(
        part for part in (cells.get("first", ""), cells.get("last", "")) if part
    )
    if cells.get("name", "").count(",") == 1:  # „Filz, Anke“
        last, first = name.split(",")
        name = f"{first.strip()} {last.strip()}".strip()
    email, kind = tidy(cells.get("email", "")), cells.get("kind", "").casefold()
    start = _day(cells.get("start", ""))
    cents, birthday = _owed(cells), _birthday(cells.get("birthday", ""))
    phone, member_number = cells.get("phone", ""), cells.get("number", "")
    problem: Problem = ""
    if not name:
        problem = "name"
    elif len(name) > LONGEST_NAME or not name.isprintable():
        problem = "name_long"
    elif email and (fault := fault_of_address(email)):
        problem = fault
    elif cells.get("start") and start is None:
        problem = "start"
    elif kind and kind not in kinds:
        problem = "kind"
    elif cents is None:
        problem = "amount"
    elif phone and not PHONE.fullmatch(phone):
        problem = "phone"
    elif cells.get("birthday") and birthday is None:
        problem = "birthday"
    elif len(member_number) > LONGEST_NUMBER or not member_number.isprintable():
        problem = "number"
    return Line(
        number=number,
        name=name,
        email=email,
        kind=kinds.get(kind) if kind else None,
        start=start,
        street=cells.get("street", ""),
        postcode=cells.get("postcode", ""),
        town=cells.get("town", ""),
        cents=cents or 0,
        phone=phone,
        birthday=birthday,
        member_number=member_number,
        problem=problem,
    )


def _day(typed: str) -> date | None:
    """The day a cell names; the first of January where it knows the year alone."""
    return date(int(typed), 1, 1) if _YEAR.fullmatch(typed) else read_day(typed)


def _birthday(typed: str) -> date | None:
    born = read_day(typed)
    if born is not None and born.year > _LAST_YEAR:
        return read_day(f"{born.day}.{born.month}.{born.year - 100}")
    return born if born is None or born.year >= 1900 else None


def _owed(cells: Mapping[str, str]) -> int | None:
    """What a row says is owed; a column of credits counts against it, whatever its sign."""
    debt, credit = (cents_of(cells[role]) if cells.get(role) else 0 for role in ("debt", "credit"))
    if debt is None or credit is None:
        return None
    cents = debt - abs(credit)
    return cents if abs(cents) <= MOST_CENTS else None
