"""What came of a game, in words."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from league.events.models import Participation
from league.results.models.results import Result


def outcome(result: Result, name_of: Callable[[Participation], str]) -> str:
    """Who lost the game, or that it was abandoned; `name_of` as the reader's page names people."""
    if result.ended_by == Result.EndedBy.ABANDONED:
        return _("abandoned")
    losers = [line.seat.participation for line in result.lines.all() if line.lost_game]
    return ", ".join(_("%(name)s lost") % {"name": name_of(loser)} for loser in losers)


def any_of(names: Sequence[str]) -> str:
    """„Anke, Bernd oder Jette“: one of them is enough. Empty where nobody is named."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s or %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
