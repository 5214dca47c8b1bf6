"""The files of a club that has played for years: its people with what they owe, its old tables."""

import io
from typing import Any

from openpyxl import Workbook

FIRST_NAMES = (
    *("Adda", "Benno", "Carla", "Dirk", "Elke", "Fritz", "Gabi", "Heiko", "Inge", "Jonas"),
    "Karin",
)
NAMES = [f"{first} {last}" for last in ("Holzmann", "Tresen") for first in FIRST_NAMES]
OWES, HAS = {"Benno Holzmann": "12,50", "Gabi Tresen": "4,00"}, {"Inge Holzmann": "7,30"}
TILL = "312,45"
_WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def people() -> dict[str, Any]:
    """Return a workbook of all people, with the club's own headings. Every other has an address."""
    rows = [
        (
            name,
            "" if number % 2 else f"p{number}@club.invalid",
            "1.3.2019",
            OWES.get(name, ""),
            HAS.get(name, ""),
        )
        for number, name in enumerate(NAMES)
    ]
    heading = ("Wer", "Mailkontakt", "Dabei ab", "Auf dem Deckel", "Guthaben")
    return _workbook("mitglieder.xlsx", [heading, *rows])


def season_2024() -> dict[str, Any]:
    """Return a season as a workbook."""
    rows = [(n, name, 40 - n, n) for n, name in enumerate(NAMES[:9], start=1)]
    return _workbook("saison-2024.xlsx", [("Platz", "Name", "Spiele", "Verloren"), *rows])


def season_2025() -> dict[str, Any]:
    """Return a season as a CSV file, with a player who left long ago."""
    return _csv("saison-2025.csv", ["Wilhelm Früher", *NAMES[3:9]])


def all_time() -> dict[str, Any]:
    """Return all seasons so far, as the club has added them up."""
    return _csv("ewig.csv", NAMES[:12])


def _csv(name: str, names: list[str]) -> dict[str, Any]:
    rows = [f"{n}.;{called};{60 - n};{n}" for n, called in enumerate(names, start=1)]
    text = "\n".join(["Platz;Name;Spiele;Verloren", *rows])
    return {"name": name, "mimeType": "text/csv", "buffer": text.encode("cp1252")}


def _workbook(name: str, rows: list[tuple[Any, ...]]) -> dict[str, Any]:
    book, content = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(content)
    return {"name": name, "mimeType": _WORKBOOK, "buffer": content.getvalue()}
