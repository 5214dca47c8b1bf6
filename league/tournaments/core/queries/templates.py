"""Starting points of a format: saved by the club, earlier tournaments, templates, a blank one."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league import formats
from league.events.models import Event
from league.tournaments.core.labels.formats import block_name
from league.tournaments.models.templates import FormatTemplate

BLANK = "blank"
_SAVED, _PLAYED = "saved-", "event-"
MOST_PLAYED = 8
MOST_NAMES = 6


class Beginning(NamedTuple):
    """One of the choices. `saved` is the key of a format the club saved."""

    choice: str
    name: str
    sentence: str
    saved: int | None = None


def beginnings(but: Event | None = None) -> list[tuple[str, list[Beginning]]]:
    """Return all choices under their headings; the latest tournaments leave out `but`."""
    language = (get_language() or "de")[:2]
    saved = [
        Beginning(f"{_SAVED}{own.pk}", own.name, _rounds(own.format), own.pk)
        for own in FormatTemplate.objects.all()
    ]
    events = Event.objects.filter(tournament__isnull=False, removed_at=None)
    latest = events.exclude(pk=but.pk if but else 0).select_related("tournament")
    played = [
        Beginning(f"{_PLAYED}{event.pk}", event.name, date_format(event.business_date))
        for event in latest.order_by("-business_date", "-pk")[:MOST_PLAYED]
    ]
    templates = [
        Beginning(slug, formats.load(slug).name, formats.describe(slug, language))
        for slug in formats.slugs()
    ]
    blank = [Beginning(BLANK, _("From scratch"), _("One round for everybody, and you go on."))]
    groups = [
        (_("Saved by the club"), saved),
        (_("As at an earlier tournament"), played),
        (_("Of your own"), blank),
        (_("As they are really played"), templates),
    ]
    return [(title, choices) for title, choices in groups if choices]


def _rounds(stored: Mapping[str, Any]) -> str:
    names = [block_name(block["name"]) for block in stored["blocks"]]
    return ", ".join(names[:MOST_NAMES]) + (" …" if len(names) > MOST_NAMES else "")


def chosen_format(choice: str) -> formats.Format:
    """Return the format behind a choice. Raise FormatError (`unknown_format`)."""
    if choice == BLANK:
        return formats.blank()
    kind, _hyphen, key = choice.partition("-")
    if key.isascii() and key.isdecimal() and len(key) < 10:
        if kind == "saved":
            saved = FormatTemplate.objects.filter(pk=int(key)).first()
            if saved is not None:
                return formats.Format.from_dict(saved.format)
        events = Event.objects.filter(tournament__isnull=False).select_related("tournament")
        event = events.filter(pk=int(key)).first() if kind == "event" else None
        if event is not None:
            return plan_of(event)
    return formats.load(choice)


def plan_of(event: Event) -> formats.Format:
    """Return the whole format a tournament was set to, before it was fitted to those present.

    Raise FormatError.
    """
    stored = event.tournament.plan
    if stored is None:
        return formats.load(event.tournament.template)
    return formats.Format.from_dict(stored)
