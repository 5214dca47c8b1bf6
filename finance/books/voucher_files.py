"""Storage of voucher files: below VAR_DIR, each under the sha256 of its content.

A file whose booking was refused in the end stays without a row and does no harm.
"""

from pathlib import Path

from django.conf import settings

from league.files import file_store


def path_of(sha256: str) -> Path:
    return file_store.path_of(settings.VOUCHER_DIR, sha256)


def store(content: bytes) -> str:
    """Store a file and return its sha256. A file that exists already and is whole stays
    as it is.
    """
    return file_store.store(settings.VOUCHER_DIR, content)


def content_of(sha256: str) -> bytes | None:
    """Return the file as it was stored; None if it is missing or is not what it was."""
    return file_store.content_of(settings.VOUCHER_DIR, sha256)
