"""Writes about the club as a whole."""

import unicodedata
from collections.abc import Collection, Mapping
from datetime import date

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league import signals
from league.club.models import Club, ClubChange, StakeAnswer
from league.club.queries import stakes_on
from league.errors import InvalidError
from league.events.models import Event
from league.files import file_store
from league.files.pictures import MOST_BYTES, MOST_PIXELS, as_crest, refuse_many_pixels
from league.people.models.people import User

# The most characters of a club's own fields.
LONGEST = {
    "name": 60,
    "town": 60,
    "street": 70,
    "postcode": 10,
    "register": 80,
    "contact": 254,
}


def describe(
    *,
    name: str,
    town: str = "",
    street: str = "",
    postcode: str = "",
    register: str = "",
    contact: str = "",
    by: User | None = None,
) -> Club:
    """Set the club's name, contacts and registration.

    Repeatable; locks the club. InvalidError without a name, and for text that cannot be printed.
    """
    typed = {
        "name": name,
        "town": town,
        "street": street,
        "postcode": postcode,
        "register": register,
        "contact": contact,
    }
    values = {field: " ".join(text.split()) for field, text in typed.items()}
    if not values["name"]:
        raise InvalidError("club_name_missing", _("What is the club called?"), field="name")
    for field, text in values.items():
        if len(text) > LONGEST[field] or not text.isprintable():
            raise InvalidError(
                "club_words",
                _("That is too long or contains an invisible character."),
                field=field,
            )
    return _change(values, by)


def write_texts(*, imprint: str, privacy: str, by: User | None = None) -> Club:
    """Store the two pages that the law asks for; an empty one is written by the app itself.

    Repeatable; locks the club.
    """
    return _change({"imprint": _text(imprint), "privacy": _text(privacy)}, by)


def set_public(*, pages: Collection[str], by: User | None = None) -> Club:
    """Make these pages public from now on, and no others. Repeatable.

    Locks the club. Raises InvalidError for an unknown page.
    """
    if not set(pages) <= set(Club.PAGES):
        raise InvalidError("page_unknown", _("Choose from the list."), field="pages")
    return _change({page: page in pages for page in Club.PAGES}, by)


def choose_look(
    *,
    colour: str,
    crest: bytes | None = None,
    without_crest: bool = False,
    by: User | None = None,
) -> Club:
    """Set the colour in which the club is drawn, and its crest in place of the mat.

    Without a new `crest` the one before stays, or goes with `without_crest`. Repeatable; locks the
    club. InvalidError for another colour, and for a file that is no picture or too large.
    """
    if colour not in Club.Colour.values:
        raise InvalidError("colour_unknown", _("Choose from the list."), field="colour")
    values = {"colour": colour}
    if crest is not None:
        refuse_many_pixels(crest, MOST_PIXELS, "crest")
        picture = as_crest(crest) if len(crest) <= MOST_BYTES else None
        if picture is None:
            raise InvalidError(
                "crest_unreadable",
                _("Choose a picture as PNG, JPEG or WebP of at most 5 MB."),
                field="crest",
            )
        values["crest"] = file_store.store(settings.CREST_DIR, picture)
    elif without_crest:
        values["crest"] = ""
    return _change(values, by)


def choose_rulebook(*, rulebook: str, by: User | None = None) -> Club:
    """Set the rulebook of new evenings.

    The caller knows rulebooks and has checked it. Locks the club.
    """
    return _change({"rulebook": rulebook}, by)


def choose_language(*, language: str, by: User | None = None) -> Club:
    """Set the language of mails and papers to people whose own is unknown.

    Repeatable; locks the club.
    """
    if language not in dict(settings.LANGUAGES):
        raise InvalidError("language_unknown", _("Choose from the list."), field="language")
    return _change({"language": language}, by)


def choose_wall_names(*, wall_names: str, by: User | None = None) -> Club:
    """Store the names, on screens on the wall, of people who show none in public.

    Repeatable; locks the club.
    """
    if wall_names not in Club.WallNames:
        raise InvalidError("wall_names_unknown", _("Choose from the list."), field="wall_names")
    return _change({"wall_names": wall_names}, by)


def choose_pushes(*, on: bool, by: User | None = None) -> Club:
    """Turn notifications on people's devices on or off; `league.push` has the keys for it.

    Repeatable; locks the club.
    """
    return _change({"sends_pushes": on}, by)


def _change(values: Mapping[str, str | bool], by: User | None) -> Club:
    """Store what differs, and a row for each field with its value before. Locks the club."""
    with transaction.atomic():
        Club.objects.get_or_create(pk=Club.ONLY)
        club = Club.objects.select_for_update(no_key=True).get(pk=Club.ONLY)
        changed = {field: value for field, value in values.items() if getattr(club, field) != value}
        for field, value in changed.items():
            before = str(getattr(club, field))
            ClubChange.objects.create(field=field, before=before, changed_by=by)
            setattr(club, field, value)
        if changed:
            club.save(update_fields=list(changed))
        return club


def note_change(
    *, matter: ClubChange.Matter, code: object, before: object, by: User | None
) -> None:
    """Write down the former value of a setting, empty if it had none.

    Part of the transaction that changes it. Locks nothing.
    """
    field = ClubChange.setting(matter, code)
    ClubChange.objects.create(field=field, before=str(before), changed_by=by)


def _text(typed: str) -> str:
    """Return the lines as they were typed, without invisible characters."""
    lines = typed.strip().replace("\r\n", "\n")
    return "".join(line for line in lines if line in "\n\t" or unicodedata.category(line) != "Cc")


def answer_stake(
    *, kind: str, cents: int | None, earlier: bool, by: User | None, today: date
) -> StakeAnswer:
    """Store the cost of games from today on; with `earlier` also of those before.

    Appended, and nothing is written if the same holds already. The till follows in the same
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
        Club.objects.select_for_update(no_key=True).get(pk=Club.ONLY)
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
