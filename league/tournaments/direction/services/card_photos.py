"""Writes of photos of paper cards: added to a table's card, removed, deleted after some weeks."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Table
from league.files import file_store
from league.files.pictures import (
    MOST_PHOTO_BYTES,
    MOST_PHOTO_PIXELS,
    as_card_photo,
    refuse_many_pixels,
)
from league.people.models.people import User
from league.tournaments.core.queries.card_photos import outdated_photos
from league.tournaments.models.card_photos import CardPhoto

# Front, back, and once more because it was blurred.
MOST_PHOTOS = 6


def add_photo(
    *, table: Table, content: bytes, client_id: str, by: User | None, now: datetime
) -> CardPhoto:
    """Add a photo to the card of a table. Only its pixels are kept, redrawn as JPEG.

    A repeat, and the same picture again, change nothing. Locks the table. Raise InvalidError for a
    file that is no photo, or of more than MOST_PHOTO_BYTES or MOST_PHOTO_PIXELS, IllegalError if
    the card has MOST_PHOTOS already.
    """
    if len(content) > MOST_PHOTO_BYTES:
        raise InvalidError(
            "photo_too_large",
            _("This photo is larger than 15 MB. Take a smaller one."),
            field="photo",
        )
    refuse_many_pixels(content, MOST_PHOTO_PIXELS, "photo")
    picture = as_card_photo(content)
    if picture is None:
        raise InvalidError(
            "photo_unreadable",
            _("This is no photo as JPEG, PNG, WebP or HEIC. Take it with the camera."),
            field="photo",
        )
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        if known := CardPhoto.objects.filter(client_id=client_id).first():
            return known
        photos = CardPhoto.objects.filter(table=table)
        digest = file_store.store(settings.CARD_PHOTO_DIR, picture)
        if known := photos.filter(sha256=digest).first():
            return known
        if photos.count() >= MOST_PHOTOS:
            raise IllegalError(
                "photos_full",
                _("%(most)s photos lie beside this card already. Delete one first.")
                % {"most": MOST_PHOTOS},
                field="photo",
            )
        return CardPhoto.objects.create(
            table=table, client_id=client_id, sha256=digest, added_by=by, added_at=now
        )


def remove_photo(*, photo: CardPhoto) -> None:
    """Delete a photo and, unless another row uses it, its file. Repeatable."""
    with transaction.atomic():
        CardPhoto.objects.filter(pk=photo.pk).delete()
        _forget_file(photo.sha256)


def remove_outdated_photos(*, now: datetime) -> int:
    """Delete the photos past their retention; return how many. Repeatable."""
    photos = list(outdated_photos(now))
    for photo in photos:
        remove_photo(photo=photo)
    return len(photos)


def _forget_file(sha256: str) -> None:
    if not CardPhoto.objects.filter(sha256=sha256).exists():
        path = file_store.path_of(settings.CARD_PHOTO_DIR, sha256)
        transaction.on_commit(lambda: path.unlink(missing_ok=True))
