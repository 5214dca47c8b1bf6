"""Writes about the club as a whole."""

from collections.abc import Collection
from datetime import date

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError
from league.models import Club, StakeAnswer, User


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


def answer_stake(
    *, kind: str, cents: int | None, earlier: bool, by: User | None, today: date
) -> StakeAnswer:
    """From today on games cost what is said here; with `earlier` also those of before.

    Appended, and nothing is written where the same holds already. InvalidError without an amount
    where one is to be paid.
    """
    amount = kind == StakeAnswer.Kind.AMOUNT
    if kind not in StakeAnswer.Kind.values or kind == StakeAnswer.Kind.ASKED:
        raise InvalidError("stake_unknown", _("Wähle aus, was in der Liste steht."), field="money")
    if amount and not cents:
        raise InvalidError("stake_missing", _("Schreib dazu, wie viel."), field="stake")
    with transaction.atomic():
        Club.objects.get_or_create(pk=Club.ONLY)
        Club.objects.select_for_update().get(pk=Club.ONLY)
        last = StakeAnswer.objects.last()
        said = (kind, cents if amount else None)
        if last is not None and (last.kind, last.cents) == said and not earlier:
            return last
        return StakeAnswer.objects.create(
            kind=kind,
            cents=cents if amount else None,
            since=None if earlier else today,
            answered_by=by,
        )
