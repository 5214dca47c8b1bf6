"""Register the kinds of reports: their readers, their subjects, their makers."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.site.reports import evening, review, season, tournament
from league.access.queries.rights import is_member, person_of
from league.events.queries import season_on, seasons
from league.people.models.people import Person
from league.reports.paper import day
from league.reports.queries import played_evenings, played_years
from league.reports.registry import ReportKind, Subject, month_just_over, register
from league.reports.schedule import NEWS, Occasion, year_over
from league.seasons.models import Season
from league.tournaments.core.queries.reading import tournaments_for

# Of a long list the newest are offered.
MOST = 60


def _seasons(user: Any, today: date) -> list[Subject]:
    queryset = seasons().filter(start__lte=today)[:MOST]
    return [
        (other_season.pk, _("Season %(name)s") % {"name": other_season.name})
        for other_season in queryset
    ]


def _evenings(user: Any, today: date) -> list[Subject]:
    events = played_evenings()[:MOST]
    return [(event.pk, f"{event.name}, {day(event.business_date)}") for event in events]


def _tournaments(user: Any, today: date) -> list[Subject]:
    events = tournaments_for(user, today).filter(
        tournament__isnull=False, cancelled_at=None, business_date__lte=today
    )
    newest = events.order_by("-business_date", "-pk")[:MOST]
    return [(event.pk, f"{event.name}, {day(event.business_date)}") for event in newest]


def _own_years(user: Any, today: date) -> list[Subject]:
    me = person_of(user)
    return [(year, str(year)) for year in played_years(me)] if me is not None else []


# --- when they come by mail -----------------------------------------------------------------
def _evenings_due(person: Person, since: datetime, local: datetime) -> Iterator[Occasion]:
    today = local.date()
    first = max(timezone.localtime(since).date(), today - NEWS)
    for event in played_evenings(before=today).filter(business_date__gte=first):
        yield Occasion(f"evening-{event.pk}", event.pk)


def _seasons_due(person: Person, since: datetime, local: datetime) -> Iterator[Occasion]:
    """Yield the season of a month with games, and each season that was closed just now."""
    if (over := month_just_over(since, local)) is not None and (season := season_on(over)):
        days = (over.replace(day=1), over)
        if played_evenings().filter(season=season, business_date__range=days):
            yield Occasion(f"season-{season.pk}-{over:%Y-%m}", season.pk)
    just_now = Season.objects.filter(closed_at__gte=local - NEWS, closed_at__lte=local)
    for season in just_now.filter(closed_at__gte=since):
        yield Occasion(f"season-{season.pk}-{season.closed_at:%Y-%m-%d}-end", season.pk)


def _reviews_due(person: Person, since: datetime, local: datetime) -> Iterator[Occasion]:
    year = year_over(local.date())
    if year is not None and year in played_years(person):
        yield Occasion(f"review-{year}", year)


def register_kinds() -> None:
    register(
        ReportKind(
            "season",
            gettext_lazy("Season report"),
            may=is_member,
            subjects=_seasons,
            make=season.make,
            mailed=gettext_lazy("when a month begins and when the season is closed"),
            due=_seasons_due,
        ),
        ReportKind(
            "evening",
            gettext_lazy("Evening report"),
            may=is_member,
            subjects=_evenings,
            make=evening.make,
            mailed=gettext_lazy("the morning after"),
            due=_evenings_due,
        ),
        ReportKind(
            "tournament",
            gettext_lazy("Tournament report"),
            may=is_member,
            subjects=_tournaments,
            make=tournament.make,
        ),
        ReportKind(
            "review",
            gettext_lazy("Year in review"),
            may=is_member,
            subjects=_own_years,
            make=review.make,
            is_own=True,
            of_money=True,
            mailed=gettext_lazy("in January, about the year before"),
            due=_reviews_due,
        ),
    )
