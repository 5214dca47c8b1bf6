"""The JPEG that is shown and printed of a photo that not every browser shows.

It is derived from the voucher's file and lies beside the vouchers, not among them: no backup takes
it along, and it is made anew where it is missing.
"""

import io
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings

from finance.books import papers, voucher_files

# Pixels of the longer side: a receipt is read on it and printed on A4.
LONGEST = 2400
# An empty file says that nothing can be shown, so that it is not tried again and again.
_NOTHING = b""


def picture_of(sha256: str) -> bytes | None:
    """Return the JPEG of a voucher's file: None while it is not made, empty if it
    cannot be read.
    """
    try:
        return _path_of(sha256).read_bytes()
    except FileNotFoundError:
        return None


def make_picture(sha256: str) -> None:
    """Make the JPEG once; do nothing if the voucher's file is missing."""
    content = voucher_files.content_of(sha256)
    if content is None or picture_of(sha256) is not None:
        return
    target = _path_of(sha256)
    target.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=target.parent, delete=False) as part:
        part.write(as_jpeg(content) or _NOTHING)
        part.flush()
        os.fsync(part.fileno())
    Path(part.name).replace(target)


def as_jpeg(content: bytes) -> bytes | None:
    """Return the photo upright, at most LONGEST pixels wide and high, without what the phone wrote
    into it (where it was taken, for one); None if it cannot be read.
    """
    # Only the worker needs these, and they are large.
    from PIL import Image, ImageOps
    from pillow_heif import register_heif_opener

    register_heif_opener(thumbnails=False)
    try:
        with Image.open(io.BytesIO(content), formats=["WEBP", "HEIF"]) as photo:
            if photo.width * photo.height > papers.MOST_PIXELS:
                return None
            upright = ImageOps.exif_transpose(photo).convert("RGB")
    except (OSError, ValueError, SyntaxError, RuntimeError, Image.DecompressionBombError):
        return None
    upright.thumbnail((LONGEST, LONGEST))
    made = io.BytesIO()
    upright.save(made, "JPEG", quality=85, optimize=True)
    return made.getvalue()


def _path_of(sha256: str) -> Path:
    return settings.VOUCHER_PICTURE_DIR / sha256[:2] / f"{sha256}.jpg"
