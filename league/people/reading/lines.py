"""Read each row of a list as a person, with notes about its parts.

A bad cell costs its own part and never the person; a row is left out only where it is no person.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

from league.files.reading import amounts, days
from league.files.reading.tables import Row
from league.people.reading import cells as reading
from league.people.reading.amounts import owed, signed
from league.people.reading.headings import MONEY, without_use
from league.people.reading.sheets import Sheet
from league.people.reading.vcards import GROUP
from league.web.spelling import sort_key

# The reasons for which a row is left out; the words are in `labels`.
Problem = Literal["", "name", "name_long", "twice", "foot", "group", "unticked"]
LONGEST_NAME, LONGEST_NUMBER, LONGEST_NICKNAME, LONGEST_NOTES = 80, 20, 40, 2000
# The role and the number of a row, with what was typed instead of its cell.
Mended = Mapping[tuple[int, str], str]
_TOTALS = re.compile(
    r"(zwischen|gesamt|end)?summen?|gesamt|insgesamt|total|sum|anzahl|mitglieder gesamt"
    r"|(gesamt)?(saldo|betrag)|summe gesamt|übertrag"
)
# The fields that tell two people of one name apart.
_IDENTIFYING = ("birthday", "email", "phone", "member_number", "street")


@dataclass(frozen=True)
class Note:
    """A note about one part of a row. `text` is the cell as it was written, `instead` the text that
    is stored in its place, or the owner of the value; empty where the part is left out.
    """

    role: str
    code: str
    text: str = ""
    instead: str = ""


# Notes that need no look before the list is stored: the part is stored, or cannot be mended.
QUIET = frozenset(
    {
        *("phone_zero", "phone_without_zero", "phone_words", "start_month", "postcode_zero"),
        *("address_part", "birthday_year", "kept"),
    }
)


@dataclass(frozen=True)
class Line:
    """One row as it was read. `kind` is a code, None where its `word` says none. An address is
    whole or left out. `cents` are above zero for a debt, below for a credit. `end` is the last day
    of a membership that is over.
    """

    number: int
    name: str
    email: str = ""
    kind: str | None = None
    word: str = ""
    start: date | None = None
    end: date | None = None
    street: str = ""
    postcode: str = ""
    town: str = ""
    cents: int = 0
    phone: str = ""
    second_phone: str = ""
    birthday: date | None = None
    member_number: str = ""
    nickname: str = ""
    remark: str = ""
    notes: tuple[Note, ...] = ()
    problem: Problem = ""

    def is_over(self, start: date) -> bool:
        """Return whether the membership was over before `start`, its first day here."""
        return self.end is not None and self.end < start

    def noting(self, note: Note) -> "Line":
        return replace(self, notes=(*self.notes, note))

    def without(self, field: str, note: Note) -> "Line":
        """Return the line without what this field says, and with the reason."""
        emptied: dict[str, Any] = {field: 0 if field == "cents" else ""}
        return replace(self.noting(note), **emptied)


@dataclass(frozen=True)
class Total:
    """A row of totals: its number, and what it says in cents, owed above zero. None where its
    amount cannot be read (`is_unread`) and where it names none.
    """

    number: int
    cents: int | None
    is_unread: bool = False


@dataclass(frozen=True)
class Columns:
    """A role for each column, and the order of day and month where the cells do not tell.
    `owners` are the numbers of the rows that own a mail address which an earlier row has too,
    `unticked` those of the rows that are left out by hand.
    """

    roles: tuple[str, ...]
    orders: Mapping[int, days.Order]
    owners: Collection[int] = frozenset()
    unticked: Collection[int] = frozenset()


@dataclass(frozen=True)
class Reading:
    """All that a list says. `unknown` are words for memberships that the club does not have."""

    lines: tuple[Line, ...]
    totals: tuple[Total, ...] = ()
    unknown: tuple[str, ...] = ()


def fault_of(roles: Sequence[str]) -> str:
    """Return the code of what is missing before the rows name people, or nothing."""
    chosen = [role for role in roles if role]
    if not {"name", "first", "last"} & set(chosen):
        return "columns_name"
    money = set(chosen) & set(MONEY)
    if len(set(chosen)) < len(chosen) or (len(money) > 1 and money != {"debt", "credit"}):
        return "columns_twice"
    return ""


def unclear_days(sheet: Sheet, roles: Sequence[str]) -> list[int]:
    """Return the places of columns whose days may begin with the day or with the month."""
    return [
        place
        for place, role in enumerate(roles)
        if role in {"start", "end", "birthday"} and days.order_of(sheet.column(place)) is None
    ]


def read_lines(
    sheet: Sheet,
    columns: Columns,
    kinds: Mapping[str, str],
    today: date,
    mended: Mended | None = None,
) -> Reading:
    """Read every row of the list. `kinds` are the codes of memberships by their words in small
    letters; the empty code is a guest.
    """
    reader = _Reader(sheet, columns, kinds, today, mended or {})
    lines: list[Line] = []
    totals: list[Total] = []
    for row in sheet.rows:
        cells = reader.cells(row)
        if is_total(cells):
            says = any(cells.get(role) for role in MONEY)
            cents = owed(cells, reader.decimals) if says else None
            totals.append(Total(row.number, cents, says and cents is None))
        else:
            line = reader.line(row, cells)
            is_out = row.number in columns.unticked and not line.problem
            lines.append(replace(line, problem="unticked") if is_out else line)
    unknown = {word.casefold(): word for word in reversed(reader.unknown)}
    told = _apart(lines, columns.owners)
    return Reading(tuple(told), tuple(totals), tuple(reversed(unknown.values())))


@dataclass
class _Reader:
    """The columns with their orders and decimal signs: the same for every row."""

    sheet: Sheet
    columns: Columns
    kinds: Mapping[str, str]
    today: date
    mended: Mended

    def __post_init__(self) -> None:
        self.unknown: list[str] = []
        self.orders: dict[str, days.Order] = {}
        self.decimals: dict[str, amounts.Decimals] = {}
        self.roles = without_use(self.columns.roles)
        for place, role in enumerate(self.roles):
            column = self.sheet.column(place)
            order = days.order_of(column) or self.columns.orders.get(place)
            self.orders[role] = order or "dmy"
            self.decimals[role] = amounts.decimal_of(column)

    def cells(self, row: Row) -> dict[str, str]:
        """Return the cells of a row by their roles, mended ones in their place."""
        cells = {role: reading.tidy(row[n]) for n, role in enumerate(self.roles) if role}
        typed = {role: text for (number, role), text in self.mended.items() if number == row.number}
        if "name" in typed:
            cells |= {"first": "", "last": ""}
        return cells | {role: reading.tidy(text) for role, text in typed.items()}

    def line(self, row: Row, cells: Mapping[str, str]) -> Line:
        notes: list[Note] = []

        def note(role: str, code: str, instead: object = "") -> None:
            if code:
                notes.append(Note(role, code, cells.get(role, ""), str(instead or "")))

        name = name_of(cells)
        email, code = reading.email(cells.get("email", ""))
        note("email", code)
        phones = []
        for role in ("phone", "second_phone"):
            number, code = reading.phone(cells.get(role, ""))
            note(role, code, number)
            if number and number not in phones:
                phones.append(number)
        born, code = reading.birthday(
            cells.get("birthday", ""), self.orders.get("birthday", "dmy"), self.today
        )
        note("birthday", code)
        start, code = reading.joined(
            cells.get("start", ""), self.orders.get("start", "dmy"), self.today
        )
        note("start", code, start)
        end, code = reading.left(cells.get("end", ""), self.orders.get("end", "dmy"), self.today)
        note("end", code)
        parts = ("street", "house", "postcode", "town", "country")
        written = [cells.get(part, "") for part in parts]
        postal, code = reading.address(*written)
        if code:
            text = cells.get("postcode") or " ".join(filter(None, written))
            notes.append(Note("postcode", code, text, postal[1]))
        cents = owed(cells, self.decimals)
        if cents is None:
            note(self._unread_money(cells), "amount")
        member_number, nickname = cells.get("number", ""), cells.get("nickname", "")
        if len(member_number) > LONGEST_NUMBER:
            note("number", "number")
            member_number = ""
        if len(nickname) > LONGEST_NICKNAME:
            note("nickname", "nickname")
            nickname = ""
        return Line(
            number=row.number,
            name=name,
            email=email,
            kind=self._kind(cells.get("kind", "")),
            word=cells.get("kind", ""),
            start=start,
            end=end,
            street=postal[0],
            postcode=postal[1],
            town=postal[2],
            cents=cents or 0,
            phone=phones[0] if phones else "",
            second_phone=phones[1] if len(phones) > 1 else "",
            birthday=born,
            member_number=member_number,
            nickname=nickname,
            remark=cells.get("notes", "")[:LONGEST_NOTES],
            notes=tuple(notes),
            problem=_problem(name, cells, row, len(self.roles)),
        )

    def _unread_money(self, cells: Mapping[str, str]) -> str:
        """Return the role of the first amount that cannot be read."""
        amounts_of_row = ((role, cells.get(role, "")) for role in MONEY)
        return next(
            role
            for role, cell in amounts_of_row
            if signed(cell, "", self.decimals.get(role, "")) is None
        )

    def _kind(self, word: str) -> str | None:
        """Return the code of a kind; None where the row says none, or one that is not known."""
        if not word:
            return None
        if word.casefold() not in self.kinds:
            self.unknown.append(word)
        return self.kinds.get(word.casefold())


def name_of(cells: Mapping[str, str]) -> str:
    """Return the name as it is spoken: „Filz, Anke“ is turned."""
    name = cells.get("name", "")
    if not name:
        return " ".join(part for part in (cells.get("first", ""), cells.get("last", "")) if part)
    if name.count(",") != 1:
        return name
    last, first = (part.strip() for part in name.split(","))
    return f"{first} {last}".strip()


def _problem(name: str, cells: Mapping[str, str], row: Row, width: int) -> Problem:
    if cells.get("card", "").endswith(GROUP):
        return "group"
    if not name:
        return "name"
    if len(name) > LONGEST_NAME or not name.isprintable():
        return "name_long"
    # „Stand: 31.10.2026“ below the people.
    return "foot" if width > 2 and row.filled == 1 and re.search(r"\d|:", name) else ""


def is_total(cells: Mapping[str, str]) -> bool:
    """Return whether a row adds up the others: by its word, or an amount and no name."""
    said = [cells.get(role, "") for role in ("name", "first", "last")]
    words = [re.sub(r"[\d\W_]+", " ", text).strip().casefold() for text in said if text]
    words = [word for word in words if word]
    if words:
        return all(_TOTALS.fullmatch(word) for word in words)
    has_amount = any(cells.get(role) for role in MONEY)
    others = {role: text for role, text in cells.items() if text and role not in MONEY}
    return has_amount and not any(re.search(r"[^\W\d_]{2}", text) for text in others.values())


def _apart(lines: Sequence[Line], owners: Collection[int]) -> list[Line]:
    """Tell people of one name apart, and give an address and a number to one person each."""
    told: list[Line] = []
    by_key: dict[str, Line] = {}
    for line in lines:
        key = sort_key(line.name)
        if not line.problem and key in by_key:
            if _is_same(line, by_key[key]):
                line = replace(line, problem="twice")
            else:
                name = _distinct(line, by_key[key], by_key)
                line = replace(line, name=name).noting(Note("name", "twin", line.name, name))
                key = sort_key(name)
        if not line.problem:
            by_key[key] = line
        told.append(line)
    told = _once(told, "email", "email", "email_shared", owners)
    return _once(told, "number", "member_number", "number_twice", ())


def _is_same(line: Line, other: Line) -> bool:
    """Return whether two rows of one name are one person: nothing they both say differs."""
    if line.birthday and line.birthday == other.birthday:
        return True
    pairs = [(getattr(line, field), getattr(other, field)) for field in _IDENTIFYING]
    return not any(mine and theirs and mine != theirs for mine, theirs in pairs)


def _distinct(line: Line, other: Line, taken: Mapping[str, Line]) -> str:
    """Return a name for the second of two people of one name: by nickname, by town, by a number."""
    proposals = [line.nickname, line.town if line.town != other.town else ""]
    proposals = [f"{line.name} ({word})" for word in proposals if word]
    proposals += [f"{line.name} ({number})" for number in range(2, 100)]
    return next(
        name for name in proposals if len(name) <= LONGEST_NAME and sort_key(name) not in taken
    )


def _once(
    lines: Sequence[Line], role: str, field: str, code: str, owners: Collection[int]
) -> list[Line]:
    """Leave a value with the first of several people who have it, or with its owner; the others
    come without, and their rows say whose it is.
    """
    owner: dict[str, Line] = {}
    for line in sorted(lines, key=lambda line: line.number not in owners):
        if not line.problem and getattr(line, field):
            owner.setdefault(getattr(line, field), line)
    return [
        line.without(field, Note(role, code, value, owner[value].name))
        if (value := getattr(line, field))
        and not line.problem
        and owner[value].number != line.number
        else line
        for line in lines
    ]
