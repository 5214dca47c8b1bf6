"""Vouchers as bytes and digests: what kind of file it is, and the chain that numbers hang on.

Pure: no Django, no disk, no clock. A file is known by its content and never by its name.
"""

import hashlib
from dataclasses import dataclass
from datetime import UTC, date, datetime

from finance.books.booking import canonical

# 10 MB: a phone's photo has four, a scanned receipt less.
LARGEST = 10 * 1024 * 1024
# A phone takes 50 million; a picture that claims to be more is meant to fill the memory.
MOST_PIXELS = 100_000_000
PDF, JPEG, PNG = "application/pdf", "image/jpeg", "image/png"
WEBP, HEIC = "image/webp", "image/heic"
SUFFIXES = {PDF: "pdf", JPEG: "jpg", PNG: "png", WEBP: "webp", HEIC: "heic"}
# Photos that not every browser and printer shows: a JPEG is made of them.
CONVERTED = (WEBP, HEIC)
# What a HEIF container names itself that holds one picture as phones take it (ISO/IEC 23008-12).
_HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"mif1")


@dataclass(frozen=True)
class Facts:
    """The facts of a voucher as they are hashed. `day` and `cents` of a self-made one."""

    year: int
    number: int
    kind: str
    sha256: str
    media_type: str
    size: int
    day: date | None
    cents: int | None
    text_digest: str
    entered_at: datetime
    entered_by: int | None


def media_type(content: bytes) -> str:
    """Return the media type by the first and last bytes; empty for anything but PDF and photos.

    Photos are JPEG, PNG, WebP and HEIC: the formats of phones. A truncated file is none of them: it
    could not be shown to an auditor.
    """
    if b"%PDF-" in content[:1024] and b"%%EOF" in content[-2048:]:
        return PDF
    # Phones append what they like after the picture's end.
    if content.startswith(b"\xff\xd8\xff") and b"\xff\xd9" in content[3:]:
        return JPEG
    if content.startswith(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR") and b"IEND" in content[-64:]:
        return PNG
    if content.startswith(b"RIFF") and content[8:15] == b"WEBPVP8":
        # The file says its own length; a last byte fills it up to an even one.
        size = int.from_bytes(content[4:8], "little") + 8
        return WEBP if size <= len(content) else ""
    if content[4:8] == b"ftyp" and content[8:12] in _HEIC_BRANDS and _has_whole_boxes(content):
        return HEIC
    return ""


def _has_whole_boxes(content: bytes) -> bool:
    """Return whether the boxes of an ISO container are complete to the end, its data among them."""
    at, names = 0, set()
    while at < len(content):
        size = int.from_bytes(content[at : at + 4], "big")
        names.add(content[at + 4 : at + 8])
        if size == 1:
            size = int.from_bytes(content[at + 8 : at + 16], "big")
        elif size == 0:  # the last one, up to the end
            size = len(content) - at
        if size < 8 or at + size > len(content):
            return False
        at += size
    return {b"meta", b"mdat"} <= names


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def genesis(year: int) -> str:
    """Return the hash that the first voucher of a year names as its predecessor."""
    return sha256(canonical(["schockwart", 1, "vouchers", year]))


def words_digest(salt: str, words: tuple[str, ...]) -> str:
    """Return the digest of a voucher's words for the chain; the words can be erased with their
    salt.
    """
    return sha256(canonical([salt, *words])) if any(words) else ""


def chained(previous: str, facts: Facts) -> str:
    """Return the hash of a voucher that follows the one with the hash `previous`."""
    content = {
        "by": facts.entered_by,
        "cents": facts.cents,
        "day": facts.day.isoformat() if facts.day else None,
        "entered": facts.entered_at.astimezone(UTC).isoformat(timespec="microseconds"),
        "kind": facts.kind,
        "number": facts.number,
        "previous": previous,
        "sha256": facts.sha256,
        "size": facts.size,
        "text": facts.text_digest,
        "type": facts.media_type,
        "year": facts.year,
    }
    return sha256(canonical(content))


def link_digest(voucher_hash: str, transaction: int, at: datetime) -> str:
    """Return the digest of a link between a voucher and a booking, so that a change is found."""
    moment = at.astimezone(UTC).isoformat(timespec="microseconds")
    return sha256(canonical([voucher_hash, transaction, moment]))
