"""The digests of a row's versions, chained like bookings. Pure: no Django, no clock, no chance.

A row of the till is written down anew each time it changes. What is hashed holds keys, numbers,
codes and digests; the words of a row are in it as one salted digest, as those of a booking are.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from finance.books.booking import canonical

# What the first version of all names as its predecessor.
GENESIS = hashlib.sha256(canonical(["schockwart", 1, "versions"])).hexdigest()


@dataclass(frozen=True)
class Written:
    """A row at one moment: digests of its columns and of its words. Both empty: it was taken away.

    No `text_digest` and no `salt` where it has no words.
    """

    table_name: str
    row_key: int
    digest: str
    text_digest: str = ""
    salt: str = ""


def write_down(
    table: str, row: int, columns: Mapping[str, Any], words: Sequence[str], salt: str
) -> Written:
    """Return a row as it is. `columns` are all but its key, its words and sums that others say as
    well.
    """
    text = words_digest(salt, words)
    return Written(table, row, columns_digest(columns), text, salt if text else "")


def columns_digest(columns: Mapping[str, Any]) -> str:
    plain = {name: _plain(value) for name, value in columns.items()}
    return hashlib.sha256(canonical(plain)).hexdigest()


def words_digest(salt: str, words: Sequence[str]) -> str:
    """Return the digest of a row's words; it cannot be guessed without the salt. Empty for none."""
    return hashlib.sha256(canonical([salt, *words])).hexdigest() if any(words) else ""


def chained(previous: str, written: Written) -> str:
    """Return the hash of a version that follows the one with the hash `previous`."""
    content = [previous, written.table_name, written.row_key, written.digest, written.text_digest]
    return hashlib.sha256(canonical(content)).hexdigest()


def _plain(value: Any) -> Any:
    """Return a value of a column as JSON, the same from either database."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(value).hexdigest()
    return value
