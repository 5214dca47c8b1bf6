"""The year's ranking by places: the points for the places of its evenings or tournaments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from league.events.models import Event, Participation
from league.formats import HasRank, YearResult, year_ranking
from league.people.models.people import Person
from league.people.queries.names import Naming, inside_naming
from league.seasons.models import Season
from league.seasons.queries.as_of import counted_until, end_of
from league.standings import scoring
from league.standings.models import Standing, StandingRow
from league.standings.queries.standings import standing_of
from league.standings.queries.tallies import tallies_of_season
from league.tournaments.models.tournaments import Placing


@dataclass(frozen=True)
class YearLine:
    """The year of a person; `results` are of the events that he played, in their order.

    `name` is that of the person or, as at the tournaments, the one he chose to be shown by.
    """

    person: Person
    name: str
    rank: int
    points: Fraction
    results: tuple[tuple[Event, YearResult], ...]
    missed: int

    @property
    def is_named(self) -> bool:
        return self.name == self.person.name

    @property
    def dropped(self) -> int:
        return sum(not year_result.counts for _event, year_result in self.results)


@dataclass(frozen=True)
class Year:
    """The events that have a ranking, in their order, and the place of each person."""

    events: tuple[Event, ...]
    lines: tuple[YearLine, ...]


@dataclass(frozen=True)
class _Place:
    person: int
    rank: int


def year_of(season: Season, naming: Naming | None = None, day: date | None = None) -> Year:
    """Return the ranking of a season from its stored places; of a closed one as of then.

    Empty if the season has none. For members, unless another `naming` is given. With `day` as of
    that day; of a tournament that was opened again since, nothing older is kept.
    """
    naming = naming or inside_naming()
    if not season.place_points:
        return Year((), ())
    of_tournaments = season.place_points_of == Season.PlacesOf.TOURNAMENTS
    until = season.closed_at if day is None else counted_until(season, end_of(day))
    if of_tournaments:
        rankings = _tournaments(season, until)
    else:
        rankings = _evenings(season) if day is None else _evenings_then(season, until)
    queryset = season.events.filter(pk__in=rankings, cancelled_at=None)
    events = tuple(queryset.order_by("business_date", "pk"))
    rows = year_ranking(
        [rankings[event.pk] for event in events],
        season.place_points,
        best=season.place_points_best,
        drop=season.place_points_dropped or 0,
    )
    people = Person.objects.in_bulk([row.person for row in rows])
    shown = _shown_as(events) if of_tournaments else {}
    return Year(
        events,
        tuple(
            YearLine(
                person=people[row.person],
                name=shown.get(row.person, naming.of(people[row.person])),
                rank=row.rank,
                points=row.points,
                results=tuple(
                    (events[year_result.event], year_result) for year_result in row.results
                ),
                missed=len(events) - len(row.results),
            )
            for row in rows
        ),
    )


def year_standing(season: Season) -> Standing | None:
    """Return the standing that dates the year's places. Those of tournaments are kept for good."""
    of_evenings = season.place_points_of == Season.PlacesOf.EVENINGS
    return standing_of(season) if season.place_points and of_evenings else None


def _shown_as(events: Sequence[Event]) -> Mapping[int, str]:
    """Return the people who hid their full name at one of these, by person: the last name they
    chose.

    One ranking shows them all, so a name given at one event would reveal the others too.
    """
    hidden = Participation.objects.filter(event__in=events).exclude(shown_as="")
    return dict(hidden.order_by("event__business_date", "event").values_list("person", "shown_as"))


def _evenings(season: Season) -> Mapping[int, Sequence[HasRank]]:
    """Return each evening's own table as the worker left it, of a closed season as of then."""
    rows = StandingRow.objects.filter(
        standing__scope=Standing.Scope.EVENING, standing__season=season
    ).order_by("standing", "position")
    return _by_event(rows.values_list("standing__event_id", "person_id", "rank"))


def _evenings_then(season: Season, until: datetime | None) -> Mapping[int, Sequence[HasRank]]:
    counted = tallies_of_season(season, until)
    return {event: scoring.season({event: rows}) for event, rows in counted.items()}


def _tournaments(season: Season, until: datetime | None) -> Mapping[int, Sequence[HasRank]]:
    """Return the places as each finished tournament stored them."""
    placings = Placing.objects.filter(
        event__season=season, event__tournament__finished_at__isnull=False
    )
    if until is not None:
        placings = placings.filter(event__tournament__finished_at__lte=until)
    places = placings.order_by("event_id", "position")
    return _by_event(places.values_list("event_id", "participation__person_id", "rank"))


def _by_event(places: Iterable[Any]) -> Mapping[int, Sequence[HasRank]]:
    rankings: dict[int, list[HasRank]] = {}
    for event, person, rank in places:
        rankings.setdefault(event, []).append(_Place(person, rank))
    return rankings
