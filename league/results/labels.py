"""The outcome of a game in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.events.models import Participation
from league.results.models.results import Result

# A result in each of its states, for readers who cannot confirm it.
STANDING: dict[str, str | Promise] = {
    "disputed": gettext_lazy(
        "The referee has it on the referees’ page. Until it is decided, nobody can change anything "
        "here."
    ),
    "correcting": gettext_lazy(
        "The game is being corrected. It can be confirmed once that is done."
    ),
    "confirmed": gettext_lazy(
        "Two people have looked at it. Whoever still finds something wrong reports a problem."
    ),
    "entered": gettext_lazy(
        "Somebody who sits at the table can confirm it, or whoever runs the evening."
    ),
}


def heading(state: str) -> str:
    """Return the question at the top of a result's page."""
    if state == "disputed":
        return _("What now?")
    return _("It is settled") if state == "confirmed" else _("Is that right?")


def outcome(result: Result, name_of: Callable[[Participation], str]) -> str:
    """Return the loser of the game, or „abandoned“; `name_of` as the reader's page names people."""
    if result.ended_by == Result.EndedBy.ABANDONED:
        return _("abandoned")
    losers = [line.seat.participation for line in result.lines.all() if line.lost_game]
    return ", ".join(_("%(name)s lost") % {"name": name_of(loser)} for loser in losers)


def log_says_otherwise(result: Result, log: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return how a log contradicts its result, and what the result says; `names` by seat."""
    entered = {line.seat_id: vars(line) for line in result.lines.all()}
    logged = {int(seat): line for seat, line in log["lines"].items()}
    return _("The phone’s log says otherwise: %(log)s. Entered was: %(entered)s.") % {
        "log": _in_words(log["ended_by"], logged, names),
        "entered": _in_words(result.ended_by, entered, names),
    }


def _in_words(
    ended_by: str, lines: Mapping[int, Mapping[str, Any]], names: Mapping[int, str]
) -> str:
    """Return „1. Hälfte Bernd, 2. Hälfte Jette, Spiel Jette (Finale)“."""

    def loser(part: str) -> str:
        return next((names.get(seat, "?") for seat, line in lines.items() if line[part]), "–")

    sentence = _("1st half %(first)s, 2nd half %(second)s, game %(game)s") % {
        "first": loser("lost_first"),
        "second": loser("lost_second"),
        "game": loser("lost_game"),
    }
    strokes = " ".join(
        f"{names.get(seat, '?')} {line['schock_aus']}"
        for seat, line in lines.items()
        if line["schock_aus"]
    )
    ending = f"{sentence} ({Result.EndedBy(ended_by).label})"
    return f"{ending}, Schock-Aus {strokes}" if strokes else ending


def any_of(names: Sequence[str]) -> str:
    """Return „Anke, Bernd oder Jette“: one of them is enough. Empty without names."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s or %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
