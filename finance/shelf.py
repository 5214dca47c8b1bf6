"""Where the files of vouchers lie: below VAR_DIR, each under the sha256 of its content.

Nothing here is ever served by the web server; `views.vouchers` gives a file to whoever may see it.
A file whose booking was refused in the end stays without a row and harms nobody.
"""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings

from finance import papers


def path_of(sha256: str) -> Path:
    return settings.VOUCHER_DIR / sha256[:2] / sha256


def keep(content: bytes) -> str:
    """Stores a file and returns its sha256. What is there already and whole stays as it is."""
    digest = papers.sha256(content)
    target = path_of(digest)
    if content_of(digest) is not None:
        return digest
    target.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=target.parent, delete=False) as part:
        part.write(content)
        part.flush()
        os.fsync(part.fileno())
    # Under its name only once it is whole: somebody may pull the plug.
    Path(part.name).replace(target)
    return digest


def content_of(sha256: str) -> bytes | None:
    """The file as it was stored; None where it is missing or is not what it was."""
    try:
        content = path_of(sha256).read_bytes()
    except FileNotFoundError:
        return None
    return content if papers.sha256(content) == sha256 else None
