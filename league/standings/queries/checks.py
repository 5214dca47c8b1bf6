"""The stored tables of evenings, seasons and all time against the results they are made of."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.people.models.merges import PersonMerge
from league.people.models.people import Person
from league.seasons.models import Season
from league.standings import scoring
from league.standings.models import Standing, StandingRow
from league.standings.queries import tallies
from league.standings.queries.standings import members_of, scoring_options

Scope = Standing.Scope
Lines = dict[int, list[Any]]


def check_standings() -> Iterator[str]:
    """Yield a sentence for each line of a table that does not follow from the results.

    Reads only and locks nothing. A table that waits to be computed is skipped; of a closed season,
    whose table does not change, only the counts are held against the results.
    """
    stored = _stored()
    standings = Standing.objects.select_related("season", "event").order_by("pk")
    computed = [standing for standing in standings if not standing.is_stale]
    for season in Season.objects.order_by("pk"):
        evenings = tallies.tallies_of_season(season, season.closed_at)
        for standing in computed:
            if standing.season_id != season.pk:
                continue
            rows = stored.get(standing.pk, {})
            if standing.scope == Scope.EVENING and standing.event_id is not None:
                own = {standing.event_id: evenings.get(standing.event_id, {})}
                yield from _differences(standing, rows, _lines(scoring.season(own)))
            elif standing.scope == Scope.SEASON:
                wanted = _lines(scoring.season(evenings, options=scoring_options(season)))
                if season.is_closed:
                    rows, wanted = _counts(rows), _counts(wanted)
                yield from _differences(standing, rows, wanted)
    for standing in computed:
        if standing.scope == Scope.ALL_TIME:
            total = scoring.total(tallies.sums_of_seasons(), members=members_of(None))
            yield from _differences(standing, stored.get(standing.pk, {}), _lines(total))


def _stored() -> dict[int, Lines]:
    rows = StandingRow.objects.order_by().values_list("standing_id", "person_id", *tallies.COLUMNS)
    stored: dict[int, Lines] = {}
    for standing, person, *values in rows.iterator(2000):
        stored.setdefault(standing, {})[person] = values
    return stored


def _lines(rows: Iterable[scoring.Row]) -> Lines:
    return {row.person: list(tallies.values_of(row)) for row in rows}


def _counts(lines: Mapping[int, list[Any]]) -> Lines:
    """Return the counts alone; a record that was merged since counts for the other."""
    kept = PersonMerge.objects.kept_keys()
    first = tallies.COLUMNS.index("games")
    summed: Lines = {}
    for person, values in lines.items():
        counts = values[first:]
        before = summed.get(kept.get(person, person), [0] * len(counts))
        summed[kept.get(person, person)] = [a + b for a, b in zip(before, counts, strict=True)]
    return summed


def _differences(standing: Standing, there: Lines, wanted: Lines) -> Iterator[str]:
    wrong = [key for key in {**there, **wanted} if there.get(key) != wanted.get(key)]
    names = dict(Person.objects.filter(pk__in=wrong).values_list("pk", "name"))
    for key in wrong:
        yield _("%(table)s: the line of %(name)s does not follow from the results.") % {
            "table": name_of(standing),
            "name": names.get(key, key),
        }


def name_of(standing: Standing) -> str:
    """Return a table in words: its evening, its season, or all time."""
    if standing.event is not None:
        return str(standing.event)
    return str(standing.season) if standing.season is not None else _("All-time table")
