"""A pasted list of opening balances, read line by line. Pure: no Django, no database.

A line is „name; amount“ or „name; amount; text“, with semicolons or tabs: an amount may hold a
comma. Without a sign it is a debt, with a minus a credit.
"""

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from league.people.reading.amounts import MOST_CENTS, cents_of

# Why a line cannot be booked; the words are in `labels`.
Problem = Literal["", "fields", "nobody", "several", "amount", "too_large", "twice", "opened"]

_HEADINGS = {"name", "wer", "mitglied", "person", "who", "member"}
MOST_LINES = 1000


@dataclass(frozen=True)
class Line:
    """One line as it was read: `cents` are above zero for a debt, below for a credit."""

    number: int
    name: str
    amount: str
    text: str = ""
    person: int | None = None
    cents: int = 0
    problem: Problem = ""
    # Whom the name could mean, where it is several; the earlier line, where it is there twice.
    names: tuple[str, ...] = ()
    before: int = 0


def read(typed: str, names: Mapping[int, str], opened: frozenset[int] = frozenset()) -> list[Line]:
    """The lines that say something, in order. `names` are those of all persons, by key; `opened`
    are the persons of whom an opening balance is booked.
    """
    lines: list[Line] = []
    first: dict[int, int] = {}
    for number, raw in enumerate(typed.splitlines()[:MOST_LINES], start=1):
        fields = _fields(raw)
        if not any(fields) or (not lines and fields[0].casefold() in _HEADINGS):
            continue
        line = _line(number, fields, names)
        person = line.person
        if person is not None and not line.problem:
            if person in opened:
                line = _with(line, "opened")
            elif person in first:
                line = _with(line, "twice", before=first[person])
            first.setdefault(person, number)
        lines.append(line)
    return lines


def _fields(raw: str) -> list[str]:
    delimiter = ";" if ";" in raw else "\t"
    row = next(csv.reader([raw], delimiter=delimiter), [])
    return [" ".join(field.split()) for field in row] or [""]


def _line(number: int, fields: list[str], names: Mapping[int, str]) -> Line:
    if len(fields) < 2:
        return Line(number, fields[0], "", problem="fields")
    name, amount, *more = fields
    text = " ".join(field for field in more if field)
    persons = _named(name, names)
    cents = cents_of(amount)
    person = persons[0] if len(persons) == 1 else None
    problem: Problem = ""
    if not persons:
        problem = "nobody"
    elif person is None:
        problem = "several"
    elif cents is None:
        problem = "amount"
    elif abs(cents) > MOST_CENTS:
        problem = "too_large"
    could_be = tuple(names[key] for key in persons) if person is None else ()
    return Line(number, name, amount, text, person, cents or 0, problem, could_be)


def _named(typed: str, names: Mapping[int, str]) -> list[int]:
    """The persons a name means: of just that name, else all in whose name each word stands."""
    words = _words(typed)
    if not words:
        return []
    exact = [key for key, name in names.items() if _words(name) == words]
    if exact:
        return exact
    return [key for key, name in names.items() if set(words) <= set(_words(name))]


def _words(name: str) -> list[str]:
    return re.findall(r"[^\s,]+", name.casefold())


def _with(line: Line, problem: Problem, before: int = 0) -> Line:
    values = vars(line) | {"problem": problem, "before": before}
    return Line(**values)
