"""What a format can begin with: templates, formats the club saved, last year's tournament."""

from league import formats
from league.events.models import Event
from league.tournaments.models.templates import FormatTemplate

BLANK = "blank"
_SAVED, _PLAYED = "saved-", "event-"


def saved_formats() -> list[tuple[str, FormatTemplate]]:
    """What the club saved, by the choice that stands for it."""
    return [(f"{_SAVED}{own.pk}", own) for own in FormatTemplate.objects.all()]


def played_formats(most: int = 10) -> list[tuple[str, Event]]:
    """The latest tournaments, whose format can be copied, by the choice that stands for it."""
    events = Event.objects.filter(kind=Event.Kind.TOURNAMENT, tournament__isnull=False)
    latest = events.select_related("tournament").order_by("-business_date", "-pk")[:most]
    return [(f"{_PLAYED}{event.pk}", event) for event in latest]


def chosen_format(choice: str) -> formats.Format:
    """The format behind a choice. Raises FormatError (`unknown_format`)."""
    if choice == BLANK:
        return formats.blank()
    kind, _hyphen, key = choice.partition("-")
    if key.isdecimal() and len(key) < 10:
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
    """The whole format a tournament was set to, also where it was then fitted to who came.

    Raises FormatError.
    """
    stored = event.tournament.plan
    if stored is None:
        return formats.load(event.tournament.template)
    return formats.Format.from_dict(stored)
