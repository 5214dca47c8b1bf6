"""Uploads that wait for the rest of their form, so that they are not chosen twice.

The file came with a form that was refused, or something about it has to be asked. It waits beside
the vouchers, in no backup; the form carries a signed ticket for it, good for one day and one user,
who is named by key.
"""

import time
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing

from league.files import file_store

SALT = "league.files.waiting"
MAX_AGE = timedelta(days=1)


class Waiting(NamedTuple):
    """A file with its name."""

    name: str
    content: bytes


def ticket(name: str, content: bytes, user: int) -> str:
    """Keep a file for a day and return its ticket; older files go."""
    file_store.drop_older(settings.WAITING_DIR, time.time() - MAX_AGE.total_seconds())
    sha256 = file_store.store(settings.WAITING_DIR, content)
    return signing.dumps([sha256, name, user], salt=SALT)


def redeem(ticket: str, user: int) -> Waiting | None:
    """Return the file of a ticket; None if it is another user's, too old, or the file is gone."""
    read = _read(ticket, user)
    if read is None:
        return None
    sha256, name = read
    content = file_store.content_of(settings.WAITING_DIR, sha256)
    return None if content is None else Waiting(name, content)


def sha256_of(ticket: str, user: int) -> str:
    """Return the sha256 of a ticket's file, even a deleted one; empty if it is not the user's."""
    read = _read(ticket, user)
    return read[0] if read else ""


def drop(ticket: str, user: int) -> None:
    """Delete the file of a ticket, which was read."""
    if read := _read(ticket, user):
        file_store.path_of(settings.WAITING_DIR, read[0]).unlink(missing_ok=True)


def _read(ticket: str, user: int) -> tuple[str, str] | None:
    try:
        sha256, name, owner = signing.loads(ticket, salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return None
    return (sha256, name) if owner == user else None
