"""Read the figures of a person and of the club by one choice, once for pages and API."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied

from config.site import queries as site_queries
from config.site.figures import words
from config.site.figures.filter import Chosen
from finance.books.queries.costs import Cost, costs_of
from league.access.queries.rights import is_member
from league.club.queries import is_public
from league.figures import Person as Counts
from league.figures import queries
from league.figures.models import FigureScope
from league.people.models.people import Person
from league.people.queries.names import Naming, naming
from league.seasons.models import Season


@dataclass(frozen=True)
class OfPerson:
    """The figures of a person; `names` are companions whom the reader may name.

    `events` is the number of evenings or tournaments. `seasons` is empty if one was chosen.
    """

    counts: Counts
    names: dict[int, str]
    events: int


def of_person(user: Any, today: date, person: Person, chosen: Chosen) -> OfPerson | None:
    """Return the figures of a person by this choice; None without such a game."""
    counts = queries.person_figures(person, chosen.scope, chosen.season)
    if counts is None:
        return None
    return OfPerson(
        counts=counts,
        names=site_queries.names_beside(user, today, counts.beside),
        events=queries.evenings_held(chosen.scope, chosen.season),
    )


def seasons_of_person(person: Person, chosen: Chosen) -> list[tuple[Season, Counts]]:
    """Return the seasons with their counts, if none of them was chosen."""
    return [] if chosen.season else queries.person_seasons(person, chosen.scope)


def costs_by(person: Person, chosen: Chosen) -> list[Cost]:
    """Return a person's costs, in the chosen season or ever."""
    season = chosen.season
    return costs_of(person, season.start, season.end) if season else costs_of(person)


@dataclass(frozen=True)
class OfClub:
    """The figures of the club; `persons` are those the reader may name, `others` so many more.

    `seasons` is empty if one was chosen.
    """

    naming: Naming
    figures_of_all: queries.ClubFigures
    persons: list[tuple[Person, Counts]]
    phases: list[words.Phase]
    seasons: list[tuple[Season, FigureScope]]

    @property
    def people(self) -> list[Person]:
        return [person for person, _counts in self.persons]

    @property
    def records(self) -> list[words.Record]:
        """Return the records; of equals the first of `persons`."""
        return words.records(
            self.persons, self.figures_of_all, queries.events_of_records(self.figures_of_all)
        )

    @property
    def others(self) -> int:
        return len(self.figures_of_all.persons) - len(self.persons)


def require_club_figures(user: Any, today: date) -> None:
    """Refuse strangers, unless the club makes the figures public: PermissionDenied."""
    if not is_member(user, today) and not is_public("statistics"):
        raise PermissionDenied


def of_club(user: Any, today: date, chosen: Chosen) -> OfClub:
    club_figures = queries.club_figures(chosen.scope, chosen.season)
    persons = site_queries.seen_among(user, today, club_figures)
    return OfClub(
        naming=naming(user, today),
        figures_of_all=club_figures,
        persons=persons,
        phases=words.phases(
            [counts for _person, counts in club_figures.persons], club_figures.games
        ),
        seasons=[] if chosen.season else queries.club_seasons(chosen.scope),
    )
