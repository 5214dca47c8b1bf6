"""Tables as of a past day, from the versions that counted then.

An evening and a season are small enough to be counted within a request; of all time only those
seasons in which something was entered since. The scoring of a season is the present one: no older
one is kept.
"""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from league.events.models import Event
from league.people.models.merges import PersonMerge
from league.people.models.people import Person
from league.results.models.results import Result
from league.seasons.models import Season, SeasonMark
from league.standings import scoring
from league.standings.models import Standing, StandingRow
from league.standings.queries.standings import members_of, scoring_options
from league.standings.queries.tallies import (
    COLUMNS,
    COUNTS,
    tallies_of_events,
    tallies_of_season,
    values_of,
)

# An entry of the night still belongs to the day before.
DAY_ENDS = time(6)


def end_of(day: date) -> datetime:
    """Return the moment up to which an entry belongs to a day of the club."""
    return datetime.combine(day + timedelta(days=1), DAY_ENDS, ZoneInfo(settings.TIME_ZONE))


def evening_at(event: Event, day: date) -> list[StandingRow]:
    until = counted_until(event.season, end_of(day))
    return _shown(scoring.season(tallies_of_events([event.pk], until)))


def season_at(season: Season, day: date) -> list[StandingRow]:
    return _shown(_rows_at(season, end_of(day)))


def all_time_at(day: date) -> list[StandingRow]:
    """Return the sum of the seasons as of that day."""
    moment = end_of(day)
    begun = list(Season.objects.filter(start__lte=day))
    changed = {
        season.pk for season in begun if season.closed_at is None or season.closed_at > moment
    } & set(
        Result.objects.filter(entered_at__gt=moment, table__block__event__season__in=begun)
        .values_list("table__block__event__season", flat=True)
        .distinct()
    )
    unchanged = StandingRow.objects.filter(
        standing__scope=Standing.Scope.SEASON,
        standing__season__in=[season for season in begun if season.pk not in changed],
    )
    kept = PersonMerge.objects.kept_keys()
    rows = [
        scoring.Row(kept.get(person, person), **dict(zip(COUNTS, counts, strict=True)))
        for person, *counts in unchanged.values_list("person_id", *COUNTS)
    ]
    for season in begun:
        if season.pk in changed:
            rows += _rows_at(season, moment)
    return _shown(scoring.total(rows, members=members_of(None)))


def _rows_at(season: Season, moment: datetime) -> list[scoring.Row]:
    evenings = tallies_of_season(season, counted_until(season, moment))
    return scoring.season(evenings, options=scoring_options(season))


def counted_until(season: Season, moment: datetime) -> datetime:
    """Return up to when results counted, as seen at that moment: a closed season did not change."""
    mark = season.marks.filter(at__lte=moment).order_by("-pk").first()
    return mark.at if mark is not None and mark.kind == SeasonMark.Kind.CLOSED else moment


def _shown(rows: Iterable[scoring.Row]) -> list[StandingRow]:
    """Return rows like the stored ones, without storing them."""
    rows = list(rows)
    people = Person.objects.in_bulk([row.person for row in rows])
    return [
        StandingRow(person=people[row.person], **dict(zip(COLUMNS, values_of(row), strict=True)))
        for row in rows
    ]
