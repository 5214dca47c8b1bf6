"""Uploads that wait for the rest of their form, so that they are not chosen twice.

The file came with a form that was refused, or its columns are not known yet. It waits beside the
vouchers, in no backup; the form carries a signed ticket for it, good for one day and one user.
"""

import time
from datetime import timedelta

from django.conf import settings
from django.core import signing

from finance.books.services.vouchers import Upload
from league.files import file_store
from league.people.models.people import User

SALT = "finance.books.waiting"
MAX_AGE = timedelta(days=1)


def ticket(upload: Upload, user: User) -> str:
    """Keeps a file for a day; those for which no ticket is good any more go."""
    file_store.drop_older(settings.WAITING_DIR, time.time() - MAX_AGE.total_seconds())
    sha256 = file_store.store(settings.WAITING_DIR, upload.content)
    return signing.dumps([sha256, upload.name, user.pk], salt=SALT)


def redeem(ticket: str, user: User) -> Upload | None:
    """The file of a ticket; None where it is another's, too old, or the file is gone."""
    read = _read(ticket, user)
    if read is None:
        return None
    sha256, name = read
    content = file_store.content_of(settings.WAITING_DIR, sha256)
    return None if content is None else Upload(name=name, content=content)


def sha256_of(ticket: str, user: User) -> str:
    """Return the sha256 of a ticket's file, even a deleted one; empty if it is not the user's."""
    read = _read(ticket, user)
    return read[0] if read else ""


def drop(ticket: str, user: User) -> None:
    """The file was read and waits no longer."""
    if read := _read(ticket, user):
        file_store.path_of(settings.WAITING_DIR, read[0]).unlink(missing_ok=True)


def _read(ticket: str, user: User) -> tuple[str, str] | None:
    try:
        sha256, name, owner = signing.loads(ticket, salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return None
    return (sha256, name) if owner == user.pk else None
