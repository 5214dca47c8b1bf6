"""Reading the results that figures are counted from, and the figures."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from league import figures
from league.events.models import Event
from league.figures import NOWHERE, Best, Key, Line, Most, Night, Rating, Runs, Scope
from league.figures import Person as Counts
from league.figures.models import FigureScope, PersonFigures, SeasonFigures
from league.people.models.people import Person
from league.results.models.results import Result, ResultLine
from league.seasons.models import Season

# The place of a game in time, as `league.figures.Key` has it.
IN_TIME = (
    "result__table__block__event__business_date",
    "result__table__block__event_id",
    "result__table__block__number",
    "result__number",
    "result__table_id",
)


# --- the results they are counted from ---------------------------------------------------------
def games_of(person: Person) -> QuerySet[ResultLine]:
    """Return every game that counts in a person's figures."""
    return ResultLine.objects.filter(
        seat__participation__person=person, result__is_current=True
    ).exclude(result__ended_by=Result.EndedBy.ABANDONED)


def lines_beside(person: int) -> QuerySet[ResultLine]:
    """Return a person's own line in the same game, for a query about other people's lines."""
    return ResultLine.objects.filter(result=OuterRef("result"), seat__participation__person=person)


def games_of_season(season: Season) -> Iterator[figures.Game]:
    """Return every current result of a season, evenings and tournaments alike."""
    return _games(Q(result__table__block__event__season=season))


def games_of_year(person: Person, year: int) -> Iterator[figures.Game]:
    """Yield the games of a person in a calendar year, with all who sat there too."""
    sat = Exists(lines_beside(person.pk))
    return _games(Q(sat, result__table__block__event__business_date__year=year))


def _games(which: Q) -> Iterator[figures.Game]:
    lines: list[Line] = []
    head: tuple[int, Key, str, str, str, str] | None = None
    for row in (
        ResultLine.objects.filter(which, result__is_current=True)
        .order_by("result_id", "seat__position", "pk")
        .values_list(
            "result_id",
            *IN_TIME,
            "result__rulebook",
            "result__depth",
            "result__table__block__event__kind",
            "result__ended_by",
            "seat__participation__person_id",
            "lost_first",
            "lost_second",
            "lost_game",
            "schock_aus",
            "exit_first",
            "exit_second",
            "jule",
        )
        .iterator()
    ):
        result, day, event, block, number, table, rulebook, depth, kind, ended_by = row[:10]
        if head is None or head[0] != result:
            if head is not None:
                yield _game(head, lines)
            key = Key(day.isoformat(), event, block, number, table)
            head, lines = (result, key, rulebook, depth, occasion_of(kind), ended_by), []
        lines.append(Line(*row[10:]))
    if head is not None:
        yield _game(head, lines)


def _game(head: tuple[int, Key, str, str, str, str], lines: list[Line]) -> figures.Game:
    return figures.Game(*head[1:], tuple(lines))


def occasion_of(kind: str) -> str:
    """Return the occasion of an event's kind; games for a team count among those of evenings."""
    return figures.TOURNAMENTS if kind == Event.Kind.TOURNAMENT else figures.EVENINGS


def ratings_before(season: Season) -> dict[Scope, dict[int, Rating]]:
    """Return the ratings people come into a season with, from the last one each of them played
    in.
    """
    ratings_before: dict[Scope, dict[int, Rating]] = {}
    for rulebook, depth, occasion, person, *rating in (
        PersonFigures.objects.filter(scope__season__season__start__lt=season.start)
        .order_by("scope__season__season__start")
        .values_list(
            *("scope__rulebook", "scope__depth", "scope__occasion", "person"),
            *("rating", "uncertainty", "rated_games"),
        )
    ):
        ratings_before.setdefault(Scope(rulebook, depth, occasion), {})[person] = Rating(*rating)
    return ratings_before


def stale_figures(quiet_since: datetime) -> QuerySet[SeasonFigures]:
    """Return every season that is to be counted, the earliest first: the later build on its
    ratings.

    A season whose results still change waits until nothing came after `quiet_since`.
    """
    stale = Q(computed__lt=F("wanted")) | Q(as_of=None)
    quiet = Q(changed_at=None) | Q(changed_at__lte=quiet_since)
    season_figures = SeasonFigures.objects.filter(stale & quiet)
    return season_figures.select_related("season").order_by("season__start")


# --- the figures on a page ---------------------------------------------------------------------
@dataclass(frozen=True)
class AsOf:
    """The age of figures: the moment of the oldest of them, and a flag if more is to come."""

    moment: datetime | None
    is_stale: bool


def as_of(season: Season | None) -> AsOf:
    """Return the age of the figures of one season, or of all that have any."""
    rows = SeasonFigures.objects.all()
    season_figures = list(rows if season is None else rows.filter(season=season))
    moments = [row.as_of for row in season_figures if row.as_of is not None]
    return AsOf(max(moments, default=None), any(row.is_stale for row in season_figures))


def seasons_with_figures() -> QuerySet[Season]:
    return Season.objects.filter(figures__isnull=False).order_by("-start")


@dataclass(frozen=True)
class Scopes:
    """The rulebooks and depths that games were played in."""

    rulebooks: list[str]
    depths: list[str]


def words_of_scopes() -> Scopes:
    """Return the rulebooks and depths to choose among."""
    rows = FigureScope.objects.order_by().values_list("rulebook", "depth").distinct()
    pairs = list(rows)
    return Scopes(
        rulebooks=sorted({rulebook for rulebook, _depth in pairs if rulebook}),
        depths=[
            recorded_depth
            for recorded_depth in figures.DEPTHS
            if any(depth == recorded_depth for _book, depth in pairs)
        ],
    )


def _chosen(scope: Scope, season: Season | None) -> Q:
    chosen = Q(
        scope__rulebook=scope.rulebook, scope__depth=scope.depth, scope__occasion=scope.occasion
    )
    return chosen if season is None else chosen & Q(scope__season__season=season)


def person_figures(person: Person, scope: Scope, season: Season | None) -> Counts | None:
    """Return one person's figures of a season, or of all together; None without a game."""
    rows = PersonFigures.objects.filter(_chosen(scope, season), person=person)
    return figures.together(counts_of(row) for row in rows.order_by("scope__season__season__start"))


def figures_of_year(person: Person, scope: Scope, year: int) -> Counts | None:
    """Return one person's figures of a calendar year, counted anew; None without a game.

    Their rating says nothing: it knows only the games that this person played, see `last_rating`.
    """
    counted = figures.count(games_of_year(person, year)).get(scope)
    return None if counted is None else counted.persons[person.pk]


def last_rating(person: Person, scope: Scope, year: int) -> tuple[Season, Rating] | None:
    """Return the rating of the last season that a person played in up to a year's end, if of
    this year.
    """
    row = (
        PersonFigures.objects.filter(
            _chosen(scope, None),
            person=person,
            scope__season__season__start__lte=date(year, 12, 31),
        )
        .exclude(scope__season__season__end__lte=date(year, 1, 1))
        .select_related("scope__season__season")
        .defer("nights", "beside")
        .order_by("-scope__season__season__start")
        .first()
    )
    if row is None or not row.rated_games:
        return None
    return row.scope.season.season, Rating(row.rating, row.uncertainty, row.rated_games)


def counts_of(row: PersonFigures) -> Counts:
    """Return a row as `league.figures` knows it."""
    return Counts(
        person=row.person_id,
        **{name: getattr(row, name) for name in figures.TALLY},
        most_in_a_game=Most.of(row.most_in_a_game),
        most_at_an_evening=Most.of(row.most_at_an_evening),
        runs=Runs.of(row.runs) if row.runs else None,
        nights=[Night(*night) for night in row.nights],
        beside={person: figures.Beside(*counts) for person, *counts in row.beside},
        rating=Rating(row.rating, row.uncertainty, row.rated_games),
    )


def person_seasons(person: Person, scope: Scope) -> list[tuple[Season, Counts]]:
    """Return a person's figures season by season, the earliest first.

    Without company and evenings.
    """
    rows = (
        PersonFigures.objects.filter(_chosen(scope, None), person=person)
        .select_related("scope__season__season")
        .defer("nights", "beside")
        .order_by("scope__season__season__start")
    )
    return [(row.scope.season.season, _alone(row)) for row in rows]


def club_seasons(scope: Scope) -> list[tuple[Season, FigureScope]]:
    """Return the evenings and games of each season, the earliest first."""
    rows = FigureScope.objects.filter(**scope._asdict()).select_related("season__season")
    return [(row.season.season, row) for row in rows.order_by("season__season__start")]


def evenings_held(scope: Scope, season: Season | None) -> int:
    """Return how many evenings or tournaments were held in a scope."""
    rows = FigureScope.objects.filter(**scope._asdict())
    rows = rows if season is None else rows.filter(season__season=season)
    return sum(rows.values_list("evenings", flat=True))


@dataclass(frozen=True)
class ClubFigures:
    """Counts of all together, and each person's figures without company and evenings, by name."""

    evenings: int = 0
    games: int = 0
    most_people: Best = NOWHERE
    most_games: Best = NOWHERE
    persons: list[tuple[Person, Counts]] = field(default_factory=list)


def events_of_records(club_figures: ClubFigures) -> dict[int, Event]:
    """Return the events of the club's records, by key.

    Of one that is not public a stranger reads the day alone.
    """
    return Event.objects.in_bulk([club_figures.most_people.event, club_figures.most_games.event])


def club_figures(scope: Scope, season: Season | None) -> ClubFigures:
    rows = FigureScope.objects.filter(**scope._asdict()).order_by("season__season__start")
    parts = list(rows if season is None else rows.filter(season__season=season))
    persons: dict[Person, list[Counts]] = {}
    for row in (
        PersonFigures.objects.filter(_chosen(scope, season))
        .select_related("person")
        .defer("nights", "beside")
        .order_by("scope__season__season__start")
    ):
        persons.setdefault(row.person, []).append(_alone(row))
    totals = ((person, figures.together(counts)) for person, counts in persons.items())
    return ClubFigures(
        evenings=sum(part.evenings for part in parts),
        games=sum(part.games for part in parts),
        most_people=_best(Best(part.most_people, part.most_people_at_id) for part in parts),
        most_games=_best(Best(part.most_games, part.most_games_at_id) for part in parts),
        persons=sorted(
            ((person, counts) for person, counts in totals if counts is not None),
            key=lambda pair: (pair[0].sort_key, pair[0].pk),
        ),
    )


def _alone(row: PersonFigures) -> Counts:
    row.nights, row.beside = [], []  # not read: they are long
    return counts_of(row)


def _best(records: Iterable[Best]) -> Best:
    """Return the most, the earliest of equals."""
    best = NOWHERE
    for record in records:
        best = record if record.number > best.number else best
    return best
