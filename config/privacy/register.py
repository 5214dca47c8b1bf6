"""List erasures outside of the database and of every backup: numbers and days, no names.

One line of JSON for each. A restore reads it and erases again those the backup brought back.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from config.privacy.models import Erasure

FILE = "erasures.jsonl"


@dataclass(frozen=True)
class Entry:
    """A person by number and by the moment the record was begun: both together fit no other."""

    person: int
    since: datetime
    erased_at: datetime
    cause: str


def entry_of(erasure: Erasure) -> Entry:
    since = erasure.person.created_at
    return Entry(erasure.person_id, since, erasure.erased_at, erasure.cause)


def entries(folder: Path) -> list[Entry]:
    """Return all that is on the list; ValueError if a line is not one of ours."""
    try:
        lines = (folder / FILE).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    return [_read(line) for line in lines if line.strip()]


def _read(line: str) -> Entry:
    try:
        row = json.loads(line)
        since, erased_at = (datetime.fromisoformat(row[key]) for key in ("since", "erased_at"))
        return Entry(int(row["person"]), since, erased_at, str(row["cause"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{FILE}: {line!r}") from error


def add(folder: Path, fresh: Iterable[Entry]) -> None:
    """Append those that are not on the list yet, down to the disk. Repeatable."""
    known = {(entry.person, entry.since) for entry in entries(folder)}
    lines = [
        json.dumps(
            {
                "person": entry.person,
                "since": entry.since.isoformat(),
                "erased_at": entry.erased_at.isoformat(),
                "cause": entry.cause,
            }
        )
        for entry in fresh
        if (entry.person, entry.since) not in known
    ]
    if not lines:
        return
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "a", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in lines))
        file.flush()
        os.fsync(file.fileno())


def add_all(folder: Path) -> None:
    """Write down every erasure of this database: one whose line was lost is made up for."""
    add(folder, [entry_of(erasure) for erasure in Erasure.objects.select_related("person")])
