"""The chain of the security log: an entry's content, hashed with the entry before. Pure."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

MONTHS = 12  # in a year


@dataclass(frozen=True)
class Link:
    """One entry as its hash covers it. `actor` and `subject` are keys of persons; `private` is the
    salted digest of what lies beside and can be erased.
    """

    number: int
    at: datetime
    kind: str
    actor: int | None
    subject: int | None
    about: str
    private: str


def chained(previous: str, link: Link) -> str:
    """Return the hash of an entry after the one whose hash is `previous`."""
    content = [
        previous,
        link.number,
        link.at.astimezone(UTC).isoformat(timespec="microseconds"),
        link.kind,
        link.actor,
        link.subject,
        link.about,
        link.private,
    ]
    return sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()


def private_digest(salt: str, email: str, ip: str, agent: str) -> str:
    """Return the digest that an entry keeps of the address, the IP and the browser beside it."""
    return sha256("\0".join([salt, email, ip, agent]).encode()).hexdigest()


def month_of(moment: datetime) -> int:
    """Return the months since the year 0, in UTC: the unit of the retention."""
    utc = moment.astimezone(UTC)
    return utc.year * MONTHS + utc.month - 1


@dataclass(frozen=True)
class Stored:
    """An entry with the hashes that are stored with it."""

    link: Link
    previous: str
    hash: str


def first_broken(entries: Iterable[Stored], number: int, head: str) -> int | None:
    """Return the number of the first entry that does not follow from those before it.

    `number` and `head` are the number and hash that the last expired month left, 0 and "" if none
    has gone. None if the chain holds.
    """
    for entry in entries:
        number += 1
        right = entry.link.number == number and entry.previous == head
        if not right or chained(head, entry.link) != entry.hash:
            return number
        head = entry.hash
    return None
