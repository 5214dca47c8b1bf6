"""Writes of the figures: when a season's are stale, and counted."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from league import figures
from league.figures import Counted, Person, Scope, queries
from league.figures.models import FigureScope, PersonFigures, SeasonFigures
from league.seasons.models import Season


def mark_figures_stale(season_id: int, now: datetime) -> None:
    """Note that a season's results changed, in the transaction of the change."""
    figures_of_season = SeasonFigures.objects.filter(season_id=season_id)
    if not figures_of_season.update(wanted=F("wanted") + 1, changed_at=now):
        SeasonFigures.objects.get_or_create(season_id=season_id)
        figures_of_season.update(wanted=F("wanted") + 1, changed_at=now)


def compute_figures(*, season: Season, now: datetime) -> SeasonFigures:
    """Count a season whole from its results, on top of the ratings of the seasons before it.

    Reads first and locks the season's figures only to write; only the `wanted` seen before reading
    counts as computed, and a run that was overtaken writes nothing. The figures of later seasons
    are stale from then on: their ratings begin with these.
    """
    row, _created = SeasonFigures.objects.get_or_create(season=season)
    seen = SeasonFigures.objects.values_list("wanted", flat=True).get(pk=row.pk)
    counted = figures.count(queries.games_of_season(season), queries.ratings_before(season))
    with transaction.atomic():
        row = SeasonFigures.objects.select_for_update(no_key=True).get(pk=row.pk)
        if row.computed > seen:
            return row
        FigureScope.objects.filter(season=row).delete()
        for scope, totals in sorted(counted.items()):
            _write(row, scope, totals)
        row.computed, row.as_of, row.version = seen, now, figures.FIGURES_VERSION
        row.save(update_fields=["computed", "as_of", "version"])
        later = SeasonFigures.objects.filter(season__start__gt=season.start)
        later.update(wanted=F("wanted") + 1)
        return row


def compute_where_stale(*, season: Season, now: datetime) -> None:
    """Count a season at once if that is owed: a report does not wait until it is quiet."""
    if queries.stale_figures(now).filter(season=season).exists():
        compute_figures(season=season, now=now)


def _write(row: SeasonFigures, scope: Scope, counted: Counted) -> None:
    club = counted.club
    made = FigureScope.objects.create(
        season=row,
        **scope._asdict(),
        evenings=club.evenings,
        games=club.games,
        most_people=club.most_people.number,
        most_people_at_id=club.most_people.event,
        most_games=club.most_games.number,
        most_games_at_id=club.most_games.event,
    )
    PersonFigures.objects.bulk_create(
        _row(made, person) for _person, person in sorted(counted.persons.items())
    )


def _row(scope: FigureScope, person: Person) -> PersonFigures:
    return PersonFigures(
        scope=scope,
        person_id=person.person,
        **{name: getattr(person, name) for name in figures.TALLY},
        rating=person.rating.mean,
        uncertainty=person.rating.uncertainty,
        rated_games=person.rating.games,
        most_in_a_game=person.most_in_a_game.as_data(),
        most_at_an_evening=person.most_at_an_evening.as_data(),
        runs=person.runs.as_data() if person.runs else [],
        nights=[list(night) for night in person.nights],
        beside=[[other, *both] for other, both in sorted(person.beside.items())],
    )
