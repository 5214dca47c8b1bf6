"""Storage of voucher files: below VAR_DIR, each under the sha256 of its content.

A file whose booking was refused in the end stays without a row and does no harm.
"""

from pathlib import Path

from django.conf import settings

from league.files import file_store


def path_of(sha256: str) -> Path:
    return file_store.path_of(settings.VOUCHER_DIR, sha256)


def store(content: bytes) -> str:
    """Stores a file and returns its sha256. What is there already and whole stays as it is."""
    return file_store.store(settings.VOUCHER_DIR, content)


def content_of(sha256: str) -> bytes | None:
    """The file as it was stored; None where it is missing or is not what it was."""
    return file_store.content_of(settings.VOUCHER_DIR, sha256)
