"""What a page says of the race for König and of who was crowned."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from django.utils import timezone
from django.utils.dateformat import time_format
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access.queries.rights import person_of
from league.events.models import Event
from league.kings.models import King
from league.people.models.people import Person


def outcome(king: King, streak: int) -> str:
    """With how many Schock-Aus, how a tie was decided, and for the how manieth time in a row."""
    text = ngettext("one Schock-Aus", "%(n)s Schock-Aus", king.schock_aus) % {"n": king.schock_aus}
    if king.by_playoff:
        text += ", " + _("won in the play-off")
    if streak > 1:
        text += " · " + _("%(n)s evenings in a row") % {"n": streak}
    return text


def how_it_stands(king: King | None, streak: int, leaders: Sequence[Person], most: int) -> str:
    """The outcome once somebody decided, else who leads."""
    if king is None:
        return standing(leaders, most)
    if king.person is None:
        return _("Nobody had a Schock-Aus. There is no König.")
    return outcome(king, streak)


def signature(king: King) -> str:
    """Who entered it and when, and why it was changed."""
    entered = ""
    if person := person_of(king.decided_by):
        when = date_format(timezone.localtime(king.decided_at), _("j N, H:i"))
        entered = _("Entered by %(name)s, %(when)s") % {"name": person.name, "when": when}
    return " · ".join(part for part in (entered, king.reason) if part)


def standing(leaders: Sequence[Person], most: int) -> str:
    """Who leads with `most` Schock-Aus while nobody is crowned."""
    values = {"n": most}
    if not leaders:
        return _("Nobody has a Schock-Aus so far.")
    if len(leaders) == 1:
        sentence = ngettext(
            "%(name)s leads with one Schock-Aus.",
            "%(name)s leads with %(n)s Schock-Aus.",
            most,
        )
        return sentence % {**values, "name": leaders[0].name}
    sentence = ngettext(
        "A tie with one Schock-Aus each. They play one half off; whoever wins it is König.",
        "A tie with %(n)s Schock-Aus each. They play one half off; whoever wins it is König.",
        most,
    )
    return sentence % values


class Choice(NamedTuple):
    """One of the buttons of a form: what it sends, and its words."""

    value: int | str
    text: str


def crowning(leaders: Sequence[Person]) -> list[Choice]:
    """Who can be crowned: whoever leads, one of those who played it off, or nobody at all."""
    if not leaders:
        return [Choice("", _("No König today"))]
    if len(leaders) == 1:
        sentence = _("%(name)s is König") % {"name": leaders[0].name}
        return [Choice(leaders[0].pk, sentence)]
    return [Choice(person.pk, person.name) for person in leaders]


def in_time(counts: bool) -> Choice:
    """What turns it round whether a game that came late counts."""
    return Choice(0, _("Was too late")) if counts else Choice(1, _("Counts after all"))


def place(*, is_crowned: bool, folds: bool) -> Literal["top", "open", "folded"]:
    """Where the page of an evening shows the race: `folds` while something else is to be done."""
    if is_crowned:
        return "top"
    return "folded" if folds else "open"


def notes(event: Event, *, too_late: int, unknown: int) -> list[str]:
    """Which games the count leaves out: `too_late` ones, and those with `unknown` Schock-Aus."""
    notes = []
    if event.end_time and event.ends_at:
        note = _("The games that ended by %(time)s count.") % {
            "time": time_format(event.end_time, "H:i")
        }
        if too_late:
            late = ngettext("One ended later.", "%(n)s ended later.", too_late)
            note = f"{note} {late % {'n': too_late}}"
        notes.append(note)
    if unknown:
        sentence = ngettext(
            "For one game nobody noted Schock-Aus.",
            "For %(n)s games nobody noted Schock-Aus.",
            unknown,
        )
        notes.append(sentence % {"n": unknown})
    return notes
