"""Whom a corrected card moved in the rankings of a tournament."""

from collections.abc import Mapping

from league.events.models import Event
from league.results.models.results import Result
from league.standings.models import Standing, StandingCorrection, StandingMove
from league.tournaments.queries.course import Course

# So many are listed below a table, the last first.
LISTED = 5
# By person: the rank before and after; None is no place.
Moved = Mapping[int, tuple[int | None, int | None]]


def to_look_at(event: Event) -> list[StandingCorrection]:
    """The corrections nobody has reckoned yet."""
    found = StandingCorrection.objects.filter(standing__event=event, looked_at=None)
    return list(found.select_related("standing__block", "result"))


def moved_by(correction: StandingCorrection, course: Course) -> Moved:
    """Whom it moved, everything else being as it is in `course`."""
    result = correction.result
    before = Result.objects.filter(
        table=result.table_id, number=result.number, version=result.version - 1
    ).first()
    if before is None:
        return {}
    was = _ranks(Course(course.event, before), correction.standing)
    after = course if result.is_current else Course(course.event, result)
    ranks = _ranks(after, correction.standing)
    return {
        course.people[one].person_id: (was.get(one), ranks.get(one))
        for one in was.keys() | ranks.keys()
        if was.get(one) != ranks.get(one)
    }


def _ranks(course: Course, standing: Standing) -> dict[int, int]:
    if standing.block is None:
        return {placed.person: placed.rank for placed in course.ranking}
    return {row.person: row.rank for row in course.blocks[standing.block.number].rows}


def corrections_in(course: Course, block: int | None) -> list[StandingCorrection]:
    """The last corrections that moved somebody in a block, or in the ranking of the day."""
    scope = Standing.Scope.TOURNAMENT if block is None else Standing.Scope.BLOCK
    moved = StandingMove.objects.values("correction")
    found = StandingCorrection.objects.filter(
        pk__in=moved, standing__event=course.event, standing__scope=scope, standing__block=block
    )
    rows = found.select_related("result__table__block").prefetch_related("moves")
    return list(rows.order_by("-pk")[:LISTED])
