"""The parts of the year ranking's page: its rules, places and events, and their links."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.events.models import Event
from league.formats import YearResult
from league.people.models.people import Person
from league.seasons.models import Season
from league.seasons.queries.year import Year, YearLine


@dataclass(frozen=True)
class Place:
    """One result in a person's year, and the name of its event on the page."""

    event: str
    result: YearResult


@dataclass(frozen=True)
class Row:
    """A person's line; `address` leads to the person, for readers who may see more of it."""

    line: YearLine
    places: list[Place]
    address: str
    is_mine: bool


def rows(season: Season, year: Year, reader: Person | None, *, inside: bool) -> list[Row]:
    """Return the lines as `reader` sees them; `inside` are the members."""
    return [
        Row(
            line,
            places=[Place(_short(season, event), result) for event, result in line.results],
            address=reverse("league:person", args=[line.person.pk])
            if inside and line.is_named
            else "",
            is_mine=reader is not None and reader.pk == line.person.pk,
        )
        for line in year.lines
    ]


def events(season: Season, year: Year, *, inside: bool) -> list[tuple[Event, str]]:
    """Return the events that count, each with its address if the reader may see its page."""
    page = "league:tournament" if counts_tournaments(season) else "league:evening"
    return [
        (event, reverse(page, args=[event.pk]) if inside or event.is_public else "")
        for event in year.events
    ]


def counts_tournaments(season: Season) -> bool:
    return season.place_points_of == "tournaments"


def _short(season: Season, event: Event) -> str:
    """Return an evening by its day: all of them have the same name."""
    if counts_tournaments(season):
        return event.name
    return date_format(event.business_date, _("j N"))


def events_title(season: Season) -> str:
    if counts_tournaments(season):
        return _("These tournaments count")
    return _("These evenings count")


def rules(season: Season) -> list[str]:
    """Return how places become points, and how many results count: a paragraph each."""
    number = len(season.place_points)
    values = {"n": number, "points": "-".join(map(str, season.place_points))}
    shared = _("Those who share a place get the average of the shared places.")
    if counts_tournaments(season):
        sentence = ngettext(
            "First place of a tournament brings %(points)s points, the others none.",
            "Places 1 to %(n)s of a tournament bring %(points)s points, the others none.",
            number,
        )
        of_places = [sentence % values, shared]
    else:
        sentence = ngettext(
            "First place of an evening brings %(points)s points, the others none.",
            "Places 1 to %(n)s of an evening bring %(points)s points, the others none.",
            number,
        )
        decided = _(
            "Who has which place is decided by the evening’s games, "
            "by the same list as for the standings."
        )
        of_places = [sentence % values, decided, shared]
    return [" ".join(of_places), *_best(season)]


def _best(season: Season) -> list[str]:
    if best := season.place_points_best:
        sentence = ngettext(
            "Only everybody’s best result counts.", "Everybody’s %(n)s best results count.", best
        )
        return [sentence % {"n": best}]
    if dropped := season.place_points_dropped:
        sentence = ngettext(
            "Everybody’s worst result is dropped; for whoever was absent once, that one is dropped."
            " One always counts.",
            "Everybody’s %(n)s worst results are dropped; for whoever was absent, those are"
            " dropped first. One always counts.",
            dropped,
        )
        return [sentence % {"n": dropped}]
    return []


def nothing_yet(season: Season, *, is_past: bool, is_stale: bool) -> str:
    """Return why the ranking is empty; an empty text while it is being computed."""
    if not season.place_points:
        return ""
    if is_past:
        return _("Nothing counted yet on that day.")
    if is_stale:
        return ""
    if counts_tournaments(season):
        return _(
            "No tournament of this season is closed yet. "
            "With the first one the ranking appears here."
        )
    return _("No game in this season yet. With the first evening the ranking appears here.")
