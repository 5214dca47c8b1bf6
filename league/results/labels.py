"""What came of a game, in words."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.events.models import Participation
from league.results.models.results import Result

# What holds of a result in each of its states, for whoever cannot confirm it.
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
    """What the page of a result asks."""
    if state == "disputed":
        return _("What now?")
    return _("It is settled") if state == "confirmed" else _("Is that right?")


def outcome(result: Result, name_of: Callable[[Participation], str]) -> str:
    """Who lost the game, or that it was abandoned; `name_of` as the reader's page names people."""
    if result.ended_by == Result.EndedBy.ABANDONED:
        return _("abandoned")
    losers = [line.seat.participation for line in result.lines.all() if line.lost_game]
    return ", ".join(_("%(name)s lost") % {"name": name_of(loser)} for loser in losers)
