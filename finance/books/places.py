"""Places of accounts in the tax adviser's chart and on the tax office's form; data, pure."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from finance.books import chart

Skr = Literal["42", "49"]
CHARTS: tuple[Skr, ...] = ("42", "49")
FILE = Path(__file__).with_name("places.toml")
# The place of accounts without a place of their own.
_OTHERWISE = {
    "income": "other_income",
    "expense": "expenses",
    "fund": "fund",
    "till": "cash",
    "giro": "bank",
}


@dataclass(frozen=True)
class Place:
    """The numbers of an account in DATEV's charts, and its line on the form; 0 for none.

    `skr49_in` are the numbers in other spheres, by sphere. `derived` says that SKR 42's number is
    concluded from SKR 04.
    """

    code: str
    name: str
    skr42: int
    skr49: int
    kind: str = ""
    form: int = 0
    derived: bool = False
    skr49_in: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Form:
    """The tax office's form of a year: the names of the lines that are used, by their number."""

    year: int
    source: str
    lines: Mapping[str, str]


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def places() -> dict[str, Place]:
    """Return all places by their codes, in the order of the file."""
    return {row["code"]: Place(**row) for row in _data()["place"]}


def digits(skr: Skr) -> int:
    """Return the greatest number of digits in a chart."""
    return int(_data()["charts"][skr]["digits"])


def source(skr: Skr) -> str:
    return str(_data()["charts"][skr]["source"])


def form_of(year: int) -> Form:
    """Return the form of a year; the latest known for a year that is not in the data."""
    forms = [Form(**row) for row in _data()["form"]]
    return next((form for form in forms if form.year == year), forms[-1])


def place_of(code: str, chosen: str = "") -> Place:
    """Return the place of an account; of one of the club's own the `chosen` one, or the usual one.

    The first of the club's other tills and accounts have places of their own.
    """
    known = places()
    if code in chart.ACCOUNTS:
        return known.get(code) or known[_OTHERWISE[chart.ACCOUNTS[code].kind]]
    return known.get(chosen) or known.get(code) or known[_OTHERWISE[code.partition("_")[0]]]


def number(place: Place, sphere: int, skr: Skr) -> int:
    """Return the number under which an adviser books it."""
    if skr == "42":
        return place.skr42
    if sphere in {0, chart.IDEAL}:
        return place.skr49
    common = int(_data()["common"][place.kind][str(sphere)])
    return place.skr49_in.get(str(sphere), common)
