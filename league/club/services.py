"""Writes about the club as a whole."""

import unicodedata
from collections.abc import Collection
from datetime import date

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league import signals
from league.club.models import Club, StakeAnswer
from league.club.queries import stakes_on
from league.errors import InvalidError
from league.events.models import Event
from league.people.models.people import User

# Of the club's name and of its town.
MOST_LETTERS = 60


def set_public(*, pages: Collection[str]) -> Club:
    """These pages everybody may see from now on, and no others. Repeatable.

    Locks the club. Raises InvalidError for a page that is none.
    """
    if not set(pages) <= set(Club.PAGES):
        raise InvalidError("page_unknown", _("Choose from the list."), field="pages")
    with transaction.atomic():
        Club.objects.get_or_create(pk=Club.ONLY)
        club = Club.objects.select_for_update().get(pk=Club.ONLY)
        for page in Club.PAGES:
            setattr(club, page, page in pages)
        club.save()
        return club


def describe(*, name: str, town: str = "", imprint: str = "", privacy: str = "") -> Club:
    """What the club is called from now on, where it is, and the two pages that the law asks for.

    Repeatable; locks the club. InvalidError without a name, and for one that cannot be printed.
    """
    name, town = " ".join(name.split()), " ".join(town.split())
    if not name:
        raise InvalidError("club_name_missing", _("What is the club called?"), field="name")
    for field, text in (("name", name), ("town", town)):
        if len(text) > MOST_LETTERS or not text.isprintable():
            raise InvalidError(
                "club_words",
                _("That is too long or contains an invisible character."),
                field=field,
            )
    with transaction.atomic():
        Club.objects.get_or_create(pk=Club.ONLY)
        club = Club.objects.select_for_update().get(pk=Club.ONLY)
        club.name, club.town = name, town
        club.imprint, club.privacy = _text(imprint), _text(privacy)
        club.save(update_fields=["name", "town", "imprint", "privacy"])
        return club


def _text(typed: str) -> str:
    """Lines as they were typed, without signs that nobody sees."""
    lines = typed.strip().replace("\r\n", "\n")
    return "".join(line for line in lines if line in "\n\t" or unicodedata.category(line) != "Cc")


def answer_stake(
    *, kind: str, cents: int | None, earlier: bool, by: User | None, today: date
) -> StakeAnswer:
    """From today on games cost what is said here; with `earlier` also those of before.

    Appended, and nothing is written where the same holds already. The till follows in the same
    transaction. InvalidError without an amount where one is to be paid, and for `earlier` once the
    club has answered: what those games cost is said, and perhaps paid.
    """
    amount = kind == StakeAnswer.Kind.AMOUNT
    if kind not in StakeAnswer.Kind.values or kind == StakeAnswer.Kind.ASKED:
        raise InvalidError("stake_unknown", _("Choose from the list."), field="money")
    if amount and not cents:
        raise InvalidError("stake_missing", _("Say how much."), field="stake")
    with transaction.atomic():
        Club.objects.get_or_create(pk=Club.ONLY)
        Club.objects.select_for_update().get(pk=Club.ONLY)
        last = StakeAnswer.objects.last()
        pair = (kind, cents if amount else None)
        if last is not None and (last.kind, last.cents) == pair and earlier <= (last.since is None):
            return last
        if earlier and not stakes_on(today).is_asked:
            raise InvalidError(
                "earlier_answered",
                _("What the evenings before cost has already been answered."),
                field="money",
            )
        answer = StakeAnswer.objects.create(
            kind=kind,
            cents=cents if amount else None,
            since=None if earlier else today,
            answered_by=by,
        )
        reached = Event.objects.filter(blocks__tables__isnull=False).distinct()
        if not earlier:
            reached = reached.filter(business_date__gte=today)
        signals.stakes_changed.send(
            sender=StakeAnswer, events=list(reached.values_list("pk", flat=True))
        )
        return answer
