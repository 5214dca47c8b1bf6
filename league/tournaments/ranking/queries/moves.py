"""The players a corrected card moved in the rankings of a tournament."""

from collections.abc import Mapping

from league.events.models import Event
from league.results.models.results import Result
from league.standings.models import Standing, StandingCorrection, StandingMove
from league.tournaments.core.queries.state import TournamentState

# Corrections listed below a table, the last first.
LISTED = 5
# The rank before and after, by person; None without a place.
Moved = Mapping[int, tuple[int | None, int | None]]


def to_process(event: Event) -> list[StandingCorrection]:
    """Return the corrections whose moves are not computed yet."""
    standing_corrections = StandingCorrection.objects.filter(
        standing__event=event, processed_at=None
    )
    return list(standing_corrections.select_related("standing__block", "result"))


def moved_by(correction: StandingCorrection, state: TournamentState) -> Moved:
    """Return the ranks it changed, everything else being as it is in `state`."""
    result = correction.result
    before = Result.objects.filter(
        table=result.table_id, number=result.number, version=result.version - 1
    ).first()
    if before is None:
        return {}
    was = _ranks(TournamentState(state.event, before), correction.standing)
    after = state if result.is_current else TournamentState(state.event, result)
    ranks = _ranks(after, correction.standing)
    return {
        state.people[player].person_id: (was.get(player), ranks.get(player))
        for player in was.keys() | ranks.keys()
        if was.get(player) != ranks.get(player)
    }


def _ranks(state: TournamentState, standing: Standing) -> dict[int, int]:
    if standing.block is None:
        return {placed.person: placed.rank for placed in state.ranking}
    return {row.person: row.rank for row in state.blocks[standing.block.number].rows}


def corrections_in(state: TournamentState, block: int | None) -> list[StandingCorrection]:
    """Return the last corrections that moved players in a block, or in the day's ranking."""
    scope = Standing.Scope.TOURNAMENT if block is None else Standing.Scope.BLOCK
    moved = StandingMove.objects.values("correction")
    standing_corrections = StandingCorrection.objects.filter(
        pk__in=moved, standing__event=state.event, standing__scope=scope, standing__block=block
    )
    rows = standing_corrections.select_related("result__table__block").prefetch_related("moves")
    return list(rows.order_by("-pk")[:LISTED])
