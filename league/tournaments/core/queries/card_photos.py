"""Queries for the photos of paper cards; the caller has checked who may see them."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404

from league.events.models import Event, Table
from league.files import file_store
from league.tournaments.models.card_photos import CardPhoto
from league.web.rows import row_or_404

# For this long after its day a card can be disputed; then its photos are deleted.
RETENTION = timedelta(days=60)


def photos_of(table: Table) -> QuerySet[CardPhoto]:
    return CardPhoto.objects.filter(table=table)


def get_photo(event: Event, pk: int) -> CardPhoto:
    return row_or_404(CardPhoto.objects, table__block__event=event, pk=pk)


def jpeg_of(photo: CardPhoto) -> bytes:
    """Return the picture; raise Http404 if its file is gone."""
    content = file_store.content_of(settings.CARD_PHOTO_DIR, photo.sha256)
    if content is None:
        raise Http404
    return content


def outdated_photos(now: datetime) -> QuerySet[CardPhoto]:
    """Return the photos past their retention, for the sweep."""
    return CardPhoto.objects.filter(table__block__event__business_date__lt=(now - RETENTION).date())
