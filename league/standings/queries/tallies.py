"""The database's sums for the tables of evenings, seasons and all time.

The counts are those of `league.standings.scoring.tally`; here the database makes them, because a
season has ten thousand games. The two are held against each other in the tests.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from league.events.models import Event
from league.people.models.merges import PersonMerge
from league.results.models.results import Result, ResultLine
from league.seasons.models import Season
from league.standings import scoring
from league.standings.models import Standing, StandingRow

_COUNTS = ("games", "halves_lost", "games_lost", "sweeps", "schock_aus", "next_to_last")
# The columns of a stored row beside its person.
COUNTS = ("evenings", "dropped", *_COUNTS)
COLUMNS = ("is_guest", "is_ranked", "rank", "position", *COUNTS)


def values_of(row: scoring.Row) -> list[int]:
    """Return the values in the order of `COLUMNS`."""
    return [
        row.guest,
        row.ranked,
        row.rank,
        row.position,
        row.evenings,
        row.dropped,
        row.games,
        row.halves_lost,
        row.games_lost,
        row.sweeps,
        row.schock_aus,
        row.next_to_last,
    ]


def counted_lines(until: datetime | None = None) -> QuerySet[ResultLine]:
    """Return the lines of the results that count, or of those that counted at `until`."""
    if until is None:
        return ResultLine.objects.filter(result__is_current=True)
    return ResultLine.objects.filter(result__entered_at__lte=until).exclude(
        Exists(
            Result.objects.filter(
                table=OuterRef("result__table"),
                number=OuterRef("result__number"),
                version__gt=OuterRef("result__version"),
                entered_at__lte=until,
            )
        )
    )


def tallies(lines: QuerySet[ResultLine], by: str) -> dict[int, dict[int, scoring.Row]]:
    """Return the counts of these lines, by the column `by` and then by person."""
    person = "seat__participation__person_id"
    got_away = (Q(lost_first=True) | Q(lost_second=True)) & Q(
        lost_game=False, result__ended_by=Result.EndedBy.FINAL
    )
    tallies: dict[int, dict[int, scoring.Row]] = {}
    rows = (
        lines.exclude(result__ended_by=Result.EndedBy.ABANDONED)
        .order_by()
        .values_list(by, person)
        .annotate(
            games=Count("pk"),
            halves_lost=Count("pk", filter=Q(lost_first=True))
            + Count("pk", filter=Q(lost_second=True)),
            games_lost=Count("pk", filter=Q(lost_game=True)),
            sweeps=Count("pk", filter=Q(lost_game=True, result__ended_by=Result.EndedBy.SWEEP)),
            aus=Sum("schock_aus", default=0),
            next_to_last=Count("pk", filter=got_away),
        )
    )
    for key, who, games, halves, lost, sweeps, aus, away in rows.iterator():
        tallies.setdefault(key, {})[who] = scoring.Row(
            who, 1, games, halves, lost, sweeps, aus, away
        )
    return tallies


def tallies_of_events(
    events: Collection[int], until: datetime | None = None
) -> dict[int, dict[int, scoring.Row]]:
    lines = counted_lines(until).filter(result__table__block__event__in=events)
    return tallies(lines, "result__table__block__event_id")


def tallies_of_season(
    season: Season, until: datetime | None = None
) -> dict[int, dict[int, scoring.Row]]:
    """Return the counts of a season by evening. A tournament has a ranking of its own, by its own
    format; a match counts for its teams.
    """
    lines = (
        counted_lines(until)
        .filter(result__table__block__event__season=season)
        .filter(result__table__block__event__kind=Event.Kind.EVENING)
    )
    return tallies(lines, "result__table__block__event_id")


def evening_rows(season: Season) -> dict[int, dict[int, scoring.Row]]:
    """Return the stored rows of a season's evenings."""
    rows = StandingRow.objects.filter(
        standing__scope=Standing.Scope.EVENING, standing__season=season
    ).order_by()
    evening_rows: dict[int, dict[int, scoring.Row]] = {}
    for event, person, *counts in rows.values_list("standing__event_id", "person_id", *_COUNTS):
        evening_rows.setdefault(event, {})[person] = scoring.Row(person, 1, *counts)
    return evening_rows


def sums_of_seasons(but: Collection[int] = ()) -> list[scoring.Row]:
    """Return each person's sums over the stored rows of all seasons except these.

    A closed season still names a record that was merged since: it counts for the other.
    """
    kept = PersonMerge.objects.kept_keys()
    rows = (
        StandingRow.objects.filter(standing__scope=Standing.Scope.SEASON)
        .exclude(standing__season__in=but)
        .order_by()
        .values_list("person_id")
        .annotate(*(Sum(name) for name in ("evenings", *_COUNTS, "dropped")))
    )
    return [scoring.Row(kept.get(person, person), *counts) for person, *counts in rows]


def correction_counts(results: Iterable[Result]) -> list[scoring.Correction]:
    """Return the effect of each correction: its lines against those of the version before."""
    results = list(results)
    pairs: Any = Q(pk__in=[])
    for result in results:
        both = [result.version, result.version - 1]
        pairs |= Q(table=result.table_id, number=result.number, version__in=both)
    versions = {
        (table, number, version): pk
        for pk, table, number, version in Result.objects.filter(pairs)
        .order_by()
        .values_list("pk", "table_id", "number", "version")
    }
    lines = ResultLine.objects.filter(result__in=versions.values())
    counts = tallies(lines, "result_id")
    return [
        scoring.Correction(
            event=result.table.block.event_id,
            counts=counts.get(result.pk, {}),
            before=counts.get(versions[result.table_id, result.number, result.version - 1], {}),
        )
        for result in results
    ]
