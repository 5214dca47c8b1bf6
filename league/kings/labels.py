"""The words of a page about the race for König and about the one who was crowned."""

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
    """Return the number of Schock-Aus, how a tie was decided, and the length of the streak."""
    text = ngettext("one Schock-Aus", "%(n)s Schock-Aus", king.schock_aus) % {"n": king.schock_aus}
    if king.by_playoff:
        text += ", " + _("won in the play-off")
    if streak > 1:
        text += " · " + _("%(n)s evenings in a row") % {"n": streak}
    return text


def how_it_stands(king: King | None, streak: int, leaders: Sequence[Person], most: int) -> str:
    """Return the outcome once it is decided, else the leaders."""
    if king is None:
        return standing(leaders, most)
    if king.person is None:
        return _("Nobody had a Schock-Aus. There is no König.")
    return outcome(king, streak)


def signature(king: King) -> str:
    """Return the author and the time of the decision, and the reason for a change."""
    entered = ""
    if person := person_of(king.decided_by):
        when = date_format(timezone.localtime(king.decided_at), _("j N, H:i"))
        entered = _("Entered by %(name)s, %(when)s") % {"name": person.name, "when": when}
    return " · ".join(part for part in (entered, king.reason) if part)


def standing(leaders: Sequence[Person], most: int) -> str:
    """Return a sentence on those who lead with `most` Schock-Aus while no one is crowned."""
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
    """One of the buttons of a form: the value that it sends, and its words."""

    value: int | str
    text: str


def crowning(leaders: Sequence[Person]) -> list[Choice]:
    """Return the possible crownings: the leader, one of those in the play-off, or no one at all."""
    if not leaders:
        return [Choice("", _("No König today"))]
    if len(leaders) == 1:
        sentence = _("%(name)s is König") % {"name": leaders[0].name}
        return [Choice(leaders[0].pk, sentence)]
    return [Choice(person.pk, person.name) for person in leaders]


def in_time(counts: bool) -> Choice:
    """Return the button that reverses whether a game that came late counts."""
    return Choice(0, _("Was too late")) if counts else Choice(1, _("Counts after all"))


def place(*, is_crowned: bool, folds: bool) -> Literal["top", "open", "folded"]:
    """Return the place of the race on an evening's page; `folds` while another task is open."""
    if is_crowned:
        return "top"
    return "folded" if folds else "open"


def notes(event: Event, *, too_late: int, unknown: int) -> list[str]:
    """Return notes on games left out of the count: `too_late`, or with `unknown` Schock-Aus."""
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
