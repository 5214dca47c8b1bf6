"""Reading what the season's table is made of, and the table."""

from collections.abc import Iterator

from django.db.models import F, Q, QuerySet

from league import scoring
from league.models import Person, ResultLine, Season, Standing, StandingRow


def season_games(season: Season) -> Iterator[scoring.Game]:
    """The results of a season as `league.scoring` reads them."""
    lines = (
        ResultLine.objects.filter(
            result__is_current=True, result__table__block__event__season=season
        )
        .order_by("result_id", "seat__position", "pk")
        .values_list(
            "result_id",
            "result__table__block__event_id",
            "result__ended_by",
            "seat__participation__person_id",
            "lost_first",
            "lost_second",
            "lost_game",
            "schock_aus",
        )
    )
    current: int | None = None
    event, ended_by, collected = 0, "", list[scoring.Line]()
    for result_id, event_id, how, person, first, second, game, aus in lines.iterator():
        if result_id != current:
            if current is not None:
                yield scoring.Game(event, ended_by, tuple(collected))
            current, event, ended_by, collected = result_id, event_id, how, []
        collected.append(scoring.Line(person, first, second, game, aus))
    if current is not None:
        yield scoring.Game(event, ended_by, tuple(collected))


def standing_of(season: Season) -> Standing | None:
    return Standing.objects.filter(season=season).first()


def standing_rows(standing: Standing) -> QuerySet[StandingRow]:
    return StandingRow.objects.filter(standing=standing).select_related("person")


def stale_standings() -> QuerySet[Standing]:
    return Standing.objects.filter(Q(computed__lt=F("wanted")) | Q(as_of=None))


def games_of(person: Person, season: Season) -> QuerySet[ResultLine]:
    """The lines behind one person's row of the season's table, newest first."""
    return (
        ResultLine.objects.filter(
            seat__participation__person=person,
            result__is_current=True,
            result__table__block__event__season=season,
        )
        .select_related("result__table__block__event", "seat")
        .order_by("-result__table__block__event__business_date", "-result__pk")
    )
