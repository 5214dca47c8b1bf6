"""Files below VAR_DIR, each under the sha256 of its content: whole or absent.

Nothing here is ever served by the web server; a view gives a file to a reader with the right to it.
"""

import hashlib
import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def path_of(folder: Path, sha256: str) -> Path:
    return folder / sha256[:2] / sha256


def store(folder: Path, content: bytes) -> str:
    """Store a file and return its sha256. A file that is present and whole stays as it is."""
    digest = hashlib.sha256(content).hexdigest()
    target = path_of(folder, digest)
    if content_of(folder, digest) is not None:
        target.touch()
        return digest
    target.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=target.parent, delete=False) as part:
        part.write(content)
        part.flush()
        os.fsync(part.fileno())
    # Under its name only once it is whole: the power may fail before that.
    Path(part.name).replace(target)
    return digest


def drop_older(folder: Path, moment: float) -> None:
    """Remove the files that were last kept before a moment, in seconds since the epoch."""
    for path in folder.glob("*/*"):
        if path.stat().st_mtime < moment:
            path.unlink(missing_ok=True)


def content_of(folder: Path, sha256: str) -> bytes | None:
    """Return the file as it was stored; None if it is missing or has changed."""
    try:
        content = path_of(folder, sha256).read_bytes()
    except FileNotFoundError:
        return None
    return content if hashlib.sha256(content).hexdigest() == sha256 else None
