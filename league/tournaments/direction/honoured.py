"""The honours besides the places, as the direction reads them out at the end."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from league.events.models import Participation
from league.tournaments.core.labels import rankings as words
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.models.tournaments import Prize

Award = Prize.Award
# The code of each award in `state.specials`.
CODES: Mapping[str, str] = {
    **Prize.RANKED,
    Award.SCHOCK_AUS: "schock_aus_king",
    Award.NEXT_TO_LAST: "next_to_last",
}


class Special(NamedTuple):
    """A special prize: its title in words, the winners, and the prizes given for it."""

    title: str
    people: Sequence[Participation]
    prizes: Sequence[Prize]


def specials(state: TournamentState, prizes: Sequence[Prize]) -> list[Special]:
    """Return the special prizes of this state, then those the tournament gives the last."""
    rows = [
        Special(
            words.special(special, state.event.tournament.group),
            [state.people[person] for person in special.people],
            [prize for prize in prizes if CODES.get(prize.award) == special.code],
        )
        for special in state.specials
    ]
    last = [prize for prize in prizes if prize.award == Award.LAST]
    if last and state.ranking:
        rank = state.ranking[-1].rank
        people = [state.people[row.person] for row in state.ranking if row.rank == rank]
        rows.append(Special(str(Award.LAST.label), people, last))
    return rows
