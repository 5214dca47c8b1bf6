"""Measure the voice of the docstrings: two habits that make a sentence hard to read aloud.

Each may be in so small a share of all docstrings as in the projects this one is compared with.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from workshop.paths import ROOT

MOST = 0.01  # of all docstrings, for each habit
FOLDERS = ("bench", "config", "finance", "games", "league", "tests", "workshop")
HABITS = {
    "open with a question word": re.compile(
        r"(?:What|Who|Whom|Whose|Whether|Which|Where|When|How|Why|Whoever|Whatever)\b"
    ),
    "hold somebody, nobody, everybody, whoever, stands or by now": re.compile(
        r".*\b(?:somebody|nobody|everybody|whoever|stands|by now)\b", re.IGNORECASE | re.DOTALL
    ),
}
# By the form that ruff keeps: at the top of a file, or below the colon of a header. To parse all
# files takes many times as long.
DOCSTRING = re.compile(r'(?:\A(?:#[^\n]*\n)*|:(?:  #[^\n]*)?\n) *r?"""(.*?)"""', re.DOTALL)


@dataclass(frozen=True)
class Docstring:
    place: str  # file:line
    text: str


def docstrings_of(path: Path, root: Path = ROOT) -> Iterator[Docstring]:
    """Yield each docstring of a Python file, in their order."""
    source = path.read_text("utf-8")
    for found in DOCSTRING.finditer(source):
        line = source.count("\n", 0, found.start(1)) + 1
        yield Docstring(f"{path.relative_to(root)}:{line}", found[1].strip())


def offenders(docstrings: Iterable[Docstring], habit: str) -> list[Docstring]:
    """Return those with the habit. Those that an API publishes come last: they are the oldest."""
    found = [docstring for docstring in docstrings if HABITS[habit].match(docstring.text)]
    return sorted(found, key=lambda docstring: bool(re.search(r"\bapi\b", docstring.place)))


def report(docstrings: list[Docstring]) -> tuple[bool, list[str]]:
    """Return whether each habit is rare enough, and the lines that say so, with the offenders."""
    fine, lines = True, []
    for habit in HABITS:
        found = offenders(docstrings, habit)
        fine = fine and len(found) <= MOST * len(docstrings)
        share = f"{len(found) / max(len(docstrings), 1):.2%}, {MOST:.0%} at most"
        lines.append(f"{len(found)} of {len(docstrings)} docstrings {habit}: {share}")
        lines += [f"  {one.place}: {one.text.splitlines()[0]}" for one in found]
    return fine, lines


def main() -> int:
    files = [
        path
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
    ]
    fine, lines = report([found for path in files for found in docstrings_of(path)])
    print("\n".join(lines))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
