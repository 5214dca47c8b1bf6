"""Pictures: an uploaded one is drawn anew before it is stored, so that nothing survives but
pixels; and drawings that go into a paper as SVG.
"""

import io
import struct
from base64 import b64encode

import segno
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError

# Pixels of the longer side: a crest is shown small, and on a screen of the wall.
LONGEST = 512
# A crest is shown by its height: a wider one would take the club's name its room.
WIDEST = 2  # times the height
MOST_BYTES = 5_000_000
# A picture that claims to be larger is meant to fill the memory.
MOST_PIXELS = 50_000_000
# Limits for a phone's photo. A card is read on its photo, in 50 million pixels and more.
LONGEST_PHOTO = 2000
MOST_PHOTO_BYTES = 15_000_000
MOST_PHOTO_PIXELS = 100_000_000
TOO_MANY_PIXELS = _("This picture has too many pixels. Choose a smaller one.")


def has_more_pixels(content: bytes, most: int) -> bool:
    """Return whether a picture unpacks to more than `most` pixels; its head alone is read.

    False for a file whose head says no size: it is nothing that could be unpacked.
    """
    from PIL import Image
    from pillow_heif import register_heif_opener

    register_heif_opener(thumbnails=False)
    try:
        with Image.open(io.BytesIO(content), formats=["JPEG", "PNG", "WEBP", "HEIF"]) as picture:
            return picture.width * picture.height > most
    except Image.DecompressionBombError:
        return True
    except (OSError, ValueError, SyntaxError, RuntimeError):
        return False


def refuse_many_pixels(content: bytes, most: int, field: str) -> None:
    """Raise InvalidError for a picture of the form's `field` that has more pixels than `most`."""
    if has_more_pixels(content, most):
        raise InvalidError("picture_too_many_pixels", TOO_MANY_PIXELS, field=field)


def as_crest(content: bytes) -> bytes | None:
    """Return the picture as PNG, upright, at most LONGEST pixels wide and high.

    None for no picture. One wider than WIDEST gets empty room above and below. Its kind is told by
    its content, never by its name. Nothing of the file survives but its pixels: no place where a
    photo was taken, no script.
    """
    return _drawn_anew(content, "RGBA", "PNG")


def as_photo(content: bytes) -> bytes | None:
    """Return the photo of a person as JPEG, else as `as_crest`."""
    return _drawn_anew(content, "RGB", "JPEG")


def _drawn_anew(content: bytes, mode: str, kind: str) -> bytes | None:
    # Large, and needed seldom.
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(content), formats=["PNG", "JPEG", "WEBP"]) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return None
            if mode == "RGB":
                picture.draft(mode, (LONGEST, LONGEST))  # a JPEG is read small at once
            upright = ImageOps.exif_transpose(picture).convert(mode)
    except (OSError, ValueError, SyntaxError, RuntimeError, Image.DecompressionBombError):
        return None
    upright.thumbnail((LONGEST, LONGEST))
    if kind == "PNG" and upright.width > WIDEST * upright.height:
        size = (upright.width, upright.width // WIDEST)
        upright = ImageOps.pad(upright, size, color=(0, 0, 0, 0))
    made = io.BytesIO()
    upright.save(made, kind, optimize=True)
    return made.getvalue()


def qr_svg(text: str) -> str:
    """Return a text, mostly an address, as a QR code for a paper."""
    drawn = io.BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", border=0, xmldecl=False)
    return drawn.getvalue().decode()


def as_drawing(picture: bytes) -> str:
    """Return a PNG as an SVG, which goes into a paper as text."""
    width, height = struct.unpack(">II", picture[16:24])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}"'
        f' href="data:image/png;base64,{b64encode(picture).decode()}"/></svg>'
    )


def as_card_photo(content: bytes) -> bytes | None:
    """Return the photo as JPEG, upright, the longer side LONGEST_PHOTO pixels; None for no picture.

    Its kind is told by its content. The place, the time and the phone of the photo are left behind.
    """
    from PIL import Image, ImageOps
    from pillow_heif import register_heif_opener

    register_heif_opener(thumbnails=False)
    try:
        with Image.open(io.BytesIO(content), formats=["JPEG", "PNG", "WEBP", "HEIF"]) as photo:
            if photo.width * photo.height > MOST_PHOTO_PIXELS:
                return None
            photo.draft("RGB", (LONGEST_PHOTO, LONGEST_PHOTO))  # a JPEG is read small at once
            upright = ImageOps.exif_transpose(photo).convert("RGB")
    except (OSError, ValueError, SyntaxError, RuntimeError, Image.DecompressionBombError):
        return None
    upright.thumbnail((LONGEST_PHOTO, LONGEST_PHOTO))
    made = io.BytesIO()
    upright.save(made, "JPEG", quality=80, optimize=True)
    return made.getvalue()
