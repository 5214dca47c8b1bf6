"""The check of the stored rankings and places of tournaments against their results. Reads only."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from league import formats
from league.events.models import Event
from league.results.models.results import Result
from league.standings.models import PlaceRow, Standing
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.models.tournaments import Placing, Tournament
from league.tournaments.ranking.services.ranking import key_of, plain, rankings_of


def check_places() -> Iterator[str]:
    """Yield a sentence for each ranking that does not follow from the results.

    A finished tournament keeps its places: they are compared with the ranking that was stored with
    them, and with the results if none was corrected since.
    """
    for tournament in Tournament.objects.select_related("event__season").order_by("pk"):
        try:
            yield from _check_tournament(tournament)
        except Exception as error:  # a plan or a draw may hold anything
            yield _("%(event)s: the rankings cannot be counted (%(error)s).") % {
                "event": tournament.event,
                "error": repr(error),
            }


def _check_tournament(tournament: Tournament) -> Iterator[str]:
    event = tournament.event
    standings = list(Standing.objects.filter(event=event).order_by("pk"))
    if tournament.finished_at is not None:
        yield from _check_kept(event, standings)
        since = Result.objects.filter(
            table__block__event=event, entered_at__gt=tournament.finished_at
        )
        if since.exists():
            return
    yield from _check_rankings(event, standings)


def _check_kept(event: Event, standings: list[Standing]) -> Iterator[str]:
    day = [standing for standing in standings if standing.scope == Standing.Scope.TOURNAMENT]
    columns = ("participation_id", "rank", "position")
    kept = PlaceRow.objects.filter(standing__in=day).order_by("position").values_list(*columns)
    placed = Placing.objects.filter(event=event).order_by("position").values_list(*columns)
    if list(kept) != list(placed):
        yield _("%(event)s: the places are not those of the ranking that was kept.") % {
            "event": event
        }


def _check_rankings(event: Event, standings: list[Standing]) -> Iterator[str]:
    # What an earlier version of the scoring counted is counted anew, or kept as it was released.
    computed = [
        standing
        for standing in standings
        if not standing.is_stale and standing.scoring_version == formats.SCORING_VERSION
    ]
    if not computed:
        return
    wanted = {ranking.key: plain(ranking.rows) for ranking in rankings_of(TournamentState(event))}
    for standing in computed:
        rows = plain(list(PlaceRow.objects.filter(standing=standing).order_by("position")))
        if rows != wanted.get(key_of(standing), []):
            yield _("%(event)s: a ranking does not follow from the results.") % {"event": event}
