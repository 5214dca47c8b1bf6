"""Writes about the club as a whole."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError
from league.models import Club


def set_public(*, pages: Collection[str]) -> Club:
    """These pages everybody may see from now on, and no others. Repeatable.

    Locks the club. Raises InvalidError for a page that is none.
    """
    if not set(pages) <= set(Club.PAGES):
        raise InvalidError("page_unknown", _("Wähle aus, was in der Liste steht."), field="pages")
    with transaction.atomic():
        Club.objects.get_or_create(pk=Club.ONLY)
        club = Club.objects.select_for_update().get(pk=Club.ONLY)
        for page in Club.PAGES:
            setattr(club, page, page in pages)
        club.save()
        return club
